//! Slash commands and menus: one for every verb of the club, made from a table. What is chosen in their options becomes
//! the words that somebody would have typed, so that there is one grammar.

use std::sync::Arc;

use jiff::Timestamp;
use poise::{ApplicationContext, BoxFuture, CommandParameter, ContextMenuCommandAction, FrameworkError};
use rules::variants;
use serenity::all::{
    AutocompleteChoice, CommandInteraction, CommandOptionType, CreateAutocompleteResponse, CreateCommandOption,
    InstallationContext, InteractionContext, Message, PartialMember, ResolvedValue, User,
};

use super::bot::Bot;
use super::interactions::{self, Saying};
use super::names;
use crate::command::{self, Act, Command, DrawStep, PREFIX, RoomStep, Side, TakebackStep, Verb};
use crate::names::GameNumber;
use crate::preference;
use crate::talk::Mention;
use crate::text::{self, discord as sentences};

/// The most that Discord shows to choose from.
const MOST_CHOICES: usize = 25;

/// The most letters of something to choose.
const LONGEST_CHOICE: usize = 100;

type Context<'a> = ApplicationContext<'a, Arc<Bot>, serenity::Error>;
type Outcome<'a> = Result<(), FrameworkError<'a, Arc<Bot>, serenity::Error>>;
type Autocomplete = for<'a> fn(Context<'a>, &'a str) -> BoxFuture<'a, CreateAutocompleteResponse>;

/// An option of a command.
struct Parameter {
    name: &'static str,
    /// What it is for.
    purpose: &'static str,
    /// What stands before its value in the typed form.
    word: &'static str,
    is_required: bool,
    kind: fn(CreateCommandOption) -> CreateCommandOption,
    autocomplete: Option<Autocomplete>,
}

const OPPONENT: Parameter = Parameter {
    name: "opponent",
    purpose: sentences::OPPONENT,
    word: "",
    is_required: false,
    kind: |option| option.kind(CommandOptionType::User),
    autocomplete: None,
};
const VARIANT: Parameter = Parameter {
    name: "game",
    purpose: sentences::VARIANT,
    word: "",
    is_required: false,
    kind: variant_choices,
    autocomplete: None,
};
const COLOUR: Parameter = Parameter {
    name: "colour",
    purpose: sentences::COLOUR,
    word: "",
    is_required: false,
    kind: |option| choices(option, &["white", "black", "random"]),
    autocomplete: None,
};
const HINTS: Parameter = Parameter {
    name: "hints",
    purpose: sentences::HINTS,
    word: "hints:",
    is_required: false,
    kind: |option| choices(option, &["on", "off"]),
    autocomplete: None,
};
const RATED: Parameter = Parameter { name: "rated", purpose: sentences::RATED, word: "rated:", ..HINTS };
const GAME: Parameter = Parameter {
    name: "game",
    purpose: sentences::NUMBER,
    word: "",
    is_required: false,
    kind: |option| option.kind(CommandOptionType::Integer).min_int_value(1).max_int_value(u64::from(u32::MAX)),
    autocomplete: Some(|context, typed| Box::pin(own_games(context, typed))),
};
/// A game or challenge of which more can be meant than one's own running games.
const NUMBER: Parameter =
    Parameter { autocomplete: Some(|context, typed| Box::pin(suggestions(context, typed))), ..GAME };
