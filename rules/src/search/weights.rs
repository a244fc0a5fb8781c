//! The numbers of the evaluation.
//!
//! `cargo run --release -p rules --example tune -- --games 1000 chess` made those of chess,
//! `--games 1000 combination` those of games with stacks, `--games 600 bird carrera-modern` those of large boards,
//! beginning with guesses and with the engine as it was when it still played by them.

use crate::piece::Powers;
use crate::variant::Variant;

/// A value in the middle game and in the endgame, in centipawns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pair(pub i32, pub i32);

impl std::ops::AddAssign for Pair {
    fn add_assign(&mut self, other: Pair) {
        self.0 += other.0;
        self.1 += other.1;
    }
}

impl std::ops::Mul<i32> for Pair {
    type Output = Pair;
    fn mul(self, times: i32) -> Pair {
        Pair(self.0 * times, self.1 * times)
    }
}

/// Everything that the evaluation weighs. It is linear: each weight counts as often as what it weighs is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// The worth of each set of powers: first the pawn, then by the bits of rook 1, knight 2, bishop 4, man 8.
    pub material: [Pair; 16],
    /// Each square that a piece of these powers attacks, if it isn't one's own or a pawn's prey.
    pub mobility: [Pair; 16],
    /// A power on each rank, seen from its side; pawn, rook, knight, bishop, man, king.
    pub ranks: [[Pair; 8]; 6],
    /// A power by how many files the nearer edge is away.
    pub files: [[Pair; 5]; 6],
    /// A unit that an enemy pawn attacks.
    pub prey: [Pair; 5],
    /// A unit otherwise attacked, and not defended.
    pub loose: [Pair; 5],
    /// A passed pawn, by ranks gone.
    pub passed: [Pair; 8],
    /// Something before a passed pawn.
    pub blocked: Pair,
    /// A pawn with no friend on the files beside it.
    pub isolated: Pair,
    /// A pawn behind another of its side.
    pub doubled: Pair,
    /// A pawn that another defends.
    pub chained: Pair,
    /// A rook with no pawn of its own side on its file.
    pub half_open: Pair,
    /// The same when no enemy pawn is there either, in addition.
    pub open: Pair,
    /// A pawn one or two ranks before the king, on its file or beside.
    pub shield: Pair,
    /// Attacks on squares around the enemy king, by how many there are, at most fifteen.
    pub danger: [Pair; 16],
    /// Bishops on squares of both colours.
    pub bishops: Pair,
    /// Being on the move.
    pub tempo: Pair,
}

impl Weights {
    /// Every number, for programs that fit them.
    pub fn numbers(&mut self) -> Vec<&mut i32> {
        let Weights { material, mobility, ranks, files, prey, loose, passed, danger, .. } = self;
        let tables =
            material.iter_mut().chain(mobility).chain(ranks.as_flattened_mut()).chain(files.as_flattened_mut());
        let tables = tables.chain(prey).chain(loose).chain(passed).chain(danger);
        let singles = [
            &mut self.blocked,
            &mut self.isolated,
            &mut self.doubled,
            &mut self.chained,
            &mut self.half_open,
            &mut self.open,
            &mut self.shield,
            &mut self.bishops,
            &mut self.tempo,
        ];
        tables.chain(singles).flat_map(|pair| [&mut pair.0, &mut pair.1]).collect()
    }
}

/// Place of a set of powers in [`Weights::material`].
pub(super) const fn set_index(powers: Powers) -> usize {
    (powers.bits() >> 1 & 15) as usize
}

impl Weights {
    /// The weights of a game.
    pub fn of(variant: &'static Variant) -> Weights {
        let weights = match (variant.stacks_pieces(), variant.files) {
            (true, _) => &STACKS,
            (false, 0..=8) => &CHESS,
            (false, _) => &LARGE,
        };
        weights.clone()
    }
}

