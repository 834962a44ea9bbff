"""One random history of a team: two to four machines that work, send and receive bundles, are copied and put back."""

import json
import shutil

from deciding import decide, follow, ordered, state
from facts import CONTROL, canonical, identity, is_stub, stub
from pictures import png
from program import WHY, Tracker

CHECKS = ["voiceover.label-present", "actions.action-names-clear", "forgiving-area.no-overlap"]
COMPONENTS = ["home", "home/list", "card"]
# A refusal is an answer: nothing to undo, a component that was deleted, and the like. A wrong command line is none.
ANSWERS = (0, 3, 4, 5)


class Ledger:
    """What must be there in the end, worked out from the bundles alone: the union of all facts, each once, and as in the
    end everybody does what anybody asked for, of those that an `erase` fact names only the stub."""

    def __init__(self):
        self.facts = {}  # identity: the fact as it was seen best
        self.requests = set()
        self.erased = set()

    def add(self, bundle: bytes) -> None:
        for fact in json.loads(bundle)["facts"]:
            name = identity(fact)
            if name not in self.facts or is_stub(self.facts[name]):
                self.facts[name] = fact
            if fact["kind"] in ("erase", "retract"):
                self.requests.add(name)
            if fact["kind"] == "erase":
                self.erased.update(fact["body"]["targets"])

    def lines(self) -> list:
        ordered = sorted(self.facts.items(), key=lambda item: (item[1]["r"], item[1]["n"], item[0]))
        return [canonical(self.left(name, fact)).encode() for name, fact in ordered]

    def left(self, name, fact):
        return stub(fact) if name[:32] in self.erased and fact["kind"] not in CONTROL else fact


def lines(bundle: bytes) -> list:
    """The facts of a bundle as the program lays it out."""
    return [line.rstrip(b",") for line in bundle.split(b"\n")[1:] if line.startswith(b"{")]


class Machine(Tracker):
    def __init__(self, folder, team):
        super().__init__(folder)
        folder.mkdir()
        self.team = team
        self.kept = None

    @property
    def mark(self):
        return self.database.with_name("audit.db-mark")

    def do(self, *words) -> bool:
        """Runs a command that may be refused, as people's commands are."""
        answer = self.run(*words, A11Y_TESTER=self.team.dice.choice(["tia", "tom"]))
        assert answer.code in ANSWERS, f"{words} ended with {answer.code}\n{answer.error}"
        return answer.code == 0

    def export(self) -> bytes:
        return self.ok("export", "-o", "-").out

    def take(self, paths, *flags) -> None:
        """Takes bundles in. Nothing that was here may be gone afterwards: an import removes no fact and no content."""
        known, full = self.identities(), self.identities("commitment IS NULL")
        self.ok("import", *flags, *paths)
        assert known <= self.identities(), "an import removed a fact"
        assert full <= self.identities("commitment IS NULL"), "an import removed the content of a fact"

    def identities(self, wanted="1") -> set:
        return {digest for digest, in self.rows(
            f"SELECT digest FROM fact WHERE {wanted} UNION ALL SELECT digest FROM result")}

    def shown(self) -> list:
        """What the program says about the tracker; the results in no order, for theirs is when they came here. Which
        evidence files are here is no fact: most bundles travel without them."""
        kinds = ("cells", "components", "checks", "conflicts", "notes")
        rows = [self.listed(kind).splitlines() for kind in kinds]
        evidence = self.listed("evidence", "--columns", "component,check,name,size,result,id")
        return [*rows, sorted(evidence.splitlines()), sorted(self.listed("results").splitlines())]

    def listed(self, kind: str, *words: str) -> bytes:
        return self.ok("list", kind, "--format", "csv", *words).out.replace(b'""missing"":true', b'""missing"":false')


