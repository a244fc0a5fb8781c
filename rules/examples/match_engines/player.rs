//! An engine at the other end of a pipe.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use crate::options::{Options, Side};

/// How long an engine may be silent.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running engine.
pub(crate) struct Player<'a> {
    side: &'a Side,
    options: &'a Options,
    child: Child,
    input: ChildStdin,
    /// What it says, line by line.
    lines: Receiver<String>,
}

impl<'a> Player<'a> {
    /// Starts an engine and sets its options.
    pub(crate) fn start(side: &'a Side, options: &'a Options) -> io::Result<Player<'a>> {
        let mut command = Command::new(&side.command[0]);
        let mut child = command.args(&side.command[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (Some(input), Some(output)) = (input, output) else { return Err(io::ErrorKind::BrokenPipe.into()) };
        let (sender, lines) = mpsc::channel();
        // The thread ends with the engine's output; nobody waits for it.
        std::thread::spawn(move || {
            let said = BufReader::new(output).lines().map_while(Result::ok);
            said.map(|line| sender.send(line)).take_while(Result::is_ok).for_each(drop);
        });
        let mut player = Player { side, options, child, input, lines };
        player.say("uci")?;
        player.wait_for("uciok")?;
        for (name, value) in &side.settings {
            player.say(&format!("setoption name {name} value {value}"))?;
        }
        Ok(player)
    }

    /// Starts afresh after a fault.
    pub(crate) fn restart(&mut self) -> io::Result<()> {
        *self = Player::start(self.side, self.options)?;
        Ok(())
    }

    /// Has it forget the last game.
    pub(crate) fn new_game(&mut self) -> io::Result<()> {
        self.say("ucinewgame")?;
        self.say("isready")?;
        self.wait_for("readyok").map(drop)
    }

    /// The move that it plays after these from the start.
    pub(crate) fn think(&mut self, moves: &[String]) -> io::Result<String> {
        self.say(&format!("position startpos moves {}", moves.join(" ")))?;
        self.say(&self.options.go)?;
        let line = self.wait_for("bestmove")?;
        Ok(line.split_whitespace().nth(1).unwrap_or_default().to_owned())
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.input, "{line}")?;
        self.input.flush()
    }

    /// The next line that begins with a word.
    fn wait_for(&mut self, word: &str) -> io::Result<String> {
        loop {
            let line = self.lines.recv_timeout(PATIENCE).map_err(io::Error::other)?;
            if line.split_whitespace().next() == Some(word) {
                return Ok(line);
            }
        }
    }
}

impl Drop for Player<'_> {
    fn drop(&mut self) {
        let _it_may_be_gone_already = self.child.kill();
        let _nothing_to_reap_then = self.child.wait();
    }
}
