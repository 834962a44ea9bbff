"""PostgreSQL and DuckDB against the model of trust (Tests/Model): random histories, in any order and in several bundles.

A11Y_DATABASE_HISTORIES  how many of them, 10 unless set
"""

import os
import random
import sys

import pytest

from databases import OpenDuck, postgres, server  # noqa: F401, fixtures
from facts import bundle
from program import TOP

sys.path.insert(0, str(TOP / "Tests/Model"))

import model  # noqa: E402

HISTORIES = int(os.environ.get("A11Y_DATABASE_HISTORIES") or 10)
TRACKER = "abcdefgh2345"
START = 1_790_000_000_000
MEASURED = "touch-target.minimum-44pt"
CHECKS = f"""id,version,category,title,measurement,impact
{MEASURED},00c0ffee,touch,At least 44 pt,"{{""unit"":""pt"",""comparison"":"">="",""threshold"":[44]}}",serious
"""


class Body(dict):
    """A body as it is written, which the model reads in its own words: a cell, one figure and its limit."""

    def __getitem__(self, name):
        return self.get(name)

    def get(self, name, default=None):
        if name == "cell":
            return super().get("component", default)
        if name == "value" and "value" in self:
            return min(super().get("value")["n"]) / 1_000_000
        if name == "limit" and "value" in self:
            return 44
        if name == "build" and "build" in self:
            # The model orders plain numbers; `v3.2` is one as well.
            return super().get("build").lstrip("v")
        return super().get(name, default)


# Of a verdict, the one that says least for the product first.
LEVELS = ["does-not-support", "partially-supports", "not-evaluated", "not-applicable", "supports"]


