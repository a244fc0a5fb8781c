//! A post as the content of a message: plain and formatted, with what it answers, whom it notifies, and its mark.

use std::io::Cursor;

use image::{ImageFormat, ImageReader};
use matrix_sdk::ruma::events::Mentions;
use matrix_sdk::ruma::events::relation::{InReplyTo, Reply, Thread};
use matrix_sdk::ruma::events::room::message::{
    FileInfo, FileMessageEventContent, FormattedBody, ImageMessageEventContent, MessageType, NoticeMessageEventContent,
    Relation, RoomMessageEventContent, TextMessageEventContent,
};
use matrix_sdk::ruma::events::room::{ImageInfo, MediaSource};
use matrix_sdk::ruma::{OwnedEventId, UInt};
use mime::Mime;
use serde_json::Value;

use super::keys;
use super::mark::Mark;
use crate::talk::{Person, Post, Span, Text};
use crate::text;

/// Where a message stands.
#[derive(Clone, Debug, Default)]
pub(super) struct Setting {
    /// What it answers.
    pub(super) reply_to: Option<OwnedEventId>,
    /// The first event of the thread it belongs to.
    pub(super) thread: Option<OwnedEventId>,
}

impl Setting {
    fn relation<C>(&self) -> Option<Relation<C>> {
        let reply_to = self.reply_to.clone().map(InReplyTo::new);
        match (&self.thread, reply_to) {
            (None, None) => None,
            (None, Some(reply_to)) => Some(Relation::Reply(Reply::new(reply_to))),
            (Some(thread), None) => Some(Relation::Thread(Thread::without_fallback(thread.clone()))),
            (Some(thread), Some(reply_to)) => Some(Relation::Thread(Thread::reply(thread.clone(), reply_to.event_id))),
        }
    }
}

/// A drawn board that was uploaded.
pub(super) struct Picture {
    /// Where it is.
    pub(super) source: MediaSource,
    /// The file's name.
    pub(super) name: String,
    /// Size and kind.
    pub(super) info: ImageInfo,
}

/// A post's words, plain and formatted.
struct Words {
    plain: String,
    html: String,
}

/// A post as a message in words: to the person whom it may notify, or else a notice.
pub(super) fn in_words(post: &Post, prefix: &str, setting: &Setting) -> Value {
    let mut words = words(&post.text, prefix, post.ping.as_ref());
    if let Some(board) = &post.board {
        words.add(&text::board_in_words(board), false);
    }
    let formatted = Some(FormattedBody::html(words.html));
    let message = if post.ping.is_some() {
        let mut message = TextMessageEventContent::plain(words.plain);
        message.formatted = formatted;
        MessageType::Text(message)
    } else {
        let mut message = NoticeMessageEventContent::plain(words.plain);
        message.formatted = formatted;
        MessageType::Notice(message)
    };
    content(message, post, setting)
}

/// A post with a board as one message: the picture, the words below it, and the position in words for whoever can't
/// see it.
pub(super) fn with_picture(post: &Post, prefix: &str, setting: &Setting, picture: Picture) -> Value {
    let mut words = words(&post.text, prefix, post.ping.as_ref());
    if let Some(board) = &post.board {
        words.add(&text::board_in_words(board), true);
    }
    let mut message = ImageMessageEventContent::new(words.plain, picture.source);
    message.formatted = Some(FormattedBody::html(words.html));
    message.filename = Some(picture.name);
    message.info = Some(Box::new(picture.info));
    content(MessageType::Image(message), post, setting)
}

/// A picture's size and kind.
pub(super) fn picture_info(png: &[u8]) -> ImageInfo {
    let mut info = ImageInfo::new();
    let size = ImageReader::with_format(Cursor::new(png), ImageFormat::Png).into_dimensions().ok();
    info.width = size.map(|(width, _)| width.into());
    info.height = size.map(|(_, height)| height.into());
    info.size = UInt::new(png.len() as u64);
    info.mimetype = Some(mime::IMAGE_PNG.to_string());
    info
}

