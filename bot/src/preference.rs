//! What each person has set for themself.

use serde::{Deserialize, Serialize};

use crate::letters::Letters;

/// A person's settings. Whatever isn't stored is as usual.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// From which side boards are seen.
    pub view: View,
    /// When the bot may notify.
    pub pings: Pings,
    /// When a reminder comes.
    pub reminders: Reminders,
    /// The time zone by its IANA name; UTC when none was set.
    pub zone: Option<String>,
    /// The colours of boards.
    pub theme: Theme,
    /// The letters of pieces in moves.
    pub letters: Letters,
}

/// From which side boards are seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum View {
    /// One's own.
    Own,
    /// White's.
    White,
    /// That of the player to move.
    #[default]
    Mover,
}

/// When the bot may notify somebody.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pings {
    /// At every turn, and whatever else is meant for them.
    #[default]
    Every,
    /// Not at a turn; but for reminders and whatever else is meant for them.
    Reminders,
    /// Never.
    Never,
}

/// When a reminder comes before the time is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reminders {
    /// When a quarter of it is left.
    #[default]
    Quarter,
    /// When half of it is left.
    Half,
    /// A day before.
    Day,
    /// Never.
    Never,
}

/// The colours of boards, by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// Ivory and slate blue.
    #[default]
    Harbour,
    /// Maple and walnut.
    Walnut,
    /// Black on white.
    Contrast,
}

/// One thing that somebody sets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Setting {
    /// From which side boards are seen.
    View(View),
    /// When the bot may notify.
    Pings(Pings),
    /// When a reminder comes.
    Reminders(Reminders),
    /// The time zone, as it was typed.
    Zone(String),
    /// The colours of boards.
    Theme(Theme),
    /// The letters of pieces.
    Letters(Letters),
}

/// The names of the settings, in the order in which they are listed.
pub const NAMES: [&str; 6] = ["view", "pings", "reminders", "zone", "theme", "letters"];

/// A value's word, as it is typed and shown.
type Word<T> = (&'static str, T);

const VIEWS: [Word<View>; 3] = [("own", View::Own), ("white", View::White), ("mover", View::Mover)];
const PINGS: [Word<Pings>; 3] = [("every", Pings::Every), ("reminders", Pings::Reminders), ("never", Pings::Never)];
const REMINDERS: [Word<Reminders>; 4] =
    [("quarter", Reminders::Quarter), ("half", Reminders::Half), ("day", Reminders::Day), ("never", Reminders::Never)];
const THEMES: [Word<Theme>; 3] =
    [("harbour", Theme::Harbour), ("walnut", Theme::Walnut), ("contrast", Theme::Contrast)];

fn words<T>(table: &[Word<T>]) -> Vec<&'static str> {
    table.iter().map(|(word, _)| *word).collect()
}

fn value<T: Copy>(table: &[Word<T>], word: &str) -> Option<T> {
    table.iter().find(|(known, _)| *known == word).map(|(_, value)| *value)
}

fn word<T: PartialEq>(table: &[Word<T>], value: &T) -> &'static str {
    table.iter().find(|(_, known)| known == value).map_or("", |(word, _)| word)
}

/// The words for the values of the setting with this name; `None` when they can't be listed.
pub fn values(name: &str) -> Option<Vec<&'static str>> {
    Some(match name {
        "view" => words(&VIEWS),
        "pings" => words(&PINGS),
        "reminders" => words(&REMINDERS),
        "theme" => words(&THEMES),
        "letters" => words(&Letters::ALL),
        _ => return None,
    })
}

impl Theme {
    /// The name by which it is drawn.
    pub fn name(self) -> &'static str {
        word(&THEMES, &self)
    }
}

impl Setting {
    /// The setting with this name and value, in lower case; `None` when there is none such.
    pub fn read(name: &str, typed: &str) -> Option<Setting> {
        match name {
            "view" => value(&VIEWS, typed).map(Setting::View),
            "pings" => value(&PINGS, typed).map(Setting::Pings),
            "reminders" => value(&REMINDERS, typed).map(Setting::Reminders),
            "zone" => Some(Setting::Zone(typed.to_owned())),
            "theme" => value(&THEMES, typed).map(Setting::Theme),
            "letters" => value(&Letters::ALL, typed).map(Setting::Letters),
            _ => None,
        }
    }

