//! How to talk to the bot.

use rules::variants;

use super::{Text, code, command, strong, text};
use crate::command::{USUAL_GAME, Verb};
use crate::machine::{self, Level};
use crate::preference;
use crate::talk::Span;

/// Three lines for somebody who comes into a room of the bot for the first time.
pub fn welcome() -> Text {
    text![
        "This is Centaur: play historic chess variants with your friends, right here.\n",
        "Begin with ",
        command(format!("challenge {}", USUAL_GAME.0.key)),
        "; somebody else answers with ",
        command("accept"),
        ", and then you just type moves, such as ",
        code("e4"),
        ".\n",
        command("help"),
        " lists everything else."
    ]
}

/// What a command does, in a line.
pub fn summary(verb: Verb) -> &'static str {
    match verb {
        Verb::Challenge => "ask somebody, or anybody, to play",
        Verb::Accept => "accept a challenge, a draw or a takeback",
        Verb::Decline => "decline one of these",
        Verb::Withdraw => "take back what you asked",
        Verb::Challenges => "list the open challenges",
        Verb::Move => "play a move; mostly you just type the move",
        Verb::Board => "show the board",
        Verb::Moves => "list the legal moves",
        Verb::Hint => "get a hint, in three steps",
        Verb::Resign => "give up",
        Verb::Draw => "offer, accept or claim a draw",
        Verb::Takeback => "ask to take back to your own last turn",
        Verb::Abort => "break off before both have moved",
        Verb::Rematch => "play again with colours swapped",
        Verb::Review => "look back at a finished game: its turning points",
        Verb::Games => "list your running games, or this room's",
        Verb::History => "list finished games",
        Verb::Stats => "tell results and ratings",
        Verb::Top => "rank the players of this room, or all",
        Verb::Versus => "compare yourself with somebody",
        Verb::Settings => "show your settings",
        Verb::Set => "change a setting",
        Verb::Block => "don't be challenged by somebody",
        Verb::Unblock => "let somebody challenge you again",
        Verb::Blocks => "list whom you have blocked",
        Verb::Export => "get everything that I store about you",
        Verb::Forget => "have it erased",
        Verb::Room => "show this room's rules; moderators change them",
        Verb::Stop => "end a game without a result, as a moderator",
        Verb::Adjudicate => "decide a game, as a moderator",
        Verb::Mute => "don't listen to somebody in this room, as a moderator",
        Verb::Unmute => "listen to somebody again, as a moderator",
        Verb::Json => "get the game as JSON",
        Verb::Replay => "get the game as a moving picture",
        Verb::Pgn => "get the game as PGN",
        Verb::Fen => "get the position as FEN",
        Verb::Rules => "tell the rules of a game",
        Verb::Clock => "show both clocks of a game",
        Verb::Claim => "end a game in which your opponent's time is up",
        Verb::Vacation => "stop your clocks while you are away",
        Verb::If => "prepare answers to your opponent's move",
        Verb::Help => "this, or more about one command",
    }
}

