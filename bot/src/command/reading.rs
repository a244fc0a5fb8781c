//! Reads what people type, as a command or as a move; pure, and forgiving about the order of words.
//!
//! ```text
//! command   := "!" verb { word }            a verb or one of its synonyms, in either case
//! challenge := { person | machine | game | colour | term }    no person: open to anybody; colour: white, black or random
//! machine   := "centaur" | "bot" | "computer" | ["level" [":"] digits]
//! term      := "rated" | "casual" | "hints:on" | "hints:off" | time
//! time      := "noclock" | days | "days:" days | "bank:" days ["+" days] ["cap:" days]
//!            | "weekends:off" | "vacation:" days | "flag:claim" | "flag:once"
//! days      := digits ["d" | "day" | "days"]
//! accept    := [number] ["challenge"]       with "challenge", nothing else that has the number; so decline, withdraw
//! board     := [number] [["at"] ply] ["white" | "black"]
//! resign    := [number] ["yes"]
//! draw      := [number] ["offer" | "accept" | "decline" | "claim"]
//! takeback  := [number] ["ask" | "accept" | "decline"]
//! hint      := [number] ["move"]
//! rules     := [number | game]
//! help      := [verb]
//! move      := [number] move
//! vacation  := [["for"] days | "until" date | "off"]
//! if        := [number] [line { ";" line } | "off"]
//! line      := { (move | "any") move }     the opponent's and one's own in turn, each a word
//! games     := ["here"] [page]
//! history   := [person] [page]
//! stats     := [person] [game]
//! top       := [game] ["here" | "everywhere"]
//! versus    := person                        so block, unblock and unmute
//! set       := { name value }                as in `preference`
//! forget-me := ["yes"]
//! room      := ["on" | "off" | "games" ("all" | { game }) | "terms" { term }]
//! adjudicate := [number] ("white" | "black" | "draw")
//! mute      := person [number ["days"]]
//! others    := [number]
//! number    := ["#"] digits
//! game      := words of a game's key, such as "carrera" or "modern carrera"
//! person    := a name as the platform resolved it
//!
//! message   := [number [":"]] move          a move only if it is the whole message
//! ```

mod words;

use std::iter::Peekable;

use rules::variants;

use self::words::{MOST_DAYS, kind_in, page, room_step, settings, side, takes_person};
use super::{
    Act, ChallengeStep, ColorWish, Command, DrawStep, IfStep, MACHINE, Misread, PREFIX, TakebackStep, USUAL_GAME,
    VERBS, VacationStep, Verb, Verdict,
};
use crate::letters::Letters;
use crate::machine::{self, Level};
use crate::names::{GameKind, GameNumber, Mention, Person};
use crate::terms::Wishes;

/// Words in a challenge that say nothing.
const NOISE: [&str; 19] = [
    "a", "an", "the", "to", "of", "at", "in", "as", "me", "i", "game", "with", "against", "vs", "for", "play", "per",
    "each", "move",
];

/// Words for a machine player.
const MACHINES: [&str; 6] = [MACHINE, "@centaur", "bot", "computer", "machine", "engine"];

/// Words of colours.
const COLORS: [(&str, ColorWish); 9] = [
    ("white", ColorWish::White),
    ("w", ColorWish::White),
    ("black", ColorWish::Black),
    ("b", ColorWish::Black),
    ("random", ColorWish::Random),
    ("any", ColorWish::Random),
    ("either", ColorWish::Random),
    ("anyone", ColorWish::Random),
    ("anybody", ColorWish::Random),
];

/// Words for games beside those of their keys, with the words of keys that they stand for.
const GAME_WORDS: [(&str, &str); 9] = [
    ("orthodox", "chess"),
    ("standard", "chess"),
    ("capa", "capablanca"),
    ("capablanca's", "capablanca"),
    ("carrera's", "carrera"),
    ("bird's", "bird"),
    ("birds", "bird"),
    ("campling", "combination"),
    ("check", "combination"),
];

/// Reads a message as a command; `None` when it isn't meant as one.
///
/// # Errors
///
/// [`Misread`] when it begins as a command and can't be understood.
pub fn parse(text: &str, mentions: &[Mention]) -> Option<Result<Command, Misread>> {
    let typed = text.trim().strip_prefix(PREFIX)?;
    // "!!!" and "! what" are chat.
    if !typed.starts_with(char::is_alphabetic) {
        return None;
    }
    let end = typed.find(char::is_whitespace).unwrap_or(typed.len());
    let (word, rest) = (typed[..end].to_lowercase(), typed[end..].trim());
    Some(match Verb::from_word(&word) {
        Some(verb) => parse_rest(verb, rest, mentions),
        None => {
            let words = VERBS.iter().flat_map(|(_, words)| words.iter().copied());
            let closest = closest(&word, words).and_then(Verb::from_word);
            Err(Misread::UnknownCommand { word, closest })
        }
    })
}

