"""The tester's desk: the same 93 answers item by item and with what the walk can do at once, counted in keystrokes and in
words heard, beside a spreadsheet with filters and fill-down."""

import re

from desk import ALL, BUTTONS, LABEL, MEASURED, OTHERS, SHAPE, SIZES, UNLABELED, Walker, desk, kept
from walking import AGAIN, ASK


def expected(at_once=False):
    """The 93 answers: outcome and value by component and check. At once, what one size fails is one finding."""
    answers = {(key, LABEL): ("fail", None) if key in UNLABELED else ("pass", None) for key in ALL}
    answers |= {(key, SHAPE): ("na", None) for key in BUTTONS + OTHERS}
    for key, value in MEASURED.items():
        side = int(value.split("x")[0])
        for check in SIZES:
            least = 24 if check == SIZES[2] else 44
            if not at_once or side >= least or check == SIZES[0]:
                answers[key, check] = ("pass" if side >= least else "fail", value)
    assert len(answers) == (90 if at_once else 93)
    return answers


def one_by_one(desk):
    """Each item as a person answers it who knows p, f, and n; the keys, words, and commands."""
    names = Walker(desk, "--audit", "names", "--by", "check")
    for key in sorted(ALL):
        if key in UNLABELED:
            names.type("f", "Severity?")
            names.type("\r", "Note")
            names.type(UNLABELED[key] + "\r")
        else:
            names.type("p")
    for _ in BUTTONS + OTHERS:
        names.type("n")
    names.quit()
    keys, words = names.keys, names.words
    # A tester who measures each item for itself types each value three times.
    for check in SIZES:
        sizes = Walker(desk, "--audit", "sizes", "--check", check)
        for key in sorted(BUTTONS):
            outcome, value = expected()[key, check]
            sizes.type("p" if outcome == "pass" else "f", "Measured value" if outcome == "pass" else "Severity?")
            if outcome == "fail":
                sizes.type("\r", "Measured value")
                sizes.type(value + "\r", "Note")
                sizes.type("\r")
            else:
                sizes.type(value + "\r")
        sizes.quit()
        keys, words = keys + sizes.keys, words + sizes.words
    return keys, words, 1 + len(SIZES)


def at_once(desk):
    """The same with A, N, and one measurement for all size checks."""
    names = Walker(desk, "--audit", "names", "--by", "check")
    for key, note in UNLABELED.items():
        names.type("g", "Go to item")
        part, number = re.fullmatch(r"\w+/(\w{3})\w+-(\d+)", key).groups()
        names.type(f"lab {part} {number}\r")
        names.type("f", "Severity?")
        names.type("\r", "Note")
        names.type(note + "\r")
    names.type("p")
    names.type("A", "Log PASS for 31 items")
    names.type("y\r")
    names.type("N", "Log N/A for 22 items")
    names.type("y\r")
    names.quit()
    sizes = Walker(desk, "--audit", "sizes", "--by", "check")
    for key in sorted(BUTTONS):
        value = MEASURED[key]
        if value == "48x48":
            sizes.type("p", "Measured value")
            sizes.type(value + "\r")
        else:
            sizes.type("f", "Severity?")
            sizes.type("\r", "Measured value")
            sizes.type(value + "\r", "Note")
            sizes.type("\r")
    sizes.quit()
    return names.keys + sizes.keys, names.words + sizes.words, 2


#: Keys in a spreadsheet: to fill down a cell that is typed, and to find one by a filter of three letters.
FILL, FIND = 1 + 1 + 1 + 1, 2 + 3 + 1 + 2


def corrected_in_a_spreadsheet(note):
    return FIND + len("fail") + 1 + len(note) + 1


def in_a_spreadsheet():
    """Keys for the same sheet, sorted by check, by someone who knows it well: a cell that is filled down counts its text,
    Enter, the way back up, Shift+Ctrl+Down and Ctrl+D; an exception is found by a filter of three letters that is opened and
    closed, then typed with its note; each size is typed once and filled down over its three rows."""
    keys = len("pass") + FILL + len("na") + FILL + sum(map(corrected_in_a_spreadsheet, UNLABELED.values()))
    for key, value in MEASURED.items():
        keys += len(value) + FILL + 1
        # The outcome of each of its rows; sheets complete a word after its first letter.
        keys += 3 * 2
    return keys