/// Examples of a command, without the prefix.
fn examples(verb: Verb) -> &'static [&'static str] {
    match verb {
        Verb::Challenge => {
            &["challenge @bob", "challenge @bob bird white", "challenge combination rated", "challenge centaur level:3"]
        }
        Verb::Accept => &["accept", "accept 12"],
        Verb::Decline => &["decline", "decline 12"],
        Verb::Withdraw => &["withdraw", "withdraw 12"],
        Verb::Challenges => &["challenges"],
        Verb::Move => &["move e4", "move 12 Nf3"],
        Verb::Board => &["board", "board 12", "show 12 at 23", "board 12 at 23 black"],
        Verb::Moves => &["moves", "moves 12"],
        Verb::Hint => &["hint", "hint 12", "hint move"],
        Verb::Resign => &["resign", "resign 12 yes"],
        Verb::Draw => &["draw", "draw accept", "draw decline", "draw claim"],
        Verb::Takeback => &["takeback", "takeback accept", "takeback decline"],
        Verb::Abort => &["abort", "abort 12"],
        Verb::Rematch => &["rematch", "rematch 12"],
        Verb::Review => &["review", "review 12"],
        Verb::Games => &["games", "games 2", "games here"],
        Verb::History => &["history", "history @bob", "history @bob 2"],
        Verb::Stats => &["stats", "stats @bob", "stats bird"],
        Verb::Top => &["top", "top carrera", "top bird everywhere"],
        Verb::Versus => &["versus @bob"],
        Verb::Settings => &["settings"],
        Verb::Set => &["set view own", "set pings reminders", "set zone Europe/Berlin", "set letters german"],
        Verb::Block => &["block @bob"],
        Verb::Unblock => &["unblock @bob"],
        Verb::Blocks => &["blocks"],
        Verb::Export => &["export-me"],
        Verb::Forget => &["forget-me", "forget-me yes"],
        Verb::Room => &["room", "room off", "room games carrera bird", "room games all", "room terms rated"],
        Verb::Stop => &["stop 12"],
        Verb::Adjudicate => &["adjudicate 12 white", "adjudicate 12 draw"],
        Verb::Mute => &["mute @bob", "mute @bob 3 days"],
        Verb::Unmute => &["unmute @bob"],
        Verb::Json => &["json", "json 12"],
        Verb::Replay => &["replay", "replay 12"],
        Verb::Pgn => &["pgn", "pgn 12"],
        Verb::Fen => &["fen", "fen 12"],
        Verb::Rules => &["rules", "rules bird"],
        Verb::Clock => &["clock", "clock 12"],
        Verb::Claim => &["claim", "claim 12"],
        Verb::Vacation => &["vacation 3 days", "vacation until 2027-01-05", "vacation off", "vacation"],
        Verb::If => &["if exd5 Qxd5", "if exd5 Qxd5 Nc3 Qd8; any h3", "if 12 e5 d4", "if", "if off"],
        Verb::Help => &["help", "help challenge"],
    }
}

/// What goes beyond the line, for the commands that need it.
fn details(verb: Verb) -> Text {
    match verb {
        Verb::Rules => kinds_listed(),
        Verb::Challenge => {
            let mut said = text!["Without a name anybody here may accept. "];
            said.append(kinds_listed());
            let usual = code(USUAL_GAME.0.key);
            said.append(text![
                "\nUnless you say otherwise it is ",
                usual,
                ", with colours by lot, friendly, with hints allowed. ",
                code("rated"),
                " counts for the ratings and has no hints; ",
                code("hints:off"),
                " does without them.\nAgainst ",
                code("centaur"),
                format!(
                    ", which is me, the game starts at once, at a level from {} to {}: {} unless you say otherwise. Such \
                     games are never rated.",
                    Level::WEAKEST,
                    Level::STRONGEST,
                    machine::USUAL
                ),
                "\nThere is no clock unless you name one: ",
                code("3d"),
                " is three days for each move, ",
                code("bank:10d+1d"),
                " ten days in all and one more for each move (no more than ten at once, or as ",
                code("cap:20d"),
                " says). With it go ",
                code("weekends:off"),
                ", when nobody's clock runs on a Saturday or Sunday of their own, ",
                code("vacation:14"),
                ", for the days a year that a vacation stops it, and ",
                code("flag:claim"),
                ", when a win on time has to be claimed. Whoever makes no first move in time loses nothing: the game is \
                 aborted."
            ]);
            said
        }
        Verb::Move => text![
            "A message that is nothing but a move is played: ",
            code("Nf3"),
            ", ",
            code("g1f3"),
            ", ",
            code("exd5"),
            ", ",
            code("O-O"),
            ", ",
            code("e8=Q"),
            ". In Combination Chess write the letters that move: ",
            code("RNe5"),
            ". With several games, begin with the number: ",
            code("12 Nf3"),
            "."
        ],
        Verb::Hint => text![
            "First I name a piece, then its square, then the move; ",
            command("hint move"),
            " tells the move at once. Only you are told where that can be done. Hints are counted and shown with the \
             result; who agreed to do without them, or plays a rated game, gets none."
        ],
        Verb::Review => {
            text!["I look at every move, which takes up to half a minute, and show what would have been better."]
        }
        Verb::Draw => text![
            "An offer stands until it is answered or your opponent moves. A claim is for the player on the move, after a \
             threefold repetition or fifty moves without capture or pawn move."
        ],
        Verb::Takeback => {
            text!["Your opponent has to allow it. Both clocks show again what they did when that turn first began."]
        }
        Verb::Claim => text![
            "It is for games agreed on with ",
            code("flag:claim"),
            "; in others the game ends by itself. When you have nothing left to mate with it is a draw."
        ],
        Verb::Vacation => text![
            "Your clock stands still in the games whose challenge allowed vacation days, until those of the year are \
             used up. It begins at once, and ends when you say or at the beginning of that day."
        ],
        Verb::If => text![
            "Write moves in turn, your opponent's first, and semicolons between lines; ",
            code("any"),
            " stands for every other move. What applies is played at once; all is forgotten when the game takes another \
             course, with a draw offer or with a takeback. Others may read what you type in a room: send it in a direct \
             message, with the game's number."
        ],
        Verb::Resign => text!["It asks once more before it counts."],
        Verb::Set => {
            let mut said = text!["What can be set:"];
            for name in preference::NAMES {
                said.append(text!["\n", code(name), " "]);
                match preference::values(name) {
                    Some(values) => said.append(super::row(values.into_iter().map(code), "or")),
                    None => said.push("a time zone's name"),
                }
            }
            said
        }
        Verb::Export => text!["Where others read along, ask in a direct conversation instead."],
        Verb::Forget => text!["It asks once more. Your opponents keep the games, without your name."],
        Verb::Block => text!["Open challenges between you are closed; games that you are playing go on."],
        Verb::Top => text!["Only rated games between people count: ", command("challenge rated"), " asks for one."],
        Verb::Room => text![
            "Moderators say which games may be played here, whether I speak at all, and the terms of challenges that \
             say nothing about them."
        ],
        _ => Text::default(),
    }
}