class History:
    """What the model's world did, as facts of the real form: with real names, real bodies, gaps, and edits beside."""

    def __init__(self, dice: random.Random):
        self.dice = dice
        self.world = world = model.World(dice, True)
        for _ in range(dice.choice([6, 12, 25, 60, 100])):
            world.step()
        for _ in range(dice.choice([0, 1, 1, 2, 3])):
            world.attack()
        self.names, self.facts = {}, []
        # Everything is said in the order of the clock, so what a fact names has its new name already.
        for old, fact in world.facts.items():
            self.facts.append(self.real(fact))
            self.names[old[:32]] = model.ident(self.facts[-1])
        self.edits()
        share = dice.choice([1, 1, 0.85])
        kept = [fact for fact in self.facts if dice.random() < share]
        stubs = [model.header(fact) for fact in self.facts if fact["kind"] not in model.CONTROL and dice.random() < 0.2]
        self.lines = kept + stubs
        self.decisions = self.decided()

    def name(self, old: str) -> str:
        return "replica" + old.lower()

    def real(self, fact: dict) -> dict:
        dice = self.dice
        body = dict(fact["body"])
        if fact["kind"] == "result":
            body["component"], body["check"] = body.pop("cell"), MEASURED
            body.pop("limit", None)
            if "value" in body:
                body["value"] = {"n": [body["value"] * 1_000_000, 60_000_000], "text": "a size", "unit": "pt"}
            if dice.random() < 0.1:
                body["build"] = dice.choice(["3.1.0", "3.01", "3.2.0.0", "v3.2", "3.10", "main"])
            if "time" in body:
                body["time"] += START + dice.choice([0, 0, 0, 20])
        elif fact["kind"] == "replica":
            for member in set(body) & {"parent"}:
                body[member] = self.name(body[member])
            for member in set(body) & {"signer"}:
                body[member] = "SHA256:" + body[member].ljust(43, "A")
        elif fact["kind"] == "erase":
            body["reason"] = "mistake"
            if "sitting" in body:
                body["sitting"] = self.name(body["sitting"])
        for name in ("targets",):
            if name in body:
                body[name] = [self.names[ref][:32] for ref in body[name]]
        prev = fact["prev"] if not fact["prev"] or not int(fact["prev"], 16) else self.names[fact["prev"]][:32]
        # Clocks that stand, and some that lag behind.
        clock = START + fact["at"] - dice.choice([0, 0, 0, 1, 5])
        real = {**fact, "r": self.name(fact["r"]), "prev": prev, "saw": sorted(self.names[ref][:32] for ref in fact["saw"]),
                "at": [clock, dice.randrange(2)], "body": Body(body)}
        return real

    def edits(self) -> None:
        """Records that everyone writes to, at the ends of chains."""
        dice = self.dice
        heads = {}
        named = {fact["prev"] for fact in self.facts}
        for fact in self.facts:
            if model.ident(fact)[:32] not in named:
                heads[fact["r"], fact["n"]] = fact
        for _ in range(dice.randrange(8) if heads else 0):
            place, head = dice.choice(sorted(heads.items()))
            kind, fields = dice.choice([
                ("waiver", {"until": dice.choice(["2031-01-01", "2030-01-01"])}),
                ("verdict", {"level": dice.choice(LEVELS)}),
                ("component", {"profile": dice.choice(["child", "general"]), "title": dice.choice("ABC")}),
                ("waiver", None)])
            body = Body({"kind": kind, "key": "one"} | ({"fields": fields} if fields else {}))
            saw = [model.ident(fact)[:32] for fact in heads.values() if fact is not head and dice.random() < 0.3]
            fact = {"at": [START + dice.randrange(1000, 1100), 0], "body": body, "n": head["n"] + 1,
                    "kind": "set" if fields else dice.choice(["delete", "restore"]), "prev": model.ident(head)[:32],
                    "r": head["r"], "salt": f"{dice.getrandbits(128):032x}", "saw": sorted(saw)}
            self.facts.append(fact)
            del heads[place]
            heads[fact["r"], fact["n"]] = fact

    def decided(self) -> dict:
        dice = self.dice
        asked = [model.ident(fact) for fact in self.facts if fact["kind"] in ("erase", "retract")]
        heads = [model.ident(fact) for fact in self.facts]
        share = dice.choice([0, 0, 0.1, 0.3])
        return {"follow": [i for i in asked if dice.random() < 0.2], "refuse": [i for i in asked if dice.random() < 0.15],
                "branch": [i for i in heads if dice.random() < share]}

    def heaps(self) -> list:
        """The facts in several bundles that overlap, in any order; a bundle has one form of a fact."""
        dice = self.dice
        heaps = [{} for _ in range(dice.randint(1, 4))]
        left = []
        for fact in self.lines:
            for heap in dice.sample(heaps, dice.choice([1, 1, min(2, len(heaps))])):
                if heap.setdefault(model.ident(fact), fact) is not fact:
                    left.append(fact)
        heaps.append({model.ident(fact): fact for fact in left})
        heaps = [list(heap.values()) for heap in heaps if heap] or [[]]
        dice.shuffle(heaps)
        return heaps