const PERSON: Parameter = Parameter { name: "person", purpose: sentences::PERSON, ..OPPONENT };
const SOMEBODY: Parameter = Parameter { is_required: true, ..PERSON };
const SIDE: Parameter = Parameter {
    name: "view",
    purpose: sentences::SIDE,
    word: "",
    is_required: false,
    kind: |option| choices(option, &["white", "black"]),
    autocomplete: None,
};
const PLACE: Parameter = Parameter {
    name: "where",
    purpose: sentences::PLACE,
    word: "",
    is_required: false,
    kind: |option| choices(option, &["here", "everywhere"]),
    autocomplete: None,
};
const HERE: Parameter = Parameter { kind: |option| choices(option, &["here"]), ..PLACE };
const PAGE: Parameter = Parameter {
    name: "page",
    purpose: sentences::PAGE,
    word: "",
    is_required: false,
    kind: |option| option.kind(CommandOptionType::Integer).min_int_value(1).max_int_value(100_000),
    autocomplete: None,
};
const VERDICT: Parameter = Parameter {
    name: "result",
    purpose: sentences::VERDICT,
    word: "",
    is_required: true,
    kind: |option| choices(option, &["white", "black", "draw"]),
    autocomplete: None,
};
const DAYS: Parameter = Parameter {
    name: "days",
    purpose: sentences::DAYS,
    word: "",
    is_required: false,
    kind: |option| option.kind(CommandOptionType::Integer).min_int_value(1).max_int_value(3650),
    autocomplete: None,
};
const SPEAKS: Parameter = Parameter {
    name: "bot",
    purpose: sentences::SPEAKS,
    word: "",
    is_required: false,
    kind: |option| choices(option, &["on", "off"]),
    autocomplete: None,
};
const GAMES: Parameter = Parameter {
    name: "games",
    purpose: sentences::GAMES,
    word: "games ",
    is_required: false,
    kind: |option| option.kind(CommandOptionType::String).max_length(200),
    autocomplete: Some(|_, typed| Box::pin(kinds_of_games(typed))),
};
const TERMS: Parameter = Parameter {
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
const AT: Parameter = Parameter {
    name: "at",
    purpose: sentences::AT,
    word: "at ",
    is_required: false,
    kind: |option| option.kind(CommandOptionType::Integer).min_int_value(0).max_int_value(100_000),
    autocomplete: None,
};
const DRAW_STEP: Parameter = Parameter {
    name: "step",
    purpose: sentences::STEP,
    word: "",
    is_required: false,
    kind: |option| choices(option, &["offer", "accept", "decline", "claim"]),
    autocomplete: None,
};
const TAKEBACK_STEP: Parameter =
    Parameter { kind: |option| choices(option, &["ask", "accept", "decline"]), ..DRAW_STEP };
const CONFIRM: Parameter = Parameter {
    name: "confirm",
    purpose: sentences::CONFIRM,
    word: "",
    is_required: false,
    kind: |option| choices(option, &["yes"]),
    autocomplete: None,
};
const MOVE: Parameter = Parameter {
    name: "move",
    purpose: sentences::MOVE,
    word: "",
    is_required: true,
    kind: |option| option.kind(CommandOptionType::String).max_length(40),
    autocomplete: Some(|context, typed| Box::pin(legal_moves(context, typed))),
};
const TOPIC: Parameter = Parameter {
    name: "command",
    purpose: sentences::TOPIC,
    word: "",
    is_required: false,
    kind: |option| option.kind(CommandOptionType::String),
    // There may be more of them than Discord has as choices.
    autocomplete: Some(|_, typed| Box::pin(verbs(typed))),
};

/// The options of a verb, in the order of the typed form.
fn parameters(verb: Verb) -> &'static [Parameter] {
    const CHALLENGE: [Parameter; 5] = [OPPONENT, VARIANT, COLOUR, HINTS, RATED];
    const ONE_GAME: [Parameter; 1] = [GAME];
    const ONE_NUMBER: [Parameter; 1] = [NUMBER];
    // What must be given comes first for Discord; the words are put in order below.
    const A_MOVE: [Parameter; 2] = [MOVE, GAME];
    const BOARD: [Parameter; 3] = [NUMBER, AT, SIDE];
    const GAMES_LISTED: [Parameter; 2] = [HERE, PAGE];
    const HISTORY: [Parameter; 2] = [PERSON, PAGE];
    const STATS: [Parameter; 2] = [PERSON, VARIANT];
    const TOP: [Parameter; 2] = [VARIANT, PLACE];
    const ABOUT_SOMEBODY: [Parameter; 1] = [SOMEBODY];
    const ROOM: [Parameter; 3] = [SPEAKS, GAMES, TERMS];
    const ADJUDICATE: [Parameter; 2] = [VERDICT, NUMBER];
    const MUTE: [Parameter; 2] = [SOMEBODY, DAYS];
    const FORGET: [Parameter; 1] = [CONFIRM];
    const RESIGN: [Parameter; 2] = [GAME, CONFIRM];
    const DRAW: [Parameter; 2] = [GAME, DRAW_STEP];
    const TAKEBACK: [Parameter; 2] = [GAME, TAKEBACK_STEP];
    const RULES: [Parameter; 1] = [VARIANT];
    const HELP: [Parameter; 1] = [TOPIC];
    match verb {
        Verb::Challenge => &CHALLENGE,
        Verb::Accept
        | Verb::Decline
        | Verb::Withdraw
        | Verb::Rematch
        | Verb::Pgn
        | Verb::Json
        | Verb::Replay
        | Verb::Fen
        | Verb::Stop => &ONE_NUMBER,
        Verb::Moves | Verb::Abort => &ONE_GAME,
        Verb::Move => &A_MOVE,
        Verb::Board => &BOARD,
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

/// Everything that is registered with Discord.
pub(super) fn commands() -> Vec<poise::Command<Arc<Bot>, serenity::Error>> {
    let mut commands: Vec<_> = Verb::all().map(slash_command).collect();
    commands.push(menu_entry(sentences::CHALLENGE_ENTRY, ContextMenuCommandAction::User(challenge_person)));
    commands.push(menu_entry(sentences::BOARD_ENTRY, ContextMenuCommandAction::Message(show_board)));
    commands
}

/// A command that is there in servers, threads and direct messages, wherever the bot or its user is.
fn everywhere(name: &'static str) -> poise::Command<Arc<Bot>, serenity::Error> {
    poise::Command {
        name: name.into(),
        qualified_name: name.into(),
        install_context: Some(vec![InstallationContext::Guild, InstallationContext::User]),
        interaction_context: Some(vec![
            InteractionContext::Guild,
            InteractionContext::BotDm,
            InteractionContext::PrivateChannel,
        ]),
        ..poise::Command::default()
    }
}

fn slash_command(verb: Verb) -> poise::Command<Arc<Bot>, serenity::Error> {
    let localized = sentences::localized(verb).map(|(locale, name)| (locale.into(), name.into()));
    poise::Command {
        name_localizations: localized.to_vec().into(),
        description: Some(text::summary(verb).into()),
        parameters: parameters(verb).iter().map(parameter).collect(),
        slash_action: Some(run),
        ..everywhere(verb.word())
    }
}

fn parameter(parameter: &Parameter) -> CommandParameter<Arc<Bot>, serenity::Error> {
    CommandParameter {
        name: parameter.name.into(),
        name_localizations: Vec::new().into(),
        description: Some(parameter.purpose.into()),
        description_localizations: Vec::new().into(),
        required: parameter.is_required,
        channel_types: None,
        choices: Vec::new().into(),
        type_setter: Some(parameter.kind),
        autocomplete_callback: parameter.autocomplete,
        __non_exhaustive: (),
    }
}

fn menu_entry(
    name: &'static str,
    action: ContextMenuCommandAction<Arc<Bot>, serenity::Error>,
) -> poise::Command<Arc<Bot>, serenity::Error> {
    poise::Command { context_menu_action: Some(action), context_menu_name: Some(name.into()), ..everywhere(name) }
}

fn run(context: Context<'_>) -> BoxFuture<'_, Outcome<'_>> {
    Box::pin(async move {
        let saying = words(context);
        interactions::command(context.framework.user_data, context.interaction, saying, None).await;
        Ok(())
    })
}

fn challenge_person(context: Context<'_>, user: User) -> BoxFuture<'_, Outcome<'_>> {
    Box::pin(async move {
        let mut saying = Saying::new(Verb::Challenge.word());
        saying.add_person(&user, user.member.as_deref(), context.interaction);
        interactions::command(context.framework.user_data, context.interaction, saying, None).await;
        Ok(())
    })
}

fn show_board(context: Context<'_>, message: Message) -> BoxFuture<'_, Outcome<'_>> {
    Box::pin(async move {
        let bot = context.framework.user_data;
        let about = bot.game_of(&message);
        interactions::command(bot, context.interaction, Saying::new(Verb::Board.word()), about).await;
        Ok(())
    })
}

/// What was chosen, as somebody would have typed it.
fn words(context: Context<'_>) -> Saying {
    let command = context.command();
    let mut saying = Saying::new(&command.name);
    let verb = Verb::from_word(&command.name);
    let mut parameters: Vec<&Parameter> = verb.map(parameters).unwrap_or_default().iter().collect();
    // The grammar has a game's number before everything else.
    parameters.sort_by_key(|parameter| parameter.name != GAME.name);
    for parameter in parameters {
        match context.args.iter().find(|option| option.name == parameter.name).map(|option| &option.value) {
            Some(ResolvedValue::User(user, member)) => saying.add_person(user, *member, context.interaction),
            Some(ResolvedValue::String(value)) => saying.add(&format!("{}{value}", parameter.word)),
            Some(ResolvedValue::Integer(value)) => saying.add(&format!("{}{value}", parameter.word)),
            _ => {}
        }
    }
    saying
}

impl Saying {
    /// Adds somebody's name. Whoever can't play here is named without being known, which the club refuses.
    fn add_person(&mut self, user: &User, member: Option<&PartialMember>, interaction: &CommandInteraction) {
        let person = names::author(user, member);
        let is_here = match interaction.context {
            // Only the bot and the asker see what is said there.
            Some(InteractionContext::BotDm) => user.id == interaction.user.id,
            _ => interaction.guild_id.is_none() || member.is_some(),
        };
        if user.bot || !is_here {
            let name: String = person.name.chars().filter(|letter| letter.is_alphanumeric()).collect();
            self.add(&format!("@{name}"));
        } else {
            let written = format!("<@{}>", user.id);
            self.add(&written);
            self.mentions.push(Mention { written, person });
        }
    }
}

async fn verbs(typed: &str) -> CreateAutocompleteResponse {
    let typed = typed.trim().to_lowercase();
    let words = Verb::all().map(Verb::word).filter(|word| word.starts_with(&typed));
    let choices = words.take(MOST_CHOICES).map(|word| AutocompleteChoice::new(word, word));
    CreateAutocompleteResponse::new().set_choices(choices.collect())
}

async fn kinds_of_games(typed: &str) -> CreateAutocompleteResponse {
    // Several can be named; the last word is being typed.
    let (before, last) = typed.rsplit_once(' ').map_or(("", typed), |(before, last)| (before, last));
    let last = last.trim().to_lowercase();
    let keys = ["all"].into_iter().chain(variants::ALL.into_iter().map(|variant| variant.key));
    let fitting = keys.filter(|key| key.starts_with(&last)).map(|key| format!("{before} {key}").trim().to_owned());
    let choices = fitting.take(MOST_CHOICES).map(|words| AutocompleteChoice::new(shortened(&words), words));
    CreateAutocompleteResponse::new().set_choices(choices.collect())
}

async fn zones(typed: &str) -> CreateAutocompleteResponse {
    let choices = preference::zones_with(typed).take(MOST_CHOICES);
    let choices = choices.map(|name| AutocompleteChoice::new(name.clone(), name));
    CreateAutocompleteResponse::new().set_choices(choices.collect())
}

async fn suggestions(context: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let bot = context.framework.user_data;
    let me = names::actor(&context.interaction.user, context.interaction.member.as_deref());
    let room = names::room(context.interaction.channel_id);
    let verb = Verb::from_word(&context.command().name).unwrap_or(Verb::Board);
    let found = bot.desk.enquire(move |club| club.suggestions(&me, &room, verb, Timestamp::now()));
    let found = found.await.unwrap_or_default();
    let fitting = found.iter().filter_map(|suggestion| {
        let people: Vec<&str> = suggestion.people.iter().map(|person| person.name.as_str()).collect();
        let name = shortened(&sentences::number_choice(suggestion.number, suggestion.kind, &people));
        let is_typed = name.to_lowercase().contains(&typed.trim().to_lowercase());
        is_typed.then(|| AutocompleteChoice::new(name, i64::from(suggestion.number.0)))
    });
    CreateAutocompleteResponse::new().set_choices(fitting.take(MOST_CHOICES).collect())
}

async fn own_games(context: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let bot = context.framework.user_data;
    let me = names::actor(&context.interaction.user, context.interaction.member.as_deref());
    let asker = me.clone();
    let games = bot.desk.enquire(move |club| club.games_of(&asker)).await.unwrap_or_default();
    let fitting = games.iter().filter_map(|game| {
        let opponent = game.opponent_of(&me).map(|person| person.name.as_str()).unwrap_or_default();
        let name = shortened(&sentences::game_choice(game, opponent, game.awaits(&me)));
        let is_typed = name.to_lowercase().contains(&typed.trim().to_lowercase());
        is_typed.then(|| AutocompleteChoice::new(name, i64::from(game.number.0)))
    });
    CreateAutocompleteResponse::new().set_choices(fitting.take(MOST_CHOICES).collect())
}

async fn legal_moves(context: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let bot = context.framework.user_data;
    let me = names::actor(&context.interaction.user, context.interaction.member.as_deref());
    let room = names::room(context.interaction.channel_id);
    let game = context.args.iter().find_map(|option| match option.value {
        ResolvedValue::Integer(number) if option.name == GAME.name => u32::try_from(number).ok().map(GameNumber),
        _ => None,
    });
    let begun = typed.to_owned();
    let moves = bot.desk.enquire(move |club| club.moves_beginning(&me, &room, game, &begun)).await.unwrap_or_default();
    let choices = moves.into_iter().take(MOST_CHOICES).map(|san| AutocompleteChoice::new(san.clone(), san));
    CreateAutocompleteResponse::new().set_choices(choices.collect())
}

/// A name short enough to choose from.
pub(super) fn shortened(name: &str) -> String {
    match name.char_indices().nth(LONGEST_CHOICE - 1) {
        Some((end, _)) if name.chars().count() > LONGEST_CHOICE => format!("{}…", &name[..end]),
        _ => name.to_owned(),
    }
}

/// A typed command as one types it on Discord, with its options by name.
pub(super) fn as_typed(words: &str) -> String {
    let Some(Ok(Command { game, act })) = command::parse(&format!("{PREFIX}{words}"), &[]) else {
        return format!("/{words}");
    };
    let step = match &act {
        Act::Draw(DrawStep::Offer) | Act::Takeback(TakebackStep::Ask) => None,
        Act::Draw(DrawStep::Accept) | Act::Takeback(TakebackStep::Accept) => Some("accept"),
        Act::Draw(DrawStep::Decline) | Act::Takeback(TakebackStep::Decline) => Some("decline"),
        Act::Draw(DrawStep::Claim) => Some("claim"),
        _ => None,
    };
    let mut typed = format!("/{}", act.verb().word());
    let mut add = |name: &str, value: &str| typed.push_str(&format!(" {name}:{value}"));
    match &act {
        Act::Challenge { kind, color, terms, .. } => {
            add(VARIANT.name, kind.0.key);
            if words.contains(color.key()) {
                add(COLOUR.name, color.key());
            }
            let terms = terms.unwrap_or_default();
            if terms.rated {
                add(RATED.name, "on");
            } else if !terms.hints {
                add(HINTS.name, "off");
            }
        }
        Act::Rules(Some(kind)) => add(VARIANT.name, kind.0.key),
        Act::Help(Some(verb)) => add(TOPIC.name, verb.word()),
        Act::Move(played) => add(MOVE.name, played),
        Act::Resign { confirmed: true } | Act::Forget { confirmed: true } => add(CONFIRM.name, "yes"),
        Act::Board { at, view } => {
            if let Some(ply) = at {
                add(AT.name, &ply.to_string());
            }
            if let Some(view) = view {
                add(SIDE.name, if *view == Side::White { "white" } else { "black" });
            }
        }
        Act::Games { here, page } => {
            if *here {
                add(HERE.name, "here");
            }
            if *page > 1 {
                add(PAGE.name, &page.to_string());
            }
        }
        Act::History { page, .. } if *page > 1 => add(PAGE.name, &page.to_string()),
        Act::Stats { kind: Some(kind), .. } => add(VARIANT.name, kind.0.key),
        Act::Top { kind, everywhere } => {
            if let Some(kind) = kind {
                add(VARIANT.name, kind.0.key);
            }
            if *everywhere {
                add(PLACE.name, "everywhere");
            }
        }
        Act::Set(settings) => settings.iter().for_each(|setting| {
            let (name, value) = setting.words();
            add(name, value);
        }),
        Act::Room(RoomStep::Speak(speaks)) => add(SPEAKS.name, if *speaks { "on" } else { "off" }),
        Act::Adjudicate(_) | Act::Room(RoomStep::Games(_) | RoomStep::Terms(_)) => {
            // The value is what the typed form ends with.
            let name = match &act {
                Act::Adjudicate(_) => VERDICT.name,
                Act::Room(RoomStep::Games(_)) => GAMES.name,
                _ => TERMS.name,
            };
            let written = Command { game: None, act: act.clone() }.to_string();
            let value = written.split_once(' ').map_or("", |(_, value)| value);
            add(name, value.trim_start_matches(name).trim());
        }
        _ => {}
    }
    if let Some(step) = step {
        add(DRAW_STEP.name, step);
    }
    if let Some(GameNumber(number)) = game {
        add(GAME.name, &number.to_string());
    }
    typed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_shown_as_discord_has_them_typed() {
        assert_eq!(as_typed("draw 12 accept"), "/draw step:accept game:12");
        assert_eq!(as_typed("resign 12 yes"), "/resign confirm:yes game:12");
        assert_eq!(as_typed("challenge bird white"), "/challenge game:bird colour:white");
        assert_eq!(as_typed("challenge bird rated"), "/challenge game:bird rated:on");
        assert_eq!(as_typed("challenge carrera"), "/challenge game:carrera");
        assert_eq!(as_typed("move 12 Nf3"), "/move move:Nf3 game:12");
        assert_eq!(as_typed("board 12 at 5"), "/board at:5 game:12");
        assert_eq!(as_typed("set view own zone utc"), "/set view:own zone:utc");
        assert_eq!(as_typed("room games bird carrera"), "/room games:bird carrera");
        assert_eq!(as_typed("adjudicate 12 draw"), "/adjudicate result:draw game:12");
        assert_eq!(as_typed("games here 2"), "/games where:here page:2");
        assert_eq!(as_typed("forget-me yes"), "/forget-me confirm:yes");
        assert_eq!(as_typed("help"), "/help");
        assert_eq!(as_typed("dance wildly"), "/dance wildly");
    }

    #[test]
    fn every_command_is_as_discord_wants_it() {
        let created = poise::builtins::create_application_commands(&commands());
        assert_eq!(created.len(), Verb::all().count() + 2);
        for command in created {
            let command = serde_json::to_value(&command).unwrap();
            assert!(command["name"].as_str().unwrap().len() <= 32);
            let options = command["options"].as_array().cloned().unwrap_or_default();
            let required = |option: &serde_json::Value| option["required"] == true;
            assert!(options.is_sorted_by_key(|option| !required(option)), "what is required comes first");
            for text in options.iter().chain([&command]).filter_map(|part| part["description"].as_str()) {
                assert!((1..=100).contains(&text.chars().count()) || command["type"] != 1, "{text}");
            }
            for option in &options {
                assert!(option["choices"].as_array().is_none_or(|choices| choices.len() <= MOST_CHOICES));
            }
        }
    }

    #[test]
    fn long_names_are_cut() {
        assert_eq!(shortened("short"), "short");
        assert_eq!(shortened(&"é".repeat(101)).chars().count(), LONGEST_CHOICE);
        assert_eq!(shortened(&"é".repeat(100)), "é".repeat(100));
    }
}
