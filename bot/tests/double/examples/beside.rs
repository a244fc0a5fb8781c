//! A Discord for a test written in another language.
//!
//! Its first line says how a bot comes here: proxy, gateway and token. Once a bot has come, Ann and Bob begin a game and
//! play two moves; each thing that the bot says of it is a line, and after the last the program ends.

#![allow(clippy::unwrap_used)]

use discord_double::{Double, Options};
use std::time::Duration;

#[tokio::main]
async fn main() {
    // The bot is started by whoever reads the first line.
    let discord = Double::with(Options { patience: Duration::from_secs(60), ..Options::default() }).await;
    let server = discord.server("Chess club");
    let channel = server.channel("general");
    let (ann, bob) = (server.member("ann"), server.member("bob"));
    println!("{} {} {}", discord.url(), discord.gateway_url(), discord.token());

    discord.logged_in().await;
    discord.has_command("challenge").await;
    let slash = ann.slash(&channel, "challenge").option("opponent", &bob).option("game", "chess");
    slash.option("colour", "white").send().acknowledged().await;
    let card = channel.hears("challenges").await;
    bob.presses(&card, "Accept").acknowledged().await;
    let thread = channel.thread("#").await;
    println!("{}", thread.hears("begins").await.text());
    ann.says(&thread, "f4");
    println!("{}", thread.hears("1. f4").await.text());
    bob.says(&thread, "e5");
    println!("{}", thread.hears("1... e5").await.text());
}
