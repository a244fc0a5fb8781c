"""Plays all scenarios, or those named, and says how many passed."""

import asyncio
import logging
import pathlib
import shutil
import sys
import time
import traceback

import archives
import games
import order
import rooms
from bot import PASSWORD, Bot
from homeserver import Homeserver
from player import Player
from stage import SCENARIOS, Stage

# One that hangs is a failure.
LONGEST = 150


async def run(program, scratch, wanted):
    """Sets the stage and plays; the numbers of those that passed and failed come back."""
    shutil.rmtree(scratch, ignore_errors=True)
    homeserver = Homeserver(scratch / "homeserver")
    people, bot = [], None
    passed = failed = 0
    try:
        await homeserver.start()
        administrator = await homeserver.register("administrator", "secret", admin=True)
        await homeserver.register("centaur", PASSWORD)
        for name in ("ann", "bob", "carol"):
            await homeserver.register(name, "secret")
            people.append(Player(homeserver.url, name, "secret", scratch / name))
            await people[-1].start()
        bot = Bot(program, scratch / "bot", homeserver.url)
        bot.configure()
        await bot.start()
        stage = Stage(homeserver, bot, *people, administrator, scratch)
        for scenario in SCENARIOS:
            if wanted and scenario.__name__ not in wanted:
                continue
            begun = time.monotonic()
            try:
                await asyncio.wait_for(scenario(stage), LONGEST)
                passed += 1
                result = "ok"
            except Exception:
                failed += 1
                result = f"FAILED\n{traceback.format_exc()}\nthe bot's log ends:\n{bot.log()[-2500:]}"
                if bot.process.poll() is not None:
                    await bot.start()
            print(f"{scenario.__name__}: {scenario.__doc__}: {result} ({time.monotonic() - begun:.1f} s)", flush=True)
        await bot.stop()
    finally:
        if bot and bot.process and bot.process.poll() is None:
            bot.kill()
        for person in people:
            await person.stop()
        await homeserver.stop()
    return passed, failed


def main():
    """Plays, and ends with a plain line of numbers."""
    logging.disable(logging.WARNING)
    program, scratch, *wanted = sys.argv[1:]
    unknown = set(wanted) - {scenario.__name__ for scenario in SCENARIOS}
    if unknown:
        sys.exit(f"there is no scenario {', '.join(sorted(unknown))}")
    try:
        passed, failed = asyncio.run(run(program, pathlib.Path(scratch), wanted))
    except Exception:
        traceback.print_exc()
        passed, failed = 0, len(wanted or SCENARIOS)
    print(f"{passed} passed, {failed} failed", flush=True)
    sys.exit(1 if failed or not passed else 0)


assert archives and games and order and rooms, "their scenarios are registered when they are read"

if __name__ == "__main__":
    main()
