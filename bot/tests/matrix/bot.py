"""The bot's program."""

import asyncio
import base64
import os
import pathlib
import re
import signal
import subprocess
import time

USER = "@centaur:localhost"
PASSWORD = "a password that no log may have"
RECOVERY_KEY = "a recovery key that no log may have"
STORE_KEY = base64.b64encode(b"0123456789abcdefghijklmnopqrstuv").decode()


class Bot:
    """A program with its folder; it can be started and stopped in every way."""

    def __init__(self, program, folder: pathlib.Path, url, user=USER, secrets=None):
        self.program, self.folder, self.url, self.user = program, folder, url, user
        self.secrets = secrets or {
            "CENTAUR_MATRIX_PASSWORD": PASSWORD,
            "CENTAUR_MATRIX_STORE_KEY": STORE_KEY,
        }
        self.database = folder / "club.sqlite"
        self.process = None
        self.starts = 0
        folder.mkdir(parents=True)

    def configure(self, **keys):
        """Writes the configuration; keys are those of its section on Matrix."""
        section = {"homeserver": self.url, "user": self.user, **keys}
        lines = [f"{key} = {self.written(value)}" for key, value in section.items()]
        text = f'database = "{self.database}"\nlog = "debug"\n[matrix]\n' + "\n".join(lines) + "\n"
        (self.folder / "config.toml").write_text(text)

    @staticmethod
    def written(value):
        """A value as TOML has it."""
        return {True: "true", False: "false"}[value] if isinstance(value, bool) else repr(value).replace("'", '"')

    def environment(self):
        """The program's environment: nothing of ours but the secrets."""
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "LD_LIBRARY_PATH") if name in os.environ}
        return {**kept, **self.secrets, "CENTAUR_CONFIG": str(self.folder / "config.toml")}

    async def start(self, *arguments, stdin=subprocess.DEVNULL):
        """Starts it and waits until it listens."""
        self.starts += 1
        output = open(self.folder / f"log-{self.starts}", "wb")
        self.process = subprocess.Popen(
            [self.program, "run", *arguments], env=self.environment(), stdin=stdin,
            stdout=open(self.folder / f"said-{self.starts}", "wb"), stderr=output,
        )
        deadline = time.monotonic() + 60
        while "listening" not in self.log():
            assert self.process.poll() is None, f"the bot ended:\n{self.log()[-3000:]}"
            assert time.monotonic() < deadline, f"the bot doesn't listen:\n{self.log()[-3000:]}"
            await asyncio.sleep(0.05)

    def log(self, start=None):
        """What it logged since it was started, without colours."""
        text = (self.folder / f"log-{start or self.starts}").read_text(errors="replace")
        return re.sub(r"\x1b\[[0-9;]*m", "", text)

    def kill(self):
        """Kills it on the spot, as a failure of power would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    async def stop(self):
        """Asks it to stop."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            for _ in range(200):
                if self.process.poll() is not None:
                    assert self.process.returncode == 0, f"it ended with {self.process.returncode}: {self.log()[-2000:]}"
                    return
                await asyncio.sleep(0.05)
            self.kill()
            raise AssertionError("the bot doesn't stop when asked to")

    async def restart(self, **keys):
        """Stops it in order, and starts it again, perhaps configured otherwise."""
        await self.stop()
        self.configure(**keys)
        await self.start()

    def ask(self, *arguments):
        """Runs another of its commands beside it."""
        command = [self.program, *arguments]
        done = subprocess.run(command, env=self.environment(), capture_output=True, text=True, timeout=60)
        return done.returncode, done.stdout, done.stderr

    def has(self, number):
        """Whether there is a game with this number."""
        return self.ask("export", "--database", str(self.database), "--game-id", str(number))[0] == 0

    def pgn(self, number):
        """A game's PGN."""
        status, pgn, error = self.ask("export", "--database", str(self.database), "--game-id", str(number))
        assert status == 0, error
        return pgn

    def moves(self, number):
        """The moves of a game, as its PGN has them."""
        text = " ".join(line for line in self.pgn(number).splitlines() if line and not line.startswith("["))
        return [word for word in text.split() if not word[0].isdigit() and word != "*"]
