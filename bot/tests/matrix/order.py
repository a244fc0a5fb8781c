"""Nothing is lost and nothing done twice, whatever fails."""

import asyncio
import contextlib
import sqlite3

from bot import USER
from stage import scenario, settle


@scenario
async def sent_while_down(stage):
    """A restart in mid-game: moves sent while the bot was down are played, once each and in order, however much was said"""
    ann, bob = stage.ann, stage.bob
    plain, encrypted = await stage.room("restart"), await stage.room("restart, encrypted", encrypted=True)
    numbers = {}
    for room in (plain, encrypted):
        numbers[room], _ = await stage.game(room)
        await stage.play(room, ["e4", "e5"])
    await stage.bot.stop()
    since = len(ann.heard)
    said = {}
    for room in (plain, encrypted):
        said[room] = [await ann.say(room, "Nf3"), await bob.say(room, "Nc6"), await ann.say(room, "Nf3")]
        # More than one sync tells.
        for number in range(70 if room == plain else 5):
            await bob.say(room, f"chat {number}")
        said[room].append(await ann.say(room, "Bb5"))
    await stage.bot.start()
    for room in (plain, encrypted):
        first, second, repeated, last = said[room]
        for event in (first, second, last):
            await ann.answer_to(room, event)
        # In order of time the third is no legal move, and says so once.
        await ann.answer_to(room, repeated)
        assert stage.bot.moves(numbers[room]) == ["e4", "e5", "Nf3", "Nc6", "Bb5"]
        answers = [heard.reply_to for heard in ann.here(room, since) if heard.is_said_by_bot()]
        assert answers == [first, second, repeated, last], (answers, said[room])
    # Nothing of it is heard again at the next start.
    since = len(ann.heard)
    await stage.bot.restart()
    for room in (plain, encrypted):
        await stage.silent(room, ann, since)


@scenario
async def late_key(stage):
    """A move whose key comes late is played when it comes, also when the bot was restarted meanwhile"""
    ann = stage.ann
    for is_restarted in (False, True):
        room = await stage.room("a late key", encrypted=True)
        number, _ = await stage.game(room)
        ann.hold_keys(room)
        late = await ann.say(room, "d4")
        await settle(1)
        assert stage.bot.moves(number) == []
        if is_restarted:
            await stage.bot.restart()
        await ann.hand_out_keys()
        await ann.answer_to(room, late, "d4")
        assert stage.bot.moves(number) == ["d4"]


@scenario
async def killed(stage):
    """The bot is killed between moves, at every moment: each move counts once and is announced once"""
    ann, bob = stage.ann, stage.bob
    room = await stage.room("killed", encrypted=True)
    number, _ = await stage.game(room)
    moves = ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "c3", "Nf6", "d3", "d6"]
    events = []
    for ply, (move, moment) in enumerate(zip(moves, (0.0, 0.02, 0.05, 0.08, 0.12, 0.18, 0.25, 0.35, 0.5, 0.8))):
        events.append(await [ann, bob][ply % 2].say(room, move))
        await asyncio.sleep(moment)
        stage.bot.kill()
        await stage.bot.start()
        await ann.answer_to(room, events[-1], move)
    await stage.bot.restart()
    await settle()
    assert stage.bot.moves(number) == moves
    for event, move in zip(events, moves):
        answers = [heard for heard in ann.here(room) if heard.is_said_by_bot() and heard.reply_to == event]
        assert len(answers) == 1, (move, [answer.body for answer in answers])


@scenario
async def killed_unready(stage):
    """The bot is killed when it was told of a move and has done nothing with it yet: the move isn't lost"""
    ann, room = stage.ann, await stage.room("killed unready", encrypted=True)
    number, _ = await stage.game(room)
    # With the database held, the club can't do anything.
    with contextlib.closing(sqlite3.connect(stage.bot.database, isolation_level=None)) as held:
        held.execute("BEGIN IMMEDIATE")
        move = await ann.say(room, "e4")
        # Long enough to be told, too short for the bot to show that it is at it: nothing else must happen meanwhile.
        await asyncio.sleep(0.2)
        stage.bot.kill()
        held.execute("ROLLBACK")
    await stage.bot.start()
    await ann.answer_to(room, move, "e4")
    assert stage.bot.moves(number) == ["e4"]


