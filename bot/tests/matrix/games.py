"""Whole games, and what is said in them."""

import io

from PIL import Image

from bot import USER
from stage import mentions, scenario

FOOLS_MATE = ["f3", "e5", "g4", "Qh4#"]


async def whole_game(stage, encrypted):
    """A game to the mate, looked at closely."""
    ann, bob = stage.ann, stage.bob
    room = await stage.room("a whole game", encrypted)
    asked = await ann.say(room, f"!challenge {bob.id} chess white")
    card = await bob.answer_to(room, asked, "challenges")
    assert mentions(card) == [bob.id], card
    assert "!accept" in card.body and "<code>!accept" in card.content["formatted_body"], card.content
    for emoji in ("✅", "❌"):
        def offered(emoji=emoji):
            signs = (heard for heard in bob.here(room) if heard.type == "m.reaction" and heard.sender == USER)
            relations = (heard.content["m.relates_to"] for heard in signs)
            return any(sign["event_id"] == card.id and sign["key"] == emoji for sign in relations)
        await bob.until(offered, f"{emoji} below the card")
    number = card.body.split()[0].removeprefix("#")
    accepted = await bob.say(room, "!accept")
    opening = await ann.answer_to(room, accepted, "begins")
    assert mentions(opening) == [ann.id], opening.content
    played = []
    for ply, move in enumerate(FOOLS_MATE):
        player, other = [(ann, bob), (bob, ann)][ply % 2]
        said = await player.say(room, move)
        answer = await player.answer_to(room, said, move)
        played.append(move)
        content = answer.content
        assert content["msgtype"] == "m.image" and content["filename"] == f"game-{number}.png", content
        assert answer.body.startswith(f"#{number} "), answer.body
        assert "king e1" in answer.body and "king e1" in content["formatted_body"], "the position in words"
        picture = await player.download(content)
        # A finished game is shown from White's side, a running one from the side of whoever is to move.
        view = "white" if ply % 2 or ply == 3 else "black"
        last = ["f2f3", "e7e5", "g2g4", "d8h4"][ply]
        assert picture == stage.drawn("chess", stage.fen("chess", *played), view, last), f"the picture after {move}"
        assert content["info"]["size"] == len(picture) and content["info"]["mimetype"] == "image/png", content["info"]
        size = Image.open(io.BytesIO(picture)).size
        assert (content["info"]["w"], content["info"]["h"]) == size, content["info"]
        assert mentions(answer) == [other.id], (move, content)
        assert ("file" in content) == encrypted and ("url" in content) != encrypted, content
    assert "0-1" in answer.body and "!rematch" in answer.body, answer.body

    def pgn():
        return next((heard for heard in ann.here(room) if heard.content.get("msgtype") == "m.file"), None)
    file = (await ann.until(pgn, "the PGN")).content
    assert file["filename"] == f"game-{number}.pgn" and file["m.mentions"] == {}, file
    assert b"1. f3 e5 2. g4 Qh4#" in await ann.download(file)
    assert stage.bot.moves(number)[:4] == FOOLS_MATE
    for heard in ann.here(room):
        if heard.sender == USER and heard.type not in ("m.room.member", "m.reaction"):
            assert heard.encrypted == encrypted, heard
            assert "m.mentions" in heard.content, heard.content
            assert heard.content["msgtype"] in ("m.text", "m.notice", "m.image", "m.file"), heard.content


@scenario
async def plain_room(stage):
    """A whole game in a plain room"""
    await whole_game(stage, encrypted=False)


@scenario
async def encrypted_room(stage):
    """A whole game in an encrypted room, whose pictures decrypt to what the renderer draws"""
    await whole_game(stage, encrypted=True)


@scenario
async def all_games(stage):
    """Other kinds of game, with their pictures"""
    room = await stage.room("other games")
    for kind, move in (("carrera", "e4"), ("combination", "Nf3")):
        number, opening = await stage.game(room, kind)
        start = await stage.ann.download(opening.content)
        assert start == stage.drawn(kind, stage.fen(kind), "white"), kind
        await stage.play(room, [move], number=number)
        resigning = await stage.ann.say(room, f"!resign {number}")
        question = await stage.ann.answer_to(room, resigning, "really")
        # A tick resigns for nobody.
        await stage.ann.react(room, question.id, "✅")
        sure = await stage.ann.say(room, f"!resign {number} yes")
        end = await stage.ann.answer_to(room, sure, "resigns")
        await stage.bob.react(room, end.id, "🔁")
        card = await stage.bob.hears(room, f"rematch of #{number}")
        assert card.reply_to == end.id and mentions(card) == [stage.ann.id], card.content
        declined = await stage.ann.say(room, "!decline")
        await stage.ann.answer_to(room, declined, "declines")


