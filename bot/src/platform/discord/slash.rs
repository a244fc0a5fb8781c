//! Slash commands and menus: one for every verb of the club, made from a table. What is chosen in their options becomes
//! the words that somebody would have typed, so that there is one grammar.

mod options;
mod suggestions;
mod typed;

use std::sync::Arc;

use poise::{ApplicationContext, BoxFuture, CommandParameter, ContextMenuCommandAction, FrameworkError};
use serenity::all::{
    CommandInteraction, InstallationContext, InteractionContext, Message, PartialMember, ResolvedValue, User,
};

use self::options::{GAME, Parameter, parameters};
pub(super) use self::typed::as_typed;
use super::bot::Bot;
use super::interactions::{self, Saying};
use super::names;
use crate::command::{MACHINE, Verb};
use crate::talk::Mention;
use crate::text::{self, discord as sentences};

type Context<'a> = ApplicationContext<'a, Arc<Bot>, serenity::Error>;
type Outcome<'a> = Result<(), FrameworkError<'a, Arc<Bot>, serenity::Error>>;

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

#[cfg(test)]
mod tests {
    use super::suggestions::MOST_CHOICES;
    use super::*;

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
}
