//! Legal moves, and playing them.
//!
//! Moves are made legal as they are generated, in sets: a piece's targets are one bitboard, cut down by what gives
//! check and by pins. Listing and counting are two ends of the same generator.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::piece::{Color, Power, Powers};
use crate::position::{CastlingRights, Position};
use crate::square::{STRIDE, Square};
use crate::variant::{Castle, DoubleStep, MAX_STACK, Stacking, Wing};
use crate::zobrist;

/// A move: what travels from where to where.
///
/// Castling is the king's own step of more than one file, a capture in passing the pawn's onto the square passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The square left.
    pub from: Square,
    /// The square reached.
    pub to: Square,
    /// The powers that travel: all that stand on `from`, or a part of a stack.
    pub travellers: Powers,
    /// What a pawn becomes; empty when nothing is promoted.
    pub promotion: Powers,
}

impl Move {
    /// Whether this is a castling.
    pub fn is_castling(&self) -> bool {
        self.travellers == Powers::KING && self.from.file().index().abs_diff(self.to.file().index()) > 1
    }
}

/// The move isn't legal in the position in which it was to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the move isn't legal in this position")]
pub struct IllegalMove;

impl Position {
    /// Every legal move, in no promised order.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        Generator::new(self).list(Wanted::All, |legal| moves.push(legal));
        moves
    }

    /// The position with the turn passed to the other side, who must not be able to capture the king.
    pub(crate) fn after_passing(&self) -> Position {
        let mut next = self.clone();
        next.turn = !self.turn;
        next.hash ^= zobrist::black_to_move();
        if let Some(passed) = next.en_passant.take() {
            next.hash ^= zobrist::en_passant(passed.file());
        }
        next.halfmove_clock += 1;
        next
    }

    /// How many legal moves there are, without listing them.
    pub fn count_legal_moves(&self) -> u64 {
        let mut count = Count { promotions: self.variant.promotions.len() as u64, moves: 0 };
        Generator::new(self).generate(Wanted::All, &mut count);
        count.moves
    }

    /// Whether the move is legal here.
    pub fn is_legal(&self, candidate: Move) -> bool {
        Generator::new(self).allows(candidate)
    }

    /// Whether the side to move is in check and can't get out of it.
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && self.count_legal_moves() == 0
    }

    /// Whether the side to move isn't in check and has no move.
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && self.count_legal_moves() == 0
    }

    /// The position after a move.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] when the move isn't legal here.
    pub fn play(&self, played: Move) -> Result<Position, IllegalMove> {
        if self.is_legal(played) { Ok(self.after(played)) } else { Err(IllegalMove) }
    }

    /// The position after a move that [`legal_moves`](Position::legal_moves) gave for this very position.
    ///
    /// After any other move the position makes no sense.
    pub fn after(&self, legal: Move) -> Position {
        let mut next = self.clone();
        next.make(legal);
        next
    }

    /// What a move captures: the square and the powers there, in passing included.
    pub fn captured_by(&self, played: Move) -> Option<(Square, Powers)> {
        let victim = if played.travellers == Powers::PAWN && self.en_passant == Some(played.to) {
            Square::new(played.to.file(), played.from.rank())
        } else {
            played.to
        };
        self.of(!self.turn).has(victim).then(|| (victim, self.powers_at(victim)))
    }

    fn put(&mut self, color: Color, powers: Powers, square: Square) {
        for power in powers.each() {
            self.powers[power.index()] ^= square.bit();
            self.hash ^= zobrist::unit(color, power, square);
        }
    }

    fn make(&mut self, played: Move) {
        let Move { from, to, travellers, promotion } = played;
        let us = self.turn;
        let rights_before = self.castling;
        let passed_before = self.en_passant.take();
        let captured = match passed_before {
            Some(passed) if passed == to && travellers == Powers::PAWN => Square::new(to.file(), from.rank()),
            _ => to,
        };

        let captures = self.of(!us).has(captured);
        if captures {
            let lost = self.powers_at(captured);
            self.put(!us, lost, captured);
            self.colors[(!us).index()] ^= captured.bit();
            self.forfeit(|castle| castle.rook_from == captured);
        }

        self.put(us, travellers, from);
        self.put(us, if promotion.is_empty() { travellers } else { promotion }, to);
        self.colors[us.index()] |= to.bit();
        if !self.variant.stacks_pieces() || self.powers_at(from).is_empty() {
            self.colors[us.index()] ^= from.bit();
        }

        if travellers == Powers::KING {
            if played.is_castling() {
                let wing = if to > from { Wing::King } else { Wing::Queen };
                if let Some(castle) = self.variant.castle(us, wing) {
                    self.put(us, Powers::ROOK, castle.rook_from);
                    self.put(us, Powers::ROOK, castle.rook_to);
                    self.colors[us.index()] ^= castle.rook_from.bit() | castle.rook_to.bit();
                }
            }
            self.forfeit(|castle| castle.king_from == from);
        } else if travellers.has(Power::Rook) {
            self.forfeit(|castle| castle.rook_from == from);
        }

        self.turn = !us;
        self.hash ^= zobrist::black_to_move();
        if travellers == Powers::PAWN
            && self.variant.en_passant
            && from.index().abs_diff(to.index()) == 2 * STRIDE as usize
        {
            let passed = Square::new(from.file(), crate::square::Rank::new(us.rank(2)).expect("2 is a rank"));
            self.en_passant = Some(passed).filter(|passed| self.can_capture_in_passing(*passed));
        }
        for square in [passed_before, self.en_passant].into_iter().flatten() {
            self.hash ^= zobrist::en_passant(square.file());
        }
        if self.castling != rights_before {
            self.hash ^= zobrist::castling(rights_before.bits()) ^ zobrist::castling(self.castling.bits());
        }

        self.halfmove_clock = if captures || travellers == Powers::PAWN { 0 } else { self.halfmove_clock + 1 };
        self.fullmove_number += us.index() as u32;
    }
}

