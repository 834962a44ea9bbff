"""What a machine that nobody follows may write: any field of any kind of record, with values that somebody gains by.

Kinds and fields are read from where the program names them, so that what is added there is tried without further ado.
"""

import random
import re

from facts import CONTROL, reference, stated
from forging import Chain, give, size
from program import CHECK, COMPONENT, TOP, Tracker
from tapping import CODES, PLAN, line, paper, plan

SIZE = "touch-target.minimum-44pt"
# Where records are declared, and what is read of them.
DECLARING = ["Store/Following/RecordStanding.swift", "Audit/Catalog/Reading", "App/Records/ComponentDraft.swift",
             "App/Records", "Store/Tapping", "Store/Reading", "Store/Planned",
             "Store/Findings", "Store/Projecting", "Store/Records"]
WORD = re.compile(r'"(?:\$\.)?([a-z][a-z_]{2,24})"')
KIND = re.compile(r'(?:\brecords?\(\s*"|\bkind: "|\bkind = \'|RecordKind\(\s*"|[kK]ind = "|^ {4}")([a-z]+)(?=["\'])', re.MULTILINE)
# What asks for less than anything else, and what is wrong in every way; by fields whose values have a form of their own.
LOOSE = {
    "policy": ["max-critical 9", "min-coverage 0", "rubbish 7"], "until": ["2099-01-01"], "level": ["supports"],
    "component": ["**", COMPONENT], "check": ["**", CHECK], "criterion": ["1.1.1", "1.4.3"], "impact": ["minor"],
    "severity": [{"at": 1, "by": "x", "level": 4}, 4], "build": ["0.1", "999"], "current_build": ["0.1", "999"],
    "kind": ["image", "screen"], "profile": ["general"], "platforms": [["watchOS"]], "profiles": [["general"]],
    "size": ["99x99"], "style": ["glass"], "target_tier": [44, 1], "target": [50], "children": [1, 5000], "taps": [1],
    "looks": [[1, 2, 3]], "checks": [[], [CHECK]], "checklists": [["mine"], ["nothing"]], "conditions": [["dark"], []],
    "components": [["none/**"], []], "measurement": [{"comparison": ">=", "threshold": [1], "type": "number", "unit": "pt"}],
    "omits": [[CHECK, SIZE], ["**"]], "applies_to": [["slider"]], "seen": [[], ["x"]], "closed": [1, 4_000_000_000_000],
    "planned." + SIZE: ["99x99"], "stale_days": [0, 100_000], "catalog": [1, 2, 3], "by": ["lead"], "screens": [["nowhere"]], "title": ["x"],
    "renamed": ["stolen", COMPONENT, "home"],
}
PLAIN = [None, True, False, 0, 1, -1, 2**53 - 1, "", "x", "**", "y" * 3000, [], ["x"], ["**"], {}, {"later": [1, None]}]
CLOCKS = [1, 1_770_000_000_000, 4_000_000_000_000]
# How records are taken out of use and brought back.
CHANGES = ("delete", "restore")

def sources() -> str:
    paths = [TOP / "Sources" / name for name in DECLARING]
    return "\n".join(path.read_text() for place in paths for path in (
        sorted(place.rglob("*.swift")) if place.is_dir() else [place]))

TEXT = sources()
RULES = (TOP / "Sources" / DECLARING[0]).read_text()
MEMBERS = re.search(r"static let members: \[String\] = \[(.*?)\]", TEXT, re.DOTALL).group(1)
# Every kind, and every word that may be a field of it.
KINDS = sorted(set(KIND.findall(TEXT)) | {"later"})
FIELDS = sorted(set(WORD.findall(TEXT)) | set(LOOSE))

def ruled(kind: str) -> list:
    """The fields that the rules of a kind name: all others decide."""
    found = re.search(rf'^ {{4}}"{kind}": DecidingFields\((.*?)^ {{2,4}}(?:"|\]|//)', RULES, re.MULTILINE | re.DOTALL)
    more = WORD.findall(MEMBERS) if kind == "check" else []
    return sorted({*WORD.findall(found.group(1) if found else ""), *more, "note", "owner", "tags", "ticket", "title"})

def value(dice: random.Random, field: str):
    return dice.choice(LOOSE[field] if field in LOOSE and dice.random() < 0.7 else PLAIN)

class Stranger:
    """A machine that has seen everything or nothing, with a clock that is right or wrong."""

    def __init__(self, dice: random.Random, number: int, seen: list):
        self.dice, self.replica, self.tester = dice, "zyxwvuts"[number] * 12, f"mal{number}"
        self.seen, self.clock = dice.choice([seen, seen, []]), dice.choice(CLOCKS)
        self.facts, self.previous = [], ""

    def say(self, what: str, **body) -> dict:
        salt = f"{len(self.facts) + 1:032x}"
        fact = stated(self.replica, len(self.facts) + 1, self.previous, [self.clock + len(self.facts), 0], what, body,
                      self.seen, None if what in CONTROL else salt)
        self.previous = reference(fact)
        self.facts.append(fact)
        return fact

    def write(self, kind: str, key: str, fields: list) -> None:
        said = {field: value(self.dice, field) for field in fields}
        self.say("set", kind=kind, key=key, fields=said, by=self.tester)

    def mark(self, kind: str, key: str) -> None:
        self.say(self.dice.choice(CHANGES), kind=kind, key=key, by=self.tester)

    def request(self, facts: list) -> None:
        """Asks that what others wrote does not count, or is destroyed."""
        targets = [reference(fact) for fact in self.dice.sample(facts, min(len(facts), 20))]
        what = self.dice.choice(["retract", "erase"])
        self.say(what, targets=targets, **({"by": self.tester} if what == "retract" else {"reason": "other"}))

