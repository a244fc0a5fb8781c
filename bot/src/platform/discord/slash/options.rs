//! The options of the slash commands, as a table.

use poise::BoxFuture;
use rules::variants;
use serenity::all::{CommandOptionType, CreateAutocompleteResponse, CreateCommandOption};

use super::Context;
use super::suggestions::{self, kinds_of_games, legal_moves, numbers, own_games, verbs, zones};
use crate::clock::{BANK_DAYS, MOVE_DAYS, VACATION_DAYS};
use crate::command::Verb;
use crate::machine::Level;
use crate::preference;
use crate::text::discord as sentences;

type Autocomplete = for<'a> fn(Context<'a>, &'a str) -> BoxFuture<'a, CreateAutocompleteResponse>;

/// An option of a command.
pub(super) struct Parameter {
    pub(super) name: &'static str,
    /// What it is for.
    pub(super) purpose: &'static str,
    /// What stands before its value in the typed form.
    pub(super) word: &'static str,
    pub(super) is_required: bool,
    pub(super) kind: fn(CreateCommandOption) -> CreateCommandOption,
    pub(super) autocomplete: Option<Autocomplete>,
}

pub(super) const OPPONENT: Parameter = Parameter {
    name: "opponent",
    purpose: sentences::OPPONENT,
    word: "",
    is_required: false,
    kind: |option| option.kind(CommandOptionType::User),
    autocomplete: None,
};
pub(super) const VARIANT: Parameter = Parameter {
    name: "game",
    purpose: sentences::VARIANT,
    word: "",
    is_required: false,
    kind: variant_choices,
    autocomplete: None,
};
pub(super) const COLOUR: Parameter = Parameter {
    name: "colour",
    purpose: sentences::COLOUR,
    word: "",
    is_required: false,
    kind: |option| choices(option, &["white", "black", "random"]),
    autocomplete: None,
};
pub(super) const HINTS: Parameter = Parameter {
    name: "hints",
    purpose: sentences::HINTS,
    word: "hints:",
    is_required: false,
    kind: |option| choices(option, &["on", "off"]),
    autocomplete: None,
};
pub(super) const RATED: Parameter = Parameter { name: "rated", purpose: sentences::RATED, word: "rated:", ..HINTS };
pub(super) const LEVEL: Parameter = Parameter {
    name: "level",
    purpose: sentences::LEVEL,
    word: "level:",
    is_required: false,
    kind: |option| {
        let (weakest, strongest) = (Level::WEAKEST.number(), Level::STRONGEST.number());
        option.kind(CommandOptionType::Integer).min_int_value(weakest.into()).max_int_value(strongest.into())
    },
    autocomplete: None,
};
pub(super) const DAYS: Parameter = Parameter {
    name: "days",
    purpose: sentences::DAYS,
    word: "days:",
    is_required: false,
    kind: |option| {
        let (least, most) = MOVE_DAYS.into_inner();
        option.kind(CommandOptionType::Integer).min_int_value(least.into()).max_int_value(most.into())
    },
    autocomplete: None,
};
pub(super) const BANK: Parameter = Parameter {
    name: "bank",
    purpose: sentences::BANK,
    word: "bank:",
    is_required: false,
    kind: |option| option.kind(CommandOptionType::String).max_length(20),
    autocomplete: None,
};
pub(super) const CAP: Parameter = Parameter {
    name: "cap",
    purpose: sentences::CAP,
    word: "cap:",
    kind: |option| {
        let (least, most) = BANK_DAYS.into_inner();
        option.kind(CommandOptionType::Integer).min_int_value(least.into()).max_int_value(most.into())
    },
    ..DAYS
};
pub(super) const WEEKENDS: Parameter =
    Parameter { name: "weekends", purpose: sentences::WEEKENDS, word: "weekends:", ..HINTS };
pub(super) const VACATION: Parameter = Parameter {
    name: "vacation",
    purpose: sentences::VACATION,
    word: "vacation:",
    kind: |option| {
        let (least, most) = VACATION_DAYS.into_inner();
        option.kind(CommandOptionType::Integer).min_int_value(least.into()).max_int_value(most.into())
    },
    ..DAYS
};
pub(super) const FLAG: Parameter = Parameter {
    name: "flag",
    purpose: sentences::FLAG,
    word: "flag:",
    kind: |option| choices(option, &["once", "claim"]),
    ..HINTS
};
pub(super) const AWAY_DAYS: Parameter = Parameter {
    name: "days",
    purpose: sentences::AWAY_DAYS,
    word: "",
    kind: |option| option.kind(CommandOptionType::Integer).min_int_value(1).max_int_value(366),
    ..DAYS
};
pub(super) const AWAY_UNTIL: Parameter =
    Parameter { name: "until", purpose: sentences::AWAY_UNTIL, word: "until ", ..BANK };
