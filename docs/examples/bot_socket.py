#!/usr/bin/env python3
"""The same bot over a WebSocket: events are pushed, and it reconnects when the connection is lost.

    pip install websockets
    python3 bot_socket.py --kind zertz --level 2

Everything that is not the socket is taken from bot.py.
"""

import asyncio
import json
import random
import sys
import time

from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus, WebSocketException

from bot import Log, Refused, Rules, Server, arguments, finish, sit_down, told


class Table:
    """State of the table, and the next message to send."""

    def __init__(self, rules, table):
        self.rules, self.id = rules, table
        self.head, self.seat, self.log = None, None, Log(2)
        self.said = None  # ply of the last message sent; nothing more is sent until the log grows

    def hear(self, message):
        """Applies a message. Returns whether a new snapshot is needed."""
        kind = message["type"]
        if kind == "table":
            self.head, self.seat, self.log = message["table"], message["you"], told(message)
            self.said = None
        elif kind == "head":
            begins = self.head and self.head["phase"] == "waiting"
            self.head = message["table"]
            return begins and self.head["phase"] == "playing"
        elif kind == "played":
            if message["ply"] > self.log.ply:
                return True  # a gap in the log
            for entry in message["entries"][self.log.ply - message["ply"] :]:
                self.log.add(entry)
        elif kind == "refused":
            print(f"refused: {message['code']}: {message['why']}", file=sys.stderr)
            if message["code"] in ("too-fast", "unavailable"):
                time.sleep(1)
            elif message["code"] not in ("stale", "not-your-turn", "not-playing"):
                raise Refused(0, message["code"], message["why"])
            return True
        return False

    def next(self):
        """The message to send now, if any."""
        ply = self.log.ply
        if not self.head or self.head["phase"] != "playing" or self.said == ply:
            return None
        asked = self.log.asked(self.seat)
        if asked:
            self.said = ply
            act = {"draw": "decline", "back": "agree"}[asked]
            return {"type": "act", "table": self.id, "ply": ply, "act": act}
        steps = self.rules.random_turn(
            self.head["kind"], self.head["setup"], self.log.steps, self.seat
        )
        if not steps:
            return None
        print(f"{ply:4} {' '.join(steps)}")
        self.said = ply
        return {"type": "play", "table": self.id, "ply": ply, "steps": steps}


async def follow(url, token, table):
    """Plays until the connection is lost. Returns whether the game is over."""
    address = url.replace("http", "ws", 1) + "/api/socket"
    headers = {"Authorization": f"Bearer {token}"}
    async with connect(address, additional_headers=headers, max_size=None) as socket:
        watch = {"type": "watch", "table": table.id, "from": 0}
        await socket.send(json.dumps(watch))
        async for text in socket:
            message = json.loads(text)
            if message["type"] == "hello":
                print(f"connected as {message['person']['name']}")
                continue
            if table.hear(message):
                await socket.send(json.dumps(watch))
                continue
            if table.head and table.head["phase"] == "over":
                return True
            said = table.next()
            if said:
                await socket.send(json.dumps(said))
    return False


async def play(url, token, table):
    wait = 1.0
    while True:
        try:
            if await follow(url, token, table):
                return
            wait = 1.0  # it was connected: reset the backoff
        except InvalidStatus as why:
            if why.response.status_code in (401, 403):
                sys.exit(f"the server does not let us in: {why.response.body.decode()}")
            print(why, file=sys.stderr)
        except (OSError, WebSocketException) as why:
            print(f"no connection ({why})", file=sys.stderr)
        await asyncio.sleep(wait + random.random() / 2)
        wait = min(wait * 2, 30)


def main():
    args = arguments()
    server, rules = Server(args.server, args.token), Rules(args.mohreh)
    if not server.token:
        server.get_token(args.name)
    table = Table(rules, sit_down(server, args))
    print(f"watch it at {server.url}/en/online/{table.id}")
    asyncio.run(play(server.url, server.token, table))
    finish(server, rules, server.call("GET", f"/api/tables/{table.id}"))


if __name__ == "__main__":
    try:
        main()
    except Refused as why:
        sys.exit(str(why))
