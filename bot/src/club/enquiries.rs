//! What platforms want to know in order to be helpful: who plays what and where, and which moves can be offered.
//!
//! Everything here is read, but for the room of a game, which only a platform can find.

use jiff::Timestamp;
use rules::{Color, Move, Square, san, uci};

use super::Club;
use crate::error::Fault;
use crate::game::{Game, Summary};
use crate::letters::Letters;
use crate::names::{EventKey, GameNumber, Person, Room};
use crate::talk::Board;

/// A piece that can move, to be chosen from a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// Where it stands.
    pub square: String,
    /// What it is called.
    pub piece: &'static str,
    /// How many moves it has.
    pub moves: usize,
}

/// A move of a chosen piece, to be chosen from a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Destination {
    /// The move in coordinates, unique among the legal ones.
    pub coordinates: String,
    /// The move as people write it.
    pub san: String,
}

impl Club {
    /// Every room in which a game is running, with the time since when the game there that has waited longest waits.
    ///
    /// # Errors
    ///
    /// A [`Fault`] when the database can't be read.
    pub fn rooms_with_running_games(&self) -> Result<Vec<(Room, Timestamp)>, Fault> {
        self.store.read(|memory| memory.rooms_with_running_games())?
    }

    /// Whether a game is running in this room.
    ///
    /// # Errors
    ///
    /// A [`Fault`] when the database can't be read.
    pub fn has_running_game(&self, room: &Room) -> Result<bool, Fault> {
        self.store.read(|memory| memory.has_running_game(room))?
    }

    /// The game with this number while it is running.
    ///
    /// # Errors
    ///
    /// A [`Fault`] when the database can't be read.
    pub fn running_game(&self, number: GameNumber) -> Result<Option<Game>, Fault> {
        let game = self.store.read(|memory| memory.game(number))??;
        Ok(game.filter(|game| game.summary.end.is_none()))
    }

    /// The same without its moves, which is much cheaper.
    ///
    /// # Errors
    ///
    /// A [`Fault`] when the database can't be read.
    pub fn running_summary(&self, number: GameNumber) -> Result<Option<Summary>, Fault> {
        let game = self.store.read(|memory| memory.summary(number))??;
        Ok(game.filter(|game| game.end.is_none()))
    }

    /// Who plays or played in this game.
    ///
    /// # Errors
    ///
    /// A [`Fault`] when the database can't be read.
    pub fn players(&self, number: GameNumber) -> Result<Option<[Person; 2]>, Fault> {
        Ok(self.store.read(|memory| memory.summary(number))??.map(|game| game.players))
    }

    /// The running games of a person, the most urgent first.
    ///
    /// # Errors
    ///
    /// A [`Fault`] when the database can't be read.
    pub fn games_of(&self, person: &Person) -> Result<Vec<Summary>, Fault> {
        let mut games = self.store.read(|memory| memory.running_games_of(person))??;
        games.sort_by_key(|game| game.urgency_for(person));
        Ok(games)
    }

    /// Legal moves, as people write them, that begin as typed: in the game named, else in those that wait for the
    /// person in this room, else in those that wait anywhere.
    ///
    /// # Errors
    ///
    /// A [`Fault`] when the database can't be read.
    pub fn moves_beginning(
        &self,
        person: &Person,
        room: &Room,
        number: Option<GameNumber>,
        typed: &str,
    ) -> Result<Vec<String>, Fault> {
        let mut games: Vec<Summary> = self.games_of(person)?.into_iter().filter(|game| game.awaits(person)).collect();
        match number {
            Some(number) => games.retain(|game| game.number == number),
            None if games.iter().any(|game| game.room == *room) => games.retain(|game| game.room == *room),
            None => {}
        }
        let mut moves = Vec::new();
        let letters = self.letters_of(person)?;
        for game in games {
            let Some(game) = self.running_game(game.number)? else { continue };
            let all = letters.print_all(game.position()).into_iter();
            moves.extend(all.filter(|(played, san)| begins(&game, *played, san, typed)).map(|(_, san)| san));
        }
        moves.sort();
        moves.dedup();
        Ok(moves)
    }

