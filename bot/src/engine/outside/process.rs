//! A running engine: lines to it and from it, none of which is waited for without end.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Instant;

use super::Trouble;
use crate::config;

/// The longest line that is read, in bytes; engines write a few hundred.
const LONGEST_LINE: u64 = 1 << 16;
/// How many lines may wait to be read.
const MOST_LINES: usize = 256;

/// A running engine; it is killed with its value.
pub(super) struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Process {
    pub(super) fn start(settings: &config::Outside) -> Result<Process, Trouble> {
        let mut command = Command::new(&settings.program);
        command.args(&settings.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let failed = |cause| Trouble::NotStarted { program: settings.program.clone(), cause };
        let mut child = command.spawn().map_err(failed)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Trouble::Gone);
        };
        let (sender, lines) = sync_channel(MOST_LINES);
        // The thread ends with the engine's output or with the receiver.
        thread::spawn(move || pass_on(output, &sender));
        Ok(Process { child, input, lines })
    }

    pub(super) fn say(&mut self, line: &str) -> Result<(), Trouble> {
        let said = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        said.map_err(|_| Trouble::Gone)
    }

    /// The next line that means something to `read`, which may come until the deadline.
    pub(super) fn wait<T>(&self, deadline: Instant, mut read: impl FnMut(&str) -> Option<T>) -> Result<T, Trouble> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            // Looked at even while lines keep coming.
            if left.is_zero() {
                return Err(Trouble::Late);
            }
            let line = self.lines.recv_timeout(left).map_err(|why| match why {
                RecvTimeoutError::Timeout => Trouble::Late,
                RecvTimeoutError::Disconnected => Trouble::Gone,
            })?;
            if let Some(found) = read(&line) {
                return Ok(found);
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may be dead already; either way there is nobody left to tell.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends each line of the engine's to the receiver, until either is gone or a line makes no sense.
fn pass_on(output: ChildStdout, sender: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    while let Ok(Some(line)) = next_line(&mut output) {
        if sender.send(line).is_err() {
            return;
        }
    }
}

fn next_line(output: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    output.take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
    let is_whole = bytes.ends_with(b"\n");
    Ok(is_whole.then(|| String::from_utf8_lossy(&bytes).trim().to_owned()))
}
