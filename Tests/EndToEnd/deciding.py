"""What a tracker holds by its own account, and the decisions of its machine, written where the program keeps them."""

import json
import sqlite3
from contextlib import closing

from program import Tracker


def state(tracker: Tracker) -> dict:
    """What is held, what was removed and by whom, what waits, and what each cell shows: the members of the model."""
    return json.loads(tracker.ok("__state").out)


def records(tracker: Tracker) -> dict:
    """How each write to a field of a record stands, in the words of the model."""
    words = {0: "replaced", 1: "live", 2: "waits", 3: "passed over"}
    found = {}
    for *place, identity, live in tracker.rows(
            "SELECT register.kind, key, field, lower(hex(digest)), live FROM register JOIN fact ON fact.id = register.fact"):
        found.setdefault(tuple(place), {})[identity] = words[live]
    return found


def follow_only(tracker: Tracker, wanted: dict) -> None:
    """Follows these machines and signers from now on and no other: by the command where it knows them all."""
    rows = {("everyone", "")} if wanted["everyone"] else {
        *(("machine", name) for name in wanted["machines"]), *(("signer", name) for name in wanted["signers"])}
    now = {row for row in tracker.rows("SELECT kind, name FROM following") if row[0] in ("machine", "signer", "everyone")}
    known = {("everyone", ""), *(("machine", name) for name, in tracker.rows("SELECT replica FROM branch WHERE own = 0")),
             *(("signer", name) for name, in tracker.rows("SELECT name FROM signed"))}
    if rows == now:
        return
    if rows <= known:
        words = [name or "*" for _, name in sorted(rows - now)]
        words += [word for _, name in sorted(now - rows) for word in ("--none", name or "*")]
        tracker.ok("follow", *words)
        return
    with closing(sqlite3.connect(tracker.database)) as database, database:
        database.executemany("DELETE FROM following WHERE kind = ? AND name = ?", now)
        database.executemany("INSERT INTO following (kind, name, since) VALUES (?, ?, 0)", rows)
    tracker.ok("doctor", "--rebuild", "--yes")


def holdings(tracker: Tracker) -> dict:
    """How often each way of holding a fact occurs."""
    held = list(state(tracker)["held"].values())
    return {how: held.count(how) for how in held}


def decide(tracker: Tracker, *, follow=(), refuse=(), branch=(), signed=None) -> None:
    """Decides by identities, also of what is not here yet, as a user with a command for everything would."""
    rows = [(kind, bytes.fromhex(one)) for kind, ones in [("follow", follow), ("refuse", refuse), ("branch", branch)]
            for one in ones]
    heads = [(bytes.fromhex(head), key, key) for head, key in (signed or {}).items()]
    if not rows and not heads:
        return
    with closing(sqlite3.connect(tracker.database)) as database, database:
        database.executemany("INSERT OR IGNORE INTO decision (kind, identity) VALUES (?, ?)", rows)
        database.executemany("INSERT OR IGNORE INTO signed (identity, key, name) VALUES (?, ?, ?)", heads)
    tracker.ok("doctor", "--rebuild", "--yes")


def follow(*trackers: Tracker) -> None:
    """Does what others ask for, one request after the other, as each may bring up or settle another."""
    for tracker in trackers:
        tried = set()
        while waiting := [one for one in state(tracker)["waiting"] if one["request"] not in tried]:
            request, kind = waiting[0]["request"], waiting[0]["kind"]
            tried.add(request)
            tracker.ok({"erase": "erase", "retract": "undo"}[kind], "follow", request, "--yes")
        assert state(tracker)["waiting"] == [], "followed, and it waits all the same"


def ordered(value):
    """The same whatever order its lists stand in: none of those of a state has one of its own."""
    if isinstance(value, dict):
        return {name: ordered(one) for name, one in value.items()}
    if isinstance(value, list):
        return sorted(map(ordered, value), key=lambda one: json.dumps(one, sort_keys=True))
    return value
