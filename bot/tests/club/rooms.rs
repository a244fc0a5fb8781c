//! Moderators and the rules of their rooms; and cards whose time is over.

use centaur::command::{Act, ChallengeStep, Command};
use centaur::talk::{Content, GameNumber};

use crate::hall::Hall;

#[test]
fn moderators_set_a_rooms_rules_and_the_room_sees_it() {
    Hall::after(
        "bob: !room
           < I play in this room. All games may be played here. A challenge that says nothing else is: Friendly
           (privately)
         bob: !room games bird
           < Only moderators of this room can do that.
           (privately)
         mod: !room games bird carrera
           < Mod has changed the rules of this room. The games here are bird and carrera.
         bob: !challenge chess
           < Chess isn't played in this room. The games here are bird and carrera.
         bob@hall/thread: !challenge chess
           < isn't played in this room
         bob@den: !challenge chess
           < Chess
         mod: !room terms rated
           < Rated, without hints.
         bob: !challenge bird
           < Rated, without hints.
         bob: !challenge bird casual
           < Friendly, hints allowed.
         mod: !room games all
           < All games may be played here.
         mod: !room games
           < Which: all, carrera or bird?
         mod: !room dance
           < I don't understand dance",
    );
}

#[test]
fn in_a_room_that_is_off_only_moderators_commands_are_heard() {
    Hall::after(
        "alice: !challenge @bob chess white
         bob: !accept
         mod: !room off
           < I am silent in this room. Moderators wake me with !room on.
         alice: e4
           (nothing)
         alice: !help
           (nothing)
         alice: !dance
           (nothing)
         alice: !room on
           (nothing)
         alice@hall/1: !help
           (nothing)
         mod: !help
           (nothing)
         alice@den: 1 e4
           < 1. e4
         (restart)
         mod: !room on
           < I play in this room.
         bob: e5
           < 1... e5",
    );
}

#[test]
fn moderators_end_games_of_their_own_room_only() {
    Hall::after(
        "alice: !challenge @bob chess white rated
         bob: !accept
         alice: e4
         bob: e5
         alice: !stop 1
           < Only moderators
         mod@den: !stop 1
           < There is no #1 here.
         mod: !adjudicate 1
           < Who wins: white, black, or is it a draw?
         mod: !adjudicate 1 black
           < Mod, a moderator, has decided: #1 0-1 Bob (Black) wins by adjudication. Ratings: Alice 1500 → 1338
         mod: !stop 1
           < #1 is over.
         alice@hall/9: !challenge @bob bird white
         bob@hall/9: !accept
         mod: !stop
           < Mod, a moderator, has decided: #2 is stopped, without a result.
         mod: !stop
           < No game is running in this room.
         alice: !challenge @bob chess white
         bob: !accept
         mod: !adjudicate draw
           < ½–½ A draw by adjudication.",
    );
}

#[test]
fn somebody_muted_is_told_once_and_then_not_heard() {
    Hall::after(
        "alice: !challenge @bob chess white
         bob: !accept
         alice: !mute @bob
           < Only moderators
         mod: !mute @bob 3 days
           < Mod has muted Bob in this room until 2026-03-04
         alice: e4
           < 1. e4
         bob: e5
           < The moderators don't want me to listen to you in this room until 2026-03-04
           (privately)
         bob: e5
           (nothing)
         bob: !help
           (nothing)
         bob@den: 1 e5
           < 1... e5
         mod: !unmute @alice
           < Alice isn't muted here.
         mod: !unmute @bob
           < Mod lets Bob be heard in this room again.
         bob: !help
           < The commands
         mod: !mute @bob
           < has muted Bob in this room.
         (after 30 days)
         bob: !help
           < don't want me to listen to you in this room.
         mod: !mute @bob 1 day
         (after 2 days)
         bob: !help
           < The commands
         mod: !mute @bob 0
           < 0 can't be meant here.",
    );
}

#[test]
fn an_old_card_answers_its_challenge_and_nothing_that_has_its_number_later() {
    let mut hall = Hall::after("alice: !challenge @bob chess white");
    let card: Vec<Command> = hall.heard[0].actions.iter().map(|action| action.command.clone()).collect();
    let steps = [ChallengeStep::Accept, ChallengeStep::Decline, ChallengeStep::Withdraw].map(Act::Challenged);
    assert_eq!(card, steps.map(|act| Command { game: Some(GameNumber(1)), act }));
    assert_eq!(card[0].to_string(), "accept 1 challenge");
    let press = |hall: &mut Hall, name: &str, command: &Command| {
        let ask = hall.ask(name, "hall", "");
        hall.hear(&centaur::talk::Ask { content: Content::Command(command.clone()), ..ask });
    };
    press(&mut hall, "carol", &card[0]);
    hall.play("< Only Bob can answer");
    press(&mut hall, "bob", &card[0]);
    hall.play("< #1 Chess begins\nalice: e4\nbob: e5\nalice: !draw\nalice: !takeback");
    for (name, command) in [("bob", &card[0]), ("bob", &card[1]), ("alice", &card[2])] {
        press(&mut hall, name, command);
        hall.play("< Challenge #1 is no longer open.\n(privately)");
    }
    hall.play("bob: !draw accept\n< A draw by agreement");
}