/// A file that goes with a post.
pub(super) fn with_file(
    post: &Post,
    setting: &Setting,
    name: &str,
    size: usize,
    source: MediaSource,
    kind: &Mime,
) -> Value {
    // What moves is seen at once.
    let message = if kind.type_() == mime::IMAGE {
        let mut info = ImageInfo::new();
        info.mimetype = Some(kind.essence_str().to_owned());
        info.size = UInt::new(size as u64);
        let mut message = ImageMessageEventContent::new(name.to_owned(), source);
        message.filename = Some(name.to_owned());
        message.info = Some(Box::new(info));
        MessageType::Image(message)
    } else {
        let mut info = FileInfo::new();
        info.mimetype = Some(kind.essence_str().to_owned());
        info.size = UInt::new(size as u64);
        let mut message = FileMessageEventContent::new(name.to_owned(), source);
        message.filename = Some(name.to_owned());
        message.info = Some(Box::new(info));
        MessageType::File(message)
    };
    // Whoever was notified of the post needn't be of its file.
    content(message, &Post { ping: None, actions: Vec::new(), ..post.clone() }, setting)
}

fn content(message: MessageType, post: &Post, setting: &Setting) -> Value {
    let mut content = RoomMessageEventContent::new(message);
    content.relates_to = setting.relation();
    let notified = post.ping.iter().filter_map(|person| keys::user_id(&person.key));
    content.mentions = Some(Mentions::with_user_ids(notified));
    let mut content = serde_json::to_value(content).expect("a message's content has only text for keys");
    Mark::of(post).write(&mut content);
    content
}

impl Words {
    /// Adds a paragraph, perhaps folded away where a client can.
    fn add(&mut self, paragraph: &str, is_folded: bool) {
        self.plain = format!("{}\n\n{paragraph}", self.plain);
        let paragraph = escape(paragraph);
        self.html.push_str(&match is_folded {
            true => format!("<details><summary>{}</summary>{paragraph}</details>", text::matrix::POSITION),
            false => format!("<p>{paragraph}</p>"),
        });
    }
}

fn words(said: &Text, prefix: &str, ping: Option<&Person>) -> Words {
    let command = |words: &str| format!("{prefix}{words}");
    let plain = said.0.iter().map(|span| match span {
        Span::Command(words) => Span::Code(command(words)),
        span => span.clone(),
    });
    let html = said.0.iter().map(|span| match span {
        Span::Plain(words) => escape(words),
        Span::Strong(words) => format!("<strong>{}</strong>", escape(words)),
        Span::Code(words) => format!("<code>{}</code>", escape(words)),
        Span::Command(words) => format!("<code>{}</code>", escape(&command(words))),
        Span::Person(person) => name(person, ping),
        Span::Instant(_) => escape(&Text::of([span.clone()]).to_string()),
        Span::Block(lines) => format!("<pre><code>{}</code></pre>", escape_lines(lines)),
    });
    let html: String = html.collect();
    Words { plain: Text::of(plain).to_string().trim_end().to_owned(), html: html.trim_end_matches("<br>").to_owned() }
}

/// A name; of the person to be notified as a link, as clients write a mention.
fn name(person: &Person, ping: Option<&Person>) -> String {
    let name = escape(&person.name.replace('\n', " "));
    match keys::user_id(&person.key).filter(|_| ping == Some(person)) {
        Some(user) => format!("<a href=\"{}\">{name}</a>", escape(&user.matrix_to_uri().to_string())),
        None => name,
    }
}

fn escape(words: &str) -> String {
    escape_lines(words).replace('\n', "<br>")
}

