//! What people are told when something they asked for isn't done.

use rules::Claim;

use super::{Text, code, command, strong, text};
use crate::challenge::{MOST_GAMES, MOST_TO_ONE};
use crate::clock::{BANK_DAYS, MOVE_DAYS};
use crate::command::{Act, Command, DrawStep, Misread, TakebackStep, Verb};
use crate::error::{Choice, Refusal};
use crate::machine::Level;
use crate::names::GameNumber;
use crate::talk::Span;

fn about(act: Act, number: GameNumber) -> Span {
    command(Command { game: Some(number), act })
}

/// Why what this person asked for isn't done, and what to do instead.
pub fn refusal(refusal: &Refusal) -> Text {
    match refusal {
        Refusal::Misread(misread) => misunderstood(misread),
        Refusal::OwnOpponent => {
            text!["You can't challenge yourself. Name somebody else, or nobody to challenge anybody."]
        }
        Refusal::TooManyChallenges(Some(person)) => text![
            person,
            format!(" has {MOST_TO_ONE} challenges of yours to answer already. "),
            command("withdraw"),
            " takes one back."
        ],
        Refusal::TooManyChallenges(None) => text![
            format!("You have {MOST_TO_ONE} challenges open to anybody here already. "),
            command("withdraw"),
            " takes one back."
        ],
        Refusal::TooManyGames(person) => {
            text![person, format!(" is playing {MOST_GAMES} games already, and more isn't allowed.")]
        }
        Refusal::NoSuchGame(number) => {
            text!["There is no ", *number, " here. ", command("games"), " lists your games."]
        }
        Refusal::NoGameHere => {
            text![
                "You have no game running here. ",
                command("challenge"),
                " starts one, ",
                command("help"),
                " tells how."
            ]
        }
        Refusal::NothingPending => {
            text!["There is nothing here that waits for that. ", command("challenges"), " lists what is open."]
        }
        Refusal::NotYourChallenge(number, Some(person)) => {
            text!["Only ", person, " can answer ", *number, "."]
        }
        Refusal::NotYourChallenge(number, None) => text![
            *number,
            " is your own challenge; somebody else has to accept it. ",
            about(Act::Withdraw, *number),
            " takes it back."
        ],
        Refusal::ChallengeOver(number) => text!["Challenge ", *number, " is no longer open."],
        Refusal::WhichGame(choices) => which(choices),
        Refusal::NotYourGame(number) => text!["You aren't playing in ", *number, "."],
        Refusal::NotYourTurn(games) => {
            let mut said = text!["It isn't your turn:"];
            for (number, opponent) in games {
                said.append(text![" ", opponent, " is to move in ", *number, "."]);
            }
            said
        }
        Refusal::AnswerFirst(number) => text![
            "Your opponent in ",
            *number,
            " asks to take back: first ",
            about(Act::Takeback(TakebackStep::Accept), *number),
            " or ",
            about(Act::Takeback(TakebackStep::Decline), *number),
            "."
        ],
        Refusal::GameOver(number) => {
            text![*number, " is over. ", about(Act::Rematch, *number), " asks for another game."]
        }
        Refusal::GameRunning(number) => text![*number, " is still being played."],
        Refusal::Move { number, position, typed, objection, letters } => {
            super::objection(Some(*number), position, typed, objection, *letters)
        }
        Refusal::NotOffered(number) => text!["Your opponent in ", *number, " hasn't asked for that."],
        Refusal::AlreadyOffered(number) => {
            text!["You have asked already in ", *number, "; your opponent has to answer."]
        }
        Refusal::NoClaim { number, repetitions, quiet_plies } => text![
            "No draw can be claimed in ",
            *number,
            format!(
                " yet: the position has stood on the board {}, and there were {} without capture or pawn move, of \
                 fifty. ",
                if *repetitions == 1 { "once".to_owned() } else { format!("{repetitions} times") },
                super::count((*quiet_plies / 2) as usize, "move"),
            ),
            about(Act::Draw(DrawStep::Offer), *number),
            " offers one."
        ],
        Refusal::ClaimNotYourTurn(number, claim) => text![
            format!("Only the player on the move can claim the draw by {} in ", claim_in_words(*claim)),
            *number,
            "."
        ],
        Refusal::NothingToTakeBack(number) => text!["You haven't moved yet in ", *number, "."],
        Refusal::TooLateToAbort(number) => text![
            "Both sides have moved in ",
            *number,
            ", so it can't be broken off. ",
            about(Act::Draw(DrawStep::Offer), *number),
            " offers a draw."
        ],
        Refusal::RematchBegun(number) => text!["The rematch has begun already: ", *number, "."],
        Refusal::RematchOffered(number) => {
            text!["You have asked for a rematch already: ", *number, " waits for an answer."]
        }
        Refusal::NoHints { number, rated: true } => text!["There are no hints in ", *number, ": it is rated."],
        Refusal::NoHints { number, rated: false } => {
            text!["There are no hints in ", *number, ": that was agreed on when it began."]
        }
        Refusal::HintComing(number) => {
            text!["I am still thinking about your hint for ", *number, "; it comes in a moment."]
        }
        Refusal::NothingToReview(number) => text!["Nothing was decided in ", *number, ": there is nothing to review."],
        Refusal::NotUp(number, Some(deadline)) => {
            text!["The time of your opponent in ", *number, " isn't up before ", *deadline, "."]
        }
        Refusal::NotUp(number, None) => text![
            "Your opponent's clock isn't running in ",
            *number,
            ". ",
            about(Act::Draw(DrawStep::Claim), *number),
            " claims a draw."
        ],
        Refusal::VacationLength => text!["A vacation ends later than now, and within a year."],
        Refusal::MoveFirst(number) => {
            text!["It is your move in ", *number, ": conditional moves are for when your opponent is to move."]
        }
        Refusal::Line(number, error) => super::conditionals::line_refused(*number, error),
        Refusal::NoSuchPly(number, plies) => {
            text![*number, format!(" has {} so far.", super::count(*plies, "ply").replace("plys", "plies"))]
        }
        Refusal::GameNotHere(kind, games) => {
            let mut said = text![format!("{} isn't played in this room. The games here are ", kind.0.name)];
            said.append(super::moderation::kinds(games));
            said.push(".");
            said
        }
        Refusal::NotToBeChallenged(person) => text!["A game between you and ", person, " can't be arranged just now."],
        Refusal::Blocked(person) => {
            text!["You have blocked ", person, ". ", command("unblock"), " takes it back."]
        }
        Refusal::NotBlocked(person) => text!["You haven't blocked ", person, "."],
        Refusal::UnknownZone { typed, closest } => match closest {
            Some(closest) => text!["I don't know the time zone ", code(typed), ". Did you mean ", code(closest), "?"],
            None => text!["I don't know the time zone ", code(typed), ". A name is like ", code("Europe/Berlin"), "."],
        },
        Refusal::TooFast => text!["That is a lot at once; I'll listen to you again in a moment."],
        Refusal::Muted(None) => text!["The moderators don't want me to listen to you in this room."],
        Refusal::Muted(Some(until)) => {
            text!["The moderators don't want me to listen to you in this room until ", *until, "."]
        }
        Refusal::NotMuted(person) => text![person, " isn't muted here."],
        Refusal::NotModerator => text!["Only moderators of this room can do that."],
        Refusal::NothingRunningHere => text!["No game is running in this room."],
    }
}

