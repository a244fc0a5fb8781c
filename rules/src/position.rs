//! Who stands where, whose turn it is, and what may still be done; validity is checked here and nowhere else.

use std::collections::BTreeMap;
use std::fmt;

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::piece::{Color, Piece, Power, Powers};
use crate::square::Square;
use crate::variant::{Castle, Variant, Wing};
use crate::zobrist;

/// Which castlings king and rook haven't forfeited by moving. They may still be impossible just now.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct CastlingRights(u8);

impl CastlingRights {
    /// No right.
    pub const NONE: CastlingRights = CastlingRights(0);

    /// Whether this side may still castle to this wing.
    pub const fn has(self, color: Color, wing: Wing) -> bool {
        self.0 >> Castle::index(color, wing) & 1 != 0
    }

    /// The same rights and this one.
    pub const fn with(self, color: Color, wing: Wing) -> CastlingRights {
        CastlingRights(self.0 | 1 << Castle::index(color, wing))
    }

    /// The set as the low four bits of a number, by [`Castle::index`].
    pub(crate) const fn bits(self) -> u8 {
        self.0
    }

    /// Every right of the set: White's before Black's, the king's wing before the queen's.
    pub fn each(self) -> impl Iterator<Item = (Color, Wing)> {
        Color::ALL
            .into_iter()
            .flat_map(|color| Wing::ALL.map(|wing| (color, wing)))
            .filter(move |(color, wing)| self.has(*color, *wing))
    }
}

impl fmt::Debug for CastlingRights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.each()).finish()
    }
}

/// A position as somebody describes it, valid or not. [`Position::try_from`] is the check.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The game.
    pub variant: &'static Variant,
    /// Who stands where.
    pub pieces: BTreeMap<Square, Piece>,
    /// Whose turn it is.
    pub turn: Color,
    /// Which castlings are still possible.
    pub castling: CastlingRights,
    /// The square that a pawn has just passed over by a double step.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u32,
    /// Number of the move to come, from 1, raised after Black's.
    pub fullmove_number: u32,
}

/// What makes a [`Setup`] no position of its game.
#[derive(Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Fault {
    /// A piece outside the board.
    #[error("{0} is not on this board")]
    OffBoard(Square),
    /// A piece that this game doesn't have, or a stack that it doesn't allow.
    #[error("no such piece or stack in this game on {0}")]
    NoSuchPiece(Square),
    /// A side without a king.
    #[error("{0} has no king")]
    NoKing(Color),
    /// A side with more than one king; the further one's square.
    #[error("{0} has another king on {1}")]
    SecondKing(Color, Square),
    /// A pawn on the first or last rank.
    #[error("a pawn can't stand on {0}")]
    PawnOnLastRank(Square),
    /// The side to move could capture the king.
    #[error("{0} could capture the king: the side not to move is in check from {1}")]
    KingCapturable(Color, Square),
    /// A castling right where king and rook don't stand on their first squares, or in a game without castling.
    #[error("{0} can't have the right to castle on the {wing} side", wing = wing_name(*.1))]
    CastlingRight(Color, Wing),
    /// An en passant square that no double step can just have passed, or in a game without en passant.
    #[error("no pawn can just have passed over {0}")]
    EnPassant(Square),
}

fn wing_name(wing: Wing) -> &'static str {
    match wing {
        Wing::King => "king's",
        Wing::Queen => "queen's",
    }
}

/// Every fault of a [`Setup`], at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faults(Vec<Fault>);

impl Faults {
    /// The faults, in the order in which they were looked for.
    pub fn each(&self) -> &[Fault] {
        &self.0
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("; ")?;
            }
            fault.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

/// A legal position of a game.
///
/// The board is one bitboard a power and one a colour; the piece on a square is the set of powers there.
#[derive(Clone)]
pub struct Position {
    pub(crate) variant: &'static Variant,
    pub(crate) powers: [Bitboard; 6],
    pub(crate) colors: [Bitboard; 2],
    pub(crate) turn: Color,
    pub(crate) castling: CastlingRights,
    /// Set only when a capture in passing is legal, so that equal fields mean equal positions.
    pub(crate) en_passant: Option<Square>,
    pub(crate) halfmove_clock: u32,
    pub(crate) fullmove_number: u32,
    pub(crate) hash: u64,
}

impl Position {
    /// The game.
    pub fn variant(&self) -> &'static Variant {
        self.variant
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The castlings not yet forfeited.
    pub fn castling(&self) -> CastlingRights {
        self.castling
    }

