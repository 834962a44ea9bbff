"""Facts and bundles by their definition alone: what Python makes of the format, beside what the program makes of it.

A fact is `at`, `body`, `kind`, `n`, `prev`, `r`, `salt` and `saw`. Its header has `c`, the commitment to salt and body,
in their place; its identity is the digest of the header. What is left of a fact whose content is not here is the header
itself, so that it cannot lie about what it was.
"""

import hashlib
import json
import random

LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
# What decides about other facts: never salted, never reduced to a stub.
CONTROL = {"erase", "retract", "replica"}
CHILD = {"session", "trial", "contact", "remark"}
REASONS = ["withdrawn", "personal", "mistake", "retention", "legal", "other"]
LINKS = {"at", "kind", "n", "prev", "r", "saw"}


def canonical(value) -> str:
    """Keys sorted by their bytes, no white space, the shortest escapes."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(value) -> str:
    return hashlib.sha256(canonical(value).encode()).hexdigest()


def is_stub(fact: dict) -> bool:
    return "c" in fact


def commitment(fact: dict) -> str:
    """What a header says of the content: nothing that can be guessed at without the salt."""
    return hashlib.sha256(bytes.fromhex(fact.get("salt", "")) + canonical(fact["body"]).encode()).hexdigest()


def stub(fact: dict) -> dict:
    """The header, which is all that is left where the content is gone."""
    if is_stub(fact):
        return fact
    return {**{name: value for name, value in fact.items() if name in LINKS}, "c": commitment(fact)}


def identity(fact: dict) -> str:
    """The same with the content and without."""
    return digest(stub(fact))


def reference(fact: dict) -> str:
    """How facts name one another."""
    return identity(fact)[:32]


def place(fact: dict) -> tuple:
    return fact["r"], fact["n"], identity(fact)


def stated(replica: str, number: int, previous: str, at: list, kind: str, body: dict, saw=(), salt=None) -> dict:
    """A fact from its parts; only what has a salt is given one."""
    fact = {"at": at, "body": body, "kind": kind, "n": number, "prev": previous, "r": replica, "saw": sorted(saw)}
    return fact if kind in CONTROL else {**fact, "salt": salt or "0" * 32}


def bundle(tracker: str, facts: list, **members) -> str:
    """A bundle of these facts, as if all else had been left out."""
    facts = sorted(facts, key=place)
    followed = {(fact["r"], fact["n"] - 1, fact["prev"]) for fact in facts}
    ends = {}
    for fact in facts:
        short = reference(fact)
        if (fact["r"], fact["n"], short) not in followed:
            ends.setdefault(fact["r"], []).append([fact["n"], short])
    opening = {"bundle": "a11y", "version": 1, "min_reader": 1, "tracker": tracker, "scope": "partial", **members,
               "since": {}}
    ending = {"count": len(facts), "upto": {}, **({"ends": ends} if ends else {}), "evidence": []}
    ending["digest"] = whole(facts, {**opening, **ending})
    spelled = [json.dumps(part, separators=(",", ":")) for part in (opening, ending)]
    lines = "".join(canonical(fact) + ",\n" for fact in facts)[:-2] + ("\n" if facts else "")
    return f'{spelled[0][:-1]},"facts":[\n{lines}],{spelled[1][1:]}\n'


def line_digest(fact: dict) -> bytes:
    """Of a fact its identity; of a stub another one, so that the two cannot be exchanged unseen."""
    known = bytes.fromhex(identity(fact))
    return hashlib.sha256(known + b"stub").digest() if is_stub(fact) else known


def whole(facts: list, rest: dict) -> str:
    """The digest of a bundle: over those of its facts as they stand, and that of all else."""
    hashed = hashlib.sha256()
    for fact in facts:
        hashed.update(line_digest(fact))
    hashed.update(bytes.fromhex(digest(rest)))
    return hashed.hexdigest()


def require_fact(fact: dict) -> None:
    """A fact has its members and no other."""
    if is_stub(fact):
        assert set(fact) == LINKS | {"c"} and fact["kind"] not in CONTROL, fact
        return
    is_salted = fact["kind"] not in CONTROL
    assert set(fact) == LINKS | {"body"} | ({"salt"} if is_salted else set()), fact
    assert not is_salted or len(bytes.fromhex(fact["salt"])) == 16, fact
    assert "saw" not in fact["body"] and all(len(short) == 32 for short in fact["saw"]), fact


def require_bundle(text: str) -> list:
    """A bundle is by the book: layout, order, chains and digests. Returns its facts."""
    document = json.loads(text)
    facts = document.pop("facts")
    said = document.pop("digest")
    assert whole(facts, document) == said
    assert facts == sorted(facts, key=place)
    assert document["count"] == len(facts)
    lines = text.split("\n")
    assert [line.rstrip(",") for line in lines[1:-2]] == [canonical(fact) for fact in facts]
    assert lines[0].endswith('"facts":[') and lines[-2].startswith("],") and lines[-1] == ""
    known = {}
    for fact in facts:
        require_fact(fact)
        known.setdefault((fact["r"], fact["n"]), set()).add(reference(fact))
    for fact in facts:
        before = known.get((fact["r"], fact["n"] - 1))
        assert before is None or fact["prev"] in before, f"{fact['r']}-{fact['n']} does not follow"
    for replica, (last, short) in document["upto"].items():
        assert known.get((replica, last), {short}) == {short}
    return facts


class Replica:
    """One database file, as far as facts go: it makes them, and it takes in those of others."""

    def __init__(self, dice: random.Random, clock: int):
        self.dice = dice
        self.name = "".join(dice.choice(LETTERS) for _ in range(12))
        self.clock = clock
        self.facts = {}
        self.count = 0
        self.prev = ""

    def add(self, what: str, saw=(), **body) -> dict:
        self.count += 1
        fact = stated(self.name, self.count, self.prev, [self.clock, self.dice.randrange(3)], what, body, saw,
                      f"{self.dice.getrandbits(128):032x}")
        self.prev = reference(fact)
        self.facts[place(fact)] = fact
        return fact

    def take(self, facts) -> None:
        for fact in facts:
            self.facts.setdefault(place(fact), fact)

    def foreign(self, wanted) -> list:
        """Names of others' facts in view that `wanted` is true of."""
        return [reference(fact) for fact in self.facts.values() if fact["r"] != self.name and wanted(fact)]

    def target(self, fact: dict) -> str:
        return reference(fact)