/// Chess.
static CHESS: Weights = Weights {
    material: [
        Pair(82, 104),
        Pair(480, 530),
        Pair(310, 285),
        Pair(870, 895),
        Pair(330, 310),
        Pair(920, 940),
        Pair(790, 725),
        Pair(1460, 1435),
        Pair(260, 260),
        Pair(740, 790),
        Pair(570, 545),
        Pair(1130, 1155),
        Pair(590, 570),
        Pair(1180, 1200),
        Pair(1050, 985),
        Pair(1720, 1695),
    ],
    mobility: [
        Pair(4, 4),
        Pair(2, 4),
        Pair(4, 4),
        Pair(4, 4),
        Pair(4, 4),
        Pair(4, 4),
        Pair(4, 4),
        Pair(4, 4),
        Pair(4, 4),
        Pair(4, 4),
        Pair(4, 4),
        Pair(4, 4),
        Pair(4, 4),
        Pair(4, 4),
        Pair(4, 4),
        Pair(4, 4),
    ],
    ranks: [
        [Pair(0, 0), Pair(3, 0), Pair(6, 0), Pair(9, 0), Pair(9, 0), Pair(6, 0), Pair(3, 0), Pair(0, 0)],
        [Pair(0, 0), Pair(0, 0), Pair(0, 0), Pair(0, 0), Pair(0, 0), Pair(0, 0), Pair(0, 0), Pair(0, 0)],
        [Pair(0, 0), Pair(6, 4), Pair(12, 8), Pair(18, 12), Pair(18, 12), Pair(12, 8), Pair(6, 4), Pair(0, 0)],
        [Pair(0, 0), Pair(2, 2), Pair(4, 4), Pair(6, 6), Pair(6, 6), Pair(4, 4), Pair(2, 2), Pair(0, 0)],
        [Pair(0, 0), Pair(3, 6), Pair(6, 12), Pair(9, 18), Pair(9, 18), Pair(6, 12), Pair(3, 6), Pair(0, 0)],
        [
            Pair(0, 0),
            Pair(-12, 10),
            Pair(-24, 20),
            Pair(-36, 30),
            Pair(-36, 30),
            Pair(-24, 20),
            Pair(-12, 10),
            Pair(0, 0),
        ],
    ],
    files: [
        [Pair(0, 0), Pair(3, 0), Pair(6, 0), Pair(9, 0), Pair(12, 0)],
        [Pair(0, 0), Pair(0, 0), Pair(0, 0), Pair(0, 0), Pair(0, 0)],
        [Pair(0, 0), Pair(6, 4), Pair(12, 8), Pair(18, 12), Pair(24, 16)],
        [Pair(0, 0), Pair(2, 2), Pair(4, 4), Pair(6, 6), Pair(8, 8)],
        [Pair(0, 0), Pair(3, 6), Pair(6, 12), Pair(9, 18), Pair(12, 24)],
        [Pair(0, 0), Pair(-12, 10), Pair(-24, 20), Pair(-36, 30), Pair(-48, 40)],
    ],
    prey: [Pair(0, 0), Pair(0, 0), Pair(0, 0), Pair(0, 0), Pair(0, 0)],
    loose: [Pair(0, 0), Pair(0, 0), Pair(0, 0), Pair(0, 0), Pair(0, 0)],
    passed: [Pair(0, 0), Pair(0, 0), Pair(2, 5), Pair(5, 10), Pair(12, 25), Pair(25, 50), Pair(45, 90), Pair(0, 0)],
    blocked: Pair(0, 0),
    isolated: Pair(-10, -12),
    doubled: Pair(-8, -15),
    chained: Pair(0, 0),
    half_open: Pair(0, 0),
    open: Pair(0, 0),
    shield: Pair(12, 0),
    danger: [
        Pair(0, 0),
        Pair(4, 0),
        Pair(10, 0),
        Pair(18, 0),
        Pair(28, 0),
        Pair(40, 0),
        Pair(54, 0),
        Pair(70, 0),
        Pair(88, 0),
        Pair(108, 0),
        Pair(130, 0),
        Pair(154, 0),
        Pair(180, 0),
        Pair(208, 0),
        Pair(238, 0),
        Pair(270, 0),
    ],
    bishops: Pair(20, 35),
    tempo: Pair(12, 12),
};