pub(super) const AWAY_OFF: Parameter = Parameter {
    name: "back",
    purpose: sentences::AWAY_OFF,
    word: "",
    kind: |option| choices(option, &["off"]),
    ..HINTS
};
pub(super) const LINES: Parameter = Parameter {
    name: "line",
    purpose: sentences::LINES,
    word: "",
    is_required: false,
    kind: |option| option.kind(CommandOptionType::String).max_length(400),
    autocomplete: None,
};
pub(super) const GAME: Parameter = Parameter {
    name: suggestions::GAME,
    purpose: sentences::NUMBER,
    word: "",
    is_required: false,
    kind: |option| option.kind(CommandOptionType::Integer).min_int_value(1).max_int_value(u64::from(u32::MAX)),
    autocomplete: Some(|context, typed| Box::pin(own_games(context, typed))),
};
/// A game or challenge of which more can be meant than one's own running games.
pub(super) const NUMBER: Parameter =
    Parameter { autocomplete: Some(|context, typed| Box::pin(numbers(context, typed))), ..GAME };
pub(super) const PERSON: Parameter = Parameter { name: "person", purpose: sentences::PERSON, ..OPPONENT };
pub(super) const SOMEBODY: Parameter = Parameter { is_required: true, ..PERSON };
pub(super) const SIDE: Parameter = Parameter {
    name: "view",
    purpose: sentences::SIDE,
    word: "",
    is_required: false,
    kind: |option| choices(option, &["white", "black"]),
    autocomplete: None,
};
pub(super) const PLACE: Parameter = Parameter {
    name: "where",
    purpose: sentences::PLACE,
    word: "",
    is_required: false,
    kind: |option| choices(option, &["here", "everywhere"]),
    autocomplete: None,
};
pub(super) const HERE: Parameter = Parameter { kind: |option| choices(option, &["here"]), ..PLACE };
pub(super) const PAGE: Parameter = Parameter {
    name: "page",
    purpose: sentences::PAGE,
    word: "",
    is_required: false,
    kind: |option| option.kind(CommandOptionType::Integer).min_int_value(1).max_int_value(100_000),
    autocomplete: None,
};
pub(super) const VERDICT: Parameter = Parameter {
    name: "result",
    purpose: sentences::VERDICT,
    word: "",
    is_required: true,
    kind: |option| choices(option, &["white", "black", "draw"]),
    autocomplete: None,
};
pub(super) const MUTE_DAYS: Parameter = Parameter {
    name: "days",
    purpose: sentences::MUTE_DAYS,
    word: "",
    is_required: false,
    kind: |option| option.kind(CommandOptionType::Integer).min_int_value(1).max_int_value(3650),
    autocomplete: None,
};
pub(super) const SPEAKS: Parameter = Parameter {
    name: "bot",
    purpose: sentences::SPEAKS,
    word: "",
    is_required: false,
    kind: |option| choices(option, &["on", "off"]),
    autocomplete: None,
};
pub(super) const GAMES: Parameter = Parameter {
    name: "games",
    purpose: sentences::GAMES,
    word: "games ",
    is_required: false,
    kind: |option| option.kind(CommandOptionType::String).max_length(200),
    autocomplete: Some(|_, typed| Box::pin(kinds_of_games(typed))),
};
pub(super) const TERMS: Parameter = Parameter {
    name: "terms",
    purpose: sentences::TERMS,
    word: "terms ",
    is_required: false,
    kind: |option| option.kind(CommandOptionType::String).max_length(100),
    autocomplete: None,
};

/// A setting, chosen from its values.
const fn setting(
    name: &'static str,
    purpose: &'static str,
    word: &'static str,
    kind: fn(CreateCommandOption) -> CreateCommandOption,
) -> Parameter {
    Parameter { name, purpose, word, is_required: false, kind, autocomplete: None }
}

fn values(option: CreateCommandOption, name: &str) -> CreateCommandOption {
    choices(option, &preference::values(name).unwrap_or_default())
}

/// Every setting, in the order of [`preference::NAMES`].
const SETTINGS: [Parameter; 6] = [
    setting("view", sentences::VIEW, "view ", |option| values(option, "view")),
    setting("pings", sentences::PINGS, "pings ", |option| values(option, "pings")),
    setting("reminders", sentences::REMINDERS, "reminders ", |option| values(option, "reminders")),
    Parameter {
        autocomplete: Some(|_, typed| Box::pin(zones(typed))),
        ..setting("zone", sentences::ZONE, "zone ", |option| option.kind(CommandOptionType::String).max_length(60))
    },
    setting("theme", sentences::THEME, "theme ", |option| values(option, "theme")),
    setting("letters", sentences::LETTERS, "letters ", |option| values(option, "letters")),
];
pub(super) const AT: Parameter = Parameter {
    name: "at",
    purpose: sentences::AT,
    word: "at ",
    is_required: false,
    kind: |option| option.kind(CommandOptionType::Integer).min_int_value(0).max_int_value(100_000),
    autocomplete: None,
};
pub(super) const DRAW_STEP: Parameter = Parameter {
    name: "step",
    purpose: sentences::STEP,
    word: "",
    is_required: false,
    kind: |option| choices(option, &["offer", "accept", "decline", "claim"]),
    autocomplete: None,
};
pub(super) const TAKEBACK_STEP: Parameter =
    Parameter { kind: |option| choices(option, &["ask", "accept", "decline"]), ..DRAW_STEP };
