//! A post of the club as the messages that say it.

use serenity::all::{
    ButtonStyle, ChannelId, CreateActionRow, CreateAllowedMentions, CreateAttachment, CreateButton,
    CreateInteractionResponseFollowup, CreateInteractionResponseMessage, CreateMessage, CreateSelectMenu,
    CreateSelectMenuKind, CreateSelectMenuOption, EditInteractionResponse, MessageId, MessageReference,
    MessageReferenceKind, Nonce, UserId,
};

use super::markdown::{self, LONGEST_MESSAGE};
use super::names;
use super::press::{Press, SELECTION};
use crate::command::{Act, ChallengeStep, Command, DrawStep, TakebackStep};
use crate::game::Summary;
use crate::names::GameNumber;
use crate::platform::pictures::{self, Pictures};
use crate::talk::{Action, Board, OutboxId, Post, Selection};
use crate::text::{self, discord as sentences};

/// The most messages that one post becomes; a longer one is attached as a file.
const MOST_PARTS: usize = 3;

/// The most buttons side by side, and the most rows of them.
const ROW: usize = 5;

/// The most letters on a button.
const LONGEST_LABEL: usize = 80;

/// How a post is to be said.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Manner {
    /// Whether its game is running, so that the board gets buttons to play with.
    pub(super) is_running: bool,
    /// Whether the players may ask for hints.
    pub(super) has_hints: bool,
    /// Whether files can't be attached, so that pictures are told in words.
    pub(super) without_files: bool,
    /// Whether somebody has to be told that plain messages aren't read.
    pub(super) content_is_off: bool,
}

impl Manner {
    /// How a post about this running game is said.
    pub(super) fn of(game: Option<&Summary>) -> Manner {
        let has_hints = game.is_some_and(|game| game.terms.hints);
        Manner { is_running: game.is_some(), has_hints, ..Manner::default() }
    }
}

/// One message of Discord's.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    pub(super) content: String,
    pub(super) files: Vec<CreateAttachment>,
    pub(super) rows: Vec<CreateActionRow>,
    /// The only person whom it may notify.
    pub(super) called: Option<UserId>,
}

impl Draft {
    /// A message of these words with these rows of buttons and lists.
    pub(super) fn of(content: String, rows: Vec<CreateActionRow>) -> Draft {
        Draft { content, rows, ..Draft::default() }
    }

    fn mentions(&self) -> CreateAllowedMentions {
        CreateAllowedMentions::new().users(self.called).replied_user(false)
    }

    /// As a message in a channel, recognised by the nonce when it is sent again.
    pub(super) fn message(&self, nonce: Option<String>, answers: Option<(ChannelId, MessageId)>) -> CreateMessage {
        let mut message = CreateMessage::new()
            .content(&self.content)
            .add_files(self.files.clone())
            .components(self.rows.clone())
            .allowed_mentions(self.mentions());
        if let Some(nonce) = nonce {
            message = message.nonce(Nonce::String(nonce)).enforce_nonce(true);
        }
        if let Some((channel, id)) = answers {
            let reference = MessageReference::new(MessageReferenceKind::Default, channel).message_id(id);
            // What was deleted meanwhile is answered without showing it.
            message = message.reference_message(reference.fail_if_not_exists(false));
        }
        message
    }

    /// As the first answer to a command or a press.
    pub(super) fn response(&self, is_private: bool) -> CreateInteractionResponseMessage {
        CreateInteractionResponseMessage::new()
            .content(&self.content)
            .add_files(self.files.clone())
            .components(self.rows.clone())
            .allowed_mentions(self.mentions())
            .ephemeral(is_private)
    }

    /// As a later answer.
    pub(super) fn followup(&self, is_private: bool) -> CreateInteractionResponseFollowup {
        CreateInteractionResponseFollowup::new()
            .content(&self.content)
            .add_files(self.files.clone())
            .components(self.rows.clone())
            .allowed_mentions(self.mentions())
            .ephemeral(is_private)
    }

    /// In place of an answer that was put off.
    pub(super) fn edit(&self) -> EditInteractionResponse {
        let edit = EditInteractionResponse::new()
            .content(&self.content)
            .components(self.rows.clone())
            .allowed_mentions(self.mentions());
        self.files.iter().cloned().fold(edit, EditInteractionResponse::new_attachment)
    }
}

