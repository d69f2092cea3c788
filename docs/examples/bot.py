#!/usr/bin/env python3
"""A bot that plays a whole game over REST, with nothing but the standard library.

    python3 bot.py --kind yinsh                      against the server's computer, level 1
    python3 bot.py --join k3x7abcd#m4n5p6q7r8s9t2u3  at somebody's table

It plays random legal turns, which it gets from the program `mohreh` (`mohreh steps`, `mohreh replay`),
so that it knows no rules itself. docs/api.md explains what it does; bot_socket.py does the same over the
socket and hears of everything at once.
"""

import argparse
import json
import os
import random
import secrets
import subprocess
import sys
import time
import urllib.error
import urllib.request


class Refused(Exception):
    """The server refused the request; nothing was changed."""

    def __init__(self, status, code, why):
        super().__init__(f"{status} {code}: {why}")
        self.status, self.code, self.why = status, code, why


class Server:
    """HTTP client: authenticates with a token or, before there is one, with a cookie and an origin."""

    def __init__(self, url, token=None):
        self.url = url.rstrip("/")
        self.token = token
        self.cookie = None

    def call(self, method, path, body=None):
        """Sends a request; retries after a lost connection, and when the server is busy."""
        wait = 0.5
        while True:
            try:
                return self.once(method, path, body)
            except Refused as why:
                if why.code not in ("too-fast", "unavailable"):
                    raise
                print(f"waiting: {why}", file=sys.stderr)
            except (OSError, ValueError) as why:  # no connection, or a truncated response
                print(f"no connection ({why}); again in {wait:.0f} s", file=sys.stderr)
            time.sleep(wait)
            wait = min(wait * 2, 30)

    def once(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data=data, method=method)
        request.add_header("Content-Type", "application/json")
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        else:
            request.add_header("Origin", self.url)
            if self.cookie:
                request.add_header("Cookie", self.cookie)
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                cookie = answer.headers.get("Set-Cookie")
                if cookie:
                    self.cookie = cookie.split(";")[0]
                text = answer.read().decode()
        except urllib.error.HTTPError as error:
            text = error.read().decode(errors="replace")
            try:
                refusal = json.loads(text)
                code, why = refusal["code"], refusal["why"]
            except (ValueError, KeyError, TypeError):
                code, why = "unknown", text[:200]
            raise Refused(error.code, code, why) from None
        return text if path.endswith("/record") else json.loads(text)

    def get_token(self, name):
        """Registers a guest and creates a token for all further requests."""
        self.call("POST", "/api/person", {"name": name})
        self.token = self.call("POST", "/api/tokens", {"label": "bot.py"})["token"]
        return self.token


