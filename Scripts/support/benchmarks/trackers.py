"""Trackers and rows to measure with: 200 components, 100 built-in checks, the default condition, 20 000 cells."""

import json
import random
import subprocess

COMPONENTS = 200
CHECKS = 100
SEED = 20260301

NOTES = [
    "VoiceOver reads the file name of the picture instead of what it shows",
    "text is cut off at the largest accessibility size, line 82",
    "target is smaller than wanted; measured on the device",
    "focus jumps back to the top after the sheet is closed",
    "contrast of the secondary label is below the floor in dark appearance",
]


def component(number: int) -> str:
    return f"screen-{number // 10:02}/control-{number % 10}"


def checks(bench) -> list:
    """The ids of the first 100 built-in checks that do not depend on a kind of component."""
    listed = subprocess.run(
        [bench.release, "list", "checks", "--json", "--db", bench.folder / "plain/.a11y/audit.db"],
        check=True, capture_output=True, text=True, env=bench.environment).stdout
    return [row["id"] for row in json.loads(listed)["rows"]][:CHECKS]


def make(bench, name: str):
    """A new tracker with 200 components; the path of its database."""
    folder = bench.folder / name
    folder.mkdir(parents=True)
    quiet = {"check": True, "env": bench.environment, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    subprocess.run([bench.release, "init", folder], **quiet)
    database = folder / ".a11y/audit.db"
    register = folder / "components.csv"
    with register.open("w") as file:
        file.write("key,kind,source\n")
        for number in range(COMPONENTS):
            file.write(f"{component(number)},icon-button,Sources/View{number}.swift\n")
    subprocess.run([bench.release, "new", "component", "--from", register, "--db", database], **quiet)
    return database


def rows(bench, count: int, *, header: bool = True):
    """A file of `count` results, round after round over the cells in random order; a fifth are fails, most with a note.

    Without `header` it is in the short form of `log -`, which has no place for a severity; then a tenth of the results
    differ from what their cell showed (in the history of the real app it is one in forty). In a table with a header two
    answers of one cell are refused.
    """
    path = bench.folder / f"{'rows' if header else 'short'}-{count}.tsv"
    if path.exists():
        return path
    if not (bench.folder / "plain").exists():
        make(bench, "plain")
    dice = random.Random(SEED)
    cells = [(check, component(number)) for check in checks(bench) for number in range(COMPONENTS)]
    usual = {}
    with path.open("w") as file:
        if header:
            file.write("outcome\tcheck\tcomponent\tcondition\tvalue\tnote\tseverity\n")
        for number in range(count):
            if number % len(cells) == 0:
                dice.shuffle(cells)
            cell = check, key = cells[number % len(cells)]
            if cell not in usual or (not header and dice.random() < 0.1):
                usual[cell] = answer(dice)
            outcome, note, severity = usual[cell]
            file.write(f"{outcome}\t{check}\t{key}\t\t\t{note}" + (f"\t{severity}\n" if header else "\n"))
    return path


def answer(dice) -> tuple:
    """An outcome with its note and severity."""
    chance = dice.random()
    if 0.70 <= chance < 0.90:
        return "fail", dice.choice(NOTES) if dice.random() < 0.8 else "", dice.randint(1, 4)
    return "pass" if chance < 0.70 else "na" if chance < 0.97 else "cant-tell", "", ""