/// The messages of a post in order; pictures and buttons are on the last.
pub(super) async fn compose(drawer: &Pictures, post: &Post, manner: Manner) -> Vec<Draft> {
    let called = post.ping.as_ref().and_then(names::user);
    let mut text = post.text.clone();
    if manner.content_is_off && manner.is_running {
        text.append(sentences::moves_without_content());
    }
    let mut content = markdown::write(&text, called);
    let mut files = Vec::new();
    if let Some(board) = &post.board {
        let words = pictures::describe(board).unwrap_or_default();
        match draw(drawer, post.about, board, &words, manner).await {
            Some(picture) => files.push(picture),
            None => content = format!("{content}\n{}", markdown::name(&words)),
        }
    }
    if !manner.without_files {
        for attachment in &post.attachments {
            match drawer.file(attachment).await {
                Ok((bytes, _)) => files.push(CreateAttachment::bytes(bytes, &attachment.name)),
                Err(error) => tracing::error!(%error, name = attachment.name, "a file can't be made"),
            }
        }
    }
    let mut parts = markdown::split(&content, LONGEST_MESSAGE);
    if parts.len() > MOST_PARTS && !manner.without_files {
        files.push(CreateAttachment::bytes(post.text.to_string(), sentences::TEXT_FILE));
        let room = LONGEST_MESSAGE - sentences::WHOLE_TEXT_ATTACHED.len() - 1;
        parts = markdown::split(&content, room).into_iter().take(1).collect();
        parts.iter_mut().for_each(|part| *part = format!("{part}\n{}", sentences::WHOLE_TEXT_ATTACHED));
    }
    let last = Draft { content: parts.pop().unwrap_or_default(), files, rows: rows(post, manner), called };
    let first = parts.into_iter().map(|content| Draft { content, called, ..Draft::default() });
    first.chain([last]).collect()
}

async fn draw(
    drawer: &Pictures,
    about: Option<GameNumber>,
    board: &Board,
    words: &str,
    manner: Manner,
) -> Option<CreateAttachment> {
    if manner.without_files {
        return None;
    }
    let drawn = drawer.draw(board).await;
    let picture = drawn.inspect_err(|error| tracing::error!(%error, fen = board.fen, "a board isn't drawn")).ok()?;
    Some(CreateAttachment::bytes(picture, file_name(about, board)).description(words))
}

/// The name of a board's picture, which tells the game when somebody replies to it.
fn file_name(about: Option<GameNumber>, board: &Board) -> String {
    match about {
        Some(GameNumber(number)) => format!("game-{number}-{}.png", board.game.0.key),
        None => format!("{}.png", board.game.0.key),
    }
}

/// The game that a file of the bot's is about.
pub(super) fn game_of_file(name: &str) -> Option<GameNumber> {
    let number = name.strip_prefix("game-")?;
    number[..number.find(['-', '.'])?].parse().ok().map(GameNumber)
}

/// The game whose number a text of the bot's begins with.
pub(super) fn game_of_content(content: &str) -> Option<GameNumber> {
    let number = content.split_whitespace().take(2).find_map(|word| word.trim_matches('*').strip_prefix('#'))?;
    number.trim_end_matches('*').parse().ok().map(GameNumber)
}

/// What a message in a channel is known by when it is sent again, at most 25 letters.
pub(super) fn nonce(outbox: OutboxId, part: usize) -> String {
    format!("{}.{part}", outbox.0)
}

/// The buttons below a post: what the post offers, and below a running game's board what one plays with.
fn rows(post: &Post, manner: Manner) -> Vec<CreateActionRow> {
    let mut rows: Vec<CreateActionRow> = Vec::new();
    let offered = offered_all(&post.actions);
    rows.extend(offered.chunks(ROW).take(ROW - 1).map(|buttons| CreateActionRow::Buttons(buttons.to_vec())));
    rows.extend(post.selections.iter().enumerate().map(|(number, selection)| list(number, selection)));
    if let (Some(number), Some(board), true) = (post.about, &post.board, manner.is_running) {
        let command =
            |act| Action { label: text::label(&act).to_owned(), command: Command { game: Some(number), act } };
        let acts = [Act::Draw(DrawStep::Offer), Act::Takeback(TakebackStep::Ask), Act::Resign { confirmed: false }];
        let mut buttons = vec![button(&Press::Pieces(number, 0), sentences::MOVE_BUTTON, ButtonStyle::Primary)];
        buttons.extend(offered_all(&acts.map(command)));
        buttons.push(button(&Press::Flip(number, !board.view), sentences::FLIP_BUTTON, ButtonStyle::Secondary));
        rows.push(CreateActionRow::Buttons(buttons));
        if manner.has_hints {
            let hint = command(Act::Hint { whole: false });
            rows.push(CreateActionRow::Buttons(offered_all(&[hint])));
        }
    }
    rows
}

/// The list of a post with this number.
fn list(number: usize, selection: &Selection) -> CreateActionRow {
    let options = selection.options.iter().enumerate().filter_map(|(index, option)| {
        let press = Press::command(&option.command)?;
        Some(CreateSelectMenuOption::new(&option.label, press.to_string()).default_selection(index == selection.chosen))
    });
    let options = CreateSelectMenuKind::String { options: options.collect() };
    CreateActionRow::SelectMenu(CreateSelectMenu::new(format!("{SELECTION}{number}"), options))
}

