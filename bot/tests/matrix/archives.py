"""Whether other programs that know the games can read what the bot writes."""

import random
import re

import pyffish

from stage import scenario

# All that can be told to Fairy-Stockfish.
KINDS = ["chess", "capablanca", "carrera", "carrera-modern", "bird"]

PLIES = 8


def replayed(tags, moves):
    """The position after a game's moves, by another program's rules."""
    variant = tags["Variant"]
    assert variant in pyffish.variants(), variant
    fen = tags.get("FEN", pyffish.start_fen(variant))
    for move in moves:
        legal = {pyffish.get_san(variant, fen, each): each for each in pyffish.legal_moves(variant, fen, [])}
        assert move in legal, f"{move} isn't legal in {fen}: {sorted(legal)}"
        fen = pyffish.get_fen(variant, fen, [legal[move]])
    return fen


@scenario
async def read_by_fairy_stockfish(stage):
    """Games in moves that Fairy-Stockfish chose and wrote; their PGN loads there, and leads to the same position"""
    status, variants, error = stage.bot.ask("variants")
    assert status == 0, error
    pyffish.load_variant_config(variants)
    room = await stage.room("read elsewhere")
    for kind in KINDS:
        number, _ = await stage.game(room, kind)
        dice, fen, moves = random.Random(kind), pyffish.start_fen(kind), []
        for _ in range(PLIES):
            chosen = dice.choice(sorted(pyffish.legal_moves(kind, fen, [])))
            moves.append(pyffish.get_san(kind, fen, chosen))
            fen = pyffish.get_fen(kind, fen, [chosen])
        await stage.play(room, moves, number=number)
        written = stage.bot.moves(number)
        assert written == moves, (kind, written, moves)
        tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', stage.bot.pgn(number), re.MULTILINE))
        assert replayed(tags, written) == fen, tags
        asked = await stage.ann.say(room, f"!fen {number}")
        await stage.ann.answer_to(room, asked, fen.split()[0])
        asked = await stage.ann.say(room, f"!resign {number} yes")
        await stage.ann.answer_to(room, asked, "resigns")
