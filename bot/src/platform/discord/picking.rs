//! Moves by choosing a piece and then a square, and the board from the other side: what only the one who asked sees.

use std::sync::Arc;

use serenity::all::{
    ButtonStyle, ComponentInteraction, ComponentInteractionDataKind, CreateActionRow, CreateInteractionResponse,
    CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption, MessageFlags,
};

use super::bot::Bot;
use super::calls::Call;
use super::draft::{self, Draft, Manner};
use super::markdown;
use super::names;
use super::press::{Press, page};
use crate::club::{Destination, Origin};
use crate::command::{Act, Command};
use crate::names::GameNumber;
use crate::talk::{Post, Text};
use crate::text::discord as sentences;

/// The most that a list of Discord's holds.
const LONGEST_LIST: usize = 25;

/// The command that a press stands for, if the club is to be asked; lists and boards are shown here.
pub(super) async fn command(
    bot: &Arc<Bot>,
    call: &Call,
    press: Press,
    interaction: &ComponentInteraction,
) -> Option<Command> {
    let shown = match (press, chosen(interaction).map(str::to_owned)) {
        (Press::Command(command), _) => return Some(command),
        (Press::Move(game), Some(chosen)) => return Some(play(game, chosen)),
        (Press::Pieces(game, page), _) => pieces(bot, call, game, page).await,
        (Press::Piece(game), Some(square)) => moves(bot, call, game, square, 0).await,
        (Press::Moves(game, square, page), _) => moves(bot, call, game, square, page).await,
        (Press::Flip(game, view), _) => {
            let board = bot.desk.enquire(move |club| club.board_from(game, view)).await.ok().flatten()?;
            let post = Post {
                about: Some(game),
                board: Some(board),
                ..Post::to_room(&names::room(interaction.channel_id), Text::of([game.into()]))
            };
            let mut drafts = draft::compose(&bot.pictures, &post, Manner::default()).await;
            drafts.pop().map(|draft| with_flip(draft, game, !view)).ok_or(game)
        }
        // Discord sends no list without a choice.
        (Press::Piece(game) | Press::Move(game), None) => Err(game),
    };
    match shown {
        Ok(draft) => {
            show(bot, call, interaction, &draft).await;
            None
        }
        // It isn't the person's to move: the club has the words.
        Err(game) => Some(play(game, String::new())),
    }
}

/// What was chosen from a list.
pub(super) fn chosen(interaction: &ComponentInteraction) -> Option<&str> {
    match &interaction.data.kind {
        ComponentInteractionDataKind::StringSelect { values } => values.first().map(String::as_str),
        _ => None,
    }
}

fn play(game: GameNumber, typed: String) -> Command {
    Command { game: Some(game), act: Act::Move(typed) }
}

fn with_flip(draft: Draft, game: GameNumber, view: rules::Color) -> Draft {
    let flip = draft::button(&Press::Flip(game, view), sentences::FLIP_BUTTON, ButtonStyle::Secondary);
    Draft { rows: vec![CreateActionRow::Buttons(vec![flip])], ..draft }
}

/// Shows something to the caller alone, in place of what was shown before.
async fn show(bot: &Bot, call: &Call, interaction: &ComponentInteraction, draft: &Draft) {
    let is_private = interaction.message.flags.is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL));
    let response = match is_private {
        true => CreateInteractionResponse::UpdateMessage(draft.response(true)),
        false => CreateInteractionResponse::Message(draft.response(true)),
    };
    if let Err(failure) = call.respond(&bot.http, response).await {
        tracing::info!(%failure, "a list can't be shown");
    }
}

/// The list of the pieces that the caller can move; the game where there is none.
async fn pieces(bot: &Bot, call: &Call, game: GameNumber, number: usize) -> Result<Draft, GameNumber> {
    let me = call.person().clone();
    let origins = bot.desk.enquire(move |club| club.origins(&me, game)).await.unwrap_or_default();
    if origins.is_empty() {
        return Err(game);
    }
    let (shown, before, after) = page(&origins, number, LONGEST_LIST);
    let option = |origin: &Origin| {
        CreateSelectMenuOption::new(sentences::piece_choice(origin.piece, &origin.square), &origin.square)
            .description(sentences::piece_moves(origin.moves))
    };
    let rows = rows(
        &Press::Piece(game),
        shown.iter().map(option).collect(),
        |page| Press::Pieces(game, page),
        [before, after],
        None,
    );
    Ok(Draft::of(markdown::write(&sentences::which_piece(game), None), rows))
}

/// The list of the moves of a piece; the game where there is none.
async fn moves(bot: &Bot, call: &Call, game: GameNumber, square: String, number: usize) -> Result<Draft, GameNumber> {
    let (me, from) = (call.person().clone(), square.clone());
    let moves = bot.desk.enquire(move |club| club.destinations(&me, game, &from)).await.unwrap_or_default();
    if moves.is_empty() {
        return Err(game);
    }
    let (shown, before, after) = page(&moves, number, LONGEST_LIST);
    let option = |to: &Destination| CreateSelectMenuOption::new(&to.san, &to.coordinates);
    let turn = |page| Press::Moves(game, square.clone(), page);
    let rows = rows(
        &Press::Move(game),
        shown.iter().map(option).collect(),
        turn,
        [before, after],
        Some(Press::Pieces(game, 0)),
    );
    Ok(Draft::of(markdown::write(&sentences::which_move(game, &square), None), rows))
}

/// A list, and below it the buttons to its other pages and back.
fn rows(
    choose: &Press,
    options: Vec<CreateSelectMenuOption>,
    turn: impl Fn(usize) -> Press,
    pages: [Option<usize>; 2],
    back: Option<Press>,
) -> Vec<CreateActionRow> {
    let list = CreateSelectMenu::new(choose.to_string(), CreateSelectMenuKind::String { options });
    let mut rows = vec![CreateActionRow::SelectMenu(list.placeholder(sentences::CHOOSE))];
    let labels = [sentences::EARLIER_BUTTON, sentences::LATER_BUTTON];
    let turns = pages.into_iter().zip(labels).filter_map(|(page, label)| page.map(|page| (turn(page), label)));
    let back = back.map(|press| (press, sentences::OTHER_PIECE_BUTTON));
    let buttons: Vec<_> =
        turns.chain(back).map(|(press, label)| draft::button(&press, label, ButtonStyle::Secondary)).collect();
    if !buttons.is_empty() {
        rows.push(CreateActionRow::Buttons(buttons));
    }
    rows
}