fn offered_all(actions: &[Action]) -> Vec<CreateButton> {
    actions.iter().filter_map(offered).collect()
}

fn offered(action: &Action) -> Option<CreateButton> {
    let press = Press::command(&action.command)?;
    let style = match action.command.act {
        Act::Accept
        | Act::Challenged(ChallengeStep::Accept)
        | Act::Draw(DrawStep::Accept)
        | Act::Takeback(TakebackStep::Accept)
        | Act::Rematch => ButtonStyle::Success,
        Act::Resign { confirmed: true } | Act::Forget { confirmed: true } => ButtonStyle::Danger,
        _ => ButtonStyle::Secondary,
    };
    Some(button(&press, &action.label, style))
}

/// A button that means this.
pub(super) fn button(press: &Press, label: &str, style: ButtonStyle) -> CreateButton {
    let label: String = label.chars().take(LONGEST_LABEL).collect();
    CreateButton::new(press.to_string()).label(label).style(style)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::command::USUAL_GAME;
    use crate::metrics::Tally;
    use crate::talk::{Person, Room, Span, Text};

    fn post(text: &str) -> Post {
        Post::to_room(&Room("discord:1".into()), Text::of([Span::Plain(text.to_owned())]))
    }

    fn board_post() -> Post {
        let game = USUAL_GAME;
        let board = Board::start(game);
        let ping = Some(Person::new("discord:5", "bob"));
        Post { board: Some(board), about: Some(GameNumber(12)), ping, ..post("#12 begins") }
    }

    fn json(message: &CreateMessage) -> Value {
        serde_json::to_value(message).unwrap()
    }

    #[tokio::test]
    async fn a_board_has_a_description_buttons_and_calls_one_person() {
        let manner = Manner { is_running: true, has_hints: true, ..Manner::default() };
        let drafts = compose(&Pictures::new(&Tally::default()), &board_post(), manner).await;
        assert_eq!(drafts.len(), 1);
        let picture = &drafts[0].files[0];
        assert_eq!(picture.filename, "game-12-carrera.png");
        assert!(picture.description.as_ref().unwrap().contains("White to move"));
        let message = json(&drafts[0].message(Some(nonce(OutboxId(7), 0)), None));
        assert_eq!(message["nonce"], "7.0");
        assert_eq!(message["enforce_nonce"], true);
        assert_eq!(message["allowed_mentions"]["parse"], Value::Array(Vec::new()));
        assert_eq!(message["allowed_mentions"]["users"][0], "5");
        let pressed: Vec<&str> = message["components"][0]["components"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|b| b["custom_id"].as_str())
            .collect();
        assert_eq!(pressed, ["~pieces 12 0", "draw 12 offer", "takeback 12 ask", "resign 12", "~flip 12 black"]);
        assert_eq!(message["components"][1]["components"][0]["custom_id"], "hint 12");
    }

    #[tokio::test]
    async fn where_nothing_can_be_attached_the_board_is_told() {
        let manner = Manner { without_files: true, ..Manner::default() };
        let drafts = compose(&Pictures::new(&Tally::default()), &board_post(), manner).await;
        assert!(drafts[0].files.is_empty() && drafts[0].rows.is_empty());
        assert!(drafts[0].content.contains("White to move"), "{}", drafts[0].content);
    }

    #[tokio::test]
    async fn nobody_is_notified_unless_meant() {
        let drafts = compose(&Pictures::new(&Tally::default()), &post("@everyone <@6>"), Manner::default()).await;
        let mentions = &json(&drafts[0].message(None, None))["allowed_mentions"];
        assert_eq!(mentions["parse"], Value::Array(Vec::new()));
        assert!(mentions["users"].as_array().is_none_or(Vec::is_empty));
    }

    #[tokio::test]
    async fn long_texts_are_divided_and_very_long_ones_attached() {
        let drafts = compose(&Pictures::new(&Tally::default()), &post(&"word ".repeat(900)), Manner::default()).await;
        assert_eq!(drafts.len(), 3);
        let drafts = compose(&Pictures::new(&Tally::default()), &post(&"word ".repeat(9000)), Manner::default()).await;
        assert_eq!(drafts.len(), 1);
        assert_eq!(drafts[0].files[0].filename, sentences::TEXT_FILE);
        assert!(drafts[0].content.len() <= LONGEST_MESSAGE);
    }

    #[test]
    fn games_are_known_by_what_the_bot_said() {
        assert_eq!(game_of_file("game-12-carrera.png"), Some(GameNumber(12)));
        assert_eq!(game_of_file("game-7.pgn"), Some(GameNumber(7)));
        assert_eq!(game_of_file("holiday.png"), None);
        assert_eq!(game_of_content("<@5> **#12 1. e4** · bob to move"), Some(GameNumber(12)));
        assert_eq!(game_of_content("Hello"), None);
    }
}
