//! Draws, takebacks, resignation, abort: the right person's word, never a stray one.

use crate::hall::Hall;

const BEGUN: &str = "alice: !challenge @bob chess white\nbob: !accept\nalice: Nf3\nbob: Nf6\n";

fn begun(script: &str) -> Hall {
    Hall::after(&format!("{BEGUN}{script}"))
}

#[test]
fn a_draw_offer_stands_until_answered_or_the_opponent_moves() {
    begun(
        "bob: !draw accept
           < hasn't asked for that
         alice: !draw
           < #1 Alice offers a draw. Bob: !draw 1 accept, !draw 1 decline, or play on.
           (pings bob)
         alice: !draw
           < You have asked already
         alice: !draw accept
           < hasn't asked for that
         alice: Ng1
           < Alice offers a draw: !draw 1 accept, or play on.
         bob: Ng8
           < ~offers
         bob: !draw accept
           < hasn't asked for that
         bob: !draw offer
         (restart)
         alice: !decline
           < Alice declines the draw.
         bob: !draw offer
         alice: !draw
           < #1 ½–½ A draw by agreement.
         bob: Nf6
           (nothing)
         bob: !draw
           < You have no game running here.
         bob: !draw 1
           < #1 is over.",
    );
}

#[test]
fn a_repetition_is_claimed_by_the_player_on_the_move() {
    begun(
        "alice: !draw claim
           < the position has stood on the board once
         alice: Ng1
         bob: Ng8
         alice: Nf3
         bob: Nf6
         alice: Ng1
         bob: Ng8
           < A draw by threefold repetition can be claimed: !draw 1 claim.
         bob: !draw claim
           < Only the player on the move can claim the draw by threefold repetition
         alice: !draw claim
           < #1 ½–½ A draw claimed by threefold repetition.
           (pings bob)",
    );
}

#[test]
fn five_times_the_same_position_ends_the_game() {
    let shuffle = "alice: Ng1\nbob: Ng8\nalice: Nf3\nbob: Nf6\n";
    let mut hall = begun(&shuffle.repeat(3));
    hall.play("alice: Ng1\nbob: Ng8\n< ½–½ A draw by fivefold repetition.");
}

#[test]
fn a_takeback_goes_back_to_the_askers_own_last_turn() {
    begun(
        "alice: !takeback
           < Alice would like to take back 2 moves, to choose again. Bob: !takeback 1 accept or !takeback 1 decline.
         alice: !takeback accept
           < hasn't asked for that
         bob: !takeback
           < first !takeback 1 accept or !takeback 1 decline
         carol: !accept 1
           < Challenge #1 is no longer open.
         (restart)
         bob: !accept
           < #1 2 moves taken back. Alice (White) to move.
           (pings alice)
         bob: !takeback
           < You haven't moved yet in #1.
         alice: e4
           < 1. e4
         alice: !takeback
           < take back 1 move
         bob: !takeback decline
           < Bob doesn't allow it
         alice: !takeback
         alice: !withdraw
           < lets the move stand
         alice: !undo
         bob: e5
         bob: !takeback accept
           < hasn't asked for that",
    );
}

#[test]
fn resigning_asks_once_more() {
    let mut hall = begun(
        "alice: !resign
           < Do you really resign #1 against Bob? Then type !resign 1 yes.
           (privately)
         carol: !resign 1 yes
           < You aren't playing in #1.
         bob: e5
           < It isn't your turn
         bob: !resign yes
           < #1 1-0 Alice (White) wins: Bob resigns.
           (pings alice)",
    );
    assert_eq!(hall.heard[0].actions[0].command.to_string(), "rematch 1");
    hall.play("alice: !resign yes\n< You have no game running here.");
}

#[test]
fn a_game_is_aborted_only_before_both_have_moved() {
    begun("alice: !abort\n< Both sides have moved");
    Hall::after(
        "alice: !challenge @bob chess white
         bob: !accept
         alice: e4
         bob: !abort
           < #1 is aborted, without a result.
         bob: e5
           (nothing)
         bob: !rematch
           < #2 Bob asks Alice for a rematch of #1",
    );
}

#[test]
fn two_questions_in_one_game_are_told_apart() {
    begun(
        "alice: !draw
         alice: !takeback
         bob: !accept
           < Which one do you mean?
           < !draw 1 accept
           < !takeback 1 accept
         bob: !takeback accept
           < 2 moves taken back
           < ~draw",
    );
}
