//! A board as text: letters in columns, on the colours of a board where the terminal shows colours.
//!
//! White's pieces are capitals and Black's small letters, as in FEN; a stack is its letters in brackets. The squares of
//! the last move stand in angle brackets, so that they are marked without colours too.

use std::fmt::Write;

use anstyle::{Ansi256Color, Color as Paint, Style};
use rules::square::RANKS;
use rules::{Color, File, Position, Square, fen};

/// A colour for light squares and one for dark.
type Shades = [Ansi256Color; 2];

const SQUARES: Shades = [Ansi256Color(103), Ansi256Color(60)];
const LAST_MOVE: Shades = [Ansi256Color(136), Ansi256Color(94)];
const CHECK: Shades = [Ansi256Color(131), Ansi256Color(131)];
const WHITE: Ansi256Color = Ansi256Color(231);
const BLACK: Ansi256Color = Ansi256Color(16);

/// Draws a position, seen from one side, with the squares of the last move marked and the king in check.
pub(super) fn draw(position: &Position, last_move: Option<(Square, Square)>, view: Color) -> String {
    let in_check = position.is_check().then(|| position.king(position.turn()));
    let width = position.pieces().map(|(_, piece)| fen::piece_text(position.variant(), piece).len()).max().unwrap_or(1);
    let files = turned(view == Color::Black, position.variant().files);
    let ranks = turned(view == Color::White, RANKS);

    let letters: String = files
        .iter()
        .filter_map(|file| File::new(*file))
        .map(|file| format!("{:^1$}", file.letter(), width + 2))
        .collect();
    let header = format!("    {}\n", letters.trim_end());
    let mut drawing = header.clone();
    for rank in ranks {
        let mut cells = String::new();
        for square in files.iter().filter_map(|file| Square::at(*file, rank)) {
            let is_last = last_move.is_some_and(|(from, to)| square == from || square == to);
            let shades = match (in_check == Some(square), is_last) {
                (true, _) => CHECK,
                (_, true) => LAST_MOVE,
                _ => SQUARES,
            };
            cells += &cell(position, square, width, is_last, shades);
        }
        // Writing to a string can't fail.
        let _ = writeln!(drawing, " {0}  {cells}  {0}", rank + 1);
    }
    drawing + &header
}

/// The numbers from 0 up, or from the highest down.
fn turned(downwards: bool, count: u8) -> Vec<u8> {
    if downwards { (0..count).rev().collect() } else { (0..count).collect() }
}

fn cell(position: &Position, square: Square, width: usize, is_last: bool, shades: Shades) -> String {
    let piece = position.piece_at(square);
    let letters = piece.map_or(".".to_owned(), |piece| fen::piece_text(position.variant(), piece));
    let content = if is_last { format!("<{letters}>") } else { letters };
    let ink = if piece.is_some_and(|piece| piece.color == Color::White) { WHITE } else { BLACK };
    let style = Style::new()
        .fg_color(Some(Paint::Ansi256(ink)))
        .bg_color(Some(Paint::Ansi256(shades[usize::from(square.is_dark())])))
        .bold();
    format!("{style}{content:^0$}{style:#}", width + 2)
}

#[cfg(test)]
mod tests {
    use anstream::adapter::strip_str;
    use rules::variants;

    use super::*;

    fn plain(fen: &str, game: &str, last_move: Option<(&str, &str)>, view: Color) -> String {
        let position = fen::parse(variants::by_key(game).unwrap(), fen).unwrap();
        let last_move = last_move.map(|(from, to)| (from.parse().unwrap(), to.parse().unwrap()));
        strip_str(&draw(&position, last_move, view)).to_string()
    }

    #[test]
    fn the_last_move_is_marked_on_a_large_board() {
        let fen = "rnbgqkebnr/pppppppppp/10/10/4P5/10/PPPP1PPPPP/RNBGQKEBNR b KQkq - 0 1";
        let expected = "
     a  b  c  d  e  f  g  h  i  j
 8   r  n  b  g  q  k  e  b  n  r   8
 7   p  p  p  p  p  p  p  p  p  p   7
 6   .  .  .  .  .  .  .  .  .  .   6
 5   .  .  .  .  .  .  .  .  .  .   5
 4   .  .  .  . <P> .  .  .  .  .   4
 3   .  .  .  .  .  .  .  .  .  .   3
 2   P  P  P  P <.> P  P  P  P  P   2
 1   R  N  B  G  Q  K  E  B  N  R   1
     a  b  c  d  e  f  g  h  i  j
";
        assert_eq!(plain(fen, "bird", Some(("e2", "e4")), Color::White), expected[1..]);
    }

    #[test]
    fn stacks_widen_the_columns_and_black_sees_the_board_turned() {
        let fen = "4k3/8/8/[rnb]7/8/8/8/3K3[RB] b - - 0 1";
        let expected = "
       h      g      f      e      d      c      b      a
 1   [RB]     .      .      .      K      .      .      .     1
 2     .      .      .      .      .      .      .      .     2
 3     .      .      .      .      .      .      .      .     3
 4     .      .      .      .      .      .      .      .     4
 5     .      .      .      .      .      .      .    [rnb]   5
 6     .      .      .      .      .      .      .      .     6
 7     .      .      .      .      .      .      .      .     7
 8     .      .      .      k      .      .      .      .     8
       h      g      f      e      d      c      b      a
";
        assert_eq!(plain(fen, "combination", None, Color::Black), expected[1..]);
    }
}
