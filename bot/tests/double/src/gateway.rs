//! The gateway, version 10, over plain WebSocket on loopback.

use std::io::Write;
use std::sync::Arc;

use flate2::write::ZlibEncoder;
use flate2::{Compress, Compression, FlushCompress};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message as Frame;
use tokio_tungstenite::tungstenite::handshake::server::{ErrorResponse, Request, Response};
use tokio_tungstenite::tungstenite::protocol::CloseFrame;

use crate::events::{GUILD_MEMBERS, GUILD_PRESENCES, GUILDS, MESSAGE_CONTENT, Outgoing, Session};
use crate::shared::{Shared, State};
use crate::wire;
use crate::world::Id;

/// Payloads from this size on are compressed for bots that asked for it.
const LARGE: usize = 1024;

/// Accepts connections for as long as the double lives.
pub(crate) async fn serve(shared: Arc<Shared>, listener: TcpListener) {
    while let Ok((stream, _)) = listener.accept().await {
        let shared = Arc::clone(&shared);
        tokio::spawn(async move {
            let _ = stream.set_nodelay(true);
            connection(&shared, stream).await;
        });
    }
}

/// How payloads are packed.
enum Packing {
    Plain,
    /// Each large payload by itself.
    Large,
    /// All of them in one stream.
    Stream(Box<Compress>),
}

impl Packing {
    fn frame(&mut self, payload: String) -> Frame {
        match self {
            Packing::Large if payload.len() >= LARGE => {
                let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
                // Writing to memory doesn't fail.
                let _ = encoder.write_all(payload.as_bytes());
                Frame::Binary(encoder.finish().unwrap_or_default())
            }
            Packing::Stream(stream) => Frame::Binary(flushed(stream, payload.as_bytes())),
            _ => Frame::Text(payload),
        }
    }
}

/// A piece of a zlib stream, ended so that it can be read at once.
fn flushed(stream: &mut Compress, mut input: &[u8]) -> Vec<u8> {
    let mut output = Vec::with_capacity(input.len() / 2 + 64);
    loop {
        let before = stream.total_in();
        output.reserve(256);
        if stream.compress_vec(input, &mut output, FlushCompress::Sync).is_err() {
            return output;
        }
        let read = usize::try_from(stream.total_in() - before).unwrap_or_default();
        input = &input[read..];
        if input.is_empty() && output.ends_with(&[0, 0, 0xff, 0xff]) && output.len() < output.capacity() {
            return output;
        }
    }
}

async fn connection(shared: &Arc<Shared>, stream: TcpStream) {
    let mut query = String::new();
    let refused = shared.look().events.closed;
    // The error's size is the library's choice.
    #[allow(clippy::result_large_err)]
    let callback = |request: &Request, response: Response| -> Result<Response, ErrorResponse> {
        query = request.uri().query().unwrap_or_default().to_owned();
        if refused { Err(ErrorResponse::new(None)) } else { Ok(response) }
    };
    let Ok(socket) = tokio_tungstenite::accept_hdr_async(stream, callback).await else { return };
    let mut packing = Packing::Plain;
    if query.contains("compress=zlib-stream") {
        packing = Packing::Stream(Box::new(Compress::new(Compression::fast(), true)));
    }
    let (sender, receiver) = unbounded_channel();
    let number = shared.change(|state| {
        state.events.connections += 1;
        state.note(format!("(gateway: connection {} opened, {query})", state.events.connections));
        state.events.connections
    });
    let interval = u64::try_from(shared.options.heartbeat.as_millis()).unwrap_or(u64::MAX);
    let hello = json!({"op": 10, "d": {"heartbeat_interval": interval}, "s": null, "t": null});
    let _ = sender.send(Outgoing::Payload(hello.to_string()));
    let mut talk = Talk { shared, number, sender, session: None };
    let reason = talk.run(socket, receiver, packing).await;
    shared.change(|state| {
        state.note(format!("(gateway: connection {number} ended, {reason})"));
        for session in state.events.sessions.values_mut() {
            session.connection.take_if(|(of, _)| *of == number);
        }
    });
}

/// One connection's talk with the bot.
struct Talk<'a> {
    shared: &'a Arc<Shared>,
    number: u64,
    sender: UnboundedSender<Outgoing>,
    session: Option<String>,
}

