"""What components are called: names in the model of trust and merge, renames in its histories, and their laws.

A component is renamed by the field `renamed` in the record of its old name. All that names a component, by any of its
names, is under the one that it has now: its cells, its record, those of its findings and waivers, and what fields say.
"""
import re
KIND, FIELD = "@renamed", "renamed"         # its writes are kept apart, as the record goes to the new name
PLACED = {"finding", "waiver"}              # their keys begin with a component and a blank
KEYS = ["home", "cart/pay", "till", "new/x"]
CELLS = ["home", "home", "cart/pay", "cart/pay", "till", "new/x", "home dark", "till dark"]
WANTED = KEYS + ["home", "not a key", "../x", None, 7]
PART = r"(?!-)(?!\.+(?:/|$))[A-Za-z0-9._-]+"
def is_name(x): return isinstance(x, str) and len(x) <= 200 and re.fullmatch(f"{PART}(/{PART})*", x) is not None

class Names:
    """By the values of the writes of `renamed` that stand under each name, the shown one first."""
    def __init__(self, live=()):
        live, self.next = dict(live), {}
        for name, values in live.items():
            if is_name(values[0]) and values[0] != name: self.next[name] = values[0]
        # Of names that were given at once the others lead to the shown one, unless they were renamed themselves.
        for other, name in sorted((v, name) for name, values in live.items() for v in values if is_name(v)):
            if other not in self.next and self.next.get(name, other) != other: self.next[other] = self.next[name]
    def __eq__(self, other): return self.table() == other.table()
    def table(self): return {name: self.present(name) for name in self.next if self.present(name) != name}
    def present(self, name):
        way = [name]
        while way[-1] in self.next:
            new = self.next[way[-1]]
            if new in way: return min(way[way.index(new):])
            way.append(new)
        return way[-1]
    def family(self, name):
        """All names of the component that has this one."""
        now = self.present(name)
        return {now} | {one for one in self.next if self.present(one) == now}
    def key(self, kind, key):
        if kind == "component": return self.present(key)
        name, blank, rest = key.partition(" ")
        return self.present(name) + blank + rest if kind in PLACED and blank else key
    def cell(self, cell):
        name, blank, rest = cell.partition(" ")
        return self.present(name) + blank + rest
    def value(self, value, field):
        if field == "component" and isinstance(value, str): return self.present(value)
        if field != "components" or not isinstance(value, list): return value
        return list(dict.fromkeys(map(self.present, value)))
    def place(self, kind, key, field):
        return (KIND, key) if (kind, field) == ("component", FIELD) else (kind, self.key(kind, key))

def writes(names, shown, key, new):
    """What a program writes to rename a component, in order: former names that do not lead on by themselves are given the new
    one, and one that comes back is given up.

    `shown` has the values of the writes that stand under each name."""
    steps = []
    for name in sorted(names.family(key)):
        own = shown.get(name)
        if name == key: continue
        if name == new: steps += [(name, None)] if own else []
        elif not own or own[0] == name or not is_name(own[0]) or any(v != own[0] for v in own): steps.append((name, new))
    return [*steps, (key, new)]

def laws(w, device, acc, say, names, shown):
    """Which laws of renaming are broken: 0 a rename moves no figure, 1 taken back it leaves nothing, 2 a stranger's counts
    nowhere. `say` gives the state and the records of more facts and decisions; `shown` is what stands under each
    of the names."""
    bad, rng, (base, records) = set(), w.rng, say([], acc)
    changes = [i for i in w.facts if w.facts[i]["kind"] in ("set", "delete", "restore")]
    def told(replica, name, new, names, shown):
        made = device("Z", replica, known=set(w.facts))
        saw = [i for i in changes if w.facts[i]["body"]["kind"] == "component"]
        ids = [w.emit("Z", made, "set", {"kind": "component", "key": key, "fields": {FIELD: value}}, saw)
               for key, value in writes(names, shown, name, new)]
        return made, ids
    def taken(ids): return [w.facts.pop(i) for i in ids]
    def same(one, other, move=lambda names: names, without=()):
        """Whether two states are one, but for the facts that only one of them has."""
        (a, shown_a), (b, shown_b) = one, other
        if {move(c): s for c, s in a["cells"].items()} != b["cells"]: return False
        if any(a[part] != b[part] for part in ("waiting", "refused", "forks", "gaps")): return False
        if a["held"] != {i: how for i, how in b["held"].items() if i not in without}: return False
        rest = lambda show, move: {(k, move_key(k, key, move), f): {i: how for i, how in ids.items() if i not in without}
                                   for (k, key, f), ids in show.items() if k != KIND}
        return rest(shown_a, move) == rest(shown_b, lambda x: x)
    def move_key(kind, key, move): return move(key) if kind == "component" or kind in PLACED and " " in key else key
    name = names.present(rng.choice(KEYS))
    listed = {**acc["list"], "machines": {*acc["list"]["machines"], "rZ"}}
    followed = {**acc, "list": listed}
    def move(cell):
        head, blank, rest = cell.partition(" ")
        return ("zz" if head == name else head) + blank + rest
    made, ids = told("rZ", name, "zz", names, shown)
    undo = w.emit("Z", made, "retract", {"targets": [w.ref(i) for i in ids]})
    facts, back = taken(ids), taken([undo])
    if not same((base, records), say(facts, followed), move, ids): bad.add(0)
    if not same((base, records), say(facts + back, followed), without={*ids, undo}): bad.add(1)
    if not acc["list"]["everyone"]:
        _, ids = told("rS", name, rng.choice(KEYS + ["zz"]), names, shown)
        if not same((base, records), say(taken(ids), acc), without=ids): bad.add(2)
    return bad
