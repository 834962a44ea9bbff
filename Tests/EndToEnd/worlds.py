"""Histories of the model of trust and merge (Tests/Model) in the form of real facts.

The model speaks of cells `x` and `y`, of values and limits; the program of components, checks and conditions. What
reads bodies is said anew here, all else is the model's own.
"""

import base64
import hashlib
import importlib.util
import json
import random
import sys

from deciding import ordered
from program import TOP

MODEL = TOP / "Tests/Model"
START = 1_770_000_000_000
SIZE = "touch-target.minimum-44pt"
LIMIT = 44_000_000
SESSION = {
    "age": "6-8", "by": "m1", "consent": {"assent": True, "guardian": True, "reference": "c-17"},
    "device": "iPad mini 6", "plan": "close-44", "seed": 81234, "week": "2026-W47"}


def load(name: str):
    spec = importlib.util.spec_from_file_location(name, MODEL / "model.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# As it was given, and the one that reads real bodies.
sys.path.append(str(MODEL))
plain, model = load("model_as_given"), load("model_of_real_facts")
# The model's cells, as component, check and condition.
PLACES = {"x": ("home", SIZE, ""), "y": ("cart/pay", SIZE, "dark"), "pay/target/portrait": ("pay", SIZE, "portrait"),
          **{cell: (component, SIZE, condition) for cell in model.Team.cells for component, _, condition in [cell.partition(" ")]}}
KEYS = {name: "/".join(place) for name, place in PLACES.items()}


def badness(body) -> tuple:
    """Greater is worse. A value that violates its own check counts as a failure whatever was said."""
    violates = "value" in body and min(body["value"]["n"]) < LIMIT
    outcome = "fail" if violates else body["outcome"]
    return model.BAD[outcome], 5 - (body.get("severity") or 5) if outcome == "fail" else 0


def place(body, names) -> str:
    """The cell of a result, under the name that its component has now."""
    return Body({**body, "component": names.present(body["component"])}).cell


model.badness, model.place = badness, place


class Body(dict):
    """The body of a result, which also tells its cell as the model asks for it."""

    @property
    def cell(self) -> str:
        return "/".join([self["component"], self["check"], dict.get(self, "condition", "")])

    def __missing__(self, name):
        if name == "cell":
            return self.cell
        raise KeyError(name)

    def get(self, name, default=None):
        return self[name] if name == "cell" or name in self else default


def replica(name: str) -> str:
    """A replica's name in the form of real ones; a real one stays what it is."""
    return (name.lower() + "0" * 8)[:max(8, len(name))]


def fingerprint(key: str) -> str:
    digest = hashlib.sha256(key.encode()).digest()
    return "SHA256:" + base64.b64encode(digest).decode().rstrip("=")


def real_result(body: dict) -> Body:
    name = next(name for name, key in KEYS.items() if body["cell"] in (name, key))
    real = dict(zip(("component", "check", "condition"), PLACES[name]))
    if "value" in body:
        real["value"] = {"n": [body["value"] * 1_000_000], "text": str(body["value"]), "unit": "pt"}
    if "time" in body:
        real["time"] = START + body["time"]
    real.update((member, body[member]) for member in ("outcome", "build", "tester", "severity", "retest") if member in body)
    return Body((member, value) for member, value in real.items() if value != "")


def real_body(kind: str, body: dict) -> dict:
    """A body of the model as the program would have written it."""
    if kind == "result":
        return real_result(body)
    names = {"signer": fingerprint, "parent": replica, "sitting": replica}
    real = {name: names[name](value) if name in names else value for name, value in body.items()}
    return {"reason": "other", **real} if kind == "erase" else real


def accepted_of(decisions: dict) -> dict:
    """Decisions with keys as real ones are named."""
    listed = decisions.get("list", model.EVERYONE)
    return {**decisions, "signed": {head: fingerprint(key) for head, key in decisions.get("signed", {}).items()},
            "list": {**listed, "signers": list(map(fingerprint, listed["signers"]))}}


class RealWorld(model.Team):
    """A random history of three honest people and a hostile one, in facts as they travel."""

    def __init__(self, dice: random.Random):
        self.dice = dice
        super().__init__(dice, True)
        for device in self.devices:
            device.r = replica(device.r)

    def emit(self, owner, dev, kind, body, saw=(), n=None, prev=None, at=None, r=None):
        self.clock += 1
        fact = {
            "at": [START + (at or self.clock), 0], "body": self.told(kind, body, dev), "kind": kind, "n": n or dev.n + 1,
            "prev": prev if prev is not None else (self.ref(dev.head) if dev.head else ""), "r": replica(r or dev.r),
            "saw": sorted(self.ref(one) for one in saw)}
        if kind not in model.CONTROL:
            fact["salt"] = "%032x" % self.salts.getrandbits(128)
        name = self.fid(fact)
        self.facts[name], self.author[name], self.truth[name] = fact, owner, frozenset(dev.known)
        if n is None and r is None:
            dev.head, dev.n = name, fact["n"]
        dev.known.add(name)
        return name

    def told(self, kind: str, body: dict, dev) -> dict:
        """The body; every other sitting is of the form this version knows, the others of a newer one's."""
        real = real_body(kind, body)
        if kind == "session" and self.names % 2:
            real = {**SESSION, "subject": hashlib.sha256(dev.r.encode()).hexdigest()[:32]}
        elif kind == "remark" and self.names % 2:
            real["session"] = self.ref(dev.head)
        elif kind == "erase" and self.dice.random() < 0.1:
            real["targets"] = [*real.get("targets", []), "f" * 32]  # nobody has it
        return real

    def results(self, ids, cell=None):
        return super().results(ids, KEYS.get(cell, cell))

    def step(self):
        if self.dice.random() < 0.08:
            self.redo(self.dice.choice(self.devices))
        else:
            super().step()

    def redo(self, dev):
        """Takes back what decides about others: an undo, and now and then what cannot be undone."""
        known = sorted((one for one in dev.known if self.facts[one]["kind"] in model.CONTROL),
                       key=lambda one: self.facts[one]["at"])
        undos = [one for one in known if self.facts[one]["kind"] == "retract"]
        chosen = undos if undos and self.dice.random() < 0.9 else known
        if chosen:
            self.emit(dev.owner, dev, "retract", {"targets": [self.ref(self.dice.choice(chosen))]})

    def run(self):
        super().run()
        for fact in self.stubs:
            if fact["kind"] in model.CONTROL:
                fact.update(at=[START, 0], r=replica(fact["r"]))
        return self

    def decisions(self) -> dict:
        """What the machine that reads all this decides: now and then that a request is refused, a branch spoken for."""
        requests = sorted(one for one, fact in self.facts.items() if fact["kind"] in ("erase", "retract"))
        refuse = [one for one in requests if one not in self.follow and self.dice.random() < 0.1]
        branch = [one for one in sorted(self.facts) if self.dice.random() < 0.05]
        return accepted_of({"follow": self.follow, "refuse": refuse + self.refuse, "branch": branch,
                            "signed": self.heads, "list": self.lists[-1]})

    def refused(self) -> list:
        """Lines that no bundle may hold."""
        return [fact for fact in self.lines if "c" in fact and fact["kind"] in model.CONTROL]

    def taken(self) -> list:
        return [fact for fact in self.lines if not ("c" in fact and fact["kind"] in model.CONTROL)]


def wanted(lines: list, accepted: dict) -> dict:
    """What the model gives for these lines, in the form of JSON."""
    full, stubs = ([fact for fact in lines if ("c" in fact) == is_stub] for is_stub in (False, True))
    return ordered(json.loads(json.dumps(model.state(full, stubs, accepted))))


def wanted_records(lines: list, accepted: dict) -> dict:
    """How each write to a field of a record stands by the model."""
    full, stubs = ([fact for fact in lines if ("c" in fact) == is_stub] for is_stub in (False, True))
    return model.records(full, stubs, accepted)


class RealCase:
    """A case of the model, its facts in real form: other bodies, so other identities, and the same state."""

    def __init__(self, document: dict):
        self.given = {plain.ident(fact)[:plain.REF]: fact for fact in document["full"]}
        self.made = {}
        self.names = {}
        self.full = [self.fact(fact) for fact in document["full"]]
        self.stubs = [self.stub(fact) for fact in document["stubs"]]
        accepted = plain.decisions(document["accepted"])
        self.accepted = accepted_of({
            **{what: sorted(map(self.name, accepted[what])) for what in ("follow", "refuse", "branch")},
            "signed": {self.name(head): key for head, key in accepted["signed"].items()}})

    def fact(self, given: dict) -> dict:
        name = plain.ident(given)
        if name not in self.made:
            body = real_body(given["kind"], given["body"])
            if "targets" in body:
                body["targets"] = list(map(self.reference, body["targets"]))
            real = {**given, "at": [START + given["at"][0], 0], "body": body, "prev": self.reference(given["prev"]),
                    "r": replica(given["r"]), "saw": sorted(map(self.reference, given["saw"]))}
            self.made[name], self.names[name] = real, model.ident(real)
        return self.made[name]

    def stub(self, given: dict) -> dict:
        same = self.given.get(plain.ident(given)[:plain.REF])
        return model.header(self.fact(same)) if same else {**given, "at": [START, 0], "r": replica(given["r"])}

    def reference(self, given: str) -> str:
        return model.ident(self.fact(self.given[given]))[:model.REF] if given in self.given else given

    def name(self, given: str) -> str:
        return self.names.get(given, given)

    def lines(self) -> list:
        return self.full + [fact for fact in self.stubs if fact["kind"] not in model.CONTROL]

    def refused(self) -> list:
        return [fact for fact in self.stubs if fact["kind"] in model.CONTROL]

    def expected(self, state: dict) -> dict:
        """The state that the case names, in the words of its real form. Refusals are told of bundles, not of lines."""
        text = json.dumps({**state, "refused": []})
        for old, new in self.names.items():
            text = text.replace(old, new)
        renamed = json.loads(text)
        renamed["cells"] = {KEYS[name]: cell for name, cell in renamed["cells"].items()}
        renamed["forks"] = {replica(name): forks for name, forks in renamed["forks"].items()}
        return ordered(renamed)