fn kinds_listed() -> Text {
    let mut said = text!["The games:"];
    for variant in variants::ALL {
        said.append(text!["\n", code(variant.key), format!(" {}", variant.name)]);
    }
    said
}

/// The commands by what they are for: every verb once.
const SUBJECTS: [(&str, &[Verb]); 7] = [
    ("To begin", &[Verb::Challenge, Verb::Accept, Verb::Decline, Verb::Withdraw, Verb::Challenges]),
    ("In a game", &[Verb::Move, Verb::Board, Verb::Moves, Verb::Hint, Verb::If, Verb::Draw, Verb::Takeback]),
    ("To end it", &[Verb::Resign, Verb::Abort, Verb::Rematch, Verb::Review]),
    ("Time", &[Verb::Clock, Verb::Claim, Verb::Vacation]),
    (
        "To look up",
        &[
            Verb::Games,
            Verb::History,
            Verb::Stats,
            Verb::Top,
            Verb::Versus,
            Verb::Pgn,
            Verb::Json,
            Verb::Replay,
            Verb::Fen,
            Verb::Rules,
            Verb::Help,
        ],
    ),
    ("About you", &[Verb::Settings, Verb::Set, Verb::Block, Verb::Unblock, Verb::Blocks, Verb::Export, Verb::Forget]),
    ("For moderators", &[Verb::Room, Verb::Stop, Verb::Adjudicate, Verb::Mute, Verb::Unmute]),
];

/// Everything the bot does, by subject.
pub fn help() -> Text {
    let mut said = text![
        "Moves are plain messages, such as ",
        code("e4"),
        " or ",
        code("Nf3"),
        ". With several games put the number first: ",
        code("12 Nf3"),
        ". The commands:"
    ];
    for (subject, verbs) in SUBJECTS {
        said.append(text!["\n", strong(subject), ": "]);
        said.append(super::row(verbs.iter().map(|verb| command(verb.word())), "and"));
        said.push(".");
    }
    said.append(text!["\n", command("help hint"), " tells more about one, and so for each."]);
    said
}

/// More about one command.
pub fn help_on(verb: Verb) -> Text {
    let mut said = text![command(verb.word()), format!(" – {}. For example: ", summary(verb))];
    let examples = examples(verb).iter().map(|example| Span::Command((*example).to_owned()));
    said.append(super::row(examples, "or"));
    said.push(".");
    let details = details(verb);
    if !details.is_empty() {
        said.push("\n");
        said.append(details);
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_under_one_subject() {
        let mut listed: Vec<&str> =
            SUBJECTS.iter().flat_map(|(_, verbs)| verbs.iter()).map(|verb| verb.word()).collect();
        let mut all: Vec<&str> = Verb::all().map(Verb::word).collect();
        listed.sort_unstable();
        all.sort_unstable();
        assert_eq!(listed, all);
    }
}