impl Talk<'_> {
    async fn run(
        &mut self,
        socket: WebSocketStream<TcpStream>,
        mut outgoing: UnboundedReceiver<Outgoing>,
        mut packing: Packing,
    ) -> String {
        let (mut sink, mut source) = socket.split();
        loop {
            tokio::select! {
                out = outgoing.recv() => match out {
                    Some(Outgoing::Payload(payload)) => {
                        if sink.send(packing.frame(payload)).await.is_err() {
                            return "it broke".to_owned();
                        }
                    }
                    Some(Outgoing::Close(code, reason)) => {
                        let frame = CloseFrame { code: code.into(), reason: reason.into() };
                        let _ = sink.send(Frame::Close(Some(frame))).await;
                        return format!("closed by the double with {code}");
                    }
                    Some(Outgoing::Abort) | None => return "cut by the double".to_owned(),
                },
                frame = source.next() => match frame {
                    Some(Ok(Frame::Text(text))) => {
                        let Ok(payload) = serde_json::from_str::<Value>(&text) else {
                            self.close(4002, "Error while decoding payload.");
                            continue;
                        };
                        let shared = Arc::clone(self.shared);
                        shared.change(|state| self.receive(state, &payload, &mut packing));
                    }
                    Some(Ok(Frame::Close(frame))) => {
                        let code = frame.map_or(1005, |frame| frame.code.into());
                        self.goodbye(code);
                        return format!("closed by the bot with {code}");
                    }
                    Some(Ok(_)) => {}
                    Some(Err(error)) => return format!("lost: {error}"),
                    None => return "lost".to_owned(),
                },
            }
        }
    }

    /// A session ends with its connection when the bot says that it's done.
    fn goodbye(&self, code: u16) {
        if let (Some(session), 1000 | 1001) = (&self.session, code) {
            self.shared.change(|state| state.events.sessions.remove(session));
        }
    }

    fn close(&self, code: u16, reason: &'static str) {
        let _ = self.sender.send(Outgoing::Close(code, reason));
    }

    fn send(&self, payload: &Value) {
        let _ = self.sender.send(Outgoing::Payload(payload.to_string()));
    }

    fn receive(&mut self, state: &mut State, payload: &Value, packing: &mut Packing) {
        let data = &payload["d"];
        match payload["op"].as_u64() {
            Some(1) => {
                state.events.heartbeats += 1;
                if !state.events.deaf {
                    self.send(&json!({"op": 11}));
                }
            }
            Some(2) if self.session.is_some() => self.close(4005, "Already authenticated."),
            Some(2) => self.identify(state, data, packing),
            Some(6) => self.resume(state, data),
            Some(_) if self.session.is_none() => self.close(4003, "Not authenticated."),
            Some(3) => {
                let session = self.session.as_ref().and_then(|id| state.events.sessions.get_mut(id));
                if let Some(session) = session {
                    session.presence = data.clone();
                }
            }
            Some(4) => {}
            Some(8) => self.members(state, data),
            _ => self.close(4001, "Unknown opcode."),
        }
    }

    fn identify(&mut self, state: &mut State, data: &Value, packing: &mut Packing) {
        let shared = self.shared;
        let token = data["token"].as_str().unwrap_or_default();
        if token.trim_start_matches("Bot ") != shared.options.token {
            return self.close(4004, "Authentication failed.");
        }
        let Some(intents) = data["intents"].as_u64().filter(|intents| *intents < 1 << 26) else {
            return self.close(4013, "Invalid intent(s).");
        };
        let privileged = [
            (MESSAGE_CONTENT, shared.options.message_content),
            (GUILD_MEMBERS, shared.options.guild_members),
            (GUILD_PRESENCES, false),
        ];
        if privileged.iter().any(|(intent, allowed)| intents & intent != 0 && !allowed) {
            return self.close(4014, "Disallowed intent(s).");
        }
        let shard = match &data["shard"] {
            Value::Null => (0, 1),
            shard => (shard[0].as_u64().unwrap_or(0), shard[1].as_u64().unwrap_or(0)),
        };
        if shard.0 >= shard.1 {
            return self.close(4010, "Invalid shard.");
        }
        if data["compress"] == true && matches!(packing, Packing::Plain) {
            *packing = Packing::Large;
        }
        let mut shown = data.clone();
        shown["token"] = "hidden".into();
        state.note(format!("(gateway: the bot logged in with intents {intents}, shard {shard:?})"));
        state.events.identifies.push(shown);

        let id = format!("{:032x}", state.world.ids.next());
        let mut session = Session {
            intents,
            shard,
            sequence: 0,
            sent: Default::default(),
            connection: Some((self.number, self.sender.clone())),
            presence: data["presence"].clone(),
        };
        let world = &state.world;
        let guilds: Vec<Id> = world
            .guilds
            .keys()
            .copied()
            .filter(|guild| world.bot_is_in(*guild) && (guild >> 22) % shard.1 == shard.0)
            .collect();
        let away: Vec<Value> =
            guilds.iter().map(|guild| json!({"id": guild.to_string(), "unavailable": true})).collect();
        let ready = json!({
            "v": 10,
            "user": wire::own_user(world),
            "guilds": away,
            "session_id": id,
            "session_type": "normal",
            "resume_gateway_url": format!("ws://{}", shared.gateway_address),
            "application": {"id": world.bot.to_string(), "flags": application_flags(shared)},
            "shard": [shard.0, shard.1],
            "private_channels": [],
            "presences": [],
            "relationships": [],
        });
        session.send("READY", &ready);
        if intents & GUILDS != 0 {
            for guild in guilds.iter().filter_map(|guild| world.guilds.get(guild)) {
                let whole = wire::guild_create(world, guild, intents & GUILD_MEMBERS != 0);
                session.send("GUILD_CREATE", &whole);
            }
        }
        state.events.sessions.insert(id.clone(), session);
        self.session = Some(id);
    }

    fn resume(&mut self, state: &mut State, data: &Value) {
        state.events.resumes += 1;
        let seen = data["seq"].as_u64().unwrap_or(0);
        let id = data["session_id"].as_str().unwrap_or_default().to_owned();
        let Some(session) = state.events.sessions.get_mut(&id) else {
            state.note("(gateway: no session to resume)");
            return self.send(&json!({"op": 9, "d": false}));
        };
        let known = session.sent.front().is_none_or(|(first, _)| *first <= seen + 1);
        if !known || seen > session.sequence {
            state.events.sessions.remove(&id);
            return self.send(&json!({"op": 9, "d": false}));
        }
        let missed: Vec<String> =
            session.sent.iter().filter(|(sequence, _)| *sequence > seen).map(|(_, payload)| payload.clone()).collect();
        let count = missed.len();
        for payload in missed {
            let _ = self.sender.send(Outgoing::Payload(payload));
        }
        session.connection = Some((self.number, self.sender.clone()));
        session.send("RESUMED", &json!({}));
        state.note(format!("(gateway: the bot resumed, {count} events replayed)"));
        self.session = Some(id);
    }

    /// Lists a guild's people in one chunk.
    fn members(&mut self, state: &mut State, data: &Value) {
        let Some(guild) = data["guild_id"].as_str().and_then(|id| state.world.guilds.get(&id.parse().ok()?)) else {
            return;
        };
        let asked: Option<Vec<String>> = match &data["user_ids"] {
            Value::String(one) => Some(vec![one.clone()]),
            Value::Array(many) => Some(many.iter().filter_map(|id| id.as_str().map(str::to_owned)).collect()),
            _ => None,
        };
        let start = data["query"].as_str().unwrap_or_default().to_lowercase();
        let found: Vec<Value> = guild
            .members
            .keys()
            .filter(|id| match &asked {
                Some(asked) => asked.contains(&id.to_string()),
                None => state.world.name_of(**id).to_lowercase().starts_with(&start),
            })
            .filter_map(|id| wire::member(&state.world, guild, *id))
            .collect();
        let chunk = json!({
            "guild_id": guild.id.to_string(),
            "members": found,
            "chunk_index": 0,
            "chunk_count": 1,
            "nonce": data["nonce"],
        });
        let session = self.session.as_ref().and_then(|id| state.events.sessions.get_mut(id));
        if let Some(session) = session {
            session.send("GUILD_MEMBERS_CHUNK", &chunk);
        }
    }
}

/// The application's flags, which tell what the developer portal allows.
pub(crate) fn application_flags(shared: &Shared) -> u64 {
    let content = if shared.options.message_content { 1 << 19 } else { 0 };
    let members = if shared.options.guild_members { 1 << 15 } else { 0 };
    content | members
}
