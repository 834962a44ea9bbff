"""Walking at a terminal or through a pipe, and a model of what a walk does to the cells."""

import json
import subprocess
import termios

import pexpect

from program import DEADLINE, PROGRAM, environment

ASK = "Answer (? for help): "
# In plain output, after the first item.
AGAIN = "Answer: "
SEVERITY, VALUE, SEEN, WHY = "Severity?", "Measured value", "Note (", "Reason ("


def mode(child):
    """Whether the terminal hands over lines and shows what is typed: as a shell wants it."""
    flags = termios.tcgetattr(child.child_fd)[3]
    return bool(flags & termios.ICANON), bool(flags & termios.ECHO)


SANE, KEYS = (True, True), (False, False)


def start(tracker, *words, columns=80, tester="t1", **variables):
    """A walk at a terminal of its own."""
    child = pexpect.spawn(
        str(PROGRAM), ["walk", "--tester", tester, *map(str, words)], cwd=tracker.folder, dimensions=(24, columns),
        timeout=120, encoding="utf-8", env=environment(tracker.folder, **{"TERM": "xterm-256color", **variables}))
    child.delaybeforesend = None
    return child


def end(child):
    """How a child ended: its exit code, or the signal that ended it as a negative number."""
    child.expect(pexpect.EOF)
    child.close()
    return child.exitstatus if child.signalstatus is None else -child.signalstatus


def locked(tracker):
    """Another process that holds the tracker."""
    holder = subprocess.Popen(
        ["python3", "-c", "import sqlite3, sys, time\nc = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
         "c.execute('BEGIN EXCLUSIVE')\nprint('held', flush=True)\ntime.sleep(600)", tracker.database],
        stdout=subprocess.PIPE)
    assert holder.stdout.readline() == b"held\n"
    return holder


class AtTerminal:
    """Answers with single keys, and with lines where a question is asked."""

    def __init__(self, tracker, *words):
        self.tracker, self.words, self.child, self.text = tracker, words, None, ""

    def begin(self):
        self.child = start(self.tracker, *self.words)
        self.wait()

    def wait(self):
        """Up to the next question; which one it is."""
        found = self.child.expect_exact([ASK, SEVERITY, VALUE, SEEN, WHY, "Note: ", "Go to item", "Find text: ", AGAIN])
        self.text += self.child.before + self.child.after
        if found == 8:
            return 0
        if found not in (0, 5, 7):
            self.child.expect_exact("): ")
        return found

    def do(self, key, *, severity="", value="", note="", text=""):
        self.child.send(key)
        answers = {1: severity, 2: value, 3: note, 4: note, 5: text, 6: text, 7: text}
        while (question := self.wait()) != 0:
            self.child.send(answers[question] + "\r")

    def interrupt(self):
        """Ctrl-C in the middle of the questions of a fail."""
        self.child.send("f")
        assert self.wait() == 1
        self.child.sendintr()
        assert end(self.child) == 130
        assert "Not recorded." in self.child.before

    def finish(self):
        self.child.send("q")
        assert end(self.child) == 0


class InLines:
    """Collects lines and sends them through a pipe."""

    def __init__(self, tracker, *words):
        self.tracker, self.words, self.lines = tracker, words, []

    def begin(self):
        self.lines = []

    def do(self, key, *, severity="", value="", note="", text=""):
        parts = [key, severity if key == "f" else "", f"v={value}" if value else "", note, text]
        if key == "f" and not severity and note[:1].isdigit():
            parts[1] = "-"
        self.lines.append(" ".join(part for part in parts if part))

    def interrupt(self):
        self.send()

    def finish(self):
        self.lines.append("q")
        self.send()

    def send(self):
        done = subprocess.run(
            [PROGRAM, "walk", "--tester", "t1", *self.words], input="\n".join(self.lines).encode(), capture_output=True,
            cwd=self.tracker.folder, env=environment(self.tracker.folder), timeout=DEADLINE)
        assert done.returncode == 0, done.stdout.decode()[-2000:] + done.stderr.decode()


class Model:
    """What a walk does to the cells, told in a few lines."""

    def __init__(self, items, measuring, usual):
        self.items, self.measuring, self.usual = items, measuring, usual
        self.results, self.done, self.undone, self.last = {item: [] for item in items}, [], [], None

    def begin(self):
        self.queue = [item for item in self.items if not self.results[item]]
        self.open, self.place = set(self.queue), 0

    @property
    def here(self):
        return self.queue[self.place] if self.place < len(self.queue) else None

    def advance(self):
        self.place += 1
        while self.place < len(self.queue) and self.here not in self.open:
            self.place += 1

    def answer(self, outcome, severity=None, value=None, note=None):
        if outcome in ("pass", "fail"):
            self.last = outcome, severity, note
        self.results[self.here].append((outcome, severity, value, note))
        self.done.append((self.here, self.results[self.here][-1]))
        self.undone.clear()
        self.open.discard(self.here)
        self.advance()

    def note(self):
        self.done.append(None)
        self.undone.clear()

    def undo(self):
        step = self.done.pop()
        self.undone.append(step)
        if step is None:
            return
        item, result = step
        self.results[item].remove(result)
        if item not in self.queue:
            self.queue.insert(self.place, item)
        self.place = self.queue.index(item)
        self.open.add(item)

    def redo(self):
        step = self.undone.pop()
        self.done.append(step)
        if step is None:
            return
        item, result = step
        self.results[item].append(result)
        self.open.discard(item)
        if self.here == item:
            self.advance()

    @property
    def cells(self):
        return {item: results[-1] for item, results in self.results.items() if results}


def cells(tracker):
    """Every cell with its outcome, severity, value and note."""
    rows = json.loads(tracker.ok("list", "cells", "--json").out)["rows"]
    return {(row["component"], row["check"]): (row["outcome"], row["severity"], row["value"] and row["value"]["text"],
                                              row["note"]) for row in rows}


def export(tracker):
    """`list cells --format json` without what two runs cannot have in common."""
    document = json.loads(tracker.ok("list", "cells", "--format", "json").out)
    for row in document["rows"]:
        # A page is a machine of its own, which nobody here has said to follow.
        del row["at"], row["id"], row["followed"]
    return document["rows"]
