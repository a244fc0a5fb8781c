//! Every event can be read by serenity, which drops those that it can't.

#![allow(clippy::unwrap_used)]

use discord_double::Double;
use serenity::all::*;
use serenity::async_trait;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// Tells the name of each event that serenity understood.
struct Listener(UnboundedSender<String>);

#[async_trait]
impl RawEventHandler for Listener {
    async fn raw_event(&self, _: Context, event: Event) {
        let name = event.name().unwrap_or_default();
        self.0.send(if matches!(event, Event::Unknown(_)) { format!("unknown {name}") } else { name }).unwrap();
    }
}

/// Waits for these events, in this order, and no others.
async fn expect(heard: &mut UnboundedReceiver<String>, names: &[&str]) {
    for name in names {
        let next = tokio::time::timeout(std::time::Duration::from_secs(10), heard.recv()).await;
        assert_eq!(next.ok().flatten().as_deref(), Some(*name));
    }
}

#[tokio::test]
async fn every_event_is_understood() {
    let discord = Double::start().await;
    let server = discord.server("Chess club");
    let room = server.channel("general");
    let alice = server.member("alice");
    let http = HttpBuilder::new(discord.token()).proxy(discord.url()).ratelimiter_disabled(true).build();
    let (sender, mut heard) = unbounded_channel();
    let intents = GatewayIntents::all() - GatewayIntents::GUILD_PRESENCES;
    let mut client = ClientBuilder::new_with_http(http, intents).raw_event_handler(Listener(sender)).await.unwrap();
    tokio::spawn(async move { client.start().await });
    let heard = &mut heard;
    expect(heard, &["READY", "GUILD_CREATE"]).await;

    let said = alice.says(&room, "hello");
    alice.edits(&said, "hello there");
    alice.link_is_shown(&said);
    alice.reacts(&said, "👍");
    alice.takes_reaction_away(&said, "👍");
    alice.types_in(&room);
    alice.deletes(&said);
    let of_messages = ["MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_UPDATE"];
    expect(heard, &of_messages).await;
    expect(heard, &["MESSAGE_REACTION_ADD", "MESSAGE_REACTION_REMOVE", "TYPING_START", "MESSAGE_DELETE"]).await;

    let direct = alice.direct();
    let said = alice.sends_file(&direct, "a game", "game.pgn", b"1. e4");
    alice.replies(&said, "it was short");
    alice.types_in(&direct);
    expect(heard, &["MESSAGE_CREATE", "MESSAGE_CREATE", "TYPING_START"]).await;

    let thread = alice.opens_thread(&room, "A thread");
    thread.lock();
    thread.archive();
    alice.says(&thread, "opens it again");
    thread.delete();
    expect(heard, &["THREAD_CREATE", "THREAD_UPDATE", "THREAD_UPDATE", "THREAD_UPDATE", "MESSAGE_CREATE"]).await;
    expect(heard, &["THREAD_DELETE"]).await;

    let bob = server.member("bob");
    let role = server.role("Players", 0);
    server.gives(&bob, role);
    bob.is_called(&server, "Bobby");
    server.grants_bot(discord_double::permissions::MANAGE_THREADS);
    bob.leaves(&server);
    expect(heard, &["GUILD_MEMBER_ADD", "GUILD_ROLE_CREATE", "GUILD_MEMBER_UPDATE", "GUILD_MEMBER_UPDATE"]).await;
    expect(heard, &["GUILD_ROLE_UPDATE", "GUILD_MEMBER_REMOVE"]).await;

    let other = server.channel("other");
    other.deny_bot(discord_double::permissions::SEND_MESSAGES);
    other.delete();
    expect(heard, &["CHANNEL_CREATE", "CHANNEL_UPDATE", "CHANNEL_DELETE"]).await;

    server.goes_away();
    server.kicks_bot();
    alice.says(&room, "nobody hears this");
    server.invites_bot();
    let newer = discord.server("Another club");
    expect(heard, &["GUILD_DELETE", "GUILD_DELETE", "GUILD_CREATE", "GUILD_CREATE"]).await;
    assert_ne!(newer.id(), server.id());
}