    /// The pieces that this person can move in this game; none when it isn't the person's turn.
    ///
    /// # Errors
    ///
    /// A [`Fault`] when the database can't be read.
    pub fn origins(&self, person: &Person, number: GameNumber) -> Result<Vec<Origin>, Fault> {
        let Some(game) = self.awaited(person, number)? else { return Ok(Vec::new()) };
        let position = game.position();
        let mut origins: Vec<Origin> = Vec::new();
        for (played, _) in san::print_all(position) {
            let square = from(&game, played);
            match origins.iter_mut().find(|origin| origin.square == square) {
                Some(origin) => origin.moves += 1,
                None => {
                    let piece = square.parse::<Square>().ok().and_then(|square| position.piece_at(square));
                    let piece = piece.map(|piece| position.variant().name_of(piece.powers)).unwrap_or_default();
                    origins.push(Origin { square, piece, moves: 1 });
                }
            }
        }
        origins.sort_by(|one, other| one.square.cmp(&other.square));
        Ok(origins)
    }

    /// The moves of the piece on this square in this game; none when it isn't the person's turn.
    ///
    /// # Errors
    ///
    /// A [`Fault`] when the database can't be read.
    pub fn destinations(&self, person: &Person, number: GameNumber, square: &str) -> Result<Vec<Destination>, Fault> {
        let Some(game) = self.awaited(person, number)? else { return Ok(Vec::new()) };
        let all = self.letters_of(person)?.print_all(game.position()).into_iter();
        let mut destinations: Vec<Destination> = all
            .filter(|(played, _)| from(&game, *played) == square)
            .map(|(played, san)| Destination { coordinates: uci::print(game.position(), played), san })
            .collect();
        destinations.sort_by(|one, other| one.coordinates.cmp(&other.coordinates));
        Ok(destinations)
    }

    /// The present board of a running game from this side.
    ///
    /// # Errors
    ///
    /// A [`Fault`] when the database can't be read.
    pub fn board_from(&self, number: GameNumber, view: Color) -> Result<Option<Board>, Fault> {
        self.store.read(|memory| {
            let Some(game) = memory.game(number)? else { return Ok(None) };
            let theme = memory.settings_of(game.to_move())?.theme;
            Ok(game.board_at(game.record.ply(), view).map(|board| Board { theme, ..board }))
        })?
    }

    /// Makes a room the one where a game is played and its posts go, such as a thread opened for it.
    ///
    /// # Errors
    ///
    /// A [`Fault`] when the database can't be written.
    pub fn settle(&mut self, number: GameNumber, room: &Room) -> Result<(), Fault> {
        self.store.amend(|memory| memory.set_room(number, room))
    }

    /// Notes something that is to happen once only, and says whether this was the first time; after some months it
    /// is the first time again.
    ///
    /// # Errors
    ///
    /// A [`Fault`] when the database can't be written.
    pub fn is_first(&mut self, event: &EventKey, now: Timestamp) -> Result<bool, Fault> {
        self.store.is_first(event, now)
    }

    fn letters_of(&self, person: &Person) -> Result<Letters, Fault> {
        self.store.read(|memory| Ok(memory.settings_of(person)?.letters))?
    }

    fn awaited(&self, person: &Person, number: GameNumber) -> Result<Option<Game>, Fault> {
        Ok(self.running_game(number)?.filter(|game| game.to_move() == person))
    }
}

/// The square that a move leaves, as its coordinate form has it.
fn from(game: &Game, played: Move) -> String {
    uci::print(game.position(), played).chars().take(2).collect()
}

fn begins(game: &Game, played: Move, san: &str, typed: &str) -> bool {
    let typed = typed.trim();
    let begins = |written: &str| written.get(..typed.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(typed));
    begins(san) || begins(&uci::print(game.position(), played))
}