/// Boards of ten files, with compounds.
static LARGE: Weights = Weights {
    material: [
        Pair(79, 152),
        Pair(429, 492),
        Pair(297, 283),
        Pair(886, 897),
        Pair(316, 286),
        Pair(930, 974),
        Pair(790, 723),
        Pair(1460, 1435),
        Pair(260, 260),
        Pair(740, 790),
        Pair(570, 545),
        Pair(1130, 1155),
        Pair(590, 570),
        Pair(1180, 1200),
        Pair(1050, 985),
        Pair(1720, 1695),
    ],
    mobility: [
        Pair(4, 4),
        Pair(14, -1),
        Pair(16, -11),
        Pair(1, 1),
        Pair(16, 4),
        Pair(16, -17),
        Pair(1, 11),
        Pair(4, 4),
        Pair(4, 4),
        Pair(4, 4),
        Pair(4, 4),
        Pair(4, 4),
        Pair(4, 4),
        Pair(4, 4),
        Pair(4, 4),
        Pair(4, 4),
    ],
    ranks: [
        [Pair(0, 0), Pair(-1, -7), Pair(14, 9), Pair(3, -12), Pair(-30, 28), Pair(25, 6), Pair(22, 23), Pair(0, 0)],
        [Pair(1, 1), Pair(-31, -18), Pair(-5, -11), Pair(-47, -16), Pair(4, 8), Pair(3, 9), Pair(26, 8), Pair(23, 19)],
        [Pair(5, -25), Pair(17, -5), Pair(20, 8), Pair(25, 26), Pair(4, 20), Pair(40, 36), Pair(3, 3), Pair(-38, -18)],
        [
            Pair(15, -11),
            Pair(24, 32),
            Pair(17, 4),
            Pair(-13, 2),
            Pair(-11, 12),
            Pair(-1, -21),
            Pair(-8, -5),
            Pair(-4, 20),
        ],
        [Pair(0, 0), Pair(3, 6), Pair(6, 12), Pair(9, 18), Pair(9, 18), Pair(6, 12), Pair(3, 6), Pair(0, 0)],
        [
            Pair(20, -2),
            Pair(-22, 36),
            Pair(-34, 13),
            Pair(-40, 13),
            Pair(-35, -7),
            Pair(-25, 16),
            Pair(-12, 20),
            Pair(3, 32),
        ],
    ],
    files: [
        [Pair(7, 15), Pair(-17, 11), Pair(23, 8), Pair(11, -2), Pair(3, 16)],
        [Pair(-9, -19), Pair(10, 14), Pair(18, 6), Pair(-47, -4), Pair(3, 1)],
        [Pair(-3, 18), Pair(-24, 4), Pair(-1, 1), Pair(42, 19), Pair(49, -4)],
        [Pair(18, -5), Pair(-1, 40), Pair(-10, 15), Pair(1, 0), Pair(8, -21)],
        [Pair(0, 0), Pair(3, 6), Pair(6, 12), Pair(9, 18), Pair(12, 24)],
        [Pair(8, 30), Pair(18, 78), Pair(-49, 28), Pair(-42, 8), Pair(-55, -43)],
    ],
    prey: [Pair(0, 0), Pair(-12, -1), Pair(-34, -14), Pair(-14, -2), Pair(0, 0)],
    loose: [Pair(-4, -52), Pair(-32, -7), Pair(-28, -16), Pair(-22, -8), Pair(0, 0)],
    passed: [
        Pair(0, 0),
        Pair(-24, 1),
        Pair(12, 16),
        Pair(-13, 32),
        Pair(1, 35),
        Pair(34, 50),
        Pair(64, 113),
        Pair(0, 0),
    ],
    blocked: Pair(0, 0),
    isolated: Pair(1, 3),
    doubled: Pair(23, -22),
    chained: Pair(2, -26),
    half_open: Pair(23, 15),
    open: Pair(39, -32),
    shield: Pair(-27, 21),
    danger: [
        Pair(-6, 15),
        Pair(-20, 25),
        Pair(8, 15),
        Pair(32, -8),
        Pair(38, -24),
        Pair(50, -30),
        Pair(50, 0),
        Pair(73, 8),
        Pair(88, 0),
        Pair(107, -1),
        Pair(130, 0),
        Pair(154, 0),
        Pair(180, 0),
        Pair(208, 0),
        Pair(238, 0),
        Pair(270, 0),
    ],
    bishops: Pair(24, 56),
    tempo: Pair(24, 9),
};

