"""Coming and going, the account, and other rooms of the same program."""

import re
import shutil
import time

import nio

from bot import PASSWORD, RECOVERY_KEY, STORE_KEY, USER, Bot
from discord import Discord
from stage import PIPE, scenario, settle


@scenario
async def upgrades(stage):
    """A room's upgrade is followed with its games: by itself where it may enter, else when it is invited"""
    ann, bob = stage.ann, stage.bob
    for public in (True, False):
        more = {"preset": nio.RoomPreset.public_chat} if public else {}
        old = await stage.room("upgrade", encrypted=not public, **more)
        number, _ = await stage.game(old)
        await stage.play(old, ["e4"])
        path = f"/_matrix/client/v3/rooms/{old}/upgrade"
        answer = await stage.homeserver.call("POST", path, {"new_version": "11"}, ann.client.access_token)
        new = answer["replacement_room"]
        if not public:
            for person in (bob.id, USER):
                await ann.client.room_invite(new, person)
        await bob.join(new)
        for person in (ann, bob):
            await person.sees(new)
            await person.sees(new, bob.id)
        said = await bob.say(new, "e5")
        answer = await ann.answer_to(new, said, f"#{number}")
        assert stage.bot.moves(number) == ["e4", "e5"]
        assert not [heard for heard in ann.here(new) if "This is Centaur" in heard.body], "it isn't new there"


@scenario
async def false_upgrade(stage):
    """A room that only claims to replace another gets none of its games"""
    ann, bob, carol = stage.ann, stage.bob, stage.carol
    room = await stage.room("not upgraded")
    number, _ = await stage.game(room)
    claim = {"predecessor": {"room_id": room, "event_id": "$none"}}
    thief = await carol.client.room_create(name="thief", invite=[USER, ann.id, bob.id], predecessor=claim["predecessor"])
    await ann.join(thief.room_id)
    await ann.sees(thief.room_id)
    since = len(ann.heard)
    await ann.say(thief.room_id, "e4")
    await stage.silent(thief.room_id, ann, since)
    assert stage.bot.moves(number) == []


@scenario
async def allowed(stage):
    """Only those who are allowed to may invite; everybody else is declined"""
    ann, carol = stage.ann, stage.carol
    await stage.bot.restart(allow=[ann.id, "example.org"], prefix="%")
    try:
        declined = await carol.create("not allowed")

        def gone():
            known = carol.client.rooms.get(declined)
            return known and USER not in known.users and USER not in known.invited_users
        await carol.until(gone, "the bot to decline")
        room = await ann.create("allowed")
        await ann.sees(room)
        welcome = await ann.hears(room, "This is Centaur")
        assert "%challenge" in welcome.body and "!challenge" not in welcome.body, welcome.body
        since = len(ann.heard)
        await ann.say(room, "!help")
        asked = await ann.say(room, "%help fen")
        answer = await ann.answer_to(room, asked)
        assert "%fen" in answer.body and "<code>%fen" in answer.content["formatted_body"], answer.content
        assert [heard.id for heard in ann.here(room, since) if heard.is_said_by_bot()] == [answer.id]
    finally:
        await stage.bot.restart()


@scenario
async def invited_while_down(stage):
    """An invitation from while the bot was down is followed at its start"""
    ann = stage.ann
    await stage.bot.stop()
    room = await ann.create("invited while down")
    await stage.bot.start()
    await ann.sees(room)
    await ann.hears(room, "This is Centaur")


@scenario
async def left_alone(stage):
    """A room in which nobody else is left is left, also when that happens while the bot is down"""
    ann, bob = stage.ann, stage.bob

    async def members(room):
        path = f"/_synapse/admin/v1/rooms/{room}/members"
        return (await stage.homeserver.call("GET", path, token=stage.administrator))["members"]

    async def until_empty(room):
        deadline = time.monotonic() + 20
        while await members(room):
            assert time.monotonic() < deadline, await members(room)
            await settle()
    room = await stage.room("left")
    await bob.client.room_leave(room)
    await settle(0.5)
    assert USER in await members(room), "it stays as long as somebody is there"
    await ann.client.room_leave(room)
    await until_empty(room)
    room = await stage.room("left while down", people=[])
    await stage.bot.stop()
    await ann.client.room_leave(room)
    await stage.bot.start()
    await until_empty(room)