    /// The square behind a pawn that just made a double step, when capturing it in passing is legal.
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Plies since the last capture or pawn move.
    pub fn halfmove_clock(&self) -> u32 {
        self.halfmove_clock
    }

    /// Number of the move to come, from 1, raised after Black's.
    pub fn fullmove_number(&self) -> u32 {
        self.fullmove_number
    }

    /// A number that equal positions share and different ones hardly ever do. Clocks don't count.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Every occupied square.
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// The squares where a side's pieces stand.
    pub fn of(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// The squares where a power stands, of either side, alone or with others.
    pub fn with_power(&self, power: Power) -> Bitboard {
        self.powers[power.index()]
    }

    /// The powers that stand on a square; none when it is empty.
    #[inline]
    pub fn powers_at(&self, square: Square) -> Powers {
        let here = square.bit();
        let bit = |power: Power| u8::from(!(self.with_power(power) & here).is_empty()) << power.index();
        Powers::from_bits(Power::ALL.into_iter().fold(0, |bits, power| bits | bit(power)))
    }

    /// The piece, compound or stack on a square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let color = Color::ALL.into_iter().find(|color| self.of(*color).has(square))?;
        Some(Piece { color, powers: self.powers_at(square) })
    }

    /// Every occupied square with what stands there, from a1 upwards.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        self.occupied().filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// Where a side's king stands.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        (self.of(color) & self.with_power(Power::King)).first().expect("a valid position has both kings")
    }

    /// The squares from which `by` attacks `square`, whatever stands there.
    pub fn attackers(&self, square: Square, by: Color) -> Bitboard {
        self.attackers_through(square, by, self.occupied())
    }

    /// The same as if just these squares were occupied; attackers on other squares don't count.
    pub(crate) fn attackers_through(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let units = |power| self.with_power(power);
        let attackers = attacks::pawn(!by, square) & units(Power::Pawn)
            | attacks::knight(square) & units(Power::Knight)
            | attacks::step(square) & (units(Power::Man) | units(Power::King))
            | attacks::rook(square, occupied) & units(Power::Rook)
            | attacks::bishop(square, occupied) & units(Power::Bishop);
        attackers & self.of(by) & occupied
    }

    /// The enemy pieces that give check to the side to move.
    pub fn checkers(&self) -> Bitboard {
        self.attackers(self.king(self.turn), !self.turn)
    }

    /// Whether the side to move is in check.
    pub fn is_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// Whether both are the same for the rule of repetition: everything but the clocks.
    pub fn repeats(&self, other: &Position) -> bool {
        self.hash == other.hash
            && self.turn == other.turn
            && self.colors == other.colors
            && self.powers == other.powers
            && self.castling == other.castling
            && self.en_passant == other.en_passant
            && self.variant == other.variant
    }

    /// The position as a description that can be changed and checked again.
    pub fn setup(&self) -> Setup {
        Setup {
            variant: self.variant,
            pieces: self.pieces().collect(),
            turn: self.turn,
            castling: self.castling,
            en_passant: self.en_passant,
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
        }
    }

    /// The hash worked out anew from the board.
    pub(crate) fn computed_hash(&self) -> u64 {
        let units = self.pieces().flat_map(|(square, piece)| {
            piece.powers.each().map(move |power| zobrist::unit(piece.color, power, square)).collect::<Vec<_>>()
        });
        let turn = if self.turn == Color::Black { zobrist::black_to_move() } else { 0 };
        let passed = self.en_passant.map_or(0, |square| zobrist::en_passant(square.file()));
        units.fold(turn ^ passed ^ zobrist::castling(self.castling.0), |hash, key| hash ^ key)
    }

    /// Takes away the rights that a move from or a capture on these squares forfeits.
    pub(crate) fn forfeit(&mut self, lost: impl Fn(&Castle) -> bool) {
        for (index, castle) in self.variant.castles.iter().enumerate() {
            if self.castling.0 >> index & 1 != 0 && castle.as_ref().is_some_and(&lost) {
                self.castling.0 &= !(1 << index);
            }
        }
    }
}

impl TryFrom<Setup> for Position {
    type Error = Faults;

