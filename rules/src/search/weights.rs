//! The numbers of the evaluation.

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
        // A piece that is bound to its companions is worth what it does; a stack can part, but is lost all at once.
        let bonus = if variant.stacks_pieces() { 0 } else { 1 };
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
                    worth += more * bonus;
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