class Rules:
    """The rules of all games, as the program `mohreh` knows them."""

    def __init__(self, program):
        self.program = program

    def run(self, args, text=""):
        done = subprocess.run(
            [self.program, *args], input=text, capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            sys.exit(f"{self.program} {' '.join(args)}: {done.stderr.strip()}")
        return done.stdout

    def status(self, kind, setup, steps):
        """`to-move 2`, `to-roll` or `over 1 2`."""
        line = f"{kind}|{setup}|{' '.join(steps)}\n"
        answer = self.run(["replay", "-"], line).strip()
        if answer.startswith("error"):
            sys.exit(f"{line.strip()}: {answer}")
        return answer.rsplit("|", 1)[1]

    def steps(self, kind, setup, steps):
        args = ["steps", kind, "--setup", setup, "--played", " ".join(steps)]
        return self.run(args).split()

    def random_turn(self, kind, setup, steps, seat):
        """A turn: steps until another seat is to move or a roll is due."""
        turn, played = [], list(steps)
        while self.status(kind, setup, played) == f"to-move {seat}":
            turn.append(random.choice(self.steps(kind, setup, played)))
            played.append(turn[-1])
        return turn


class Log:
    """State derived from the log of a table: the effective steps, and the pending offer."""

    def __init__(self, seats):
        self.seats = seats
        self.playing = set(range(1, seats + 1))
        self.ply = 0
        self.steps = []
        self.offer = None  # ("draw" or "back", by which seat, back to how many steps, seats that agreed)

    def add(self, entry):
        self.ply += 1
        what = entry["what"]
        if not what.startswith("!"):
            self.steps.append(what)
            if self.seats > 2:
                self.offer = None  # with more than two seats a step withdraws the offer
            return
        word, seat, *to = what[1:].split()
        seat = int(seat)
        if word == "draw":
            self.offer = ("draw", seat, None, set())
        elif word == "back":
            self.offer = ("back", seat, int(to[0]), set())
        elif word == "decline":
            self.offer = None
        elif word == "agree":
            kind, by, back, agreed = self.offer
            agreed.add(seat)
            if kind == "back" and agreed >= self.playing - {by}:
                del self.steps[back:]
                self.offer = None
        elif word in ("resign", "flag", "gone") and self.seats > 2:
            # With more than two seats the game goes on, and leaving is a step.
            self.playing.discard(seat)
            self.steps.append(f"leave{seat}")
            self.offer = None

    def asked(self, seat):
        """The offer that a seat has to answer, if any."""
        if self.offer and self.offer[1] != seat and seat not in self.offer[3]:
            return self.offer[0]
        return None


def told(snapshot):
    """The log of a whole table."""
    log = Log(len(snapshot["table"]["seats"]))
    for entry in snapshot["entries"]:
        log.add(entry)
    return log


def finish(server, rules, snapshot):
    """Prints the result and verifies the dice."""
    head = snapshot["table"]
    names = [seat.get("name") or f"computer {seat['level']}" for seat in head["seats"]]
    result = " ".join(map(str, head["result"] or ["no result"]))
    print(f"{head['kind']}: {' – '.join(names)}: {result} ({head['end']}, {head['turns']} turns)")
    record = server.call("GET", f"/api/tables/{head['id']}/record")
    print(rules.run(["verify-dice", "-"], record).strip())


def sit_down(server, args):
    """Joins or opens a table; returns its id."""
    nonce = secrets.token_hex(8)
    if args.join:
        table, _, key = args.join.rsplit("/", 1)[-1].partition("#")
        server.call("POST", f"/api/tables/{table}/join", {"key": key, "nonce": nonce})
        return table
    wanted = {"kind": args.kind, "setup": args.setup, "computers": [args.level], "nonce": nonce}
    return server.call("POST", "/api/tables", wanted)["table"]


def play(server, rules, table):
    """Plays until the game is over."""
    path = f"/api/tables/{table}"
    while True:
        snapshot = server.call("GET", path)
        head, seat = snapshot["table"], snapshot["you"]
        if head["phase"] == "over":
            return snapshot
        log = told(snapshot)
        try:
            asked = log.asked(seat)
            if asked:
                act = {"draw": "decline", "back": "agree"}[asked]
                server.call("POST", path + "/act", {"ply": log.ply, "act": act})
                continue
            if head["phase"] == "playing":
                turn = rules.random_turn(head["kind"], head["setup"], log.steps, seat)
                if turn:
                    print(f"{log.ply:4} {' '.join(turn)}")
                    server.call("POST", path + "/play", {"ply": log.ply, "steps": turn})
                    continue
        except Refused as why:
            # Stale: another entry came first, so read the table again. Any other refusal is a bug of the bot.
            if why.code not in ("stale", "not-your-turn", "not-playing"):
                raise
        time.sleep(0.2)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--server", default="http://127.0.0.1:7373")
    parser.add_argument("--token", default=os.environ.get("MOHREH_TOKEN"), help="else a new guest")
    parser.add_argument("--name", default="Python", help="of the new guest")
    parser.add_argument("--kind", default="yinsh", choices=["zertz", "tzaar", "yinsh", "rotas"])
    parser.add_argument("--setup", default="", help="of the game, such as rings=48 or blitz")
    parser.add_argument("--level", type=int, default=1, help="of the computer to play against")
    parser.add_argument("--join", metavar="ID#KEY", help="sit down at this table instead")
    parser.add_argument("--mohreh", default="mohreh", help="the program that knows the rules")
    return parser.parse_args()


def main():
    args = arguments()
    server, rules = Server(args.server, args.token), Rules(args.mohreh)
    if not server.token:
        server.get_token(args.name)
    table = sit_down(server, args)
    print(f"watch it at {server.url}/en/online/{table}")
    finish(server, rules, play(server, rules, table))


if __name__ == "__main__":
    try:
        main()
    except Refused as why:
        sys.exit(str(why))