    /// Its name and its value, as they are typed.
    pub fn words(&self) -> (&'static str, &str) {
        match self {
            Setting::View(view) => ("view", word(&VIEWS, view)),
            Setting::Pings(pings) => ("pings", word(&PINGS, pings)),
            Setting::Reminders(reminders) => ("reminders", word(&REMINDERS, reminders)),
            Setting::Zone(zone) => ("zone", zone),
            Setting::Theme(theme) => ("theme", word(&THEMES, theme)),
            Setting::Letters(letters) => ("letters", word(&Letters::ALL, letters)),
        }
    }
}

impl Settings {
    /// Changes one of them.
    pub fn set(&mut self, setting: Setting) {
        match setting {
            Setting::View(view) => self.view = view,
            Setting::Pings(pings) => self.pings = pings,
            Setting::Reminders(reminders) => self.reminders = reminders,
            Setting::Zone(zone) => self.zone = Some(zone),
            Setting::Theme(theme) => self.theme = theme,
            Setting::Letters(letters) => self.letters = letters,
        }
    }

    /// The name of the person's time zone.
    pub fn zone_name(&self) -> &str {
        self.zone.as_deref().unwrap_or(UTC)
    }

    /// All of them, in the order of [`NAMES`].
    pub fn list(&self) -> [Setting; 6] {
        [
            Setting::View(self.view),
            Setting::Pings(self.pings),
            Setting::Reminders(self.reminders),
            Setting::Zone(self.zone_name().to_owned()),
            Setting::Theme(self.theme),
            Setting::Letters(self.letters),
        ]
    }
}

/// The time zone of whoever has set none.
pub const UTC: &str = "UTC";

/// The names of time zones that contain what was typed, in whatever case.
pub fn zones_with(typed: &str) -> impl Iterator<Item = String> {
    let typed = typed.trim().to_lowercase().replace(' ', "_");
    let names = jiff::tz::db().available().map(|name| name.as_str().to_owned());
    names.filter(move |name| name.to_lowercase().contains(&typed))
}

/// The time zone with this name, in whatever case, as it is properly written.
///
/// # Errors
///
/// The nearest name, when one is near.
pub fn zone(typed: &str) -> Result<String, Option<String>> {
    if typed.eq_ignore_ascii_case(UTC) {
        return Ok(UTC.to_owned());
    }
    let known = jiff::tz::db().get(typed).ok();
    if let Some(name) = known.as_ref().and_then(|zone| zone.iana_name()) {
        return Ok(name.to_owned());
    }
    let typed = typed.to_lowercase().replace(' ', "_");
    let distance = |name: &str| {
        let name = name.to_lowercase();
        let place = name.rsplit('/').next().unwrap_or(&name);
        strsim::damerau_levenshtein(&name, &typed).min(strsim::damerau_levenshtein(place, &typed))
    };
    let names = jiff::tz::db().available().map(|name| name.as_str().to_owned());
    let nearest = names.map(|name| (distance(&name), name)).min();
    Err(nearest.filter(|(distance, _)| *distance <= 2).map(|(_, name)| name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_reads_back() {
        for name in NAMES {
            for typed in values(name).unwrap_or(vec!["europe/berlin"]) {
                let setting = Setting::read(name, typed).unwrap();
                assert_eq!(setting.words(), (name, typed));
                let mut settings = Settings::default();
                settings.set(setting.clone());
                assert!(settings.list().contains(&setting));
            }
        }
    }

    #[test]
    fn every_theme_is_one_that_can_be_drawn() {
        for (name, theme) in THEMES {
            assert_eq!(render::theme::by_name(theme.name()).map(|theme| theme.name), Some(name));
        }
        assert_eq!(THEMES.len(), render::theme::THEMES.len());
        assert_eq!(Theme::default().name(), render::theme::THEMES[0].name);
    }

    #[test]
    fn zones_are_known_by_name_and_near_misses_are_named() {
        assert_eq!(zone("europe/berlin").as_deref(), Ok("Europe/Berlin"));
        assert_eq!(zone("utc").as_deref(), Ok("UTC"));
        assert_eq!(zone("Europe/Berln"), Err(Some("Europe/Berlin".to_owned())));
        assert_eq!(zone("kolkatta"), Err(Some("Asia/Kolkata".to_owned())));
        assert_eq!(zone("middle-earth"), Err(None));
    }
}
