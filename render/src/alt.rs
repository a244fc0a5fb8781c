//! A scene in words, for those who don't see the picture.

use std::cmp::Reverse;

use rules::{Color, Piece, Powers, Variant};

use crate::scene::{MarkKind, Scene};

/// The most characters that an alt text has: as many as Discord takes.
pub const ALT_TEXT_LIMIT: usize = 1024;

/// The scene in words, at most [`ALT_TEXT_LIMIT`] characters: game, side to move, result, last move, check, hints, and
/// the pieces of both sides with stacks spelled out.
///
/// Where the pieces' names would take too much room their letters stand instead, and where even these do, the text says
/// how many pieces are left out.
pub fn alt_text(scene: &Scene) -> String {
    let introduction = introduction(scene);
    let sides = |named| Color::ALL.map(|color| pieces(scene, color, named));
    let room = ALT_TEXT_LIMIT.saturating_sub(length(&introduction));
    for named in [true, false] {
        let text: String = sides(named).iter().map(|items| sentence(items, items.len())).collect();
        if length(&text) <= room {
            return introduction + &text;
        }
    }
    // Both sides get half of the room, so that neither is left out.
    let cut = sides(false).map(|items| {
        let fits = |shown: &usize| length(&sentence(&items, *shown)) <= room / 2;
        let shown = (0..=items.len()).rev().find(fits).unwrap_or(0);
        sentence(&items, shown)
    });
    (introduction + &cut.concat()).chars().take(ALT_TEXT_LIMIT).collect()
}

fn length(text: &str) -> usize {
    text.chars().count()
}

/// Everything but the pieces.
fn introduction(scene: &Scene) -> String {
    /// So much of a result is told; it is the one part that others write.
    const RESULT: usize = 200;
    let position = &scene.position;
    let mut sentences = vec![position.variant().name.to_string()];
    match &scene.result {
        Some(result) => sentences.push(result.chars().take(RESULT).collect()),
        None => sentences.push(format!("{} to move", position.turn())),
    }
    if let Some((from, to)) = scene.last_move {
        let moved = position.piece_at(to).map(|piece| format!(", {}", name(position.variant(), piece.powers)));
        sentences.push(format!("Last move {from} to {to}{}", moved.unwrap_or_default()));
    }
    if let Some(king) = scene.king_in_check() {
        sentences.push(format!("{}'s king on {king} is in check", position.turn()));
    }
    let marked = |kind| scene.marks.iter().filter(move |mark| mark.kind == kind).map(|mark| mark.square.to_string());
    let pointed = scene.arrows.iter().map(|arrow| format!("{} to {}", arrow.from, arrow.to));
    for (what, squares) in [
        ("Arrow", pointed.collect::<Vec<_>>()),
        ("Look at", marked(MarkKind::Focus).collect()),
        ("Possible squares", marked(MarkKind::Target).collect()),
    ] {
        /// More would be noise.
        const TOLD: usize = 30;
        if !squares.is_empty() {
            sentences.push(format!("{what} {}", squares[..squares.len().min(TOLD)].join(", ")));
        }
    }
    sentences.join(". ") + ". "
}

/// What a piece is called, with the units of a stack.
fn name(variant: &Variant, powers: Powers) -> String {
    let name = variant.name_of(powers);
    if variant.kind(powers).is_some() {
        return name.to_string();
    }
    let units: Vec<&str> = powers.each().map(|power| variant.name_of(Powers::of(power))).collect();
    format!("{name} ({})", units.join(", "))
}

/// Each kind of a side's pieces with its squares, the king first and pawns last; kinds are written by name or by letters.
fn pieces(scene: &Scene, color: Color, named: bool) -> Vec<String> {
    let position = &scene.position;
    let variant = position.variant();
    let mut own: Vec<_> = position.pieces().filter(|(_, piece): &(_, Piece)| piece.color == color).collect();
    // Kings have the last of the powers and pawns the first, so the sets' own order will do.
    own.sort_by_key(|(_, piece)| Reverse(piece.powers));
    let mut items = Vec::new();
    for kind in own.chunk_by(|(_, one), (_, other)| one.powers == other.powers) {
        let powers = kind[0].1.powers;
        let called = if named { name(variant, powers) } else { variant.letters(powers) };
        let squares = kind.iter().map(|(square, _)| square.to_string());
        // A piece that shares its kind's name is an item of its own, so that a cut falls between squares.
        items.extend(squares.enumerate().map(|(index, square)| match index {
            0 => format!("{called} {square}"),
            _ => square,
        }));
    }
    items.insert(0, format!("{color}: "));
    items
}

/// The side with so many of its items, and how many are left out.
fn sentence(items: &[String], shown: usize) -> String {
    let (side, pieces) = items.split_first().expect("a side's name comes first");
    let shown = shown.min(pieces.len());
    let mut text = side.clone() + &pieces[..shown].join(", ");
    if shown < pieces.len() {
        text += &format!(" and {} more", pieces.len() - shown);
    }
    text + ". "
}