/// A claim's rule, as it stands in a sentence.
pub(super) fn claim_in_words(claim: Claim) -> &'static str {
    match claim {
        Claim::ThreefoldRepetition => "threefold repetition",
        Claim::FiftyMoves => "the fifty-move rule",
    }
}

fn which(choices: &[Choice]) -> Text {
    let mut said = text!["Which one do you mean?"];
    for choice in choices {
        said.append(text!["\n", strong(choice.number.to_string()), format!(" {}", choice.kind.0.name)]);
        if let Some(other) = &choice.other {
            said.append(text![" with ", other]);
        }
        said.append(text![": ", command(&choice.command)]);
    }
    said
}

fn misunderstood(misread: &Misread) -> Text {
    match misread {
        Misread::UnknownCommand { word, closest: Some(closest) } => {
            text!["I don't know ", command(word), ". Did you mean ", command(closest.word()), "?"]
        }
        Misread::UnknownCommand { word, closest: None } => {
            text!["I don't know ", command(word), ". ", command("help"), " lists what I do."]
        }
        Misread::UnknownWord { verb: Verb::Challenge, word, closest: None } => text![
            "I don't know what ",
            code(word),
            " means here: it is no game that I know, no colour, and nobody named as people are mentioned here. ",
            command("help challenge"),
            " has examples."
        ],
        Misread::UnknownWord { verb, word, closest } => match closest {
            Some(closest) => text!["I don't understand ", code(word), ". Did you mean ", code(*closest), "?"],
            None => text![
                "I don't understand ",
                code(word),
                " after ",
                command(verb.word()),
                ". ",
                command(format!("help {}", verb.word())),
                " has examples."
            ],
        },
        Misread::UnknownPerson(written) => {
            text!["There is nobody called ", code(written), " here who could play."]
        }
        Misread::SeveralPeople => text!["A game is for two: name one opponent only."],
        Misread::UnknownGame(words) => {
            text!["There is no game that is all of ", code(words), ". ", command("help challenge"), " lists the games."]
        }
        Misread::HintsInRatedGame => {
            text!["A rated game has no hints: say ", code("rated"), " or ", code("hints:on"), ", not both."]
        }
        Misread::RatedAgainstMachine => {
            text!["Games against me are never rated. Leave out ", code("rated"), ", or challenge somebody else."]
        }
        Misread::NoSuchLevel(_) => text![
            format!("My levels go from {} to {}: ", Level::WEAKEST, Level::STRONGEST),
            command("challenge centaur level:5"),
            "."
        ],
        Misread::ImpossibleTiming => text![
            "I don't understand that clock. Say ",
            code("3d"),
            format!(" for days a move ({} to {}), ", MOVE_DAYS.start(), MOVE_DAYS.end()),
            code("bank:10d+1d"),
            format!(" for a bank (up to {} days) with a bonus for each move and perhaps ", BANK_DAYS.end()),
            code("cap:20d"),
            ", or ",
            code("noclock"),
            "; with a clock also ",
            code("weekends:off"),
            ", ",
            code("vacation:14"),
            " and ",
            code("flag:claim"),
            "."
        ],
        Misread::NoVacation => text![
            "How long are you away? For example ",
            command("vacation 3 days"),
            " or ",
            command("vacation until 2027-01-05"),
            "."
        ],
        Misread::NobodyNamed(verb) => {
            text!["Who is meant? For example ", command(format!("{} @bob", verb.word())), "."]
        }
        Misread::NoValue { name, values } => {
            let mut said = match name {
                Some("zone") => return text!["Which time zone? For example ", command("set zone Europe/Berlin"), "."],
                Some(name) => text!["What shall ", code(*name), " be: "],
                None => text!["Which: "],
            };
            said.append(super::row(values.iter().map(|value| code(*value)), "or"));
            said.push("?");
            said
        }
        Misread::NoVerdict => {
            text!["Who wins: ", code("white"), ", ", code("black"), ", or is it a ", code("draw"), "?"]
        }
        Misread::NoSuchNumber(number) => text![code(number.to_string()), " can't be meant here."],
        Misread::NoMove => text!["Which move? For example ", command("move e4"), ", or just ", code("e4"), "."],
    }
}
