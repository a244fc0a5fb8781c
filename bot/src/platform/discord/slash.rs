//! Slash commands and menus: one for every verb of the club, made from a table. What is chosen in their options becomes
//! the words that somebody would have typed, so that there is one grammar.

use std::sync::Arc;

use poise::{ApplicationContext, BoxFuture, CommandParameter, ContextMenuCommandAction, FrameworkError};
use rules::variants;
use serenity::all::{
    AutocompleteChoice, CommandInteraction, CommandOptionType, CreateAutocompleteResponse, CreateCommandOption,
    InstallationContext, InteractionContext, Message, PartialMember, ResolvedValue, User,
};

use super::bot::Bot;
use super::interactions::{self, Saying};
use super::names;
use crate::clock::{BANK_DAYS, MOVE_DAYS, VACATION_DAYS};
use crate::command::{self, Act, Command, DrawStep, IfStep, MACHINE, PREFIX, TakebackStep, VacationStep, Verb};
use crate::machine;
use crate::names::GameNumber;
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
const LEVEL: Parameter = Parameter {
    name: "level",
    purpose: sentences::LEVEL,
    word: "level:",
    is_required: false,
    kind: |option| option.kind(CommandOptionType::Integer).min_int_value(1).max_int_value(8),
    autocomplete: None,
};
const DAYS: Parameter = Parameter {
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
const BANK: Parameter = Parameter {
    name: "bank",
    purpose: sentences::BANK,
    word: "bank:",
    is_required: false,
    kind: |option| option.kind(CommandOptionType::String).max_length(20),
    autocomplete: None,
};
const CAP: Parameter = Parameter {
    name: "cap",
    purpose: sentences::CAP,
    word: "cap:",
    kind: |option| {
        let (least, most) = BANK_DAYS.into_inner();
        option.kind(CommandOptionType::Integer).min_int_value(least.into()).max_int_value(most.into())
    },
    ..DAYS
};
const WEEKENDS: Parameter = Parameter { name: "weekends", purpose: sentences::WEEKENDS, word: "weekends:", ..HINTS };
const VACATION: Parameter = Parameter {
    name: "vacation",
    purpose: sentences::VACATION,
    word: "vacation:",
    kind: |option| {
        let (least, most) = VACATION_DAYS.into_inner();
        option.kind(CommandOptionType::Integer).min_int_value(least.into()).max_int_value(most.into())
    },
    ..DAYS
};
const FLAG: Parameter = Parameter {
    name: "flag",
    purpose: sentences::FLAG,
    word: "flag:",
    kind: |option| choices(option, &["once", "claim"]),
    ..HINTS
};
const AWAY_DAYS: Parameter = Parameter {
    name: "days",
    purpose: sentences::AWAY_DAYS,
    word: "",
    kind: |option| option.kind(CommandOptionType::Integer).min_int_value(1).max_int_value(366),
    ..DAYS
};
const AWAY_UNTIL: Parameter = Parameter { name: "until", purpose: sentences::AWAY_UNTIL, word: "until ", ..BANK };
const AWAY_OFF: Parameter = Parameter {
    name: "back",
    purpose: sentences::AWAY_OFF,
    word: "",
    kind: |option| choices(option, &["off"]),
    ..HINTS
};
const LINES: Parameter = Parameter {
    name: "line",
    purpose: sentences::LINES,
    word: "",
    is_required: false,
    kind: |option| option.kind(CommandOptionType::String).max_length(400),
    autocomplete: None,
};
const GAME: Parameter = Parameter {
    name: "game",
    purpose: sentences::NUMBER,
    word: "",
    is_required: false,
    kind: |option| option.kind(CommandOptionType::Integer).min_int_value(1).max_int_value(u64::from(u32::MAX)),
    autocomplete: Some(|context, typed| Box::pin(own_games(context, typed))),
};
/// A challenge has no place in the list of games, so its number is just typed.
const NUMBER: Parameter = Parameter { autocomplete: None, ..GAME };
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
const WHOLE: Parameter =
    Parameter { name: "tell", purpose: sentences::WHOLE, kind: |option| choices(option, &["move"]), ..CONFIRM };
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
    const CHALLENGE: [Parameter; 12] =
        [OPPONENT, VARIANT, COLOUR, LEVEL, DAYS, HINTS, RATED, BANK, CAP, WEEKENDS, VACATION, FLAG];
    const AWAY: [Parameter; 3] = [AWAY_DAYS, AWAY_UNTIL, AWAY_OFF];
    const IF: [Parameter; 2] = [GAME, LINES];
    const ONE_GAME: [Parameter; 1] = [GAME];
    const ONE_NUMBER: [Parameter; 1] = [NUMBER];
    // What must be given comes first for Discord; the words are put in order below.
    const A_MOVE: [Parameter; 2] = [MOVE, GAME];
    const BOARD: [Parameter; 2] = [GAME, AT];
    const HINT: [Parameter; 2] = [GAME, WHOLE];
    const RESIGN: [Parameter; 2] = [GAME, CONFIRM];
    const DRAW: [Parameter; 2] = [GAME, DRAW_STEP];
    const TAKEBACK: [Parameter; 2] = [GAME, TAKEBACK_STEP];
    const RULES: [Parameter; 1] = [VARIANT];
    const HELP: [Parameter; 1] = [TOPIC];
    match verb {
        Verb::Challenge => &CHALLENGE,
        Verb::Accept | Verb::Decline | Verb::Withdraw | Verb::Rematch | Verb::Review | Verb::Pgn => &ONE_NUMBER,
        Verb::Moves | Verb::Abort | Verb::Fen | Verb::Clock | Verb::Claim => &ONE_GAME,
        Verb::Vacation => &AWAY,
        Verb::If => &IF,
        Verb::Move => &A_MOVE,
        Verb::Board => &BOARD,
        Verb::Hint => &HINT,
        Verb::Resign => &RESIGN,
        Verb::Draw => &DRAW,
        Verb::Takeback => &TAKEBACK,
        Verb::Rules => &RULES,
        Verb::Help => &HELP,
        Verb::Challenges | Verb::Games => &[],
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
        match user.id == context.framework.user_data.me() {
            true => saying.add(MACHINE),
            false => saying.add_person(&user, user.member.as_deref(), context.interaction),
        }
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
            Some(ResolvedValue::User(user, _)) if user.id == context.framework.user_data.me() => saying.add(MACHINE),
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
        Act::Challenge { opponent, kind, color, terms } => {
            add(VARIANT.name, kind.0.key);
            if words.contains(color.key()) {
                add(COLOUR.name, color.key());
            }
            if terms.rated {
                add(RATED.name, "on");
            } else if !terms.hints {
                add(HINTS.name, "off");
            }
            if let Some(level) = opponent.as_ref().and_then(machine::level_of) {
                add(LEVEL.name, &level.to_string());
            }
            // The words are those of the options, as in `weekends:off`.
            for (name, value) in terms.timing.to_string().split(' ').filter_map(|word| word.split_once(':')) {
                add(name, value.strip_suffix('d').filter(|_| name == CAP.name).unwrap_or(value));
            }
        }
        Act::Rules(Some(kind)) => add(VARIANT.name, kind.0.key),
        Act::Help(Some(verb)) => add(TOPIC.name, verb.word()),
        Act::Vacation(VacationStep::Days(days)) => add(AWAY_DAYS.name, &days.to_string()),
        Act::Vacation(VacationStep::Until(day)) => add(AWAY_UNTIL.name, &day.to_string()),
        Act::Vacation(VacationStep::Off) => add(AWAY_OFF.name, "off"),
        Act::If(IfStep::Lines(lines)) => add(LINES.name, lines),
        Act::If(IfStep::Off) => add(LINES.name, "off"),
        Act::Move(played) => add(MOVE.name, played),
        Act::Resign { confirmed: true } => add(CONFIRM.name, "yes"),
        Act::Hint { whole: true } => add(WHOLE.name, "move"),
        Act::Board { at: Some(ply) } => add(AT.name, &ply.to_string()),
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
        assert_eq!(
            as_typed("challenge bird bank:5d+1d cap:9d weekends:off"),
            "/challenge game:bird bank:5d+1d cap:9 weekends:off"
        );
        assert_eq!(as_typed("vacation until 2027-01-05"), "/vacation until:2027-01-05");
        assert_eq!(as_typed("vacation 3 days"), "/vacation days:3");
        assert_eq!(as_typed("if 12 exd5 Qxd5; any h3"), "/if line:exd5 Qxd5; any h3 game:12");
        assert_eq!(as_typed("challenge carrera"), "/challenge game:carrera");
        assert_eq!(as_typed("move 12 Nf3"), "/move move:Nf3 game:12");
        assert_eq!(as_typed("board 12 at 5"), "/board at:5 game:12");
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
