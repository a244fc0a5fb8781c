//! A post as lines of text.

use std::path::Path;

use super::board;
use crate::talk::{File, Post, Span, Text};
use crate::text::terminal as text;

/// How a post's board is shown.
pub(super) enum BoardAs<'a> {
    /// As text.
    Text,
    /// As text, with the file of its picture named.
    TextAndFile(&'a Path),
    /// As a picture above the words.
    Picture,
}

/// All of a post: its words, the board and files. What would be buttons elsewhere is named in the words.
///
/// The words are wrapped to this many columns.
pub(super) fn compose(post: &Post, board_as: &BoardAs, width: Option<u16>) -> String {
    let words = post.text.to_string();
    let words = words.trim_end();
    let words = width.map_or_else(|| words.to_owned(), |width| textwrap::fill(words, usize::from(width)));
    let mut parts = vec![words];
    if let Some(board) = post.board.as_ref().filter(|_| !matches!(board_as, BoardAs::Picture))
        && let Ok(position) = board.position()
    {
        parts.push(board::draw(&position, board.last_squares(), board.view).trim_end().to_owned());
    }
    if let BoardAs::TextAndFile(file) = board_as {
        parts.push(text::picture_in(file));
    }
    // As a text, what could move the cursor is left out.
    let files = post.attachments.iter().filter_map(|attachment| match &attachment.file {
        File::Text(words) => Some(Text::of([Span::Block(words.clone())]).to_string()),
        // What moves is in a file of its own, where there is a terminal.
        File::Replay(_) => None,
    });
    parts.extend(files.map(|file| file.trim().to_owned()));
    parts.retain(|part| !part.is_empty());
    parts.join("\n") + "\n"
}