@scenario
async def machine(stage):
    """Whoever challenges the bot itself plays against it, and gets hints"""
    ann = stage.ann
    room = await stage.room("against the machine", encrypted=True)
    asked = await ann.say(room, f"!challenge {USER} bird white level:1")
    opening = await ann.answer_to(room, asked, "Centaur (level 1)")
    number = opening.body.split()[0].removeprefix("#")
    move = await ann.say(room, "e4")
    await ann.answer_to(room, move, "1. e4")
    reply = await ann.hears(room, f"#{number} 1... ")
    assert mentions(reply) == [ann.id] and reply.content["msgtype"] == "m.image", reply.content
    for words in ("Look at your", "should", "Play "):
        hint = await ann.say(room, "!hint")
        told = await ann.answer_to(room, hint, words)
        assert mentions(told) == [], told.content
    resigning = await ann.say(room, f"!resign {number} yes")
    await ann.answer_to(room, resigning, "White used 1 hint")
    again = await ann.say(room, "!rematch")
    opening = await ann.answer_to(room, again, "White: Centaur (level 1)")
    await ann.hears(room, opening.body.split()[0] + " 1. ")


@scenario
async def refusals(stage):
    """Refusals tell why, to whoever asked, and notify nobody"""
    ann, bob = stage.ann, stage.bob
    room = await stage.room("refusals", encrypted=True)
    number, _ = await stage.game(room)
    for player, said, words in (
        (ann, "e5", "pawn"),
        (ann, "Ra3", "blocked"),
        (ann, "Nd2", "own pawn"),
        (bob, "e5", "turn"),
        (bob, "!accept", "nothing here"),
        (ann, f"!accept {number}", "#"),
        (ann, "!chalenge", "!challenge"),
        (ann, f"!challenge {ann.id}", ""),
        (ann, "!challenge @nobody", "nobody called"),
        (ann, "!board 9999", "9999"),
    ):
        event = await player.say(room, said)
        answer = await player.answer_to(room, event)
        assert words.lower() in answer.body.lower(), (said, answer.body)
        assert answer.content["msgtype"] == "m.notice" and answer.content["m.mentions"] == {}, (said, answer.content)
        assert answer.encrypted
    assert stage.bot.moves(number) == [], "nothing was played"
    since = len(ann.heard)
    for chat in ("I think e4 is best", "hello", "!!!", "e4?? no way"):
        await ann.say(room, chat)
    await stage.silent(room, ann, since)


@scenario
async def two_games(stage):
    """Two games in a room are told apart by reply, and by number"""
    ann, bob = stage.ann, stage.bob
    room = await stage.room("two games", encrypted=True)
    one, first_board = await stage.game(room)
    two, second_board = await stage.game(room)
    assert one != two
    unclear = await ann.say(room, "e4")
    which = await ann.answer_to(room, unclear, "Which")
    assert f"#{one}" in which.body and f"#{two}" in which.body, which.body
    replied = await ann.say(room, "e4", reply_to=second_board.id)
    answer = await ann.answer_to(room, replied, "e4")
    assert answer.body.startswith(f"#{two} "), answer.body
    # As old clients write replies: with what is replied to quoted above.
    quoting = f"> <{USER}> {first_board.body.splitlines()[0]}\n\nd4"
    replied = await ann.say(room, quoting, reply_to=first_board.id)
    assert (await ann.answer_to(room, replied, "d4")).body.startswith(f"#{one} ")
    numbered = await bob.say(room, f"{two} c5")
    assert (await bob.answer_to(room, numbered, "c5")).body.startswith(f"#{two} ")
    # A reply to what another person said tells nothing.
    replied = await bob.say(room, "Nf6", reply_to=numbered)
    assert (await bob.answer_to(room, replied, "Nf6")).body.startswith(f"#{one} "), "the only game in which it is his turn"
    assert stage.bot.moves(one) == ["d4", "Nf6"] and stage.bot.moves(two) == ["e4", "c5"]


@scenario
async def reactions(stage):
    """A reaction accepts only from the right person, and only what it was put below"""
    ann, bob, carol = stage.ann, stage.bob, stage.carol
    room = await stage.room("reactions", encrypted=True, people=[bob, carol])
    since = len(ann.heard)
    asked = await ann.say(room, f"!challenge {bob.id} bird white")
    card = await bob.answer_to(room, asked, "challenges")
    await bob.react(room, card.id, "👍")
    await carol.react(room, asked, "✅")
    await carol.react(room, card.id, "✅")
    refusal = await carol.answer_to(room, card.id, "bob")
    assert refusal.content["msgtype"] == "m.notice", refusal.content
    assert mentions(refusal) == [], refusal.content
    await ann.react(room, card.id, "✅")
    accepted = await bob.react(room, card.id, "✅")
    opening = await bob.hears(room, "begins", since=0)
    assert opening.reply_to == card.id and mentions(opening) == [ann.id], opening.content
    begun = [heard for heard in ann.here(room, since) if heard.is_said_by_bot() and "begins" in heard.body]
    assert len(begun) == 1, begun
    # A draw is agreed by the opponent's tick, below the offer.
    offered = await ann.say(room, "!draw")
    offer = await bob.answer_to(room, offered, "offers a draw")
    assert offer.content["msgtype"] == "m.text" and mentions(offer) == [bob.id], offer.content
    for player in (ann, carol):
        since = len(player.heard)
        await player.react(room, offer.id, "✅")
        refusal = await player.answer_to(room, offer.id, since=since)
        assert refusal.content["msgtype"] == "m.notice", refusal.content
    # The tick below the challenge said yes to the challenge; taken back and put there again it agrees to no draw.
    await bob.client.room_redact(room, accepted)
    since = len(bob.heard)
    await bob.react(room, card.id, "✅")
    await bob.answer_to(room, card.id, "no longer open", since=since)
    await bob.react(room, offer.id, "✅")
    await bob.hears(room, "A draw by agreement")
    # And a challenge is declined by a cross.
    asked = await ann.say(room, f"!challenge {bob.id} chess")
    card = await bob.answer_to(room, asked, "challenges")
    await bob.react(room, card.id, "❌")
    declined = await bob.hears(room, "declines the challenge")
    assert declined.reply_to == card.id


