//! The gateway's own rules, seen by a client that is nothing but a WebSocket.

#![allow(clippy::unwrap_used)]

use std::time::Duration;

use discord_double::{Double, Options, events};
use flate2::{Decompress, FlushDecompress};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

/// A client that is nothing but a WebSocket.
struct Plain {
    socket: WebSocketStream<TcpStream>,
    inflate: Decompress,
}

impl Plain {
    async fn connect(discord: &Double, query: &str) -> Plain {
        let stream = TcpStream::connect(discord.gateway_url().trim_start_matches("ws://")).await.unwrap();
        let url = format!("{}/?v=10&encoding=json{query}", discord.gateway_url());
        let (socket, _) = tokio_tungstenite::client_async(url, stream).await.unwrap();
        Plain { socket, inflate: Decompress::new(true) }
    }

    async fn send(&mut self, payload: Value) {
        self.socket.send(Message::Text(payload.to_string())).await.unwrap();
    }

    async fn identify(&mut self, discord: &Double, change: Value) {
        let mut data = json!({"token": discord.token(), "intents": events::GUILDS | events::GUILD_MESSAGES,
            "properties": {"os": "", "browser": "", "device": ""}});
        for (key, value) in change.as_object().unwrap() {
            data[key] = value.clone();
        }
        self.send(json!({"op": 2, "d": data})).await;
    }

    /// The next payload, or the code of the close.
    async fn next(&mut self) -> Result<Value, u16> {
        let frame = tokio::time::timeout(Duration::from_secs(5), self.socket.next()).await.unwrap();
        match frame {
            Some(Ok(Message::Text(text))) => Ok(serde_json::from_str(&text).unwrap()),
            Some(Ok(Message::Binary(bytes))) => {
                assert!(bytes.ends_with(&[0, 0, 0xff, 0xff]), "each message of the stream is flushed");
                let mut text = Vec::with_capacity(1 << 20);
                self.inflate.decompress_vec(&bytes, &mut text, FlushDecompress::Sync).unwrap();
                Ok(serde_json::from_slice(&text).unwrap())
            }
            Some(Ok(Message::Close(frame))) => Err(frame.unwrap().code.into()),
            _ => Err(0),
        }
    }

    /// The next event of this name.
    async fn event(&mut self, name: &str) -> Value {
        loop {
            let payload = self.next().await.unwrap();
            if payload["t"] == name {
                return payload;
            }
        }
    }
}

#[tokio::test]
async fn a_stream_of_zlib_is_one_stream() {
    let discord = Double::start().await;
    let server = discord.server("Chess club");
    let room = server.channel("general");
    let alice = server.member("alice");
    let mut plain = Plain::connect(&discord, "&compress=zlib-stream").await;
    assert_eq!(plain.next().await.unwrap()["op"], 10);
    plain.identify(&discord, json!({})).await;
    assert_eq!(plain.event("READY").await["d"]["user"]["username"], "Centaur");
    let guild = plain.event("GUILD_CREATE").await;
    assert_eq!(guild["d"]["channels"][0]["name"], "general");
    assert!(guild["d"]["roles"][0]["colors"].is_object());
    assert_eq!(guild["d"]["members"].as_array().unwrap().len(), 1, "only the bot without the intent");
    let long = "x".repeat(1900);
    alice.says(&room, &format!("{} {long}", discord.bot_mention()));
    assert!(plain.event("MESSAGE_CREATE").await["d"]["content"].as_str().unwrap().contains(&long));
    plain.send(json!({"op": 1, "d": 3})).await;
    assert_eq!(plain.next().await.unwrap()["op"], 11);
}