class Expected:
    """What the model says, and what follows from it: the history of each cell, and the fields of records."""

    def __init__(self, history: History):
        full = [fact for fact in history.lines if "body" in fact]
        stubs = [fact for fact in history.lines if "body" not in fact]
        self.state = model.state(full, stubs, history.decisions)
        assert self.state["refused"] == []
        self.facts = {model.ident(fact): fact for fact in full}
        self.headers = {model.ident(fact): model.header(fact) for fact in history.lines}
        self.graph = model.Graph(self.headers, model.decisions(history.decisions), self.facts)
        doubt = {i for cell in self.state["cells"].values() for i in cell["inDoubt"]}
        counted = {}
        for i, fact in self.facts.items():
            held = self.state["held"][i]
            if fact["kind"] == "result" and (held == "full" or held == "taken back" and i in doubt):
                counted.setdefault(fact["body"]["cell"], []).append(i)
        self.cells = {cell: self.history(sorted(ids), doubt) for cell, ids in counted.items()}
        assert set(self.cells) == set(self.state["cells"])
        for name, cell in self.state["cells"].items():
            last = self.cells[name][-1]
            assert (last["shown"], last["outcome"], last["severity"], last["status"], last["open"]) == (
                cell["shown"], cell["outcome"], cell["severity"], cell["status"], sorted(cell["open"]))

    def history(self, ids: list, doubt: set) -> list:
        """What a cell shows after each of its results: the rules applied to those observed so far."""
        body = {i: self.facts[i]["body"] for i in ids}
        seen = {i: self.graph.seen(i) & set(ids) for i in ids}
        supersedes, times = model.supersession(ids, self.facts, self.graph, doubt)
        said = {i: model.badness(body[i]) for i in ids}
        ids = sorted(ids, key=lambda i: (times[i], self.facts[i]["at"], i))
        states = []
        for count, latest in enumerate(ids, 1):
            known = ids[:count]
            open_ = [x for x in known if not any(supersedes(y, x) for y in known if y != x)]
            shown = max(open_, key=lambda i: (said[i], known.index(i)))
            differ = [(a, b) for a in open_ for b in open_ if a < b and (
                said[a][0] != said[b][0] or said[a][0] == 3 and said[a][1] != said[b][1] and said[a][1] and said[b][1])]
            unseen = [pair for pair in differ if pair[0] not in seen[pair[1]] and pair[1] not in seen[pair[0]]]
            states.append({
                "outcome": {bad: name for name, bad in model.BAD.items()}[said[shown][0]],
                "severity": 5 - said[shown][1] if said[shown][1] else None, "shown": shown, "open": sorted(open_),
                "status": "disputed" if unseen else "contradicted" if differ else "agreed", "latest": latest,
                "overruled": model.BAD[body[shown]["outcome"]] != said[shown][0], "time": times[latest],
                "seen": times[shown]})
        return states

    def fields(self) -> dict:
        """The live writes of each field, the one that is shown first."""
        writes = {}
        for i, fact in self.facts.items():
            if self.state["held"][i] == "full" and fact["kind"] in ("set", "delete", "restore"):
                body = fact["body"]
                fields = body["fields"] if fact["kind"] == "set" else {"@deleted": fact["kind"] == "delete"}
                for field, value in fields.items():
                    writes.setdefault((body["kind"], body["key"], field), []).append((i, value))
        return {field: self.tips(field, written) for field, written in writes.items()}

    def tips(self, field: tuple, written: list) -> list:
        tips = [(i, value) for i, value in written if not any(i in self.graph.seen(other) for other, _ in written)]
        # The greatest clock first, and before it what asks for more.
        tips.sort(key=lambda tip: (self.facts[tip[0]]["at"], self.facts[tip[0]]["r"], tip[0]), reverse=True)
        stricter = {("waiver", "until"): lambda value: value, ("waiver", "@deleted"): lambda value: value is not True,
                    ("verdict", "level"): LEVELS.index,
                    ("component", "profile"): lambda value: value != "child"}.get((field[0], field[2]), lambda _: 0)
        return [i for i, _ in sorted(tips, key=lambda tip: stricter(tip[1]))]