/// Reads a message as a move, with the game's number when it begins with one; `None` when it is no move of any game.
pub fn parse_move(text: &str) -> Option<(Option<GameNumber>, &str)> {
    let text = text.trim();
    // Whose language it is isn't known yet.
    let is_in = |letters: Letters, text: &str| variants::ALL.into_iter().any(|variant| letters.is_move(variant, text));
    let is_move = |text: &str| Letters::ALL.into_iter().any(|(_, letters)| is_in(letters, text));
    let (number, rest) = split_number(text);
    if number.is_some() && is_move(rest) {
        return Some((number, rest));
    }
    is_move(text).then_some((None, text))
}

/// A game's number and what follows it, when the text begins with one and goes on.
fn split_number(text: &str) -> (Option<GameNumber>, &str) {
    let digits = text.strip_prefix('#').unwrap_or(text);
    let end = digits.find(|character: char| !character.is_ascii_digit()).unwrap_or(digits.len());
    let after = &digits[end..];
    let rest = after.strip_prefix(':').unwrap_or(after);
    match digits[..end].parse() {
        Ok(number) if rest.starts_with(char::is_whitespace) => (Some(GameNumber(number)), rest.trim_start()),
        _ => (None, text),
    }
}

enum Token {
    Person(Person),
    Number(u32),
    Word(String),
}

/// Words that stand after a number of days.
const DAY_WORDS: [&str; 3] = ["d", "day", "days"];

/// The words of a text, people's names as the platform wrote them counting as one each.
fn tokens(mut text: &str, mentions: &[Mention]) -> Vec<Token> {
    let mut found = Vec::new();
    loop {
        text = text.trim_start_matches(|character: char| character.is_whitespace() || character == ',');
        if text.is_empty() {
            return found;
        }
        let named = mentions.iter().filter(|mention| !mention.written.is_empty());
        let named = named.filter_map(|mention| {
            let rest = text.strip_prefix(mention.written.as_str())?;
            let ends = rest.chars().next().is_none_or(|next| !next.is_alphanumeric());
            ends.then_some((mention, rest))
        });
        if let Some((mention, rest)) = named.max_by_key(|(mention, _)| mention.written.len()) {
            found.push(Token::Person(mention.person.clone()));
            text = rest;
            continue;
        }
        let end = text.find(|character: char| character.is_whitespace() || character == ',').unwrap_or(text.len());
        let word = text[..end].to_lowercase();
        text = &text[end..];
        let number = word.strip_prefix('#').unwrap_or(&word).parse();
        found.push(number.map_or(Token::Word(word), Token::Number));
    }
}

/// What the words after a verb other than `challenge`, `move` and the like can be.
#[derive(Default)]
struct Words {
    people: Vec<Person>,
    numbers: Vec<u32>,
    words: Vec<String>,
}

