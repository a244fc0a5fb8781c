"""A Discord beside the homeserver, where two people play by themselves."""

import asyncio
import pathlib
import subprocess


class Discord:
    """The double that the tests on Discord have, as a program of its own."""

    def __init__(self, process):
        self.process = process

    @staticmethod
    async def open(bot):
        """Opens it, and configures the bot to go there too."""
        program = pathlib.Path(bot.program).parent / "examples" / "beside"
        process = subprocess.Popen([program], stdout=subprocess.PIPE, text=True)
        line = await asyncio.to_thread(process.stdout.readline)
        assert line, "the Discord for tests doesn't start"
        proxy, gateway, token = line.split()
        bot.secrets["CENTAUR_DISCORD_TOKEN"] = token
        configuration = bot.folder / "config.toml"
        testing = f'[discord.testing]\nproxy = "{proxy}"\ngateway = "{gateway}"\n'
        configuration.write_text(configuration.read_text() + testing)
        return Discord(process)

    async def end(self):
        """Waits until the game there is played; what the bot said comes back."""
        said, _ = await asyncio.to_thread(self.process.communicate, timeout=60)
        assert self.process.returncode == 0, said
        return said.splitlines()

    def close(self):
        """Ends it, played or not."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