    /// Checks a description and makes it a position.
    ///
    /// An en passant square that a double step can have passed but where no capture is legal is dropped, as FEN here
    /// writes it only when it can be used.
    ///
    /// # Errors
    ///
    /// Every [`Fault`] of the description.
    fn try_from(setup: Setup) -> Result<Position, Faults> {
        let (position, faults) = Position::assemble(&setup);
        if faults.is_empty() { Ok(position) } else { Err(Faults(faults)) }
    }
}

impl Position {
    /// The position described, and all that keeps it from being one; it may be used only when there is nothing.
    fn assemble(setup: &Setup) -> (Position, Vec<Fault>) {
        let mut faults = Vec::new();
        let variant = setup.variant;
        let mut position = Position {
            variant,
            powers: [Bitboard::EMPTY; 6],
            colors: [Bitboard::EMPTY; 2],
            turn: setup.turn,
            castling: setup.castling,
            en_passant: None,
            halfmove_clock: setup.halfmove_clock,
            fullmove_number: setup.fullmove_number.max(1),
            hash: 0,
        };
        for (&square, piece) in &setup.pieces {
            if !variant.board().has(square) {
                faults.push(Fault::OffBoard(square));
            }
            if !variant.may_stand(piece.powers) {
                faults.push(Fault::NoSuchPiece(square));
            }
            if piece.powers.has(Power::Pawn) && matches!(square.rank().index(), 0 | 7) {
                faults.push(Fault::PawnOnLastRank(square));
            }
            position.colors[piece.color.index()] |= square.bit();
            for power in piece.powers.each() {
                position.powers[power.index()] |= square.bit();
            }
        }
        for color in Color::ALL {
            let mut kings = position.of(color) & position.with_power(Power::King);
            if kings.next().is_none() {
                faults.push(Fault::NoKing(color));
            }
            faults.extend(kings.map(|square| Fault::SecondKing(color, square)));
        }
        for (color, wing) in setup.castling.each() {
            if !position.may_have_right(color, wing) {
                faults.push(Fault::CastlingRight(color, wing));
            }
        }
        if let Some(square) = setup.en_passant
            && !position.may_have_passed(square)
        {
            faults.push(Fault::EnPassant(square));
        }
        if faults.is_empty() {
            let attackers = position.attackers(position.king(!setup.turn), setup.turn);
            faults.extend(attackers.map(|from| Fault::KingCapturable(setup.turn, from)));
            position.en_passant = setup.en_passant.filter(|square| position.can_capture_in_passing(*square));
            position.hash = position.computed_hash();
        }
        (position, faults)
    }

    /// The position described although the side to move could capture the king.
    #[cfg(test)]
    pub(crate) fn with_king_capturable(setup: &Setup) -> Position {
        let (position, faults) = Position::assemble(setup);
        assert!(faults.iter().all(|fault| matches!(fault, Fault::KingCapturable(..))), "{faults:?}");
        position
    }

    fn may_have_right(&self, color: Color, wing: Wing) -> bool {
        let stands = |square, power| (self.of(color) & self.with_power(power)).has(square);
        self.variant
            .castle(color, wing)
            .is_some_and(|castle| stands(castle.king_from, Power::King) && stands(castle.rook_from, Power::Rook))
    }

    fn may_have_passed(&self, passed: Square) -> bool {
        let forward = (!self.turn).forward();
        let (Some(origin), Some(landed)) = (passed.offset(0, -forward), passed.offset(0, forward)) else {
            return false;
        };
        self.variant.en_passant
            && passed.rank().index() == (!self.turn).rank(2)
            && !self.occupied().has(passed)
            && !self.occupied().has(origin)
            && (self.of(!self.turn) & self.with_power(Power::Pawn)).has(landed)
    }

    /// Whether a pawn of the side to move can legally capture the pawn that just passed over this square.
    pub(crate) fn can_capture_in_passing(&self, passed: Square) -> bool {
        self.capturers_in_passing(passed).next().is_some()
    }

    /// The pawns of the side to move that can legally capture the pawn that just passed over this square.
    pub(crate) fn capturers_in_passing(&self, passed: Square) -> impl Iterator<Item = Square> {
        let pawns = self.of(self.turn) & self.with_power(Power::Pawn);
        let captured = passed.offset(0, -self.turn.forward()).map_or(Bitboard::EMPTY, Square::bit);
        let king = self.king(self.turn);
        (attacks::pawn(!self.turn, passed) & pawns).filter(move |from| {
            let occupied = (self.occupied() ^ captured ^ from.bit()) | passed.bit();
            self.attackers_through(king, !self.turn, occupied).is_empty()
        })
    }
}
