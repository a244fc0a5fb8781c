//! Proof of draws by trying everything.

use rules::{Move, Position};

/// Whether the rules end the game here as a draw.
fn is_drawn(position: &Position) -> bool {
    position.is_stalemate() || position.has_insufficient_material() && !position.is_checkmate()
}

/// More replies than these are no forced ones.
const FEW: usize = 4;

/// Whether a move draws at once, or forces a draw in at most so many moves of the other side, which has few each time.
pub(crate) fn begins_draw(position: &Position, first: Move, replies: u32) -> bool {
    let after = position.after(first);
    if is_drawn(&after) {
        return true;
    }
    let moves = after.legal_moves();
    replies > 0
        && (1..=FEW).contains(&moves.len())
        && moves.into_iter().all(|reply| {
            let next = after.after(reply);
            is_drawn(&next) || next.legal_moves().into_iter().any(|second| begins_draw(&next, second, replies - 1))
        })
}
