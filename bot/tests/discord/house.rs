//! A house with a Discord and the bot's process in it.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use discord_double::{Double, Message, Options, Person, Room, Server};
use tempfile::TempDir;

/// Long enough to see that nothing comes.
pub(crate) const A_WHILE: Duration = Duration::from_millis(700);

/// A Discord, and the bot's files and process.
pub(crate) struct House {
    pub(crate) discord: Double,
    folder: TempDir,
    settings: String,
    bot: Option<Child>,
    logins: usize,
}

impl House {
    /// A house whose bot hasn't started.
    pub(crate) async fn closed(options: Options) -> House {
        let discord = Double::with(options).await;
        let folder = tempfile::tempdir().unwrap();
        let settings =
            format!("[discord.testing]\nproxy = \"{}\"\ngateway = \"{}\"\n", discord.url(), discord.gateway_url());
        House { discord, folder, settings, bot: None, logins: 0 }
    }

    /// A house with two people in a channel, and the bot there.
    pub(crate) async fn open() -> (House, Table) {
        let mut house = House::closed(Options::default()).await;
        let table = Table::in_house(&house);
        house.start().await;
        (house, table)
    }

    /// Lets the bot be configured so as well, from the next start on.
    pub(crate) fn configure(&mut self, settings: &str) {
        self.settings = settings.to_owned();
    }

    /// Puts these settings before the others.
    pub(crate) fn add(&mut self, settings: &str) {
        self.settings = format!("{settings}\n{}", self.settings);
    }

    /// Changes a setting, from the next start on.
    pub(crate) fn configure_again(&mut self, setting: &str, changed: &str) {
        assert!(self.settings.contains(setting));
        self.settings = self.settings.replace(setting, changed);
    }

    fn log(&self) -> PathBuf {
        self.folder.path().join("log")
    }

    fn database(&self) -> PathBuf {
        self.folder.path().join("games.sqlite")
    }

    /// Lets the bot wait for its database until what comes back is dropped.
    pub(crate) fn keep_database_busy(&self) -> rusqlite::Connection {
        let connection = rusqlite::Connection::open(self.database()).unwrap();
        connection.execute_batch("BEGIN IMMEDIATE").unwrap();
        connection
    }

    /// What the bot logged.
    pub(crate) fn logged(&self) -> String {
        fs::read_to_string(self.log()).unwrap_or_default()
    }

    /// Waits until the bot has logged these words.
    pub(crate) async fn logs(&self, words: &str) {
        for _ in 0..300 {
            if self.logged().contains(words) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("the bot never logs {words:?}");
    }

    /// Starts the bot, and waits until it is on Discord.
    pub(crate) async fn start(&mut self) {
        self.launch();
        self.logins += 1;
        self.discord.gateway().has_logins(self.logins).await;
        self.discord.has_command("challenge").await;
    }

    /// Starts a bot that can't be on Discord; its status and what it said come back.
    pub(crate) async fn fails_to_start(&mut self) -> (ExitStatus, String) {
        self.launch();
        (self.ended().await, self.logged())
    }

    fn launch(&mut self) {
        let config = self.folder.path().join("config.toml");
        fs::write(&config, format!("log = \"debug\"\n{}", self.settings)).unwrap();
        let log = File::options().create(true).append(true).open(self.log()).unwrap();
        let bot = Command::new(env!("CARGO_BIN_EXE_centaur"))
            .arg("run")
            .arg("--config")
            .arg(config)
            .arg("--database")
            .arg(self.database())
            .env("CENTAUR_DISCORD_TOKEN", self.discord.token())
            .env_remove("RUST_LOG")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .unwrap();
        self.bot = Some(bot);
    }

    /// What `check-config` prints.
    pub(crate) fn check_config(&self) -> String {
        let config = self.folder.path().join("config.toml");
        fs::write(&config, &self.settings).unwrap();
        let mut check = Command::new(env!("CARGO_BIN_EXE_centaur"));
        check.arg("check-config").arg("--config").arg(config).env("CENTAUR_DISCORD_TOKEN", self.discord.token());
        String::from_utf8(check.output().unwrap().stdout).unwrap()
    }

    /// Kills the bot where it stands.
    pub(crate) fn kill(&mut self) {
        if let Some(mut bot) = self.bot.take() {
            bot.kill().unwrap();
            bot.wait().unwrap();
        }
    }

    /// Asks the bot to end, and waits until it has.
    pub(crate) async fn stop(&mut self) -> bool {
        let id = self.bot.as_ref().unwrap().id().to_string();
        let asked = Command::new("kill").arg("-TERM").arg(id).status().unwrap();
        assert!(asked.success());
        self.ended().await.success()
    }

    async fn ended(&mut self) -> ExitStatus {
        let mut bot = self.bot.take().unwrap();
        for _ in 0..300 {
            if let Some(status) = bot.try_wait().unwrap() {
                return status;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        bot.kill().unwrap();
        panic!("the bot doesn't end");
    }
}

impl Drop for House {
    fn drop(&mut self) {
        self.kill();
        if std::thread::panicking() {
            eprintln!("the bot logged:\n{}", self.logged());
        }
    }
}

/// Two people in a channel.
pub(crate) struct Table {
    pub(crate) server: Server,
    pub(crate) channel: Room,
    pub(crate) ann: Person,
    pub(crate) bob: Person,
}

impl Table {
    /// Two people in a channel of a server that the bot is in.
    pub(crate) fn in_house(house: &House) -> Table {
        let server = house.discord.server("Chess club");
        Table::in_server(server)
    }

    /// Two people in a channel of this server.
    pub(crate) fn in_server(server: Server) -> Table {
        let channel = server.channel("general");
        let (ann, bob) = (server.member("ann"), server.member("bob"));
        Table { server, channel, ann, bob }
    }

    /// Ann challenges Bob to a game in which she has White; the card comes back.
    pub(crate) async fn challenge(&self, game: &str) -> Message {
        let slash = self.ann.slash(&self.channel, "challenge");
        slash.option("opponent", &self.bob).option("game", game).option("colour", "white").send().acknowledged().await;
        self.channel.hears("challenges").await
    }

    /// A game between Ann with White and Bob begins; its thread and the first board come back.
    pub(crate) async fn begin(&self, game: &str) -> (Room, Message) {
        let card = self.challenge(game).await;
        self.bob.presses(&card, "Accept").acknowledged().await;
        let thread = self.channel.thread("#").await;
        let board = thread.hears("begins").await;
        (thread, board)
    }
}