fn escape_lines(words: &str) -> String {
    let mut escaped = String::with_capacity(words.len());
    for letter in words.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\n' => escaped.push('\n'),
            letter if letter.is_control() => {}
            letter => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use matrix_sdk::ruma::{owned_event_id, owned_mxc_uri};
    use rules::variants;
    use serde_json::json;

    use super::*;
    use crate::talk::{Board, GameKind, GameNumber, Room};

    fn post(spans: Vec<Span>) -> Post {
        Post { about: Some(GameNumber(12)), ..Post::to_room(&Room("matrix:!hall:x".to_owned()), Text(spans)) }
    }

    fn bob() -> Person {
        Person::new("matrix:@bob:x.org", "<b>Bob</b>\n@room & co")
    }

    #[test]
    fn names_and_typed_words_format_and_notify_nobody() {
        let spans = vec![
            Span::Person(bob()),
            Span::Plain(" said \"<script>\"\n".to_owned()),
            Span::Code("a<b".to_owned()),
            Span::Command("help".to_owned()),
        ];
        let content = in_words(&post(spans), "%", &Setting::default());
        assert_eq!(content["msgtype"], "m.notice");
        assert_eq!(content["body"], "<b>Bob</b> @room & co said \"<script>\"\na<b%help");
        assert_eq!(
            content["formatted_body"],
            "&lt;b&gt;Bob&lt;/b&gt; @room &amp; co said &quot;&lt;script&gt;&quot;<br><code>a&lt;b</code><code>%help</code>"
        );
        assert_eq!(content["m.mentions"], json!({}));
        assert_eq!(content.get("m.relates_to"), None);
        assert_eq!(Mark::read(&content).unwrap().about, Some(GameNumber(12)));
    }

    #[test]
    fn the_person_meant_is_mentioned_and_nobody_else() {
        let ann = Person::new("matrix:@ann:x.org", "Ann");
        let spans = vec![Span::Person(ann), Span::Plain(" offers ".to_owned()), Span::Person(bob())];
        let content = in_words(&Post { ping: Some(bob()), ..post(spans) }, "!", &Setting::default());
        assert_eq!(content["msgtype"], "m.text");
        assert_eq!(content["m.mentions"], json!({ "user_ids": ["@bob:x.org"] }));
        let html = content["formatted_body"].as_str().unwrap();
        assert!(html.starts_with("Ann offers <a href=\"https://matrix.to/#/@bob:x.org\">&lt;b&gt;"), "{html}");
    }

    #[test]
    fn a_person_of_another_platform_is_named_and_not_mentioned() {
        let far = Person::new("discord:1234", "Far");
        let content =
            in_words(&Post { ping: Some(far.clone()), ..post(vec![Span::Person(far)]) }, "!", &Setting::default());
        assert_eq!(content["m.mentions"], json!({}));
        assert_eq!(content["formatted_body"], "Far");
    }

    #[test]
    fn answers_stand_where_they_belong() {
        let said = Some(owned_event_id!("$said"));
        let root = Some(owned_event_id!("$root"));
        let relation = |reply_to: &Option<OwnedEventId>, thread: &Option<OwnedEventId>| {
            let setting = Setting { reply_to: reply_to.clone(), thread: thread.clone() };
            in_words(&post(vec!["yes".into()]), "!", &setting)["m.relates_to"].clone()
        };
        assert_eq!(relation(&said, &None), json!({ "m.in_reply_to": { "event_id": "$said" } }));
        assert_eq!(relation(&None, &root), json!({ "rel_type": "m.thread", "event_id": "$root" }));
        let within = json!({ "rel_type": "m.thread", "event_id": "$root", "m.in_reply_to": { "event_id": "$said" } });
        assert_eq!(relation(&said, &root), within);
    }

    #[test]
    fn a_picture_has_its_words_its_size_and_the_position_in_words() {
        let kind = GameKind(&variants::CHESS);
        let board = Board::start(kind);
        let mut info = ImageInfo::new();
        info.width = UInt::new(400);
        let picture = Picture {
            source: MediaSource::Plain(owned_mxc_uri!("mxc://x.org/board")),
            name: "game-12.png".to_owned(),
            info,
        };
        let post = Post { board: Some(board), ping: Some(bob()), ..post(vec!["Your turn.".into()]) };
        let content = with_picture(&post, "!", &Setting::default(), picture);
        assert_eq!(content["msgtype"], "m.image");
        assert_eq!(content["filename"], "game-12.png");
        assert_eq!(content["url"], "mxc://x.org/board");
        assert_eq!(content["info"]["w"], 400);
        let body = content["body"].as_str().unwrap();
        assert!(body.starts_with("Your turn.\n\nChess. White to move.") && body.contains("king e1"), "{body}");
        let html = content["formatted_body"].as_str().unwrap();
        assert!(html.starts_with("Your turn.<details>") && html.contains("king e1"), "{html}");
        assert_eq!(content["m.mentions"], json!({ "user_ids": ["@bob:x.org"] }));
        let without = in_words(&post, "!", &Setting::default());
        assert!(without["body"].as_str().unwrap().contains("king e1"));
    }
}