@scenario
async def trusted(stage):
    """The device is signed by its account and the same after every start; with all lost, the recovery key gets the keys back"""
    ann, url = stage.ann, stage.homeserver
    await url.register("keeper", PASSWORD)
    secrets = {**stage.bot.secrets, "CENTAUR_MATRIX_RECOVERY_KEY": RECOVERY_KEY}
    keeper = Bot(stage.bot.program, stage.folder / "keeper", url.url, "@keeper:localhost", secrets)
    keeper.configure()

    async def devices():
        query = {"device_keys": {keeper.user: []}}
        keys = await url.call("POST", "/_matrix/client/v3/keys/query", query, ann.client.access_token)
        signing = next(iter(keys["self_signing_keys"][keeper.user]["keys"]))
        master = next(iter(keys["master_keys"][keeper.user]["keys"]))
        known = keys["device_keys"][keeper.user]
        signed = {name for name, device in known.items() if signing in device["signatures"][keeper.user]}
        return set(known), signed, master

    async def until_logged(words):
        deadline = time.monotonic() + 60
        while words not in keeper.log():
            assert time.monotonic() < deadline, f"{words}\n{keeper.log()[-3000:]}"
            await settle()
    try:
        await keeper.start()
        await until_logged("can now be had back with the recovery key")
        await until_logged("is signed by its account")
        # Without a recovery key as well, and from the very first start on.
        assert "this device is signed by its account" in stage.bot.log(1), stage.bot.log(1)
        known, signed, master = await devices()
        assert len(known) == 1 and signed == known, (known, signed)
        await keeper.stop()
        await keeper.start()
        await until_logged("is signed by its account")
        assert await devices() == (known, signed, master)
        await keeper.stop()
        shutil.rmtree(keeper.folder / "club.matrix")
        await keeper.start()
        await until_logged("were had back with the recovery key")
        await until_logged("is signed by its account")
        now, signed, same = await devices()
        assert len(now) == 2 and signed == now and same == master, (now, signed)
        logs = "".join(keeper.log(start) for start in range(1, keeper.starts + 1))
        for secret in (PASSWORD, RECOVERY_KEY, STORE_KEY):
            assert secret not in logs, secret
    finally:
        await keeper.stop()


@scenario
async def logged_out(stage):
    """When the homeserver has ended the session and deleted the device, the password makes another that can be talked to"""
    path = f"/_synapse/admin/v2/users/{USER}/devices"

    async def devices():
        found = await stage.homeserver.call("GET", path, token=stage.administrator)
        return {device["device_id"] for device in found["devices"]}
    room = await stage.room("a logout", encrypted=True)
    number, _ = await stage.game(room)
    known = await devices()
    logs = "".join(stage.bot.log(start) for start in range(1, stage.bot.starts + 1))
    (before,) = known & set(re.findall(r"logged in user=\S+ device=(\S+)", logs))
    await stage.homeserver.call("DELETE", f"{path}/{before}", token=stage.administrator)
    deadline = time.monotonic() + 60
    while stage.bot.process.poll() is None:
        assert time.monotonic() < deadline, "it goes on without a session"
        await settle()
    assert stage.bot.process.returncode == 1 and "has ended the session" in stage.bot.log(), stage.bot.log()[-2000:]
    await stage.bot.start()
    now = await devices()
    assert before not in now and len(now) == len(known), (known, now)
    for player in (stage.ann, stage.bob):
        await player.sees(room)
    await stage.play(room, ["e4", "e5"])
    assert stage.bot.moves(number) == ["e4", "e5"]