/// The number of ways to play this many plies, the last of which are counted without being played.
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves(),
        _ => position.legal_moves().into_iter().map(|legal| perft(&position.after(legal), depth - 1)).sum(),
    }
}

/// Where the generator puts moves, set by set.
trait Sink {
    /// `travellers` may go from `from` to each of `to`.
    fn piece(&mut self, from: Square, travellers: Powers, to: Bitboard);
    /// A pawn may go to each of `to`, coming from `by` (in index) before it.
    fn pawns(&mut self, by: i8, to: Bitboard);
    /// The same, and it becomes whatever the game allows.
    fn promotions(&mut self, by: i8, to: Bitboard);
}

/// Hands over every move on its own.
struct List<'a, F> {
    promotions: &'a [Powers],
    each: F,
}

impl<F: FnMut(Move)> Sink for List<'_, F> {
    #[inline]
    fn piece(&mut self, from: Square, travellers: Powers, to: Bitboard) {
        to.for_each(|to| (self.each)(Move { from, to, travellers, promotion: Powers::NONE }));
    }

    #[inline]
    fn pawns(&mut self, by: i8, to: Bitboard) {
        to.for_each(|to| (self.each)(pawn_move(by, to, Powers::NONE)));
    }

    fn promotions(&mut self, by: i8, to: Bitboard) {
        for to in to {
            self.promotions.iter().for_each(|piece| (self.each)(pawn_move(by, to, *piece)));
        }
    }
}

fn pawn_move(by: i8, to: Square, promotion: Powers) -> Move {
    let from = Square::from_index((to.index() as i16 - by as i16) as u8);
    Move { from, to, travellers: Powers::PAWN, promotion }
}

struct Count {
    promotions: u64,
    moves: u64,
}

impl Sink for Count {
    #[inline]
    fn piece(&mut self, _: Square, _: Powers, to: Bitboard) {
        self.moves += to.len() as u64;
    }

    #[inline]
    fn pawns(&mut self, _: i8, to: Bitboard) {
        self.moves += to.len() as u64;
    }

    #[inline]
    fn promotions(&mut self, _: i8, to: Bitboard) {
        self.moves += self.promotions * to.len() as u64;
    }
}

/// Which moves are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    All,
    /// Captures and promotions.
    Forcing,
    /// All others.
    Quiet,
}

/// A position and what limits the moves in it.
#[derive(Clone, Copy)]
pub(crate) struct Generator<'a> {
    position: &'a Position,
    us: Color,
    king: Square,
    ours: Bitboard,
    /// Those of ours whose moves are asked for.
    movers: Bitboard,
    theirs: Bitboard,
    occupied: Bitboard,
    checkers: Bitboard,
    /// Our pieces that alone stand between our king and an enemy line.
    pinned: Bitboard,
    /// Where a piece other than the king may go: onto or before a single checker, else anywhere on the board.
    answer: Bitboard,
}

