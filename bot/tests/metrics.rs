//! What an operator sees of a running bot: its metrics over HTTP, and its log as JSON.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// A bot that is configured with these lines.
fn open(folder: &TempDir, config: &str) -> Child {
    let file = folder.path().join("config.toml");
    fs::write(&file, config).unwrap();
    Command::new(env!("CARGO_BIN_EXE_centaur"))
        .arg("terminal")
        .args([Path::new("--config"), &file, Path::new("--database"), &folder.path().join("club.sqlite")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The status line and the rest of an answer over HTTP.
fn ask(address: &str, request: &str) -> (String, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "{request} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (status, rest) = answer.split_once("\r\n").unwrap();
    (status.to_owned(), rest.to_owned())
}

#[test]
fn a_game_shows_in_the_metrics_and_in_the_log_but_not_what_was_said() {
    let folder = tempfile::tempdir().unwrap();
    let config = "log = 'info'\nlog_format = 'json'\n[metrics]\nlisten = '127.0.0.1:0'";
    let mut bot = open(&folder, config);
    let mut log = BufReader::new(bot.stderr.take().unwrap())
        .lines()
        .map(|line| serde_json::from_str::<Value>(&line.unwrap()).unwrap());
    let address = log.find_map(|event| Some(event["address"].as_str()?.to_owned())).unwrap();

    let script = "ann: !challenge @bob bird white\nbob: !accept\nann: e4\nbob: e5\nbob: Nf6\nann: how are you?\n\
                  ann: !challenge @carl\n ann: !help fen\n";
    bot.stdin.as_mut().unwrap().write_all(script.as_bytes()).unwrap();
    let mut replies = BufReader::new(bot.stdout.take().unwrap()).lines().map(Result::unwrap);
    assert!(replies.any(|line| line.starts_with("!fen –")));
    // The next answer shows that the club knows what was printed before it.
    bot.stdin.as_mut().unwrap().write_all(b"ann: !help fen\n").unwrap();
    assert!(replies.any(|line| line.starts_with("!fen –")));

    let (status, answer) = ask(&address, "GET /metrics");
    assert!(status.ends_with("200 OK"), "{status}");
    assert!(answer.contains("content-type: text/plain; version=0.0.4"), "{answer}");
    for line in [
        "centaur_running_games 1",
        "centaur_moves_total 2",
        "centaur_asks_total{outcome=\"done\"} 7",
        "centaur_asks_total{outcome=\"refused\"} 1",
        "centaur_asks_total{outcome=\"ignored\"} 1",
        "centaur_ask_seconds_count 9",
        "centaur_desk_queue 0",
        "centaur_outbox_posts 0",
    ] {
        assert!(answer.lines().any(|found| found == line), "no {line} in:\n{answer}");
    }
    // The last of them is counted just after it is printed.
    for line in [
        "centaur_posts_total{platform=\"terminal\",outcome=\"sent\"} ",
        "centaur_post_seconds_count{platform=\"terminal\"} ",
    ] {
        let count = answer.lines().find_map(|found| found.strip_prefix(line));
        assert!(["7", "8"].contains(&count.unwrap()), "{line} in:\n{answer}");
    }
    assert!(answer.contains("centaur_build_info{version=\"") && answer.contains("centaur_start_time_seconds "));
    assert!(ask(&address, "POST /metrics").0.contains(" 405 "));
    assert!(ask(&address, "GET /").0.contains(" 404 "));

    drop(bot.stdin.take());
    assert!(bot.wait().unwrap().success());
    let log: Vec<Value> = log.collect();
    let handled: Vec<&Value> = log.iter().filter(|event| event["span"]["name"] == "ask").collect();
    assert_eq!(handled.len(), 8, "{log:#?}");
    let opening = handled[2];
    assert_eq!((&opening["game"], &opening["span"]["outcome"]), (&1.into(), &"done".into()));
    assert_eq!((&opening["span"]["platform"], &opening["span"]["room"]), (&"terminal".into(), &"terminal:room".into()));
    assert!(opening["seconds"].is_number() && opening["span"]["event"].is_string(), "{opening}");
    let log = format!("{log:?}");
    assert!(["e4", "Nf6", "how are you"].iter().all(|said| !log.contains(said)), "{log}");
}

#[test]
fn metrics_stay_off_other_machines_unless_allowed() {
    let folder = tempfile::tempdir().unwrap();
    let refused = open(&folder, "[metrics]\nlisten = '0.0.0.0:0'").wait_with_output().unwrap();
    let said = String::from_utf8(refused.stderr).unwrap();
    // What a service's manager doesn't try again.
    assert_eq!(refused.status.code(), Some(78));
    assert!(said.contains("allow_remote = true"), "{said}");
    let mut allowed = open(&folder, "[metrics]\nlisten = '0.0.0.0:0'\nallow_remote = true");
    drop(allowed.stdin.take());
    assert!(allowed.wait().unwrap().success());
}
