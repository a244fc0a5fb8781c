//! Discord: servers, threads and direct messages; commands, buttons and plain moves.
//!
//! What people do becomes an [`Ask`](crate::talk::Ask), and each post of the club a message. The parts:
//!
//! - `hearing` and `missed`: messages; `slash`: commands and menus; `interactions` and `picking`: answers to them and to buttons
//! - `delivery`: posts on their way out; `draft`: how they look; `markdown`: how they are written
//! - `places`: channels, threads and permissions; `shown`: which messages have buttons
//! - `names` and `press`: keys, and what buttons carry; `registration`: which commands Discord knows

mod bot;
mod calls;
mod delivery;
mod draft;
mod failure;
mod hearing;
mod interactions;
mod markdown;
mod missed;
mod names;
mod picking;
mod places;
mod press;
mod registration;
mod shown;
mod slash;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use std::{fs, io};

use base64::Engine;
use base64::prelude::{BASE64_STANDARD_NO_PAD, BASE64_URL_SAFE_NO_PAD};
use poise::{Framework, FrameworkOptions, PrefixFrameworkOptions};
use serenity::all::{
    ActivityData, ApplicationId, Client, ClientBuilder, Context, CreateBotAuthParameters, EventHandler, GatewayIntents,
    Guild, GuildChannel, GuildId, Http, HttpBuilder, Interaction, Message, PartialGuildChannel, Ready, ResumedEvent,
    Role, Scope,
};
use serenity::async_trait;
use serenity::gateway::GatewayError;
use serenity::http::{HttpError, StatusCode};

use self::bot::Bot;
use self::calls::Pending;
use self::delivery::Delivery;
use self::places::Places;
use self::shown::Shown;
use crate::config::{self, DiscordTesting, Secret, Shards};
use crate::desk::{Closed, Desk};
use crate::platform::pictures::Pictures;
use crate::text::discord as sentences;

/// How long a request may take. Without a limit one that hangs would hold up its channel for ever.
const LONGEST_REQUEST: Duration = Duration::from_secs(30);

/// The host of Discord's API.
const API_HOST: &str = "discord.com";

/// Why the bot isn't or is no longer on Discord.
#[derive(Debug, thiserror::Error)]
pub enum DiscordError {
    /// The token can't be one.
    #[error("the token for Discord isn't one: it has three parts, with a dot between them")]
    Token,
    /// Discord doesn't know the token.
    #[error("Discord doesn't accept the token; copy it again from the page Bot of its developer portal")]
    Unauthorized,
    /// The club is gone.
    #[error(transparent)]
    Closed(#[from] Closed),
    /// Something that the bot asks for isn't allowed to it.
    #[error(
        "Discord doesn't let the bot read messages: allow the Message Content Intent on the page Bot of its developer \
        portal, or set message_content = false"
    )]
    Intent,
    /// Discord can't be reached, or refuses the bot.
    #[error("Discord: {0}")]
    Serenity(Box<serenity::Error>),
    /// The requests' side can't be set up.
    #[error("requests to Discord can't be made: {0}")]
    Requests(#[from] reqwest::Error),
    /// The address for tests is none.
    #[error("{0} is no address with a port")]
    Address(String),
    /// The certificate for tests can't be read.
    #[error("can't read {}: {source}", path.display())]
    Certificate {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// No thread could be had, or it died.
    #[error("Discord's side can't run: {0}")]
    Runtime(String),
}

impl DiscordError {
    /// Whether the bot can't be on Discord before somebody has mended something.
    pub fn is_misconfigured(&self) -> bool {
        use DiscordError::{Address, Certificate, Intent, Token, Unauthorized};
        matches!(self, Token | Unauthorized | Intent | Address(_) | Certificate { .. })
    }
}

impl From<serenity::Error> for DiscordError {
    fn from(error: serenity::Error) -> DiscordError {
        match error {
            serenity::Error::Gateway(GatewayError::DisallowedGatewayIntents) => DiscordError::Intent,
            serenity::Error::Gateway(GatewayError::InvalidAuthentication) => DiscordError::Unauthorized,
            serenity::Error::Http(HttpError::UnsuccessfulRequest(response))
                if response.status_code == StatusCode::UNAUTHORIZED =>
            {
                DiscordError::Unauthorized
            }
            error => DiscordError::Serenity(Box::new(error)),
        }
    }
}

/// Where somebody invites the bot to a server, with the permissions that it uses and no others; `None` when the token
/// doesn't tell the bot's number.
pub fn invitation(token: &Secret) -> Option<String> {
    let begin = token.expose().trim_start_matches("Bot ").split('.').next()?.trim_end_matches('=');
    let decoded = BASE64_URL_SAFE_NO_PAD.decode(begin).or_else(|_| BASE64_STANDARD_NO_PAD.decode(begin)).ok()?;
    let number: u64 = str::from_utf8(&decoded).ok()?.parse().ok().filter(|number| *number != 0)?;
    let link = CreateBotAuthParameters::new()
        .client_id(ApplicationId::new(number))
        .scopes(&[Scope::Bot, Scope::ApplicationsCommands])
        .permissions(places::NEEDED);
    Some(link.build())
}

/// Stays on Discord until told to stop, or until it can't.
///
/// # Errors
///
/// [`DiscordError`] when the bot can't be there. No move is lost.
pub async fn run(
    config: config::Discord,
    token: Secret,
    desk: Desk,
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), DiscordError> {
    // On a thread of its own, which runs tasks in the order in which they are started: serenity starts one for every
    // event, and only so are the messages of a room dealt with in their order.
    let room = tokio::task::spawn_blocking(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| DiscordError::Runtime(error.to_string()))?;
        runtime.block_on(serve(&config, &token, desk, stop))
    });
    room.await.map_err(|error| DiscordError::Runtime(error.to_string()))?
}

