"""Running the program: a clean environment, a deadline, and what every test wants of an answer."""

import functools
import os
import pathlib
import random
import re
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from dataclasses import dataclass

TOP = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("A11Y_PROGRAM") or TOP / ".build/release/a11y").resolve()
FIXTURES = pathlib.Path(__file__).parent / "Fixtures"
MOVIES = FIXTURES / "movieswiftui"
DEADLINE = 240  # of a machine that does other things as well; what waits for ever waits longer

# What commands that ended with an error said.
ERRORS: set = set()
# What a command says into a pipe while it works for more than two seconds: whether it does is a matter of the machine.
PROGRESS = re.compile(rb"^[A-Z][A-Za-z ]+: (?:\d+ percent[^\n]*|[^\n]* so far)\n", re.MULTILINE)

CHECK = "voiceover.label-present"
COMPONENT = "sign-in/close-button"
# Why something is erased: one of a closed list of words, so that no reason repeats what it hides.
WHY = ("--reason", "personal")


def given_to(name: str) -> list:
    """The words of an export that hands sessions with children on to somebody."""
    return ["--full", "--to", name]


def processor_time() -> float:
    """Seconds that commands have used so far; what others do on the machine is not among them."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def used_by(process: int) -> float:
    """Seconds of the processor that a running process has used so far."""
    if sys.platform == "linux":
        fields = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    done = subprocess.run(["ps", "-o", "time=", "-p", str(process)], capture_output=True, text=True, check=True)
    seconds = 0.0
    for part in done.stdout.strip().split(":"):
        seconds = seconds * 60 + float(part)
    return seconds


@dataclass
class Answer:
    """How a command ended; what tells how far it is, which depends on how fast it is, is left out."""

    code: int
    out: bytes
    err: bytes

    def __post_init__(self):
        object.__setattr__(self, "err", PROGRESS.sub(b"", self.err))

    @property
    def text(self) -> str:
        return self.out.decode()

    @property
    def error(self) -> str:
        return self.err.decode()


def environment(folder: pathlib.Path, **more) -> dict:
    """What a command sees: a home of its own, and nothing of the machine that runs the tests."""
    variables = {"PATH": "/usr/bin:/bin", "HOME": str(folder), "LANG": "C.UTF-8", "TZ": "UTC"}
    variables.update(more)
    return {name: value for name, value in variables.items() if value is not None}


@functools.cache
def made_by(*words: str) -> dict:
    """The files of a tracker that a command makes."""
    with tempfile.TemporaryDirectory() as folder:
        tracker = Tracker(pathlib.Path(folder))
        tracker.ok(*words)
        return {path.name: path.read_bytes() for path in tracker.database.parent.iterdir()}


class Tracker:
    """A folder with a tracker in it, or one to be."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder
        self.database = folder / ".a11y/audit.db"

    def run(self, *words, stdin=b"", program=PROGRAM, prefix=(), folder=None, **variables) -> Answer:
        """Runs a command in the tracker's folder, however it ends. Without an edition a tracker begins with the second, of
        which all checks are the plan: most tests are about any check of any component."""
        if words[:1] == ("init",) and "--catalog" not in words:
            words = (*words, "--catalog", "2")
        command = [os.fsencode(word) for word in (*prefix, program, *words)]
        done = subprocess.run(
            command, input=stdin, capture_output=True, cwd=folder or self.folder, timeout=DEADLINE,
            env=environment(self.folder, **variables))
        answer = Answer(done.returncode, done.stdout, done.stderr)
        if answer.code:
            ERRORS.add(answer.err.decode(errors="replace"))
        assert answer.code >= 0, f"killed by signal {-answer.code}: {command}\n{answer.err!r}"
        assert answer.code != 70, f"a bug by its own account: {command}\n{answer.err!r}"
        return answer

    def ok(self, *words, **more) -> Answer:
        """Runs a command that has to work."""
        answer = self.run(*words, **more)
        assert answer.code == 0, f"{words} ended with {answer.code}\n{answer.error}"
        return answer

    def begin(self, edition="2") -> None:
        """What `init` does, for a test that is about something else: its files, with names of their own. Making them again
        takes ten times as long, and a run has some thousand trackers."""
        random_ = random.SystemRandom()
        name, replica = ("".join(random_.choices("0123456789abcdefghjkmnpqrstvwxyz", k=length)) for length in (8, 12))
        # The name of a tracker ends with the mark of its edition.
        self._take(made_by("init", "--catalog", edition), [
            ("UPDATE local SET value = ? || substr(value, 9) WHERE name = 'tracker'", name),
            ("UPDATE local SET value = ? WHERE name = 'replica'", replica)])

    def show_demo(self) -> None:
        """What `demo` does: a tracker with the history of an app."""
        self._take(made_by("demo", "."), [])

    def again(self, folder: pathlib.Path) -> "Tracker":
        """The same machine in another folder, for a test that goes on with what it made: one of the two alone may write."""
        tracker = Tracker(pathlib.Path(shutil.copytree(self.folder, folder)))
        tracker._stay([])
        return tracker

    def _take(self, files: dict, changes: list) -> None:
        """Puts files that a command made elsewhere here."""
        self.database.parent.mkdir(mode=0o700)
        for name, content in files.items():
            path = self.database.parent / name
            path.touch(mode=0o600, exist_ok=False)
            path.write_bytes(content)
        self._stay(changes)

    def _stay(self, changes: list) -> None:
        """Lets the files be no copy: their place is the one where they are."""
        place = "UPDATE local SET value = substr(value, 1, instr(value, ' ')) || ? WHERE name = 'place'"
        connection = sqlite3.connect(self.database)
        with connection:
            for change, value in [*changes, (place, str(self.database.stat().st_ino))]:
                connection.execute(change, (value,))
        connection.close()

    def log(self, *words, tester="t1", **more) -> Answer:
        return self.run("log", *words, "--tester", tester, **more)

    def register(self, *rows) -> None:
        """Registers components from rows `key,kind`."""
        self.ok("new", "component", "--from", "-", stdin="\n".join(["key,kind", *rows, ""]).encode())

    def rows(self, sql: str, *values) -> list:
        """Asks the database itself. Only when no command is running: this closes the file, and with it its locks."""
        connection = sqlite3.connect(self.database)
        try:
            return connection.execute(sql, values).fetchall()
        finally:
            connection.close()

    def notes(self) -> list:
        """The notes of all results, in the order of their facts."""
        return [note for note, in self.rows("SELECT note FROM result ORDER BY id")]

    def require_sound(self) -> None:
        """The file is whole, and everything derived agrees with the facts."""
        assert self.rows("PRAGMA integrity_check") == [("ok",)]
        self.ok("doctor")


def require_sentence(answer: Answer, code: int) -> None:
    """A refusal: the exit code, one sentence, and what to do about it."""
    assert answer.code == code, f"exit {answer.code}, wanted {code}\n{answer.error}"
    assert answer.out == b""
    lines = answer.error.splitlines()
    assert re.fullmatch(r"a11y: .{10,}", lines[0]), answer.error
    assert any(re.fullmatch(r"hint: .{10,}", line) for line in lines[1:]), answer.error