class Team:
    """Several replicas that log, edit, undo, redo, ask to erase and tell one another what they know, at random."""

    components = ["home", "search", "sign-in/close-button"]
    checks = ["voiceover.label-present", "touch-target.minimum-44pt", "house.own-rule"]

    def __init__(self, dice: random.Random, size: int, start: int):
        self.dice = dice
        # Some clocks are hours off, one goes back now and then.
        self.replicas = [Replica(dice, start + dice.randrange(-3, 4) * 5_000_000) for _ in range(size)]
        self.start = start

    def live(self, steps: int) -> "Team":
        """Lets them work."""
        for _ in range(steps):
            replica = self.dice.choice(self.replicas)
            replica.clock += self.dice.choice([0, 0, 1, 7_000, 40_000_000, -9_000])
            replica.clock = max(replica.clock, self.start - 10**9)
            work = self.dice.choices(
                [self.log, self.set, self.mark, self.note, self.retract, self.erase, self.unknown, self.tell,
                 self.evidence, self.fork],
                [50, 16, 3, 4, 14, 2, 1, 10, 2, 0.5])[0]
            work(replica)
        return self

    def facts(self) -> list:
        """All that was ever said, each once."""
        return list({key: fact for replica in self.replicas for key, fact in replica.facts.items()}.values())

    def log(self, replica: Replica) -> None:
        dice = self.dice
        body = {"component": dice.choice(self.components), "check": dice.choice(self.checks),
                "outcome": dice.choice(["pass", "fail", "fail", "na", "cant-tell"])}
        for name, words, share in [
                ("condition", ["dark"], 0.2), ("tester", ["t1", "t2", "Zoë"], 0.9), ("build", ["1.0", "2.0"], 0.6),
                ("source", ["0123456789abcdef", "fedcba9876543210"], 0.3), ("device", ["iPhone"], 0.3),
                ("os", ["iOS 19"], 0.3), ("audit", ["spring"], 0.2),
                ("note", ["tab\there", "", "\u0001 \u007f \"ö\" \\ /"], 0.3),
                ("severity", [1, 2, 3, 4], 0.5), ("time", [self.start + dice.randrange(-10**8, 10**8)], 0.2),
                ("text", ["00c0ffee"], 0.1),
                ("value", [{"n": [40_000_000, 40_000_000], "text": "40x40", "unit": "pt"}], 0.2)]:
            if dice.random() < share:
                body[name] = dice.choice(words)
        cell = [(name, body.get(name)) for name in ("component", "check", "condition")]
        seen = replica.foreign(
            lambda fact: fact["kind"] == "result" and all(fact["body"].get(name) == word for name, word in cell))
        saw = []
        if seen and dice.random() < 0.6:
            saw = seen if dice.random() < 0.6 else dice.sample(seen, dice.randint(1, len(seen)))
        if dice.random() < 0.1:
            body["retest"] = True
        if dice.random() < 0.02:
            body["mood"] = "of a newer version"
        if dice.random() < 0.02:
            body["severity"] = 7
        # One transaction, one clock: several results of a cell at the same millisecond.
        for _ in range(dice.choice([1, 1, 1, 2])):
            replica.add("result", saw, **body)

    def seen(self, replica: Replica, kind: str, key: str) -> list:
        saw = replica.foreign(lambda fact: fact["kind"] in ("set", "delete", "restore")
                              and (fact["body"].get("kind"), fact["body"].get("key")) == (kind, key))
        return saw if self.dice.random() < 0.6 else []

    def set(self, replica: Replica) -> None:
        dice = self.dice
        kind, key, choices = dice.choice([
            ("component", dice.choice(self.components), {
                "kind": ["button", "screen"], "title": ["A", "B", None, "ö"], "owner": ["qa-1", "qa-2"],
                "retired": [False, False, False, True], "screens": [["home"], ["home", "cart"]],
                "source_digest": ["0123456789abcdef", None], "size": ["40x40", "60x60", None], "profile": ["child", "general"],
                "platforms": [["iOS"], ["macOS"], None], "style": ["child-friendly-large", None]}),
            ("setting", "tracker", {"stale_days": [30, 400], "current_build": ["2.0", None],
                                    "checklists": [["critical-rules"], ["mine"], ["pre-release", "mine"], None],
                                    "conditions": [["default"], ["dark", "default"], ["dark"], None]}),
            ("checklist", "mine", {"checks": [self.checks[1:], self.checks[:1] + ["house.nowhere"]]}),
            ("waiver", "w1", {"component": ["home"], "check": self.checks[:1], "until": ["2031-01-01", "2020-01-01"],
                              "reason": ["later"], "approver": ["lead"]}),
            ("verdict", "1.4.3/lead", {"criterion": ["1.4.3"], "level": ["supports", "does-not-support", "partially-supports"],
                                       "by": ["lead"], "remarks": ["so", "ö"]}),
            ("audit", "spring", {"components": [["home"]], "title": ["Spring"]}),
        ])
        names = dice.sample(sorted(choices), min(len(choices), dice.randint(1, 2)))
        fields = {name: dice.choice(choices[name]) for name in names}
        if dice.random() < 0.02:
            fields["from a \"newer\" version"] = {"deep": [1, None, "ö"]}
        replica.add("set", self.seen(replica, kind, key), kind=kind, key=key, fields=fields, by=dice.choice(["t1", "t2"]))

    def mark(self, replica: Replica) -> None:
        key = self.dice.choice(self.components)
        replica.add(self.dice.choice(["delete", "restore"]), self.seen(replica, "component", key), kind="component", key=key)

    def note(self, replica: Replica) -> None:
        check = {"check": self.dice.choice(self.checks)} if self.dice.random() < 0.5 else {}
        replica.add("note", component=self.dice.choice(self.components), text="a remark", tester="t1", **check)

    def evidence(self, replica: Replica) -> None:
        """A file that shows what a result says, sometimes in a way that this version does not understand."""
        results = [fact for fact in replica.facts.values() if fact["kind"] == "result" and "body" in fact]
        if not results:
            return
        result = self.dice.choice(results)
        body = {name: result["body"][name] for name in ("check", "component", "condition", "tester")
                if name in result["body"]}
        body |= {"name": "shot.png", "of": reference(result), "sha256": "ab" * 32, "size": 48211,
                 "type": "image/png"}
        if self.dice.random() < 0.3:
            body |= self.dice.choice([{"size": "large"}, {"sha256": "AB" * 32}, {"of": "x"}, {"size": -1}, {"lens": 1}])
        replica.add("evidence", **body)

    def retract(self, replica: Replica) -> None:
        """Undo of the latest of some kind, often of a retraction: redo, undo of the redo and so on."""
        wanted = self.dice.choice([["retract"], ["result", "set", "note", "delete"]])
        known = [fact for fact in replica.facts.values() if fact["kind"] in wanted]
        if known:
            targets = self.dice.sample(known[-6:], min(len(known), self.dice.choice([1, 1, 2])))
            replica.add("retract", targets=[reference(fact) for fact in targets], by="t1")

    def erase(self, replica: Replica) -> None:
        # Nobody signs, so it waits wherever it arrives. Not of facts that this version does not understand.
        known = [fact for fact in replica.facts.values() if fact["r"] == replica.name
                 and fact["kind"] in ("result", "set", "note")
                 and fact["body"].get("severity") != 7 and "mood" not in fact["body"]]
        if known:
            replica.add("erase", targets=[reference(self.dice.choice(known))], reason=self.dice.choice(REASONS))

    def unknown(self, replica: Replica) -> None:
        # Kinds that decide about other facts are closed: what a newer version adds to them is refused.
        replica.add(self.dice.choice(["dream", "result", "set"]), mood="of a newer version")

    def tell(self, replica: Replica) -> None:
        other = self.dice.choice(self.replicas)
        share = self.dice.choice([1, 1, 0.5])
        replica.take([fact for fact in other.facts.values() if self.dice.random() < share])

    def fork(self, replica: Replica) -> None:
        """A copied database that goes on under its old name."""
        if len(self.replicas) < 5:
            other = Replica(self.dice, replica.clock + self.dice.choice([0, 60_000]))
            other.name, other.count, other.prev = replica.name, replica.count, replica.prev
            other.facts = dict(replica.facts)
            self.replicas.append(other)