def require_same(expected: Expected, views) -> None:
    names = {row["id"]: row["identity"] for row in views.all(f"select id, {views.identity} as identity from facts")}
    assert {row["identity"]: row["held"] for row in views.all("select identity, held from v_held")} == \
        expected.state["held"]

    cells = {row["component"]: row for row in views.all(
        "select id, component, outcome, severity, disputed, contradicted, overruled, shown, latest, latest_time, since, seen,"
        " results, open from cell where outcome is not null")}
    assert set(cells) == set(expected.cells)
    moments = views.all("select cell, time, result, outcome, severity, disputed, contradicted from transition"
                        " order by cell, ordinal")
    for name, states in expected.cells.items():
        cell, last = cells[name], states[-1]
        status = "disputed" if cell["disputed"] else "contradicted" if cell["contradicted"] else "agreed"
        begun = max(at for at, state in enumerate(states) if not at or states[at - 1]["outcome"] != state["outcome"])
        assert (cell["outcome"], cell["severity"], status, names[cell["shown"]], names[cell["latest"]]) == (
            last["outcome"], last["severity"], last["status"], last["shown"], last["latest"])
        assert sorted(names[fact] for fact in cell["open"]) == last["open"]
        assert (cell["overruled"], cell["latest_time"], cell["seen"], cell["since"], cell["results"]) == (
            last["overruled"], last["time"], last["seen"], states[begun]["time"], len(states))
        shown = [(state["outcome"], state["severity"], state["status"]) for state in states]
        changes = [(state["time"], state["shown"], *shown[at]) for at, state in enumerate(states)
                   if not at or shown[at] != shown[at - 1]]
        assert changes == [
            (row["time"], names[row["result"]], row["outcome"], row["severity"],
             "disputed" if row["disputed"] else "contradicted" if row["contradicted"] else "agreed")
            for row in moments if row["cell"] == cell["id"]]

    fields = {}
    for row in views.all("select kind, key, field, fact from register where live order by place"):
        fields.setdefault((row["kind"], row["key"], row["field"]), []).append(names[row["fact"]])
    assert fields == expected.fields()

    waits = {}
    for view in ("v_erasure", "v_retraction"):
        for row in views.all(f"select identity from {view} where waits"):
            waits[row["identity"]] = waits.get(row["identity"], 0) + 1
    assert waits == {row["request"]: len(row["targets"]) for row in expected.state["waiting"]}
    require_sight(expected, views)


def require_sight(expected: Expected, views) -> None:
    """Who had seen whom, of all facts."""
    facts = views.all(f"select {views.identity} as identity, run, n from facts")
    steps = views.all("select run, other, n, upto from seen")
    for later in facts:
        reach = {later["run"]: later["n"] - 1}
        for step in steps:
            if step["run"] == later["run"] and step["n"] <= later["n"]:
                reach[step["other"]] = max(step["upto"], reach.get(step["other"], 0))
        seen = {fact["identity"] for fact in facts if fact["n"] <= reach.get(fact["run"], 0)}
        assert seen == expected.graph.seen(later["identity"])


def written(folder, heaps) -> list:
    paths = []
    for number, heap in enumerate(heaps):
        paths.append(folder / f"{number}.a11y.json")
        paths[-1].write_text(bundle(TRACKER, heap))
    return paths


@pytest.fixture
def checks(folder):
    path = folder / "checks.csv"
    path.write_text(CHECKS)
    return path


@pytest.mark.parametrize("number", range(HISTORIES))
def test_postgres_says_what_the_model_says(folder, postgres, checks, dice, number):
    history = History(dice)
    expected = Expected(history)
    decisions = "".join(
        f"insert into a11y.decision values ('{kind}', decode('{identity}', 'hex')) on conflict do nothing;"
        for kind, identities in history.decisions.items() for identity in identities)
    paths = written(folder, history.heaps())
    first, early = dice.choice(["checks", "bundle"]), dice.random() < 0.5
    if first == "checks":
        postgres.loaded(checks=checks)
        if early:
            postgres.run(decisions)
    postgres.loaded(paths[0])
    if first == "bundle" and early:
        postgres.run(decisions)
    if len(paths) > 1:
        postgres.loaded(*paths[1:])
    if first != "checks":
        postgres.loaded(checks=checks)
    # Decisions that were there before the last bundle need nothing more.
    if not early or len(paths) < 2 and first == "bundle":
        postgres.run(decisions, "select a11y.rebuild()")
    require_same(expected, postgres)
    if dice.random() < 0.3:
        postgres.run("select a11y.rebuild()")
        require_same(expected, postgres)


@pytest.mark.parametrize("number", range(HISTORIES))
def test_duckdb_says_what_the_model_says(folder, checks, dice, number):
    history = History(dice)
    decisions = folder / "decisions.csv"
    decisions.write_text("kind,identity\n" + "".join(
        f"{kind},{identity}\n" for kind, identities in history.decisions.items() for identity in identities))
    paths = written(folder, history.heaps())
    require_same(Expected(history), OpenDuck(*paths, checks=checks, decisions=decisions))
