//! serenity's own rate limiter runs only against Discord's host, so here the double answers for it over TLS.

#![allow(clippy::unwrap_used)]

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use discord_double::{Double, Failure, Options, Room};
use serenity::all::*;

/// A client that takes the double for Discord.
fn client(discord: &Double) -> reqwest::Client {
    let tls = discord.tls();
    let address: SocketAddr = tls.address();
    reqwest::Client::builder()
        .use_rustls_tls()
        .tls_built_in_root_certs(false)
        .add_root_certificate(reqwest::Certificate::from_pem(tls.authority().as_bytes()).unwrap())
        .resolve(tls.host(), address)
        .build()
        .unwrap()
}

async fn discord_over_tls() -> (Double, Room, Arc<Http>) {
    let discord = Double::with(Options { tls: true, ..Options::default() }).await;
    let room = discord.server("Chess club").channel("general");
    let http = Arc::new(HttpBuilder::new(discord.token()).client(client(&discord)).build());
    (discord, room, http)
}

fn words(room: &Room) -> Vec<String> {
    room.messages().into_iter().map(|message| message.content).collect()
}

#[tokio::test]
async fn a_429_is_waited_out_and_the_order_kept() {
    let (discord, room, http) = discord_over_tls().await;
    let retry_after = Duration::from_secs(1);
    discord.fail("POST /channels/*/messages", 1, Failure::RateLimited { retry_after, global: false });
    let begun = Instant::now();
    for number in 0..4 {
        ChannelId::new(room.id()).say(&http, number.to_string()).await.unwrap();
    }
    assert_eq!(words(&room), ["0", "1", "2", "3"]);
    assert!(begun.elapsed() >= retry_after);
    let statuses: Vec<u16> = discord.requests("POST /channels/*/messages").iter().map(|all| all.status).collect();
    assert_eq!(statuses, [429, 200, 200, 200, 200]);
}

#[tokio::test]
async fn a_global_429_holds_every_request_back() {
    let (discord, room, http) = discord_over_tls().await;
    let retry_after = Duration::from_secs(1);
    discord.fail("POST /channels/*/messages", 1, Failure::RateLimited { retry_after, global: true });
    let begun = Instant::now();
    ChannelId::new(room.id()).say(&http, "held back").await.unwrap();
    assert!(begun.elapsed() >= retry_after);
    assert_eq!(words(&room), ["held back"]);
}

#[tokio::test]
async fn announced_limits_are_kept_so_that_no_request_is_refused() {
    let (discord, room, http) = discord_over_tls().await;
    let other = discord.server("Another club").channel("general");
    discord.limit("POST /channels/*/messages", 3, Duration::from_millis(700));
    let begun = Instant::now();
    for number in 0..8 {
        ChannelId::new(room.id()).say(&http, number.to_string()).await.unwrap();
    }
    assert!(begun.elapsed() >= Duration::from_millis(1400), "three windows");
    assert_eq!(words(&room), ["0", "1", "2", "3", "4", "5", "6", "7"]);
    let begun = Instant::now();
    ChannelId::new(other.id()).say(&http, "each channel has its own").await.unwrap();
    assert!(begun.elapsed() < Duration::from_millis(600));
    assert!(discord.requests("POST /channels/*/messages").iter().all(|request| request.status == 200));
}

#[tokio::test]
async fn the_limiter_is_what_waits() {
    let (discord, room, _) = discord_over_tls().await;
    let http = HttpBuilder::new(discord.token()).client(client(&discord)).ratelimiter_disabled(true).build();
    let retry_after = Duration::from_millis(500);
    discord.fail("POST /channels/*/messages", 1, Failure::RateLimited { retry_after, global: false });
    let refused = ChannelId::new(room.id()).say(&http, "lost").await;
    assert!(matches!(refused, Err(Error::Http(HttpError::UnsuccessfulRequest(_)))), "{refused:?}");
    assert!(words(&room).is_empty());
}
