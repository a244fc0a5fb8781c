//! The prompt, through the real binary on a terminal of its own, with nothing configured.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::io::{Read, Write};
use std::path::Path;
use std::process::Child;
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use anstream::adapter::strip_str;
use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};

/// A person's terminal.
struct Screen {
    terminal: Arc<Pty>,
    output: mpsc::Receiver<Vec<u8>>,
    /// All that was printed.
    printed: Vec<u8>,
    /// How much of what it says was looked at.
    read: usize,
    process: Child,
}

impl Screen {
    /// The program on a terminal of 100 columns, for Ann, whose home is this folder.
    fn start(home: &Path) -> Screen {
        let (terminal, other_end) = open().unwrap();
        terminal.resize(Size::new(50, 100)).unwrap();
        let process = Command::new(env!("CARGO_BIN_EXE_centaur"))
            .env_clear()
            .envs([("TERM", "xterm"), ("USER", "ann")])
            .env("HOME", home)
            .spawn(other_end)
            .unwrap();
        let terminal = Arc::new(terminal);
        let (sender, output) = mpsc::channel();
        let reader = Arc::clone(&terminal);
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            // At the end reading fails, as there is no terminal any more.
            while let Ok(count) = (&*reader).read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        Screen { terminal, output, printed: Vec::new(), read: 0, process }
    }

    fn press(&mut self, keys: &str) {
        (&*self.terminal).write_all(keys.as_bytes()).unwrap();
    }

    /// Waits until this is printed.
    fn expect(&mut self, words: &str) {
        loop {
            let seen = strip_str(&String::from_utf8_lossy(&self.printed)).to_string().replace('\r', "");
            if let Some(found) = seen[self.read..].find(words) {
                self.read += found + words.len();
                return;
            }
            match self.output.recv_timeout(Duration::from_secs(30)) {
                Ok(more) => self.printed.extend(more),
                Err(_) => panic!("{words:?} was expected in:\n{}", &seen[self.read..]),
            }
        }
    }
}

#[test]
fn two_people_at_one_keyboard() {
    let home = tempfile::tempdir().unwrap();
    let data = home.path().join(".local/share/centaur");
    let mut screen = Screen::start(home.path());
    screen.expect("Welcome to Centaur, ann!");
    screen.expect(data.join("centaur.sqlite").to_str().unwrap());
    screen.expect("ann> ");
    screen.press("!challenge @bob bird white\r");
    screen.expect("#1 ann challenges bob");
    // The prompt passes to whoever is to answer.
    screen.expect("\nbob> ");
    screen.press("!accept\r");
    screen.expect("\nann> ");
    screen.press("e4\r");
    screen.expect("#1 1. e4");
    screen.expect(" 4   .  .  .  .  . <P> .  .  .  .   4");
    screen.expect("picture: ");
    screen.expect("\nbob> ");
    // Two tabs show the moves that begin so; Ctrl-U empties the line.
    screen.press("N\t\t");
    screen.expect("Na6  Nc6  Nh6  Nj6");
    screen.press("\u{15}ann: what next?\r");
    screen.expect("(That is chat to me");
    screen.expect("bob> ");
    screen.press("carl:\r");
    screen.expect("\ncarl> ");
    screen.press("\u{4}");
    screen.expect("Goodbye!");
    assert!(screen.process.wait().unwrap().success());

    let typed = std::fs::read_to_string(data.join("centaur.history")).unwrap();
    assert!(typed.contains("!accept\ne4\n"), "{typed}");
    let picture = std::fs::read(data.join("centaur.pictures/game-1.png")).unwrap();
    assert!(picture.starts_with(b"\x89PNG"));

    let mut screen = Screen::start(home.path());
    screen.expect("ann> ");
    screen.press("!games\r");
    screen.expect("#1 Bird's Chess (1874) against bob");
    screen.press("bob: e5\r");
    screen.expect("#1 1... e5");
    screen.expect("\nann> ");
    screen.press("\u{3}");
    screen.expect("Goodbye!");
    assert!(screen.process.wait().unwrap().success());
}