impl<'a> Generator<'a> {
    pub(crate) fn new(position: &'a Position) -> Generator<'a> {
        let us = position.turn;
        let (ours, theirs) = (position.of(us), position.of(!us));
        let occupied = ours | theirs;
        let king = position.king(us);
        let unit = |power| position.with_power(power);

        let mut checkers = attacks::pawn(us, king) & unit(Power::Pawn)
            | attacks::knight(king) & unit(Power::Knight)
            | attacks::step(king) & unit(Power::Man);
        checkers &= theirs;
        let mut pinned = Bitboard::EMPTY;
        let snipers = attacks::rook_lines(king) & unit(Power::Rook) | attacks::bishop_lines(king) & unit(Power::Bishop);
        for sniper in snipers & theirs {
            let blockers = attacks::between(king, sniper) & occupied;
            if blockers.is_empty() {
                checkers |= sniper.bit();
            } else if !blockers.has_several() {
                pinned |= blockers & ours;
            }
        }

        let board = position.variant.board();
        let answer = checkers.first().map_or(board, |checker| attacks::between(king, checker) | checkers);
        Generator { position, us, king, ours, movers: ours, theirs, occupied, checkers, pinned, answer }
    }

    /// Whether the side to move is in check.
    pub(crate) fn is_check(&self) -> bool {
        !self.checkers.is_empty()
    }

    /// Hands over every legal move that is asked for, in no promised order.
    pub(crate) fn list(&self, wanted: Wanted, each: impl FnMut(Move)) {
        self.generate(wanted, &mut List { promotions: self.position.variant.promotions, each });
    }

    /// Whether a move is legal.
    pub(crate) fn allows(&self, candidate: Move) -> bool {
        let mut found = false;
        let mut list = List { promotions: self.position.variant.promotions, each: |legal| found |= legal == candidate };
        let mover = Generator { movers: self.ours & candidate.from.bit(), ..*self };
        mover.generate_to(candidate.to.bit(), true, &mut list);
        found
    }

    fn generate(&self, wanted: Wanted, sink: &mut impl Sink) {
        match wanted {
            Wanted::All => self.generate_to(Bitboard(!0), true, sink),
            Wanted::Forcing => self.generate_to(self.theirs, true, sink),
            Wanted::Quiet => self.generate_to(!self.theirs, false, sink),
        }
    }

    /// Puts every legal move to one of the `wanted` squares into the sink; promotions and captures in passing, to
    /// whatever square, only where `pawns_force`.
    fn generate_to(&self, wanted: Bitboard, pawns_force: bool, sink: &mut impl Sink) {
        self.king(wanted, sink);
        if !self.checkers.has_several() {
            self.pieces(wanted, sink);
            self.pawns(wanted, pawns_force, sink);
            self.castlings(wanted, sink);
        }
    }

    fn is_attacked(&self, square: Square, occupied: Bitboard) -> bool {
        !self.position.attackers_through(square, !self.us, occupied).is_empty()
    }

    fn king(&self, wanted: Bitboard, sink: &mut impl Sink) {
        if !self.movers.has(self.king) {
            return;
        }
        let without_king = self.occupied ^ self.king.bit();
        let steps = attacks::step(self.king) & self.position.variant.board() & !self.ours & wanted;
        let safe = steps.filter(|to| !self.is_attacked(*to, without_king | to.bit())).collect();
        sink.piece(self.king, Powers::KING, safe);
    }

    /// Where a piece standing on `from` may go as a whole without uncovering its king.
    fn unpinned(&self, from: Square) -> Bitboard {
        if self.pinned.has(from) { attacks::line_through(self.king, from) } else { Bitboard(!0) }
    }

    fn pieces(&self, wanted: Bitboard, sink: &mut impl Sink) {
        let stacking = self.position.variant.stacking != Stacking::None;
        let stacks = if stacking { Stacks::new(self) } else { Stacks::default() };
        for power in [Power::Rook, Power::Knight, Power::Bishop, Power::Man] {
            let land = self.answer & wanted & (!self.ours | stacks.joinable(self, Powers::of(power)));
            for from in self.movers & self.position.with_power(power) & !stacks.several {
                let to = attacks::reach(power, self.us, from, self.occupied) & land & self.unpinned(from);
                sink.piece(from, self.position.powers_at(from), to);
            }
        }
        for from in stacks.several & self.movers {
            self.stack(from, &stacks, wanted, sink);
        }
    }

    /// The moves of a stack as a whole and in parts.
    fn stack(&self, from: Square, stacks: &Stacks, wanted: Bitboard, sink: &mut impl Sink) {
        let whole = self.position.powers_at(from);
        for travellers in whole.subsets() {
            let reached = attacks::reach_of(travellers, self.us, from, self.occupied);
            let land = !self.ours | stacks.joinable(self, travellers);
            let mut to = reached & land & self.answer & wanted;
            if travellers == whole {
                to &= self.unpinned(from);
            } else {
                // What stays goes on shielding the king, so that a part is never pinned; but only the whole captures.
                to &= !self.theirs;
                if self.position.variant.stacking == Stacking::NoCheckByPart {
                    let target = self.position.king(!self.us);
                    to &= !attacks::reach_of(travellers, self.us, target, self.occupied);
                }
            }
            sink.piece(from, travellers, to);
        }
    }

    fn pawns(&self, wanted: Bitboard, force: bool, sink: &mut impl Sink) {
        let pawns = self.movers & self.position.with_power(Power::Pawn);
        let forward = self.us.forward() * STRIDE as i8;
        // A pinned pawn may still move along the pin.
        let free = |by| pawns & (!self.pinned | attacks::line_along(self.king, by));
        let last = Bitboard::rank(self.us.rank(7));

        let single = free(forward).shifted(forward) & !self.occupied;
        let passed = single & Bitboard::rank(self.us.rank(2));
        let double = passed.shifted(forward) & !self.occupied & self.answer & !self.barred();
        sink.pawns(2 * forward, double & wanted);
        let captures = [forward - 1, forward + 1].map(|by| (by, free(by).shifted(by) & self.theirs));
        for (by, to) in [(forward, single)].into_iter().chain(captures) {
            let to = to & self.answer;
            sink.pawns(by, to & !last & wanted);
            if force {
                sink.promotions(by, to & last);
            }
        }
        if let Some(passed) = self.position.en_passant
            && force
        {
            for from in self.position.capturers_in_passing(passed).filter(|from| self.movers.has(*from)) {
                sink.pawns(passed.index() as i8 - from.index() as i8, passed.bit());
            }
        }
    }

    /// Where a double step may not land.
    fn barred(&self) -> Bitboard {
        match self.position.variant.double_step {
            DoubleStep::NotFromCheckIntoPawn if !self.checkers.is_empty() => {
                let pawns = self.theirs & self.position.with_power(Power::Pawn);
                let back = -self.us.forward() * STRIDE as i8;
                pawns.shifted(back - 1) | pawns.shifted(back + 1)
            }
            _ => Bitboard::EMPTY,
        }
    }

    fn castlings(&self, wanted: Bitboard, sink: &mut impl Sink) {
        let can_move = self.movers.has(self.king) && self.checkers.is_empty();
        if !can_move || self.position.castling == CastlingRights::NONE {
            return;
        }
        for wing in Wing::ALL {
            if self.position.castling.has(self.us, wing)
                && let Some(castle) = self.position.variant.castle(self.us, wing)
                && self.may_castle(castle)
            {
                sink.piece(self.king, Powers::KING, castle.king_to.bit() & wanted);
            }
        }
    }

    fn may_castle(&self, castle: &Castle) -> bool {
        (castle.empty & self.occupied).is_empty()
            && self.position.powers_at(castle.rook_from) == Powers::ROOK
            && !castle.safe.into_iter().any(|square| self.is_attacked(square, self.occupied | square.bit()))
    }
}

/// Where one side's pieces can join.
#[derive(Default)]
struct Stacks {
    /// Squares with pieces that may share, by how many: at least one, at least two, three.
    units: Bitboard,
    several: Bitboard,
    full: Bitboard,
}

impl Stacks {
    fn new(generator: &Generator) -> Stacks {
        let mut stacks = Stacks::default();
        for power in Powers::STACKABLE.each() {
            let units = generator.ours & generator.position.with_power(power);
            stacks.full |= stacks.several & units;
            stacks.several |= stacks.units & units;
            stacks.units |= units;
        }
        stacks
    }

    /// The squares that these travellers may join: all different there, and room for all of them.
    fn joinable(&self, generator: &Generator, travellers: Powers) -> Bitboard {
        let room = match MAX_STACK - travellers.len() {
            2 => self.units & !self.full,
            1 => self.units & !self.several,
            _ => Bitboard::EMPTY,
        };
        travellers.each().fold(room, |room, power| room & !generator.position.with_power(power))
    }
}
