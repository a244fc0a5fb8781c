//! The numbers of the evaluation.
//!
//! Those of games with stacks were fitted by `cargo run --release -p rules --example tune -- --games 1000 combination`
//! as that was then, held back by a prior of 25 centipawns, to games of the engine when it still played by guesses. The
//! others are guesses: what the same program made of them lost matches against them.

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

/// The worth of one power alone: pawn, rook, knight, bishop, man.
const ALONE: [Pair; 5] = [Pair(82, 104), Pair(480, 530), Pair(310, 285), Pair(330, 310), Pair(260, 260)];

/// What two powers on one square are worth beyond each alone.
const TOGETHER: [(usize, Pair); 3] = [(0b101, Pair(110, 100)), (0b011, Pair(80, 80)), (0b110, Pair(150, 130))];

impl Weights {
    /// The weights of a game.
    pub fn of(variant: &'static Variant) -> Weights {
        if variant.stacks_pieces() { STACKS.clone() } else { Weights::guessed() }
    }

    /// The weights of games without stacks.
    fn guessed() -> Weights {
        let material = std::array::from_fn(|set| {
            let mut worth = Pair::default();
            if set == 0 {
                return ALONE[0];
            }
            for power in 0..4 {
                if set >> power & 1 != 0 {
                    worth += ALONE[power + 1];
                }
            }
            for (both, more) in TOGETHER {
                if both & set == both {
                    worth += more;
                }
            }
            worth
        });
        let centre = [Pair(3, 0), Pair(0, 0), Pair(6, 4), Pair(2, 2), Pair(3, 6), Pair(-12, 10)];
        Weights {
            material,
            mobility: std::array::from_fn(|set| if set == 1 { Pair(2, 4) } else { Pair(4, 4) }),
            ranks: centre.map(|pair| std::array::from_fn(|rank| pair * rank.min(7 - rank) as i32)),
            files: centre.map(|pair| std::array::from_fn(|edge| pair * edge as i32)),
            prey: [Pair(0, 0); 5],
            loose: [Pair(0, 0); 5],
            passed: [0, 0, 5, 10, 25, 50, 90, 0].map(|worth| Pair(worth / 2, worth)),
            blocked: Pair(0, 0),
            isolated: Pair(-10, -12),
            doubled: Pair(-8, -15),
            chained: Pair(0, 0),
            half_open: Pair(0, 0),
            open: Pair(0, 0),
            shield: Pair(12, 0),
            danger: [0, 4, 10, 18, 28, 40, 54, 70, 88, 108, 130, 154, 180, 208, 238, 270].map(|worth| Pair(worth, 0)),
            bishops: Pair(20, 35),
            tempo: Pair(12, 12),
        }
    }
}

/// The weights of games in which pieces join and part.
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
