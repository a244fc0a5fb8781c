//! The prompt: lines typed by people, with history and completion, on a thread of its own.

use std::path::PathBuf;
use std::sync::mpsc as questions;
use std::thread;

use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{CompletionType, Config, Editor, ExternalPrinter};
use tokio::sync::mpsc;

use super::completion::Known;

/// Asks for a line.
struct Question {
    prompt: String,
    known: Known,
}

/// A prompt at which people type.
pub(super) struct Prompt {
    questions: questions::Sender<Question>,
    lines: mpsc::UnboundedReceiver<Result<String, ReadlineError>>,
    printer: Box<dyn ExternalPrinter + Send>,
}

impl Prompt {
    /// A prompt that keeps what was typed in this file.
    ///
    /// # Errors
    ///
    /// When the terminal can't be used.
    pub(super) fn new(history: PathBuf) -> Result<Prompt, ReadlineError> {
        let config = Config::builder().completion_type(CompletionType::List).auto_add_history(true).build();
        let mut editor: Editor<Known, FileHistory> = Editor::with_config(config)?;
        editor.set_helper(Some(Known::default()));
        // The first time there is none.
        let _ = editor.load_history(&history);
        let printer = Box::new(editor.create_external_printer()?);
        let (sender, receiver) = questions::channel::<Question>();
        let (typed, lines) = mpsc::unbounded_channel();
        thread::spawn(move || {
            for question in receiver {
                if let Some(known) = editor.helper_mut() {
                    *known = question.known;
                }
                let line = editor.readline(&question.prompt);
                if line.is_ok()
                    && let Err(error) = editor.append_history(&history)
                {
                    tracing::warn!(%error, "what was typed can't be kept in {}", history.display());
                }
                if typed.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Prompt { questions: sender, lines, printer })
    }

    /// Asks for a line; [`line`](Prompt::line) gives it.
    pub(super) fn ask(&self, prompt: String, known: Known) {
        // Were the thread gone, `line` would say so.
        let _ = self.questions.send(Question { prompt, known });
    }

    /// The line asked for; `None` when the person is leaving. Nothing is lost when this isn't waited for to the end.
    ///
    /// # Errors
    ///
    /// When the terminal can't be used any more.
    pub(super) async fn line(&mut self) -> Result<Option<String>, ReadlineError> {
        match self.lines.recv().await {
            Some(Ok(line)) => Ok(Some(line)),
            None | Some(Err(ReadlineError::Eof | ReadlineError::Interrupted)) => Ok(None),
            Some(Err(error)) => Err(error),
        }
    }

    /// Shows something above the line that is being typed.
    ///
    /// # Errors
    ///
    /// When the terminal can't be used any more.
    pub(super) fn print_above(&mut self, words: String) -> Result<(), ReadlineError> {
        self.printer.print(words)
    }
}
