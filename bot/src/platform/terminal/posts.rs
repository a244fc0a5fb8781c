//! A post as lines of text.

use super::board;
use crate::command::PREFIX;
use crate::talk::{Post, Span, Text};

/// All of a post: its words, the board as text, files, and what can be done about it.
pub(super) fn whole(post: &Post) -> String {
    compose(post, true)
}

/// All of a post whose board is shown as a picture.
pub(super) fn without_board(post: &Post) -> String {
    compose(post, false)
}

fn compose(post: &Post, with_board: bool) -> String {
    let mut parts = vec![post.text.to_string().trim_end().to_owned()];
    if let Some(board) = post.board.as_ref().filter(|_| with_board)
        && let Ok(position) = board.position()
    {
        parts.push(board::draw(&position, board.last_squares(), board.view).trim_end().to_owned());
    }
    // As a text, what could move the cursor is left out.
    let files = post.attachments.iter().map(|file| Text::of([Span::Block(file.text.clone())]).to_string());
    parts.extend(files.map(|file| file.trim().to_owned()));
    if !post.actions.is_empty() {
        let actions = post.actions.iter().map(|action| format!("{}: {PREFIX}{}", action.label, action.command));
        parts.push(actions.collect::<Vec<String>>().join(" · "));
    }
    parts.retain(|part| !part.is_empty());
    parts.join("\n") + "\n"
}
