"""Somebody who plays: a client of its own, with its own device and keys."""

import asyncio
import pathlib
import time
from dataclasses import dataclass, field
from typing import Any

import nio

from bot import USER

PATIENCE = 30


@dataclass
class Heard:
    """An event as it came."""

    room: str
    sender: str
    id: str
    type: str
    content: dict[str, Any]
    encrypted: bool
    source: dict[str, Any] = field(repr=False)

    @property
    def body(self):
        """The plain words."""
        return self.content.get("body", "")

    @property
    def reply_to(self):
        """The event that it answers."""
        return self.content.get("m.relates_to", {}).get("m.in_reply_to", {}).get("event_id")

    def is_said_by_bot(self):
        """Whether it is a message of the bot."""
        return self.sender == USER and self.type == "m.room.message"


class Player:
    """A person at a client."""

    def __init__(self, url, name, password, folder: pathlib.Path):
        folder.mkdir(parents=True, exist_ok=True)
        self.name, self.id, self.password = name, f"@{name}:localhost", password
        settings = nio.AsyncClientConfig(encryption_enabled=True, store_sync_tokens=True, max_timeouts=3)
        self.client = nio.AsyncClient(url, self.id, store_path=str(folder), config=settings)
        self.heard: list[Heard] = []
        self.listening = None
        self.keys = asyncio.Lock()
        self.held = None

    async def start(self):
        """Logs in and begins to listen."""
        answer = await self.client.login(self.password, device_name="test")
        assert isinstance(answer, nio.LoginResponse), answer
        self.client.add_event_callback(self.hear, nio.Event)
        await self.client.sync(timeout=0, full_state=True)
        await self.care_for_keys()
        self.listening = asyncio.create_task(self.listen())

    async def listen(self):
        """Listens for ever."""
        while True:
            answer = await self.client.sync(timeout=10000)
            assert isinstance(answer, nio.SyncResponse), answer
            await self.care_for_keys()

    async def care_for_keys(self):
        """Sends and asks for the keys that are due."""
        async with self.keys:
            await self.client.send_to_device_messages()
            if self.client.should_upload_keys:
                await self.client.keys_upload()
            if self.client.should_query_keys:
                await self.client.keys_query()
            if self.client.should_claim_keys:
                await self.client.keys_claim(self.client.get_users_for_key_claiming())

    async def stop(self):
        """Leaves."""
        if self.listening:
            self.listening.cancel()
        await self.client.close()

    def hear(self, room, event):
        """Notes an event."""
        source = event.source
        self.heard.append(Heard(
            room=room.room_id, sender=event.sender, id=event.event_id,
            type=source.get("type", ""), content=source.get("content", {}), encrypted=bool(event.decrypted), source=source,
        ))

    async def until(self, condition, what, patience=PATIENCE):
        """Waits until something holds."""
        deadline = time.monotonic() + patience
        while True:
            found = condition()
            if found:
                return found
            assert not self.listening.done(), f"{self.name} hears nothing any more: {self.listening}"
            if time.monotonic() > deadline:
                said = [(heard.sender, heard.type, heard.body[:120]) for heard in self.heard[-8:]]
                raise AssertionError(f"{self.name} waited in vain for {what}; heard last: {said}")
            await asyncio.sleep(0.02)

    def here(self, room, since=0):
        """What was heard in a room."""
        return [heard for heard in self.heard[since:] if heard.room == room]

    async def hears(self, room, words, since=0, patience=PATIENCE):
        """Waits for a message of the bot with these words."""
        def found():
            said = (heard for heard in self.here(room, since) if heard.is_said_by_bot())
            return next((heard for heard in said if words in heard.body), None)
        return await self.until(found, f"{words!r} in {room}", patience)

    async def answer_to(self, room, event, words="", since=0):
        """Waits for the bot's answer to an event."""
        def found():
            said = (heard for heard in self.here(room, since) if heard.is_said_by_bot() and heard.reply_to == event)
            return next((heard for heard in said if words in heard.body), None)
        return await self.until(found, f"an answer with {words!r} to {event}")

    async def create(self, name, encrypted=False, invite=(USER,), **more):
        """Makes a room."""
        state = [nio.EnableEncryptionBuilder().as_dict()] if encrypted else []
        answer = await self.client.room_create(
            name=name, initial_state=state, invite=[person if isinstance(person, str) else person.id for person in invite],
            **more,
        )
        assert isinstance(answer, nio.RoomCreateResponse), answer
        return answer.room_id

    async def join(self, room):
        """Comes into a room, invited or not."""
        answer = await self.client.join(room)
        assert isinstance(answer, nio.JoinResponse), answer
        await self.until(lambda: room in self.client.rooms, f"room {room}")

    async def sees(self, room, person=USER):
        """Waits until somebody is in the room, and their devices are known."""
        def there():
            known = self.client.rooms.get(room)
            return known and person in known.users and person not in known.invited_users
        await self.until(there, f"{person} in {room}")
        if self.client.rooms[room].encrypted:
            await self.client.joined_members(room)
            await self.care_for_keys()

    async def send(self, room, content, kind="m.room.message"):
        """Sends an event; its id comes back."""
        answer = await self.client.room_send(room, kind, content, ignore_unverified_devices=True)
        assert isinstance(answer, nio.RoomSendResponse), answer
        return answer.event_id

    async def say(self, room, body, reply_to=None, thread=None, **more):
        """Says something; the event's id comes back."""
        content = {"msgtype": "m.text", "body": body, **more}
        relation = {}
        if thread:
            relation = {"rel_type": "m.thread", "event_id": thread}
        if reply_to:
            relation["m.in_reply_to"] = {"event_id": reply_to}
        elif thread:
            relation |= {"m.in_reply_to": {"event_id": thread}, "is_falling_back": True}
        if relation:
            content["m.relates_to"] = relation
        return await self.send(room, content)

    async def react(self, room, event, emoji):
        """Puts an emoji below an event."""
        relation = {"rel_type": "m.annotation", "event_id": event, "key": emoji}
        return await self.send(room, {"m.relates_to": relation}, kind="m.reaction")

    def hold_keys(self, room):
        """From now on the keys of this room's messages aren't handed out."""
        self.client.invalidate_outbound_session(room)
        usual, self.held = self.client._send, []

        async def hold(response, method, path, data=None, response_data=None, *more, **named):
            if "sendToDevice" not in path:
                return await usual(response, method, path, data, response_data, *more, **named)
            self.held.append((response, method, path, data, response_data, *more))
            return response.from_dict({}, *(response_data or ()))

        self.client._send = hold
        self.usual_send = usual

    async def hand_out_keys(self):
        """The keys held back go out."""
        self.client._send = self.usual_send
        assert self.held, "no key was held back"
        for request in self.held:
            await self.client._send(*request)

    async def download(self, content):
        """The file of a message, decrypted where it is encrypted."""
        file = content.get("file")
        answer = await self.client.download(mxc=file["url"] if file else content["url"])
        assert isinstance(answer, nio.DownloadResponse), answer
        if not file:
            return answer.body
        key, digest, vector = file["key"]["k"], file["hashes"]["sha256"], file["iv"]
        return nio.crypto.decrypt_attachment(answer.body, key, digest, vector)