@scenario
async def sent_at_once(stage):
    """Two moves at once, and the same words twice, are taken in order"""
    ann, bob = stage.ann, stage.bob
    room = await stage.room("at once")
    number, _ = await stage.game(room)
    events = [await ann.say(room, "e4"), await bob.say(room, "e5"), await ann.say(room, "d4"), await bob.say(room, "exd4")]
    for event in events:
        await ann.answer_to(room, event)
    assert stage.bot.moves(number) == ["e4", "e5", "d4", "exd4"]
    answers = [heard.reply_to for heard in ann.here(room) if heard.is_said_by_bot() and heard.reply_to in events]
    assert answers == events
    # A client that isn't sure sends the same event again, under the same transaction.
    content = {"msgtype": "m.text", "body": "Qxd4"}
    path = f"/_matrix/client/v3/rooms/{room}/send/m.room.message/same"
    for _ in range(3):
        sent = await stage.homeserver.call("PUT", path, content, ann.client.access_token)
    await ann.answer_to(room, sent["event_id"], "Qxd4")
    since = len(ann.heard)
    await stage.silent(room, ann, since)


@scenario
async def from_before(stage):
    """Commands from before the invitation aren't answered, in a plain and in an encrypted room"""
    ann, bob = stage.ann, stage.bob
    for encrypted in (False, True):
        room = await ann.create("before", encrypted, [bob])
        await bob.join(room)
        await ann.sees(room, bob.id)
        for said in (f"!challenge {bob.id} chess white", "!help", "e4"):
            await ann.say(room, said)
        await bob.say(room, "!accept")
        await ann.client.room_invite(room, USER)
        await ann.sees(room)
        await ann.hears(room, "This is Centaur")
        await stage.silent(room, ann, len(ann.heard))
        said = [heard for heard in ann.here(room) if heard.is_said_by_bot()]
        assert len(said) == 2, [heard.body for heard in said]
        number, _ = await stage.game(room)
        await stage.play(room, ["e4"])
        assert stage.bot.moves(number) == ["e4"]


@scenario
async def no_moves(stage):
    """An edit is no move, nor is a notice, a picture's caption or what the bot said itself; a deleted move stays played"""
    ann, bob = stage.ann, stage.bob
    room = await stage.room("no moves", encrypted=True)
    number, _ = await stage.game(room)
    since = len(ann.heard)
    chat = await ann.say(room, "hm")
    edited = {"msgtype": "m.text", "body": "e4"}
    relation = {"rel_type": "m.replace", "event_id": chat}
    await ann.send(room, {"msgtype": "m.text", "body": "* e4", "m.new_content": edited, "m.relates_to": relation})
    await ann.send(room, {"msgtype": "m.notice", "body": "e4"})
    await ann.send(room, {"msgtype": "m.emote", "body": "e4"})
    await ann.send(room, {"msgtype": "m.image", "body": "e4", "url": "mxc://localhost/none"})
    await stage.silent(room, ann, since)
    assert stage.bot.moves(number) == []
    played = await ann.say(room, "d4")
    await ann.answer_to(room, played)
    since = len(ann.heard)
    await ann.send(room, {
        "msgtype": "m.text", "body": "* e4", "m.new_content": edited,
        "m.relates_to": {"rel_type": "m.replace", "event_id": played},
    })
    await ann.client.room_redact(room, played)
    await stage.silent(room, bob, len(bob.heard))
    assert stage.bot.moves(number) == ["d4"]


@scenario
async def slowed_down(stage):
    """A homeserver that lets the bot speak only slowly gets everything all the same, in order"""
    ann, bob = stage.ann, stage.bob
    room = await stage.room("slow")
    number, _ = await stage.game(room)
    path = f"/_synapse/admin/v1/users/{USER}/override_ratelimit"
    await stage.homeserver.call("POST", path, {"messages_per_second": 2, "burst_count": 1}, stage.administrator)
    try:
        moves = ["e4", "e5", "Nf3", "Nc6"]
        events = [await [ann, bob][ply % 2].say(room, move) for ply, move in enumerate(moves)]
        for event, move in zip(events, moves):
            await ann.answer_to(room, event, move)
        answers = [heard.reply_to for heard in ann.here(room) if heard.is_said_by_bot() and heard.reply_to in events]
        assert answers == events
    finally:
        await stage.homeserver.call("DELETE", path, token=stage.administrator)