/// Games in which pieces join and part.
static STACKS: Weights = Weights {
    material: [
        Pair(62, 130),
        Pair(468, 509),
        Pair(337, 276),
        Pair(799, 830),
        Pair(347, 280),
        Pair(836, 868),
        Pair(653, 596),
        Pair(1124, 1126),
        Pair(262, 254),
        Pair(738, 790),
        Pair(584, 553),
        Pair(1050, 1074),
        Pair(578, 574),
        Pair(1069, 1100),
        Pair(907, 855),
        Pair(1380, 1385),
    ],
    mobility: [
        Pair(4, 4),
        Pair(3, -7),
        Pair(3, -15),
        Pair(9, -11),
        Pair(8, -9),
        Pair(12, -6),
        Pair(13, 11),
        Pair(10, 25),
        Pair(14, -4),
        Pair(8, 1),
        Pair(16, 4),
        Pair(1, -3),
        Pair(12, 12),
        Pair(6, 6),
        Pair(31, 8),
        Pair(4, 4),
    ],
    ranks: [
        [Pair(0, 0), Pair(1, 26), Pair(7, 15), Pair(12, 0), Pair(-23, 7), Pair(9, -8), Pair(9, -15), Pair(0, 0)],
        [Pair(23, 3), Pair(-13, -7), Pair(7, 9), Pair(16, -15), Pair(-17, 9), Pair(5, 12), Pair(10, 10), Pair(-9, 1)],
        [Pair(-3, -11), Pair(37, -19), Pair(5, 22), Pair(35, 23), Pair(17, 12), Pair(39, 27), Pair(7, 7), Pair(8, 3)],
        [Pair(45, -7), Pair(19, -2), Pair(11, 5), Pair(7, 0), Pair(-7, 8), Pair(-10, 10), Pair(-1, 6), Pair(12, 10)],
        [
            Pair(-12, -25),
            Pair(-13, -19),
            Pair(7, -10),
            Pair(24, 37),
            Pair(25, 27),
            Pair(16, 42),
            Pair(3, 21),
            Pair(-7, 4),
        ],
        [
            Pair(-30, 10),
            Pair(-12, -2),
            Pair(-1, 17),
            Pair(-39, 8),
            Pair(-38, 8),
            Pair(-21, 33),
            Pair(-5, 36),
            Pair(2, 10),
        ],
    ],
    files: [
        [Pair(-4, 41), Pair(5, -5), Pair(-12, 17), Pair(9, -28), Pair(12, 0)],
        [Pair(2, 11), Pair(7, -1), Pair(-9, 21), Pair(22, -9), Pair(0, 0)],
        [Pair(-7, -13), Pair(31, 21), Pair(44, 47), Pair(41, -15), Pair(24, 16)],
        [Pair(20, 12), Pair(13, 7), Pair(1, 2), Pair(30, -5), Pair(8, 8)],
        [Pair(22, 6), Pair(8, 12), Pair(-13, 7), Pair(8, 17), Pair(12, 24)],
        [Pair(1, 25), Pair(-11, 19), Pair(-23, 1), Pair(-38, 16), Pair(-48, 40)],
    ],
    prey: [Pair(0, 0), Pair(-7, -4), Pair(-35, -1), Pair(-6, -2), Pair(-6, -2)],
    loose: [Pair(-12, -52), Pair(-16, 9), Pair(-8, -5), Pair(-16, -4), Pair(-5, -5)],
    passed: [Pair(0, 0), Pair(0, 15), Pair(-13, 13), Pair(12, 38), Pair(6, 50), Pair(28, 55), Pair(51, 75), Pair(0, 0)],
    blocked: Pair(12, -20),
    isolated: Pair(-13, -19),
    doubled: Pair(44, 24),
    chained: Pair(-4, -32),
    half_open: Pair(36, 26),
    open: Pair(13, -43),
    shield: Pair(-5, 25),
    danger: [
        Pair(-7, 8),
        Pair(6, 2),
        Pair(11, 17),
        Pair(31, 27),
        Pair(34, 8),
        Pair(41, -27),
        Pair(44, -24),
        Pair(67, -7),
        Pair(87, -2),
        Pair(106, -2),
        Pair(130, 0),
        Pair(154, 0),
        Pair(180, 0),
        Pair(208, 0),
        Pair(238, 0),
        Pair(270, 0),
    ],
    bishops: Pair(15, 19),
    tempo: Pair(11, 1),
};
