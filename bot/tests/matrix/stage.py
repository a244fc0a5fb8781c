"""What the scenarios have in common."""

import asyncio
import pathlib
import subprocess
from dataclasses import dataclass

from bot import USER, Bot
from homeserver import Homeserver
from player import Player

SCENARIOS = []


def scenario(function):
    """Marks a scenario; its documentation is what it shows."""
    SCENARIOS.append(function)
    return function


@dataclass
class Stage:
    """Homeserver, bot and people."""

    homeserver: Homeserver
    bot: Bot
    ann: Player
    bob: Player
    carol: Player
    administrator: str
    folder: pathlib.Path

    async def room(self, name, encrypted=False, people=None, **more):
        """A room of Ann's with the bot, and Bob unless it is said who; all have come."""
        people = [self.bob] if people is None else people
        room = await self.ann.create(name, encrypted, [*people, USER], **more)
        for person in people:
            await person.join(room)
        for person in [self.ann, *people]:
            for other in [self.ann, *people]:
                await person.sees(room, other.id)
            await person.sees(room)
            await person.hears(room, "This is Centaur")
        return room

    async def game(self, room, kind="chess", white=None, black=None):
        """A game between Ann and Bob, or whoever is named; its number and the bot's opening post come back."""
        white, black = white or self.ann, black or self.bob
        before = len(white.heard)
        asked = await white.say(room, f"!challenge {black.id} {kind} white")
        card = await black.answer_to(room, asked, "challenges")
        number = int(card.body.split()[0].removeprefix("#"))
        await black.say(room, f"!accept {number}")
        opening = await white.hears(room, f"#{number}", since=before)
        opening = await white.hears(room, "begins", since=before)
        return number, opening

    async def play(self, room, moves, white=None, black=None, number=None):
        """Moves in turn, each waiting for the bot's answer; the last answer comes back."""
        answer = None
        for ply, move in enumerate(moves):
            player = [white or self.ann, black or self.bob][ply % 2]
            said = await player.say(room, f"{number} {move}" if number else move)
            answer = await player.answer_to(room, said)
        return answer

    async def silent(self, room, player, since):
        """Shows that the bot has said nothing in a room since then: the answer to a question is the next it says."""
        asked = await player.say(room, "!help fen")
        await player.answer_to(room, asked)
        said = [heard for heard in player.here(room, since) if heard.is_said_by_bot()]
        assert len(said) == 1 and said[0].reply_to == asked, [heard.body for heard in said]

    def drawn(self, kind, fen, view, last=None):
        """The picture that the bot's own command draws of a position between Ann and Bob."""
        file = self.folder / "expected.png"
        command = ["render", "--game", kind, "--fen", fen, "--view", view, "--players", "ann", "bob", "--out", str(file)]
        status, _, error = self.bot.ask(*command, *(["--last", last] if last else []))
        assert status == 0, error
        return file.read_bytes()

    def fen(self, kind, *moves):
        """The position after these moves."""
        status, output, error = self.bot.ask("replay", "--game", kind, *moves)
        assert status == 0, error
        return output.splitlines()[0]


def mentions(heard):
    """Whom a message of the bot notifies."""
    return heard.content["m.mentions"].get("user_ids", [])


async def settle(seconds=0.3):
    """Gives what shouldn't happen a moment to happen."""
    await asyncio.sleep(seconds)


PIPE = subprocess.PIPE