fn parse_rest(verb: Verb, rest: &str, mentions: &[Mention]) -> Result<Command, Misread> {
    match verb {
        Verb::Challenge => return parse_challenge(rest, mentions),
        Verb::Move => return parse_played(rest),
        Verb::Vacation => return parse_vacation(rest),
        Verb::If => return Ok(parse_if(rest)),
        _ => {}
    }
    let mut words = Words::default();
    for token in tokens(rest, mentions) {
        match token {
            Token::Number(number) => words.numbers.push(number),
            Token::Word(word) if takes_person(verb) && word.starts_with('@') => {
                return Err(Misread::UnknownPerson(word));
            }
            Token::Word(word) => words.words.push(word),
            Token::Person(person) if takes_person(verb) => words.people.push(person),
            Token::Person(person) => return Err(unknown_word(verb, person.name, &[])),
        }
    }
    if words.people.len() > 1 {
        return Err(Misread::SeveralPeople);
    }
    let person = words.people.pop();
    let mut numbers = words.numbers.into_iter();
    let mut game = numbers.next().map(GameNumber);
    let mut words = words.words.into_iter().peekable();
    let act = match verb {
        Verb::Board => {
            let mut at = numbers.next();
            if words.next_if(|word| word == "at" || word == "ply").is_some() && at.is_none() {
                // "board at 23" speaks of the only game.
                at = game.take().map(|number| number.0);
            }
            let mut view = side(words.next_if(|word| side(Some(word)).is_some()).as_ref());
            if words.next_if(|word| word == "at" || word == "ply").is_some() && at.is_none() {
                at = game.take().map(|number| number.0);
            }
            view = view.or(side(words.next_if(|word| side(Some(word)).is_some()).as_ref()));
            Act::Board { at, view }
        }
        Verb::Resign => Act::Resign { confirmed: choose(verb, words.next(), &[("yes", true), ("y", true)], false)? },
        Verb::Draw => {
            let steps = [
                ("offer", DrawStep::Offer),
                ("accept", DrawStep::Accept),
                ("decline", DrawStep::Decline),
                ("claim", DrawStep::Claim),
            ];
            Act::Draw(choose(verb, words.next(), &steps, DrawStep::Offer)?)
        }
        Verb::Takeback => {
            let steps = [
                ("ask", TakebackStep::Ask),
                ("accept", TakebackStep::Accept),
                ("allow", TakebackStep::Accept),
                ("decline", TakebackStep::Decline),
            ];
            Act::Takeback(choose(verb, words.next(), &steps, TakebackStep::Ask)?)
        }
        Verb::Rules => {
            let named: Vec<String> = words.by_ref().collect();
            let kind = if named.is_empty() { None } else { Some(kind_of(&named)?) };
            Act::Rules(kind)
        }
        Verb::Help => Act::Help(match words.next() {
            Some(word) => {
                let word = word.strip_prefix(PREFIX).unwrap_or(&word).to_owned();
                let known = Verb::from_word(&word);
                Some(known.ok_or_else(|| unknown_word(verb, word, &VERBS.map(|(_, words)| words[0])))?)
            }
            None => None,
        }),
        Verb::Hint => Act::Hint { whole: choose(verb, words.next(), &[("move", true)], false)? },
        Verb::Review => Act::Review,
        Verb::Accept | Verb::Decline | Verb::Withdraw => {
            let of_challenge = words.next_if(|word| word == "challenge").is_some();
            match (verb, of_challenge) {
                (Verb::Accept, false) => Act::Accept,
                (Verb::Decline, false) => Act::Decline,
                (Verb::Withdraw, false) => Act::Withdraw,
                (Verb::Accept, true) => Act::Challenged(ChallengeStep::Accept),
                (Verb::Decline, true) => Act::Challenged(ChallengeStep::Decline),
                (_, _) => Act::Challenged(ChallengeStep::Withdraw),
            }
        }
        Verb::Challenges => Act::Challenges,
        Verb::Moves => Act::Moves,
        Verb::Abort => Act::Abort,
        Verb::Rematch => Act::Rematch,
        Verb::Games => Act::Games { here: words.next_if(|word| word == "here").is_some(), page: page(game.take())? },
        Verb::History => Act::History { person, page: page(game.take())? },
        Verb::Stats => Act::Stats { person, kind: kind_in(&mut words)? },
        Verb::Top => {
            let is_place = |word: &String| ["here", "everywhere"].contains(&word.as_str());
            let before = words.next_if(is_place);
            let mut named: Vec<String> = Vec::new();
            while let Some(word) = words.next_if(|word| !is_place(word)) {
                named.push(word);
            }
            let kind = if named.is_empty() { None } else { Some(kind_of(&named)?) };
            let place = before.or_else(|| words.next());
            Act::Top { kind, everywhere: place.is_some_and(|place| place == "everywhere") }
        }
        Verb::Versus => Act::Versus(person.ok_or(Misread::NobodyNamed(verb))?),
        Verb::Block => Act::Block(person.ok_or(Misread::NobodyNamed(verb))?),
        Verb::Unblock => Act::Unblock(person.ok_or(Misread::NobodyNamed(verb))?),
        Verb::Unmute => Act::Unmute(person.ok_or(Misread::NobodyNamed(verb))?),
        Verb::Mute => {
            let days = game.take().map(|number| number.0);
            words.next_if(|word| ["day", "days"].contains(&word.as_str()));
            if let Some(days) = days.filter(|days| !(1..=MOST_DAYS).contains(days)) {
                return Err(Misread::NoSuchNumber(days));
            }
            Act::Mute { person: person.ok_or(Misread::NobodyNamed(verb))?, days }
        }
        Verb::Settings => Act::Settings,
        Verb::Set => Act::Set(settings(&mut words)?),
        Verb::Blocks => Act::Blocks,
        Verb::Export => Act::Export,
        Verb::Forget => Act::Forget { confirmed: choose(verb, words.next(), &[("yes", true), ("y", true)], false)? },
        Verb::Room => Act::Room(room_step(&mut words)?),
        Verb::Stop => Act::Stop,
        Verb::Adjudicate => {
            let word = words.next().ok_or(Misread::NoVerdict)?;
            Act::Adjudicate(choose(verb, Some(word), &Verdict::ALL, Verdict::Draw)?)
        }
        Verb::Pgn => Act::Pgn,
        Verb::Json => Act::Json,
        Verb::Replay => Act::Replay,
        Verb::Fen => Act::Fen,
        Verb::Clock => Act::Clock,
        Verb::Claim => Act::Claim,
        Verb::Challenge | Verb::Move | Verb::Vacation | Verb::If => unreachable!("read above"),
    };
    let left = words.next().or_else(|| numbers.next().map(|number| number.to_string()));
    match left {
        Some(word) => Err(unknown_word(verb, word, &[])),
        None => Ok(Command { game, act }),
    }
}