async fn serve(
    config: &config::Discord,
    token: &Secret,
    desk: Desk,
    stop: impl Future<Output = ()>,
) -> Result<(), DiscordError> {
    serenity::utils::token::validate(token.expose()).map_err(|_| DiscordError::Token)?;
    if !config.message_content {
        tracing::warn!("{}", sentences::CONTENT_IS_OFF);
    }
    let posts = desk.connect(names::PLATFORM)?;
    let (delivery, errands) = Delivery::new();
    let shared = Arc::new(OnceLock::new());
    let mut client = client(config, token, &shared).await?;
    let bot = Arc::new(Bot {
        pictures: Pictures::new(desk.tally()),
        desk,
        http: Arc::clone(&client.http),
        cache: Arc::clone(&client.cache),
        delivery,
        pending: Pending::default(),
        places: Places::default(),
        shown: Shown::default(),
        reads_content: config.message_content,
    });
    let _it_was_empty = shared.set(Arc::clone(&bot));
    let distributor = tokio::spawn(delivery::distribute(Arc::clone(&bot), posts, errands));
    let shards = Arc::clone(&client.shard_manager);
    let outcome = tokio::select! {
        outcome = start(&mut client, config.shards) => outcome.map_err(DiscordError::from),
        () = stop => {
            tracing::info!("leaving Discord");
            shards.shutdown_all().await;
            Ok(())
        }
    };
    bot.delivery.finish().await;
    distributor.abort();
    outcome
}

async fn start(client: &mut Client, shards: Shards) -> Result<(), serenity::Error> {
    match shards {
        Shards::Automatic => client.start_autosharded().await,
        Shards::Range { first, last, total } => client.start_shard_range(first..last, total).await,
    }
}

async fn client(
    config: &config::Discord,
    token: &Secret,
    shared: &Arc<OnceLock<Arc<Bot>>>,
) -> Result<Client, DiscordError> {
    let mut intents = GatewayIntents::GUILDS | GatewayIntents::GUILD_MESSAGES | GatewayIntents::DIRECT_MESSAGES;
    intents.set(GatewayIntents::MESSAGE_CONTENT, config.message_content);
    let framework = framework(Arc::clone(shared));
    let client = ClientBuilder::new_with_http(http(token, &config.testing)?, intents)
        .framework(framework)
        .event_handler(Events { shared: Arc::clone(shared) })
        .activity(ActivityData::custom(&config.status))
        .await?;
    if !config.testing.gateway.is_empty() {
        *client.ws_url.lock().await = config.testing.gateway.clone();
    }
    Ok(client)
}

/// The requests' side, with its time limits, and for tests the way to their own Discord.
fn http(token: &Secret, testing: &DiscordTesting) -> Result<Http, DiscordError> {
    let mut requests = reqwest::Client::builder().use_rustls_tls().timeout(LONGEST_REQUEST);
    if !testing.address.is_empty() {
        let address: SocketAddr =
            testing.address.parse().map_err(|_| DiscordError::Address(testing.address.clone()))?;
        requests = requests.resolve(API_HOST, address);
    }
    if !testing.certificate.as_os_str().is_empty() {
        let path = testing.certificate.clone();
        let pem = fs::read(&path).map_err(|source| DiscordError::Certificate { path, source })?;
        requests = requests.add_root_certificate(reqwest::Certificate::from_pem(&pem)?);
    }
    let mut http = HttpBuilder::new(token.expose()).client(requests.build()?);
    if !testing.proxy.is_empty() {
        // With its own limiter serenity wouldn't go to the proxy.
        http = http.proxy(&testing.proxy).ratelimiter_disabled(true);
    }
    Ok(http.build())
}