@scenario
async def acknowledgement(stage):
    """What was done gets a reaction at once, what wasn't gets none"""
    ann = stage.ann
    room = await stage.room("acknowledgement")
    await stage.game(room)
    wrong = await ann.say(room, "e5")
    await ann.answer_to(room, wrong)
    right = await ann.say(room, "e4")
    answer = await ann.answer_to(room, right)
    signs = [heard for heard in ann.here(room) if heard.type == "m.reaction" and heard.sender == USER]
    below = {heard.content["m.relates_to"]["event_id"]: heard for heard in signs}
    assert right in below and wrong not in below, signs
    assert ann.heard.index(below[right]) < ann.heard.index(answer), "the sign comes before the board"


@scenario
async def threads(stage):
    """A thread is answered in the thread, and a game in it stays there"""
    ann, bob = stage.ann, stage.bob
    room = await stage.room("threads", encrypted=True)
    root = await ann.say(room, "Let's have the games here.")

    def in_thread(heard, thread):
        relation = heard.content["m.relates_to"]
        assert relation["rel_type"] == "m.thread" and relation["event_id"] == thread, relation
        return heard
    asked = await ann.say(room, f"!challenge {bob.id} chess white", thread=root)
    card = in_thread(await bob.answer_to(room, asked, "challenges"), root)
    await bob.react(room, card.id, "✅")
    in_thread(await bob.hears(room, "begins"), root)
    said = await ann.say(room, "e4", thread=root)
    in_thread(await ann.answer_to(room, said, "e4"), root)
    since = len(bob.heard)
    await bob.say(room, "e5")
    await stage.silent(room, bob, since)
    said = await bob.say(room, "e5", thread=root)
    in_thread(await bob.answer_to(room, said, "e5"), root)
    # A thread that somebody opens below a board is about its game.
    number, board = await stage.game(room)
    said = await ann.say(room, "d4", thread=board.id)
    in_thread(await ann.answer_to(room, said, f"#{number}"), board.id)
    assert stage.bot.moves(number) == ["d4"]


@scenario
async def names(stage):
    """People are found by how they are mentioned, and names neither format nor notify"""
    ann, bob, carol = stage.ann, stage.bob, stage.carol
    await carol.client.set_displayname("<b>@room</b> *Carol*")
    try:
        room = await stage.room("names", people=[bob, carol])
        name = "<b>@room</b> *Carol*"
        pill = f'!challenge <a href="https://matrix.to/#/{carol.id}">{name.replace("<", "&lt;")}</a> capa'
        asked = await ann.say(
            room, f"!challenge {name} capa", format="org.matrix.custom.html", formatted_body=pill,
            **{"m.mentions": {"user_ids": [carol.id]}},
        )
        card = await carol.answer_to(room, asked, "challenges")
        assert mentions(card) == [carol.id] and "room" not in card.content["m.mentions"], card.content
        assert name in card.body, card.body
        html = card.content["formatted_body"]
        assert "<b>" not in html and "&lt;b&gt;@room&lt;/b&gt; *Carol*" in html, html
        asked = await ann.say(room, "!challenge @bob bird")
        card = await bob.answer_to(room, asked, "challenges")
        assert mentions(card) == [bob.id]
        called = await bob.say(room, "centaur: help challenge")
        await bob.answer_to(room, called, "anybody here may accept")
    finally:
        await carol.client.set_displayname("carol")


@scenario
async def direct_room(stage):
    """A direct room, made with one person and the bot"""
    ann = stage.ann
    room = await stage.room("", people=[], is_direct=True, encrypted=True)
    asked = await ann.say(room, "!challenge carrera")
    await ann.answer_to(room, asked, "anybody")
    listed = await ann.say(room, "!challenges")
    await ann.answer_to(room, listed, "Carrera")