@scenario
async def access_token(stage):
    """An access token does instead of a password"""
    await stage.homeserver.register("tokenbot", "secret")
    body = {"type": "m.login.password", "identifier": {"type": "m.id.user", "user": "tokenbot"}, "password": "secret"}
    login = await stage.homeserver.call("POST", "/_matrix/client/v3/login", body)
    secrets = {"CENTAUR_MATRIX_TOKEN": login["access_token"]}
    other = Bot(stage.bot.program, stage.folder / "tokenbot", stage.homeserver.url, "@tokenbot:localhost", secrets)
    other.configure()
    try:
        for _ in range(2):
            await other.start()
            assert login["device_id"] in other.log() or other.starts > 1, other.log()
            room = await stage.ann.create("by token", invite=[other.user])
            await stage.ann.sees(room, other.user)
            await other.stop()
            # What is kept is enough to go on.
            other.secrets = {}
        assert login["access_token"] not in other.log(1) + other.log(2)
    finally:
        await other.stop()


@scenario
async def one_process(stage):
    """Discord, Matrix and the terminal in one process, on one database"""
    await stage.bot.stop()
    discord = await Discord.open(stage.bot)
    try:
        await stage.bot.start("--terminal", stdin=PIPE)
        room = await stage.room("beside the terminal and Discord")
        number, _ = await stage.game(room)
        lines = b"dora: !challenge @emil chess white\nemil: !accept\ndora: e4\n"
        stage.bot.process.stdin.write(lines)
        stage.bot.process.stdin.flush()
        await stage.play(room, ["d4"])
        file = stage.bot.folder / f"said-{stage.bot.starts}"
        deadline = time.monotonic() + 20
        while "1. e4" not in file.read_text():
            assert time.monotonic() < deadline, file.read_text()
            await settle()
        said = await discord.end()
        assert any("1... e5" in line for line in said), said
        # Three games, each where it belongs, with numbers from one club.
        played = {tuple(stage.bot.moves(game)) for game in range(1, number + 3) if stage.bot.has(game)}
        assert {("d4",), ("e4",), ("f4", "e5")} <= played, played
    finally:
        discord.close()
        await stage.bot.stop()
        stage.bot.secrets.pop("CENTAUR_DISCORD_TOKEN", None)
        stage.bot.configure()
        await stage.bot.start()


@scenario
async def wrong_settings(stage):
    """What is wrong with the settings is told in words"""
    def told(secrets=None, **keys):
        bot = Bot(stage.bot.program, stage.folder / f"wrong-{time.monotonic_ns()}", stage.homeserver.url, secrets=secrets)
        bot.configure(**keys)
        return bot, bot.ask("check-config")
    _, (status, output, _) = told()
    assert status == 0 and USER in output, output
    for secrets, keys, words in (
        (None, {"user": "centaur"}, "no user's id"),
        (None, {"allow": ["everybody!"]}, "everybody!"),
        (None, {"prefix": "x"}, "can't begin commands"),
        (None, {"colour": 1}, "unknown field"),
        ({"CENTAUR_MATRIX_STORE_KEY": STORE_KEY}, {}, "nothing to log in with"),
        ({"CENTAUR_MATRIX_PASSWORD": "x", "CENTAUR_MATRIX_STORE_KEY": "x"}, {}, "32 bytes in Base64"),
    ):
        _, (status, _, error) = told(secrets, **keys)
        assert status == 78 and words in error, (keys, error)
    bot, _ = told({"CENTAUR_MATRIX_PASSWORD": "wrong"})
    status, _, error = bot.ask("run")
    assert status == 78 and "doesn't let @centaur:localhost in" in error, error
    bot, _ = told()
    shutil.copytree(stage.bot.folder / "club.matrix", bot.folder / "club.matrix")
    bot.secrets = {**bot.secrets, "CENTAUR_MATRIX_STORE_KEY": STORE_KEY.replace("M", "N")}
    status, _, error = bot.ask("run")
    assert status == 1 and "CENTAUR_MATRIX_STORE_KEY" in error, error


@scenario
async def no_secrets_in_logs(stage):
    """No secret is in any log, which had everything in them that can be logged"""
    logs = "".join(stage.bot.log(start) for start in range(1, stage.bot.starts + 1))
    assert "DEBUG" in logs and len(logs) > 1000
    for secret in (PASSWORD, STORE_KEY, "access_token", "syt_"):
        assert secret not in logs, secret