def records(tracker: Tracker) -> list:
    """What is there to be changed: records, and names that mean something without one."""
    built_in = [("check", CHECK), ("check", SIZE), ("checklist", "critical-rules"), ("checklist", "labels-and-touch"),
                ("reference", "style/glass"), ("setting", "tracker")]
    return sorted({*tracker.rows("SELECT kind, key FROM record"), *built_in})

def changing(tracker: Tracker, dice: random.Random, number: int, facts: list) -> list:
    """A machine changes every field of every record that is here, once in all, and deletes some."""
    seen = [reference(fact) for fact in facts if fact["kind"] in ("set", *CHANGES)]
    one = Stranger(dice, number, seen)
    for kind, key in records(tracker):
        held = tracker.rows("SELECT field FROM register WHERE kind = ? AND key = ?", kind, key)
        fields = {*ruled(kind), *(field for field, in held if field != "@deleted"), *dice.sample(FIELDS, 12),
                  *dice.sample(sorted(LOOSE), 8)}
        one.write(kind, key, sorted(fields))
        if dice.random() < 0.4:
            one.mark(kind, key)
    one.request(facts)
    return one.facts

def adding(dice: random.Random, number: int, facts: list) -> list:
    """A machine makes records of every kind, under names of its own and of a later version."""
    seen = [reference(fact) for fact in facts if fact["kind"] in ("set", *CHANGES)]
    one = Stranger(dice, number, seen)
    for kind in KINDS:
        for key in (f"new-{dice.choice('abc')}", f"home/new-{number}"):
            one.write(kind, key, sorted({*ruled(kind), *LOOSE, *dice.sample(FIELDS, 12)}))
    return one.facts

def taking_back(facts: list) -> list:
    """Each machine undoes what it wrote."""
    undone = []
    for replica in sorted({fact["r"] for fact in facts}):
        own = [fact for fact in facts if fact["r"] == replica]
        undone.append(Chain(replica, "mal", after=own[-1]).retract(*own))
    return undone

def decided(tracker: Tracker, dice: random.Random) -> Tracker:
    """A tracker in which one of everything was decided, by this machine and by a lead whom it follows."""
    tracker.begin()
    tracker.ok("config", "tester", "t1")
    tracker.register(f"{COMPONENT},icon-button", "home,screen", "home/list,list-row", "old,card")
    tracker.ok("edit", "component", COMPONENT, "--profile", "child", "--screen", "sign-in", "--size", "48x48",
               "--target-tier", "48", "--planned", f"{SIZE}=48x48", "--style", dice.choice(STYLES))
    tracker.ok("new", "audit", "spring", "--checklist", "labels-and-touch", "--components", "sign-in/**", "--build", "3.2")
    tracker.ok("new", "audit", "winter", "--checklist", "critical-rules", "--build", "3.1")
    tracker.ok("new", "checklist", "mine", "--check", CHECK)
    lead = Chain("leadleadlead", "lead")
    checks = [CHECK, SIZE, "voiceover.label-concise-capitalised", "touch-target.recommended-48pt"]
    for number in range(dice.choice([12, 24])):
        value = {"value": size(dice.choice([40, 50]))} if dice.random() < 0.3 else {}
        check = SIZE if value else dice.choice(checks)
        lead.result(dice.choice(["pass", "fail", "fail", "cant-tell"]), dice.choice([COMPONENT, "home", "old"]), check=check,
                    severity=dice.choice([1, 2, 4]), build=dice.choice(["3.1", "3.2"]), **value,
                    audit=dice.choice(["spring", "winter", ""]) or "spring")
    def put(kind, key, **fields):
        lead.add("set", kind=kind, key=key, fields=fields, by="lead")
    put("component", "old", retired=True)
    put("component", "home/list", platforms=["iOS"], owner="qa", tags=["a"])
    put("check", CHECK, impact="critical")
    put("check", "team.own", category="team", title="own", how="how", expected="so", method="manual", impact="serious")
    put("waiver", "w1", component="home", check=CHECK, until="2099-01-01", reason="later", approver="lead")
    put("waiver", "w2", component=COMPONENT, check=SIZE, until="2020-01-01", reason="later", approver="lead")
    put("verdict", "1.4.3/lead", criterion="1.4.3", level="partially-supports", by="lead", remarks="so", given="2026-02-01")
    put("question", "why", title="why", component="home")
    put("task", "grow", title="grow", component=COMPONENT, check=SIZE)
    put("shortcut", "command-n", keys="Command-N", action="new")
    put("gesture", "pinch", gesture="pinch", component="home", action="zoom")
    put("finding", f"home {CHECK}", component="home", check=CHECK, ticket="APP-1")
    tracker.ok("import", give(tracker, *lead.facts, name="lead.a11y.json"))
    tracker.ok("follow", lead.replica)
    tracker.ok("edit", "tracker", "--policy", dice.choice(["max-critical 0", "max-critical 3, min-coverage 20"]),
               "--current-build", "3.2", "--stale-days", "90", "--conditions", "default,dark")
    tracker.ok("edit", "audit", "winter", "--close")
    plan(tracker)
    answer = paper(tracker, line(CODES[0], "hhhhhhhhhh"), line(CODES[1], "hhmhhhhhhh"), key=PLAN)
    assert answer.code == 0, answer.error
    return tracker

STYLES = ["child-friendly-large", ""]
