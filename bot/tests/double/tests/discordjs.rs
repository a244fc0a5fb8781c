//! The double isn't shaped to serenity: a bot on discord.js lives in it as well.
//!
//! This takes Node and npm, which fetches discord.js; without them it isn't run, and in CI it fails.

#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::Stdio;

use discord_double::Double;
use tokio::process::{Child, Command};

/// The bot's folder, with discord.js in it.
async fn installed() -> Result<PathBuf, String> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("discordjs");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("discordjs");
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    for file in ["package.json", "bot.js"] {
        std::fs::copy(source.join(file), folder.join(file)).map_err(|error| error.to_string())?;
    }
    let install = Command::new("npm")
        .args([
            "install",
            "--no-audit",
            "--no-fund",
            "--no-package-lock",
            "--omit=optional",
            "--prefer-offline",
            "--loglevel=error",
        ])
        .current_dir(&folder)
        .status()
        .await;
    match install {
        Ok(status) if status.success() => Ok(folder),
        Ok(status) => Err(format!("npm install ended with {status}")),
        Err(error) => Err(format!("npm: {error}")),
    }
}

fn bot(folder: &Path, discord: &Double) -> Result<Child, String> {
    Command::new("node")
        .arg("bot.js")
        .current_dir(folder)
        .env("DISCORD_URL", discord.url())
        .env("DISCORD_TOKEN", discord.token())
        .stdout(Stdio::inherit())
        .kill_on_drop(true)
        .spawn()
        .map_err(|error| format!("node: {error}"))
}

#[tokio::test]
async fn a_bot_on_discord_js_lives_in_the_double() {
    let discord = Double::start().await;
    let server = discord.server("Chess club");
    let room = server.channel("general");
    let (alice, bob) = (server.member("alice"), server.member("bob"));
    let started = installed().await.and_then(|folder| bot(&folder, &discord));
    let mut bot = match started {
        Ok(bot) => bot,
        Err(error) if std::env::var("CI").is_ok_and(|value| value == "true") => panic!("{error}"),
        Err(error) => return eprintln!("NOT RUN: {error}"),
    };
    discord.logged_in().await;
    discord.has_command("greet").await;

    let said = alice.says(&room, "hello");
    let reply = room.hears("Hello, alice: hello").await;
    assert_eq!(reply.replies_to, Some(said.id));
    assert!(alice.is_pinged_by(&reply));
    assert_eq!(&reply.files[0].bytes[..], b"1. e4 e5");
    assert_eq!(reply.files[0].description.as_deref(), Some("The game so far"));

    let greeted = alice.slash(&room, "greet").option("whom", &bob).send().answer().await;
    assert_eq!(greeted.content, "Hello, bob");
    let suggested = alice.slash(&room, "greet").suggest("how", "warm").suggestions().await;
    assert_eq!(suggested, [("warmly".to_owned(), "warm".into())]);
    let slow = bob.slash(&room, "slow").send();
    assert_eq!(slow.answer().await.content, "Here at last");
    assert_eq!(slow.follow_up("Only").await.only_for, Some(bob.id()));
    let answer = alice.uses_on_person(&room, "Greet this person", &bob).answer().await;
    assert_eq!((answer.content.as_str(), answer.only_for), ("Hello, bob", Some(alice.id())));

    let painted = alice.selects(&reply, "Paint it", &["green"]).answer().await;
    assert_eq!(painted.content, "paint:green");
    let waved = alice.presses(&reply, "Wave back").answer().await;
    assert_eq!((waved.content.as_str(), waved.labels().len()), ("You waved", 0));
    assert_eq!(waved.files.len(), 1, "the file stays");

    alice.reacts(&reply, "👋");
    discord
        .becomes(&reply, "greeted twice", |message| message.reactions.get("👋").is_some_and(|all| all.len() == 2))
        .await;

    alice.says(&room, "thread, please");
    let thread = room.thread("A thread of its own").await;
    thread.hears("Here we are").await;
    bob.says(&thread, "nice");
    thread.hears("Hello, bob: nice").await;

    let direct = bob.direct();
    bob.says(&direct, "psst");
    direct.hears("Hello, bob: psst").await;

    let gateway = discord.gateway();
    gateway.drops();
    alice.says(&room, "said while away");
    room.hears("said while away").await;
    gateway.has_resumes(1).await;

    bot.kill().await.unwrap();
}