pub(super) const CONFIRM: Parameter = Parameter {
    name: "confirm",
    purpose: sentences::CONFIRM,
    word: "",
    is_required: false,
    kind: |option| choices(option, &["yes"]),
    autocomplete: None,
};
pub(super) const WHOLE: Parameter =
    Parameter { name: "tell", purpose: sentences::WHOLE, kind: |option| choices(option, &["move"]), ..CONFIRM };
pub(super) const MOVE: Parameter = Parameter {
    name: "move",
    purpose: sentences::MOVE,
    word: "",
    is_required: true,
    kind: |option| option.kind(CommandOptionType::String).max_length(40),
    autocomplete: Some(|context, typed| Box::pin(legal_moves(context, typed))),
};
pub(super) const TOPIC: Parameter = Parameter {
    name: "command",
    purpose: sentences::TOPIC,
    word: "",
    is_required: false,
    kind: |option| option.kind(CommandOptionType::String),
    // There may be more of them than Discord has as choices.
    autocomplete: Some(|_, typed| Box::pin(verbs(typed))),
};

/// The options of a verb, in the order of the typed form.
pub(super) fn parameters(verb: Verb) -> &'static [Parameter] {
    const CHALLENGE: [Parameter; 12] =
        [OPPONENT, VARIANT, COLOUR, LEVEL, DAYS, HINTS, RATED, BANK, CAP, WEEKENDS, VACATION, FLAG];
    const AWAY: [Parameter; 3] = [AWAY_DAYS, AWAY_UNTIL, AWAY_OFF];
    const IF: [Parameter; 2] = [GAME, LINES];
    const ONE_GAME: [Parameter; 1] = [GAME];
    const ONE_NUMBER: [Parameter; 1] = [NUMBER];
    // What must be given comes first for Discord; the words are put in order below.
    const A_MOVE: [Parameter; 2] = [MOVE, GAME];
    const HINT: [Parameter; 2] = [GAME, WHOLE];
    const BOARD: [Parameter; 3] = [NUMBER, AT, SIDE];
    const GAMES_LISTED: [Parameter; 2] = [HERE, PAGE];
    const HISTORY: [Parameter; 2] = [PERSON, PAGE];
    const STATS: [Parameter; 2] = [PERSON, VARIANT];
    const TOP: [Parameter; 2] = [VARIANT, PLACE];
    const ABOUT_SOMEBODY: [Parameter; 1] = [SOMEBODY];
    const ROOM: [Parameter; 3] = [SPEAKS, GAMES, TERMS];
    const ADJUDICATE: [Parameter; 2] = [VERDICT, NUMBER];
    const MUTE: [Parameter; 2] = [SOMEBODY, MUTE_DAYS];
    const FORGET: [Parameter; 1] = [CONFIRM];
    const RESIGN: [Parameter; 2] = [GAME, CONFIRM];
    const DRAW: [Parameter; 2] = [GAME, DRAW_STEP];
    const TAKEBACK: [Parameter; 2] = [GAME, TAKEBACK_STEP];
    const RULES: [Parameter; 1] = [VARIANT];
    const HELP: [Parameter; 1] = [TOPIC];
    match verb {
        Verb::Challenge => &CHALLENGE,
        Verb::Vacation => &AWAY,
        Verb::If => &IF,
        Verb::Accept
        | Verb::Decline
        | Verb::Withdraw
        | Verb::Rematch
        | Verb::Review
        | Verb::Pgn
        | Verb::Json
        | Verb::Replay
        | Verb::Fen
        | Verb::Stop => &ONE_NUMBER,
        Verb::Moves | Verb::Abort | Verb::Clock | Verb::Claim => &ONE_GAME,
        Verb::Move => &A_MOVE,
        Verb::Board => &BOARD,
        Verb::Hint => &HINT,
        Verb::Resign => &RESIGN,
        Verb::Draw => &DRAW,
        Verb::Takeback => &TAKEBACK,
        Verb::Rules => &RULES,
        Verb::Help => &HELP,
        Verb::Games => &GAMES_LISTED,
        Verb::History => &HISTORY,
        Verb::Stats => &STATS,
        Verb::Top => &TOP,
        Verb::Versus | Verb::Block | Verb::Unblock | Verb::Unmute => &ABOUT_SOMEBODY,
        Verb::Set => &SETTINGS,
        Verb::Room => &ROOM,
        Verb::Adjudicate => &ADJUDICATE,
        Verb::Mute => &MUTE,
        Verb::Forget => &FORGET,
        Verb::Challenges | Verb::Settings | Verb::Blocks | Verb::Export => &[],
    }
}

fn choices(option: CreateCommandOption, words: &[&str]) -> CreateCommandOption {
    words.iter().fold(option.kind(CommandOptionType::String), |option, word| option.add_string_choice(*word, *word))
}

fn variant_choices(option: CreateCommandOption) -> CreateCommandOption {
    let all = variants::ALL.into_iter();
    all.fold(option.kind(CommandOptionType::String), |option, variant| {
        option.add_string_choice(variant.name, variant.key)
    })
}