class Team:
    def __init__(self, folder, dice):
        self.folder = folder
        self.dice = dice
        self.machines = []
        self.post = []
        self.ledger = Ledger()
        first = self.machine()
        first.begin()
        first.ok("follow", "*")
        first.register(*(f"{key},screen" for key in COMPONENTS[:2]))
        self.machines.append(first)
        self.send(first)
        for _ in range(dice.randint(1, 2)):
            self.machines.append(self.newcomer(self.post[:1]))

    def machine(self) -> Machine:
        self.count = getattr(self, "count", 0) + 1
        return Machine(self.folder / str(self.count), self)

    def newcomer(self, paths) -> Machine:
        machine = self.machine()
        machine.begin()
        machine.take(paths, "--adopt")
        machine.ok("follow", "*")
        return machine

    def send(self, machine, *flags):
        """Writes a bundle, which may arrive often, late, or only in the end."""
        path = self.folder / f"post-{len(self.post)}.a11y.json"
        machine.ok("export", *flags, "-o", path)
        self.post.append(path)
        self.ledger.add(path.read_bytes())
        return path

    def step(self) -> None:
        machine, dice = self.dice.choice(self.machines), self.dice
        component = dice.choice(COMPONENTS)
        choice = dice.randrange(100)
        if choice < 34:
            outcome = dice.choice(["pass", "fail", "na", "cant-tell"])
            # What failed takes a note to be not applicable, and somebody else's failure a word that this is a retest.
            more = dice.choice([[], ["-m", "f\u00e4int"], ["--build", "100"], ["--audit", "spring"], ["--retest"]])
            more += ["-m", "not there"] if outcome == "na" and "-m" not in more else []
            machine.do("log", outcome, dice.choice(CHECKS), component, *more)
        elif choice < 41:
            machine.do("edit", "component", component, dice.choice(["--title", "--owner"]), dice.choice("abc"))
        elif choice < 46:
            self.rename(machine, component)
        elif choice < 50:
            machine.do("edit", "component", component, dice.choice(["--delete", "--restore", "--retire"]))
        elif choice < 52:
            machine.do("new", "note", "hm", "--component", component)
        elif choice < 54:
            machine.do("new", "evidence", dice.choice(CHECKS), component, self.picture())
        elif choice < 56:
            machine.do("new", "component", "card", "--kind", "card")
        elif choice < 63:
            machine.do("undo")
        elif choice < 67:
            machine.do("redo")
        elif choice < 77:
            self.export(machine)
        elif choice < 87:
            machine.take([self.arriving() for _ in range(dice.randint(1, 3))])
        elif choice < 90:
            self.copy(machine)
        elif choice < 95:
            self.erase(machine)
        else:
            self.keep_or_put_back(machine)

    def rename(self, machine, component) -> None:
        """To a name that another may have; where nobody has it, all figures stay."""
        free = f"free-{self.dice.getrandbits(40)}"
        new = self.dice.choice([*COMPONENTS, "till", "till/list", free, free])
        before = list(state(machine)["cells"].values())
        if machine.do("edit", "component", component, "--rename", new) and new == free:
            assert ordered(list(state(machine)["cells"].values())) == ordered(before)

    def picture(self):
        """One of three, so that several results show the same."""
        number = self.dice.randrange(3)
        path = self.folder / f"{number}.png"
        path.write_bytes(png(number))
        return path

    def export(self, machine) -> None:
        choice = self.dice.randrange(4)
        if choice < 2:
            self.send(machine)
        elif choice == 2:
            whole = [path for path in self.post if b'"scope":"full"' in path.read_bytes()[:400]]
            self.send(machine, "--since", self.dice.choice(whole))
        else:
            parts = [["--redact"], ["--query", "status:fail"], ["--query", "component:home", "--redact"]]
            self.send(machine, *self.dice.choice(parts))

    def arriving(self):
        """A bundle, sometimes as another tool would write it."""
        path = self.dice.choice(self.post)
        if self.dice.random() < 0.7:
            return path
        other = self.folder / f"arriving-{self.dice.getrandbits(40)}.json"
        text = json.dumps(
            json.loads(path.read_bytes()), indent=self.dice.choice([None, 1, 4]), sort_keys=self.dice.random() < 0.5,
            ensure_ascii=self.dice.random() < 0.5)
        other.write_bytes(text.replace("\n", self.dice.choice(["\n", "\r\n"])).encode())
        return other

    def copy(self, machine) -> None:
        if len(self.machines) == 4:
            return
        other = self.machine()
        (other.folder / ".a11y").mkdir()
        shutil.copyfile(machine.database, other.database)
        if machine.mark.exists() and self.dice.random() < 0.5:
            shutil.copyfile(machine.mark, other.mark)
        self.machines.append(other)

    def keep_or_put_back(self, machine) -> None:
        if machine.kept is None or self.dice.random() < 0.5:
            machine.kept = machine.database.read_bytes()
            return
        if self.dice.random() < 0.5:
            machine.database.unlink()
        machine.database.write_bytes(machine.kept)
        if self.dice.random() < 0.3:
            machine.mark.unlink(missing_ok=True)

    def erase(self, machine) -> None:
        if self.dice.random() < 0.3:
            return follow(machine)
        facts = [json.loads(line) for line in lines(machine.export())]
        fact = self.dice.choice(facts)
        machine.do("erase", "fact", f"{fact['r']}-{fact['n']}", *WHY, "--yes")

    def exchange(self) -> None:
        """What got lost is found, then everybody gets everybody's bundle and does what others asked for."""
        shares = {}
        for path in self.dice.sample(self.post, len(self.post)):
            shares.setdefault(self.dice.choice(self.machines), []).append(path)
        for machine, paths in shares.items():
            machine.take(paths)
        bundles = [self.send(machine) for machine in self.machines]
        for machine in self.machines:
            machine.take(self.dice.sample(bundles, len(bundles)))
            self.settle(machine)

    def settle(self, machine) -> None:
        """All decide the same, also of what does not wait any more because another request took it back meanwhile."""
        follow(machine)
        decide(machine, follow=sorted(self.ledger.requests))

    def accepted(self, machine) -> dict:
        """What a machine decided, as the model takes it."""
        rows = machine.rows("SELECT kind, lower(hex(identity)) FROM decision")
        return {what: [one for kind, one in rows if kind == what] for what in ("follow", "refuse", "branch")}
