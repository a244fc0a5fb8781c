"""A Synapse of its own on loopback, without federation and without rate limits."""

import hashlib
import hmac
import pathlib
import socket
import subprocess
import sys
import time

import aiohttp

SHARED_SECRET = "only for tests"

CONFIGURATION = """
server_name: "localhost"
public_baseurl: "{url}/"
pid_file: "{folder}/pid"
listeners:
  - {{port: {port}, type: http, tls: false, bind_addresses: ["127.0.0.1"], resources: [{{names: [client], compress: false}}]}}
database: {{name: sqlite3, args: {{database: "{folder}/homeserver.sqlite"}}}}
log_config: "{folder}/log.yaml"
media_store_path: "{folder}/media"
signing_key_path: "{folder}/signing.key"
registration_shared_secret: "{secret}"
macaroon_secret_key: "m"
form_secret: "f"
report_stats: false
trusted_key_servers: []
suppress_key_server_warning: true
federation_domain_whitelist: []
url_preview_enabled: false
presence: {{enabled: false}}
rc_message: {unlimited}
rc_registration: {unlimited}
rc_login: {{address: {unlimited}, account: {unlimited}, failed_attempts: {unlimited}}}
rc_joins: {{local: {unlimited}, remote: {unlimited}}}
rc_joins_per_room: {unlimited}
rc_invites: {{per_room: {unlimited}, per_user: {unlimited}, per_issuer: {unlimited}}}
rc_room_creation: {unlimited}
rc_key_requests: {unlimited}
"""

LOGGING = """
version: 1
formatters: {{line: {{format: "%(asctime)s %(levelname)s %(name)s %(message)s"}}}}
handlers: {{file: {{class: logging.FileHandler, formatter: line, filename: "{folder}/homeserver.log"}}}}
root: {{level: INFO, handlers: [file]}}
"""


def free_port():
    """A port that nobody listens at."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Homeserver:
    """The running server."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process = None
        self.http = None

    async def start(self):
        """Starts it and waits until it answers; raises when it doesn't."""
        self.folder.mkdir(parents=True)
        facts = {
            "folder": self.folder, "port": self.port, "url": self.url, "secret": SHARED_SECRET,
            "unlimited": "{per_second: 10000, burst_count: 10000}",
        }
        configuration = self.folder / "homeserver.yaml"
        configuration.write_text(CONFIGURATION.format(**facts))
        (self.folder / "log.yaml").write_text(LOGGING.format(**facts))
        command = [sys.executable, "-m", "synapse.app.homeserver", "-c", str(configuration)]
        subprocess.run([*command, "--generate-keys"], check=True, capture_output=True)
        with open(self.folder / "output", "wb") as output:
            self.process = subprocess.Popen(command, stdout=output, stderr=output)
        self.http = aiohttp.ClientSession()
        deadline = time.monotonic() + 90
        while True:
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("Synapse doesn't start:\n" + (self.folder / "output").read_text()[-3000:])
            try:
                await self.call("GET", "/_matrix/client/versions")
                return
            except aiohttp.ClientError:
                time.sleep(0.1)

    async def call(self, method, path, body=None, token=None):
        """One request; the answer as JSON, or an exception that has it."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        async with self.http.request(method, self.url + path, json=body, headers=headers) as response:
            answer = await response.json(content_type=None)
            if response.status >= 400:
                raise AssertionError(f"{method} {path}: {response.status} {answer}")
            return answer

    async def register(self, name, password, admin=False):
        """Makes an account; its access token comes back."""
        path = "/_synapse/admin/v1/register"
        nonce = (await self.call("GET", path))["nonce"]
        role = "admin" if admin else "notadmin"
        proof = hmac.new(SHARED_SECRET.encode(), "\0".join([nonce, name, password, role]).encode(), hashlib.sha1)
        body = {"nonce": nonce, "username": name, "password": password, "admin": admin, "mac": proof.hexdigest()}
        return (await self.call("POST", path, body))["access_token"]

    async def stop(self):
        """Stops it."""
        if self.http:
            await self.http.close()
        if self.process:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
