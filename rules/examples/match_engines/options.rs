//! What the match is about, from the command line.

use rules::{Variant, variants};

/// One engine of the two.
pub(crate) struct Side {
    pub(crate) command: Vec<String>,
    /// UCI options, `UCI_Variant` among them.
    pub(crate) settings: Vec<(String, String)>,
}

/// The whole command line.
pub(crate) struct Options {
    pub(crate) sides: [Side; 2],
    pub(crate) variant: &'static Variant,
    /// The `go` command.
    pub(crate) go: String,
    pub(crate) games: usize,
    pub(crate) plies: usize,
    pub(crate) seed: u64,
    pub(crate) concurrency: usize,
    pub(crate) longest: usize,
}

impl Options {
    /// Reads `--name value` pairs.
    pub(crate) fn read(mut words: impl Iterator<Item = String>) -> Result<Options, String> {
        let mut names = [None, None];
        let mut options = Options {
            sides: [(); 2].map(|()| Side { command: Vec::new(), settings: Vec::new() }),
            variant: &variants::CHESS,
            go: "go nodes 10000".to_owned(),
            games: 100,
            plies: 6,
            seed: 1,
            concurrency: 1,
            longest: 300,
        };
        while let Some(word) = words.next() {
            let value = words.next().ok_or_else(|| format!("{word} needs a value"))?;
            let number = || value.parse::<usize>().map_err(|_| format!("{word} needs a number, not {value}"));
            let side = usize::from(word.starts_with("--second"));
            match word.as_str() {
                "--first" | "--second" => {
                    options.sides[side].command = value.split_whitespace().map(str::to_owned).collect()
                }
                "--first-option" | "--second-option" => {
                    let (name, value) = value.split_once('=').ok_or_else(|| format!("{word} needs NAME=VALUE"))?;
                    options.sides[side].settings.push((name.to_owned(), value.to_owned()));
                }
                "--first-variant" | "--second-variant" => names[side] = Some(value),
                "--game" => options.variant = variants::by_key(&value).ok_or_else(|| format!("no game {value}"))?,
                "--nodes" => options.go = format!("go nodes {}", number()?),
                "--movetime" => options.go = format!("go movetime {}", number()?),
                "--games" => options.games = number()?,
                "--plies" => options.plies = number()?,
                "--seed" => options.seed = number()? as u64,
                "--concurrency" => options.concurrency = number()?.max(1),
                "--longest" => options.longest = number()?,
                _ => return Err(format!("unknown option {word}")),
            }
        }
        let key = options.variant.key;
        for (side, name) in options.sides.iter_mut().zip(names) {
            if side.command.is_empty() {
                return Err("both --first and --second are needed".to_owned());
            }
            // The game is set first, as engines may reset the rest with it.
            let name = name.unwrap_or_else(|| key.to_owned());
            side.settings.insert(0, ("UCI_Variant".to_owned(), name));
        }
        Ok(options)
    }

    /// The match in short: who, and with how much thought.
    pub(crate) fn label(&self) -> String {
        let side = |side: &Side| {
            let settings = side.settings.iter().skip(1).map(|(name, value)| format!(" {name}={value}"));
            side.command.join(" ") + &settings.collect::<String>()
        };
        format!("{} against {}, {}", side(&self.sides[0]), side(&self.sides[1]), self.go)
    }
}