def test_93_answers_take_half_of_the_keys(desk, tmp_path_factory, capsys):
    old_keys, old_words, old_commands = one_by_one(desk)
    assert kept(desk) == expected()
    while "No change" not in (text := desk.run("undo", "--tester", "t1", "--yes")).text + text.error and text.code == 0:
        pass
    assert kept(desk) == {}
    new_keys, new_words, new_commands = at_once(desk)
    assert kept(desk) == expected(at_once=True)
    sheet = in_a_spreadsheet()
    with capsys.disabled():
        print(f"\n93 answers: item by item {old_keys} keys, {old_commands} commands, {old_words} words; at once {new_keys} "
              f"keys, {new_commands} commands, {new_words} words; in a spreadsheet {sheet} keys")
    assert new_keys <= old_keys / 2 and new_keys < sheet
    assert new_words <= old_words / 2
    # 961 when what a value means was said before the answer and in it.
    assert new_words < 900


def test_bulk_and_correction_in_one_command_each(desk, capsys):
    """35 labels and 22 N/A with two commands, and a correction with one, beside the keys of the sheet."""
    lines = ["a11y log pass label-p '**' -y", "a11y log na icon-sh '*/i*' -y", "a11y log na icon-sh 't*/*' -y"]
    for line in lines:
        words = line.replace("'", "").split()[1:]
        desk.ok(*words, "--tester", "t1")
    assert {state for state, _ in kept(desk).values()} == {"pass", "na"} and len(kept(desk)) == 57
    correction = "a11y log fail label-p link-07 -m \"says link\""
    desk.ok("log", "fail", "label-p", "link-07", "-m", "says link", "--tester", "t1")
    assert kept(desk)["settings/link-07", LABEL] == ("fail", None)
    with capsys.disabled():
        print(f"\nbulk: {sum(map(len, lines)) + 3} keys for 57 answers, correction: {len(correction) + 1}")
    undone = desk.ok("undo", "--tester", "t1").text + desk.ok("undo", "--tester", "t1").text
    assert undone.startswith("Undone: fail ") and len(kept(desk)) == 45, "each command is one step"


def test_bulk_and_correction_in_a_walk_take_fewer_keys_than_in_a_spreadsheet(desk, capsys):
    walker = Walker(desk, "--audit", "names", "--by", "check")
    walker.type("p")
    for key, what in ("A", "PASS for 34 items"), ("N", "N/A for 22 items"):
        walker.type(key, f"Log {what}")
        walker.type("y\r")
    bulk = walker.keys
    assert len(kept(desk)) == 57
    note = "says link"
    for keys, place in (["g", "lin 07\r"], ("settings/link-07", LABEL)), (["l", "2"], None):
        before = walker.keys
        walker.type(keys[0], "Go to item" if keys[0] == "g" else AGAIN)
        walker.type(keys[1])
        walker.type("f", "Severity?")
        walker.type("\r", "Note")
        walker.type(note + "\r")
        with capsys.disabled():
            print(f"\ncorrection by {keys[0]} in a walk: {walker.keys - before} keys, in a spreadsheet: "
                  f"{corrected_in_a_spreadsheet(note)}")
        assert walker.keys - before < corrected_in_a_spreadsheet(note)
        assert place is None or kept(desk)[place] == ("fail", None)
    walker.quit()
    assert [state for state, _ in kept(desk).values()].count("fail") == 2
    sheet = len("pass") + FILL + len("na") + FILL
    with capsys.disabled():
        print(f"57 answers at once in a walk: {bulk} keys, in a spreadsheet: {sheet}")
    assert bulk < sheet


def test_twenty_answers_take_300_words(desk, capsys):
    for number, key in enumerate(BUTTONS + OTHERS, 1):
        desk.ok("edit", "component", key, "--title", f"Boost {number}")
    walker = Walker(desk, "--audit", "names", "--by", "check", "--component", "kind:icon-button", "--check", LABEL)
    first = walker.child.before
    for _ in range(20):
        walker.type("p")
    walker.quit()
    heard = re.sub(r"5 passes in 3 s\..*", "", first + ASK + walker.text)
    # Up to the twentieth confirmation, without the keys, which the tester knows.
    answers = re.sub(r"^(Answer.*:) p\r$", r"\1", heard, flags=re.MULTILINE).split("Logged: PASS.")
    words = sum(len(re.findall(r"\S+", part)) + 2 for part in answers[:20])
    with capsys.disabled():
        print(f"\n20 answers by ear: {words} words")
    assert words <= 300
    # Sorted by key: the icons of the profile come first.
    assert re.search(r"^Item 7 of 22\. Boost 19\.\r\nAnswer: ", heard, re.MULTILINE), heard
    again = desk.ok("walk", "--plain", "--by", "check", "--all", "--audit", "names", "--check", LABEL, "--tester", "t1",
                    stdin=b"s\nq\n").text
    assert "Item 2 of 35. Boost 14.\nLast: PASS.\n" in again