#[tokio::test]
async fn what_was_missed_is_replayed_in_order_and_once() {
    let discord = Double::start().await;
    let server = discord.server("Chess club");
    let room = server.channel("general");
    let alice = server.member("alice");
    let mut plain = Plain::connect(&discord, "").await;
    plain.next().await.unwrap();
    plain.identify(&discord, json!({})).await;
    let session = plain.event("READY").await["d"]["session_id"].clone();
    alice.says(&room, "seen");
    let seen = plain.event("MESSAGE_CREATE").await["s"].as_u64().unwrap();
    discord.gateway().drops();
    assert!(plain.next().await.is_err());
    alice.says(&room, "first");
    alice.says(&room, "second");

    let mut plain = Plain::connect(&discord, "").await;
    plain.next().await.unwrap();
    plain.send(json!({"op": 6, "d": {"token": discord.token(), "session_id": session, "seq": seen}})).await;
    for expected in 1..=2 {
        let missed = plain.event("MESSAGE_CREATE").await;
        assert_eq!(missed["s"], seen + expected);
    }
    assert_eq!(plain.next().await.unwrap()["t"], "RESUMED");

    let mut other = Plain::connect(&discord, "").await;
    other.next().await.unwrap();
    other.send(json!({"op": 6, "d": {"token": discord.token(), "session_id": "unknown", "seq": 1}})).await;
    let invalid = other.next().await.unwrap();
    assert_eq!((&invalid["op"], &invalid["d"]), (&json!(9), &json!(false)));
}

#[tokio::test]
async fn wrong_logins_are_closed_with_discords_codes() {
    let discord = Double::with(Options { message_content: false, ..Options::default() }).await;
    for (change, code) in [
        (json!({"token": "wrong"}), 4004),
        (json!({"intents": -1}), 4013),
        (json!({"intents": events::MESSAGE_CONTENT}), 4014),
        (json!({"shard": [2, 2]}), 4010),
    ] {
        let mut plain = Plain::connect(&discord, "").await;
        plain.next().await.unwrap();
        plain.identify(&discord, change).await;
        assert_eq!(plain.next().await, Err(code));
    }
    let mut plain = Plain::connect(&discord, "").await;
    plain.next().await.unwrap();
    plain.send(json!({"op": 3, "d": {}})).await;
    assert_eq!(plain.next().await, Err(4003));
}

#[tokio::test]
async fn each_shard_hears_of_its_own_guilds() {
    let discord = Double::start().await;
    let rooms: Vec<_> = (0..6)
        .map(|number| {
            let server = discord.server(&format!("Club {number}"));
            let room = server.channel("general");
            (server.member("alice"), room)
        })
        .collect();
    let mut shards = Vec::new();
    for number in 0..2 {
        let mut plain = Plain::connect(&discord, "").await;
        plain.next().await.unwrap();
        plain.identify(&discord, json!({"shard": [number, 2]})).await;
        plain.event("READY").await;
        shards.push(plain);
    }
    for (alice, room) in &rooms {
        alice.says(room, "hello");
    }
    let mut heard = 0;
    for (number, plain) in (0..).zip(&mut shards) {
        plain.send(json!({"op": 1, "d": null})).await;
        loop {
            let payload = plain.next().await.unwrap();
            if payload["op"] == 11 {
                break;
            }
            if payload["t"] == "MESSAGE_CREATE" {
                let guild: u64 = payload["d"]["guild_id"].as_str().unwrap().parse().unwrap();
                assert_eq!((guild >> 22) % 2, number);
                heard += 1;
            }
        }
    }
    assert_eq!(heard, rooms.len());
}

#[tokio::test]
async fn people_are_listed_when_asked_for() {
    let discord = Double::start().await;
    let server = discord.server("Chess club");
    let (alice, _bob) = (server.member("alice"), server.member("bob"));
    let mut plain = Plain::connect(&discord, "").await;
    plain.next().await.unwrap();
    plain.identify(&discord, json!({"intents": events::GUILDS | events::GUILD_MEMBERS})).await;
    let guild = plain.event("GUILD_CREATE").await;
    assert_eq!(guild["d"]["members"].as_array().unwrap().len(), 4, "the owner and the bot too");
    plain.send(json!({"op": 8, "d": {"guild_id": server.id().to_string(), "query": "al", "limit": 0}})).await;
    let chunk = plain.event("GUILD_MEMBERS_CHUNK").await;
    assert_eq!(chunk["d"]["members"].as_array().unwrap().len(), 1);
    assert_eq!(chunk["d"]["members"][0]["user"]["id"], alice.id().to_string());
}