fn framework(shared: Arc<OnceLock<Arc<Bot>>>) -> Framework<Arc<Bot>, serenity::Error> {
    let options = FrameworkOptions {
        commands: slash::commands(),
        // Plain messages are ours to understand.
        prefix_options: PrefixFrameworkOptions { mention_as_prefix: false, ..PrefixFrameworkOptions::default() },
        initialize_owners: false,
        on_error: |error| {
            Box::pin(async move {
                match error {
                    poise::FrameworkError::UnknownInteraction { interaction, .. } => {
                        tracing::warn!(name = interaction.data.name, "a command that isn't ours");
                    }
                    error => tracing::error!(%error, "a command failed"),
                }
            })
        },
        ..FrameworkOptions::default()
    };
    Framework::builder()
        .options(options)
        .setup(move |_, ready, framework| {
            let bot = shared.get().cloned();
            let commands = poise::builtins::create_application_commands(&framework.options().commands);
            let application = ready.application.id;
            if let Some(bot) = bot.clone() {
                // Nobody waits for it: commands that are there already work meanwhile.
                tokio::spawn(async move {
                    if let Err(error) = registration::register(&bot.http, application, &commands).await {
                        tracing::error!(%error, "the commands can't be registered");
                    }
                });
            }
            Box::pin(async move { bot.ok_or(serenity::Error::Other("the bot isn't set up")) })
        })
        .build()
}

/// Takes events from serenity.
struct Events {
    shared: Arc<OnceLock<Arc<Bot>>>,
}

impl Events {
    fn bot(&self) -> Option<&Arc<Bot>> {
        self.shared.get()
    }

    /// Something about who may do what has changed.
    fn reopen(&self) {
        if let Some(bot) = self.bot() {
            bot.places.reopen();
        }
    }
}

#[async_trait]
impl EventHandler for Events {
    async fn message(&self, _: Context, new_message: Message) {
        if let Some(bot) = self.bot() {
            hearing::message(bot, new_message).await;
        }
    }

    async fn interaction_create(&self, _: Context, interaction: Interaction) {
        // Commands come by way of poise.
        if let (Some(bot), Interaction::Component(interaction)) = (self.bot(), interaction) {
            interactions::component(bot, &interaction).await;
        }
    }

    async fn ready(&self, _: Context, ready: Ready) {
        tracing::info!(name = ready.user.name, guilds = ready.guilds.len(), shard = ?ready.shard, "on Discord");
    }

    async fn cache_ready(&self, _: Context, _: Vec<GuildId>) {
        if let Some(bot) = self.bot().cloned() {
            // Nobody waits for it: what is said now is heard meanwhile.
            tokio::spawn(async move { missed::hear(&bot).await });
        }
    }

    async fn resume(&self, _: Context, _: ResumedEvent) {
        tracing::info!("back on Discord");
    }

    async fn guild_create(&self, _: Context, guild: Guild, _: Option<bool>) {
        if let Some(bot) = self.bot() {
            bot.places.reopen();
            for thread in guild.threads {
                if let Some(parent) = thread.parent_id {
                    bot.places.know_parent(thread.id, parent);
                }
            }
        }
    }

    async fn thread_create(&self, _: Context, thread: GuildChannel) {
        if let (Some(bot), Some(parent)) = (self.bot(), thread.parent_id) {
            bot.places.know_parent(thread.id, parent);
        }
    }

    async fn thread_update(&self, _: Context, _: Option<GuildChannel>, _: GuildChannel) {
        self.reopen();
    }

    async fn thread_delete(&self, _: Context, thread: PartialGuildChannel, _: Option<GuildChannel>) {
        if let Some(bot) = self.bot() {
            bot.places.know_parent(thread.id, thread.parent_id);
            bot.places.close(thread.id);
        }
    }

    async fn channel_delete(&self, _: Context, channel: GuildChannel, _: Option<Vec<Message>>) {
        if let Some(bot) = self.bot() {
            bot.places.close(channel.id);
        }
    }

    async fn channel_update(&self, _: Context, _: Option<GuildChannel>, _: GuildChannel) {
        self.reopen();
    }

    async fn guild_role_update(&self, _: Context, _: Option<Role>, _: Role) {
        self.reopen();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_invitation_asks_for_what_is_used() {
        let folder = tempfile::tempdir().unwrap();
        let token_file = folder.path().join("token");
        fs::write(&token_file, "Mjg4NzYwMjQxMzYzODc3ODg4.C_ikow.j3VupLBuE1QWZng3TMGH0z_UAwg").unwrap();
        let token = config::Discord { token_file, ..config::Discord::default() }.token().unwrap().unwrap();
        let link = invitation(&token).unwrap();
        assert!(link.contains("client_id=288760241363877888"), "{link}");
        assert!(link.contains("permissions=309237746688"), "{link}");
        assert!(link.contains("bot") && link.contains("applications.commands"), "{link}");
    }
}
