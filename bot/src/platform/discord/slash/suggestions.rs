//! What is offered while somebody types the value of an option.

use jiff::Timestamp;
use rules::variants;
use serenity::all::{AutocompleteChoice, CreateAutocompleteResponse, ResolvedValue};

use super::super::names;
use super::Context;
use crate::command::Verb;
use crate::names::GameNumber;
use crate::preference;
use crate::text::discord as sentences;

/// The most that Discord shows to choose from.
pub(super) const MOST_CHOICES: usize = 25;

/// The most letters of something to choose.
const LONGEST_CHOICE: usize = 100;

/// The option with a game's number.
pub(super) const GAME: &str = "game";

pub(super) async fn verbs(typed: &str) -> CreateAutocompleteResponse {
    let typed = typed.trim().to_lowercase();
    let words = Verb::all().map(Verb::word).filter(|word| word.starts_with(&typed));
    let choices = words.take(MOST_CHOICES).map(|word| AutocompleteChoice::new(word, word));
    CreateAutocompleteResponse::new().set_choices(choices.collect())
}

pub(super) async fn kinds_of_games(typed: &str) -> CreateAutocompleteResponse {
    // Several can be named; the last word is being typed.
    let (before, last) = typed.rsplit_once(' ').map_or(("", typed), |(before, last)| (before, last));
    let last = last.trim().to_lowercase();
    let keys = ["all"].into_iter().chain(variants::ALL.into_iter().map(|variant| variant.key));
    let fitting = keys.filter(|key| key.starts_with(&last)).map(|key| format!("{before} {key}").trim().to_owned());
    let choices = fitting.take(MOST_CHOICES).map(|words| AutocompleteChoice::new(shortened(&words), words));
    CreateAutocompleteResponse::new().set_choices(choices.collect())
}

pub(super) async fn zones(typed: &str) -> CreateAutocompleteResponse {
    let choices = preference::zones_with(typed).take(MOST_CHOICES);
    let choices = choices.map(|name| AutocompleteChoice::new(name.clone(), name));
    CreateAutocompleteResponse::new().set_choices(choices.collect())
}

pub(super) async fn numbers(context: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
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

pub(super) async fn own_games(context: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
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

pub(super) async fn legal_moves(context: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let bot = context.framework.user_data;
    let me = names::actor(&context.interaction.user, context.interaction.member.as_deref());
    let room = names::room(context.interaction.channel_id);
    let game = context.args.iter().find_map(|option| match option.value {
        ResolvedValue::Integer(number) if option.name == GAME => u32::try_from(number).ok().map(GameNumber),
        _ => None,
    });
    let begun = typed.to_owned();
    let moves = bot.desk.enquire(move |club| club.moves_beginning(&me, &room, game, &begun)).await.unwrap_or_default();
    let choices = moves.into_iter().take(MOST_CHOICES).map(|san| AutocompleteChoice::new(san.clone(), san));
    CreateAutocompleteResponse::new().set_choices(choices.collect())
}

/// A name short enough to choose from.
fn shortened(name: &str) -> String {
    match name.char_indices().nth(LONGEST_CHOICE - 1) {
        Some((end, _)) if name.chars().count() > LONGEST_CHOICE => format!("{}…", &name[..end]),
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_cut() {
        assert_eq!(shortened("short"), "short");
        assert_eq!(shortened(&"é".repeat(101)).chars().count(), LONGEST_CHOICE);
        assert_eq!(shortened(&"é".repeat(100)), "é".repeat(100));
    }
}
