"""A large tracker for pages: 120 components, 10 000 cells, logged in four rounds by two testers."""

import json
import random

COMPONENTS = 120
CELLS = 10_000
ROUNDS = [("2026-01-12", "4.0"), ("2026-02-16", "4.1"), ("2026-03-23", "4.2"), ("2026-05-04", "4.3")]
AS_OF = "2026-06-01"
NOTES = ["the label is missing", "too small by 4 pt", "contrast 3.1:1 on the photo", "not reached by the keyboard", ""]
KINDS = ["icon-button", "button", "toggle", "card", "form-field"]


def fill(tracker) -> None:
    """Makes the tracker; the same each time but for the names of replicas."""
    dice = random.Random(7)
    tracker.begin()
    keys = [f"screen-{place // 6}/control-{place}" for place in range(COMPONENTS)]
    rows = [f"{key},{KINDS[place % 5]},screen-{place // 6};screen-{place // 6 + 1},qa-{place % 4}"
            for place, key in enumerate(keys)]
    tracker.ok("new", "component", "--from", "-", stdin="\n".join(["key,kind,screens,owner", *rows, ""]).encode())
    checks = [row["id"] for row in json.loads(tracker.ok("list", "checks", "--json").out)["rows"]]
    cells = [(key, check) for key in keys for check in checks[:84]][:CELLS]
    for number, (day, build) in enumerate(ROUNDS):
        share = [0.5, 0.8, 1, 0.3][number]
        lines = []
        for key, check in cells[:int(CELLS * share)] if number < 3 else dice.sample(cells, int(CELLS * share)):
            outcome = dice.choices(["pass", "fail", "na", "cant-tell"], [78, 9, 10, 3])[0]
            note = dice.choice(NOTES) if outcome == "fail" else ""
            lines.append(f"{outcome}\t{check}\t{key}\t\t\t{note}\n")
        tracker.ok("log", "-", "--at", f"{day}T10:00:00Z", "--build", build, "--tester", f"t{number % 2 + 1}",
                   stdin="".join(lines).encode())
    # Two thirds of what fails is rated, by the one who saw it.
    failing = json.loads(tracker.ok("list", "findings", "--json").out)["rows"]
    rows = ["outcome,check,component,severity,note"]
    rows += [f"fail,{row['check']},{row['component']},{dice.choice([1, 2, 2, 3, 3, 3, 4])},{dice.choice(NOTES)}"
             for row in failing if dice.random() < 0.67]
    tracker.ok("log", "-", "--at", "2026-05-11T10:00:00Z", "--build", "4.3", "--tester", "t1",
               stdin="\n".join([*rows, ""]).encode())