fn unknown_word(verb: Verb, word: String, known: &[&'static str]) -> Misread {
    let closest = closest(&word, known.iter().copied());
    Misread::UnknownWord { verb, word, closest }
}

fn choose<T: Copy>(
    verb: Verb,
    word: Option<String>,
    choices: &[(&'static str, T)],
    otherwise: T,
) -> Result<T, Misread> {
    let Some(word) = word else { return Ok(otherwise) };
    let chosen = choices.iter().find(|(choice, _)| *choice == word).map(|(_, value)| *value);
    chosen.ok_or_else(|| unknown_word(verb, word, &choices.iter().map(|(choice, _)| *choice).collect::<Vec<_>>()))
}

fn parse_played(rest: &str) -> Result<Command, Misread> {
    let (game, played) = split_number(rest);
    if played.is_empty() {
        return Err(Misread::NoMove);
    }
    Ok(Command { game, act: Act::Move(played.to_owned()) })
}

fn parse_vacation(rest: &str) -> Result<Command, Misread> {
    let rest = rest.to_lowercase();
    let words: Vec<&str> = rest.split_whitespace().filter(|word| *word != "for").collect();
    let step = match words[..] {
        [] => VacationStep::Show,
        ["off" | "end" | "over"] => VacationStep::Off,
        ["until" | "till", day] => VacationStep::Until(day.parse().map_err(|_| Misread::NoVacation)?),
        [days] => VacationStep::Days(number_of_days(days)?),
        [days, word] if DAY_WORDS.contains(&word) => VacationStep::Days(number_of_days(days)?),
        _ => return Err(Misread::NoVacation),
    };
    Ok(Command { game: None, act: Act::Vacation(step) })
}

fn number_of_days(word: &str) -> Result<u16, Misread> {
    let end = word.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(word.len());
    let (digits, unit) = word.split_at(end);
    let days = digits.parse().ok().filter(|days| *days > 0 && (unit.is_empty() || DAY_WORDS.contains(&unit)));
    days.ok_or(Misread::NoVacation)
}

fn parse_if(rest: &str) -> Command {
    let (game, lines) = match rest.strip_prefix('#').unwrap_or(rest).parse() {
        Ok(number) => (Some(GameNumber(number)), ""),
        Err(_) => split_number(rest),
    };
    let step = match lines.to_lowercase().as_str() {
        "" => IfStep::Show,
        "off" | "none" | "clear" => IfStep::Off,
        _ => IfStep::Lines(lines.to_owned()),
    };
    Command { game, act: Act::If(step) }
}

fn parse_challenge(rest: &str, mentions: &[Mention]) -> Result<Command, Misread> {
    let (mut opponent, mut color, mut wishes, mut game_words) =
        (None, ColorWish::Random, Wishes::default(), Vec::new());
    let (mut level, mut is_said) = (None, false);
    let mut tokens = tokens(rest, mentions).into_iter().peekable();
    while let Some(token) = tokens.next() {
        let mut next_is = |words: &[&str]| {
            let next = tokens.next_if(|next| matches!(next, Token::Word(word) if words.contains(&word.as_str())));
            next.and_then(|next| if let Token::Word(word) = next { Some(word) } else { None })
        };
        let word = match token {
            Token::Person(person) if machine::level_of(&person).is_some() => {
                level = level.or_else(|| machine::level_of(&person));
                continue;
            }
            Token::Person(_) if opponent.is_some() => return Err(Misread::SeveralPeople),
            Token::Person(person) => {
                opponent = Some(person);
                continue;
            }
            Token::Number(number) => match next_is(&DAY_WORDS) {
                Some(_) => format!("{number}d"),
                None => return Err(unknown_word(Verb::Challenge, number.to_string(), &[])),
            },
            Token::Word(word) if word == "weekends" => match next_is(&["on", "off"]) {
                Some(value) => format!("{word}:{value}"),
                None => word,
            },
            Token::Word(word) => word,
        };
        if MACHINES.contains(&word.as_str()) {
            level = level.or(Some(machine::USUAL));
            continue;
        }
        if word.starts_with('@') {
            return Err(Misread::UnknownPerson(word));
        }
        if let Some(number) = word.strip_prefix("level").or_else(|| word.strip_prefix("lvl")) {
            level = Some(level_of(number.trim_start_matches(':'), &mut tokens)?);
            continue;
        }
        // "game:carrera" is how a form would put it.
        let word = ["game:", "color:", "colour:"].into_iter().find_map(|name| word.strip_prefix(name)).unwrap_or(&word);
        if let Some((_, wish)) = COLORS.iter().find(|(name, _)| *name == word) {
            color = *wish;
        } else if wishes.note(word) {
            is_said = true;
        } else if !NOISE.contains(&word) {
            game_words.push(word.to_owned());
        }
    }
    let kind = if game_words.is_empty() { USUAL_GAME } else { kind_of(&game_words)? };
    let terms = if is_said { Some(wishes.terms()?) } else { None };
    if let Some(level) = level {
        match (&opponent, terms.is_some_and(|terms| terms.rated)) {
            (Some(_), _) => return Err(Misread::SeveralPeople),
            (None, true) => return Err(Misread::RatedAgainstMachine),
            (None, false) => opponent = Some(machine::player(level)),
        }
    }
    Ok(Command { game: None, act: Act::Challenge { opponent, kind, color, terms } })
}

/// The level named by a word, or else by the number that follows it.
fn level_of(word: &str, rest: &mut Peekable<impl Iterator<Item = Token>>) -> Result<Level, Misread> {
    let number = match (word, rest.peek()) {
        ("", Some(Token::Number(number))) => {
            let number = number.to_string();
            rest.next();
            number
        }
        _ => word.to_owned(),
    };
    number.parse().ok().and_then(Level::new).ok_or(Misread::NoSuchLevel(number))
}

fn key_words() -> impl Iterator<Item = &'static str> {
    variants::ALL.into_iter().flat_map(|variant| variant.key.split('-'))
}

/// The kind of game whose key has all these words and the fewest others.
fn kind_of(typed: &[String]) -> Result<GameKind, Misread> {
    let mut words: Vec<&str> = Vec::new();
    for word in typed.iter().flat_map(|word| word.split('-')).filter(|word| !word.is_empty()) {
        let alias = GAME_WORDS.iter().find(|(name, _)| *name == word).map(|(_, meant)| *meant);
        let Some(known) = alias.or_else(|| key_words().find(|known| *known == word)) else {
            let known = key_words().chain(GAME_WORDS.iter().map(|(name, _)| *name));
            let closest = closest(word, known.chain(COLORS.iter().map(|(name, _)| *name)));
            return Err(Misread::UnknownWord { verb: Verb::Challenge, word: word.to_owned(), closest });
        };
        if !words.contains(&known) {
            words.push(known);
        }
    }
    // In "Bird's chess" the second word says nothing.
    if words.len() > 1 {
        words.retain(|word| *word != variants::CHESS.key);
    }
    let others = |key: &str| {
        let all: Vec<&str> = key.split('-').collect();
        words.iter().all(|word| all.contains(word)).then(|| all.len() - words.len())
    };
    let fitting = variants::ALL.into_iter().filter_map(|variant| Some((others(variant.key)?, variant)));
    let best = fitting.min_by_key(|(others, _)| *others);
    best.map(|(_, variant)| GameKind(variant)).ok_or_else(|| Misread::UnknownGame(typed.join(" ")))
}

/// The known word that a typed one was most likely meant to be.
fn closest(word: &str, known: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    let allowed = if word.chars().count() < 5 { 1 } else { 2 };
    known
        .map(|known| (strsim::damerau_levenshtein(word, known), known))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known)
}
