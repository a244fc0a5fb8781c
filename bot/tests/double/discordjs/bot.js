// A small bot on discord.js, to show that the double isn't shaped to one library.
// It says on standard output what it saw; the test beside it acts as the people.

import { writeSync } from "node:fs";
import {
  ActionRowBuilder, ApplicationCommandType, AttachmentBuilder, ButtonBuilder, ButtonStyle, Client, ContextMenuCommandBuilder,
  EmbedBuilder, Events, GatewayIntentBits, MessageFlags, Partials, SlashCommandBuilder, StringSelectMenuBuilder,
} from "discord.js";

const client = new Client({
  intents: [
    GatewayIntentBits.Guilds, GatewayIntentBits.GuildMembers, GatewayIntentBits.GuildMessages,
    GatewayIntentBits.GuildMessageReactions, GatewayIntentBits.DirectMessages, GatewayIntentBits.MessageContent,
  ],
  partials: [Partials.Channel],
  rest: { api: `${process.env.DISCORD_URL}/api` },
});

function tell(line) {
  writeSync(1, `${line}\n`);
}

function fail(error) {
  console.error(error);
  process.exit(1);
}

process.on("unhandledRejection", fail);
client.on(Events.Error, fail);

client.once(Events.ClientReady, async () => {
  tell(`ready as ${client.user.username} in ${client.guilds.cache.map((guild) => guild.name).join(", ")}`);
  const greet = new SlashCommandBuilder()
    .setName("greet")
    .setDescription("Greets somebody")
    .addUserOption((option) => option.setName("whom").setDescription("Whom").setRequired(true))
    .addStringOption((option) => option.setName("how").setDescription("How").setAutocomplete(true));
  const slow = new SlashCommandBuilder().setName("slow").setDescription("Takes its time");
  const menu = new ContextMenuCommandBuilder().setName("Greet this person").setType(ApplicationCommandType.User);
  const registered = await client.application.commands.set([greet, slow, menu]);
  tell(`registered ${registered.map((command) => command.name).sort().join(", ")}`);
});

client.on(Events.MessageCreate, async (message) => {
  if (message.author.bot) return;
  if (message.content === "thread, please") {
    const thread = await message.startThread({ name: "A thread of its own" });
    await thread.send("Here we are");
    return;
  }
  const file = new AttachmentBuilder(Buffer.from("1. e4 e5"), { name: "game.pgn", description: "The game so far" });
  const button = new ButtonBuilder().setCustomId("wave").setLabel("Wave back").setStyle(ButtonStyle.Success);
  const select = new StringSelectMenuBuilder()
    .setCustomId("paint")
    .setPlaceholder("Paint it")
    .addOptions({ label: "red", value: "paint:red" }, { label: "green", value: "paint:green" });
  await message.reply({
    content: `Hello, ${message.author.username}: ${message.content}`,
    embeds: [new EmbedBuilder().setTitle("A game")],
    files: [file],
    components: [new ActionRowBuilder().addComponents(button), new ActionRowBuilder().addComponents(select)],
    allowedMentions: { parse: [], repliedUser: true },
  });
});

client.on(Events.MessageReactionAdd, async (reaction, user) => {
  if (user.bot) return;
  await reaction.message.react(reaction.emoji.name);
  tell(`reacted with ${reaction.emoji.name}`);
});

client.on(Events.InteractionCreate, async (interaction) => {
  if (interaction.isAutocomplete()) {
    const typed = interaction.options.getFocused();
    await interaction.respond([{ name: `${typed}ly`, value: typed }]);
  } else if (interaction.isChatInputCommand() && interaction.commandName === "slow") {
    await interaction.deferReply();
    await interaction.editReply("Here at last");
    await interaction.followUp({ content: "Only for you", flags: MessageFlags.Ephemeral });
  } else if (interaction.isChatInputCommand()) {
    await interaction.reply(`Hello, ${interaction.options.getUser("whom").username}`);
  } else if (interaction.isUserContextMenuCommand()) {
    await interaction.reply({ content: `Hello, ${interaction.targetUser.username}`, flags: MessageFlags.Ephemeral });
  } else if (interaction.isButton()) {
    await interaction.update({ content: "You waved", components: [] });
  } else if (interaction.isStringSelectMenu()) {
    await interaction.deferUpdate();
    await interaction.editReply({ content: interaction.values.join(", ") });
  }
});

client.on(Events.ShardResume, (_, replayed) => tell(`resumed after ${replayed} events`));

await client.login(process.env.DISCORD_TOKEN);
