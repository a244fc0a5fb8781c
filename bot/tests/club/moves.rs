//! Moves as people type them, and what they are told when one can't be played.

use crate::hall::Hall;

#[test]
fn moves_in_every_notation() {
    Hall::after(
        "alice: !challenge @bob chess white
         bob: !accept
         alice: 1.e4!?
           < 1. e4
         bob: d7-d5
           < 1... d5
         alice: e4d5
           < 2. exd5
         bob: queen takes d5
           < 2... Qxd5
         alice: knight c3
           < 3. Nc3
         bob: qa5
           < 3... Qa5
         alice: Ng1f3
           < 4. Nf3
         bob: !move Bg4
           < 4... Bg4
         alice: Be2+
           < 5. Be2
         bob: nc6
           < 5... Nc6
         alice: 0-0
           < 6. O-O
         bob: O-O-O
           < 6... O-O-O
         alice: bb5
           < 7. Bb5",
    );
}

#[test]
fn a_promotion_without_its_piece_is_asked_back() {
    Hall::after(
        "alice: !challenge @bob carrera white
         bob: !accept
         alice: a4
         bob: b5
         alice: axb5
         bob: a6
         alice: bxa6
         bob: h6
         alice: a7
         bob: h5
         alice: axb8
           < What does the pawn become? Type axb8=A, axb8=C or axb8=Q.
           (privately)
         alice: axb8=R
           < A pawn of this game can't become a rook, only queen, champion or centaur.
         alice: axb8 (champion)
           < 5. axb8=C",
    );
}

#[test]
fn two_legal_moves_are_asked_back() {
    Hall::after(
        "alice: !challenge @bob chess white
         bob: !accept
         alice: Nf3
         bob: e5
         alice: d4
         bob: e4
         alice: Nd2
           < That can be more than one move. Which: Nbd2 or Nfd2?
         alice: Nfd2
           < 3. Nfd2",
    );
}

#[test]
fn refusals_say_why_in_pieces_and_squares() {
    Hall::after(
        "alice: !challenge @bob chess white
         bob: !accept
         alice: Ra3
           < The rook on a1 is blocked by your own pawn on a2.
         alice: e5
           < None of your pawns moves like that to e5.
         alice: e2e5
           < The pawn on e2 doesn't move like that to e5. You could play e
           (privately)
         alice: Nf4
           < You could play Nf3, for example.
         alice: Bg3
           < !moves 1 for every legal move.
         alice: e7e5
           < The pawn on e7 isn't yours: you play White.
         alice: e3e4
           < Nothing stands on e3.
         alice: O-O
           < O-O isn't possible: your own bishop on f1 stands between king and rook.
         alice: i4
           < There is no i4 on this board: its files are a to h and its ranks 1 to 8.
         alice: !move something
           < something is no move that I can read.
         alice: !move
           < Which move?
         alice: e4
         bob: e5
         alice: Qh5
         bob: f6
           < Your king would be in check from the queen on h5.
         bob: Nc6
         alice: Qxe5
         bob: Nge7
         alice: Nh3
         bob: d5
         alice: Qxc7
         bob: d4
         alice: Bb5
         bob: d3
         alice: Qxd8
         bob: a6
           < Your king is in check, and this leaves it attacked by the queen on d8.",
    );
}

#[test]
fn castling_through_an_attack_is_explained() {
    Hall::after(
        "alice: !challenge @bob chess white
         bob: !accept
         alice: e4
         bob: b6
         alice: Nf3
         bob: Ba6
         alice: g3
         bob: e6
         alice: Bg2
         bob: Bb4
         alice: O-O
           < O-O isn't possible: the king would pass f1, which the bishop on a6 attacks.
         alice: d2d3
           < Your king would be in check from the bishop on b4.
         alice: oo
           < O-O isn't possible",
    );
    Hall::after(
        "alice: !challenge @bob carrera white
         bob: !accept
         alice: O-O
           < There is no castling in this game.",
    );
}

#[test]
fn stacks_are_explained() {
    Hall::after(
        "alice: !challenge @bob combination white
         bob: !accept
         alice: Rb1
         bob: Rb8
           < (rook joins the knight on b8: marshal)
         alice: RNc3
           < 2. RNc3 · Bob
         bob: e5
         alice: Nd5
           < (knight leaves the rook on c3)
         bob: d6
         alice: Nxc7
           < 4. Nxc7+
           < in check.",
    );
    Hall::after(
        "alice: !challenge @bob combination white
         bob: !accept
         alice: Rb1
         bob: e5
         alice: RNc3
         bob: d5
         alice: Nxd5
           < Only a whole stack captures: the knight can't leave the others on c3 to take the pawn on d5.
         alice: Rd3
         bob: e4
         alice: Qc1
           < (queen joins the bishop on c1: crowned bishop)",
    );
}
