"""What is typed, read and handed over, damaged at random but along its structure; and what every answer is held to.

The seeds of each case are the test's name and its number, so that one case can be run again by itself.
"""

import json
import os
import re
import resource
import shlex
import shutil
import subprocess
import sys
import time

from program import DEADLINE, PROGRAM, Answer, Tracker, environment

CASES = int(os.environ.get("A11Y_FUZZ") or 16)
# A program with a sanitizer maps more than it uses: A11Y_SANITIZED=1 lifts the bound of memory.
IS_SANITIZED = bool(os.environ.get("A11Y_SANITIZED"))
BYTES = 256 << 20
SECONDS = 10  # of the processor's, not the clock's
CODES = {0, 1, 2, 3, 4, 5, 6, 130, 141, 143}

# Words that mean something somewhere, and figures at the ends of their ranges.
PROVERBS = [
    "", " ", "-", "--", "---", "-x", "--x", "=", "--=", "-o", "-m", "-s", "0", "-1", "1", "101", "1e9", "1.5", "NaN", "inf",
    "9223372036854775807", "-9223372036854775808", "18446744073709551616", "0" * 400, "9" * 400, "2026-02-30",
    "0000-00-00", "9999-12-31", "275760-09-13", "24:61", "today", "44x44", "x", "44x", "1e5x1e5", "100%", "-0%", "3.2:1",
    "*", "**", "[", "]", "[a-", "{", "?", "\\", "/", "..", "a/../b", "./-", "~", "$HOME", "%s%n", "\u202e", "\ufeff", "e\u0301",
    "\U0001f469\u200d\U0001f9bd", "null", "true", "status:", ":fail", "status:fail", "severity:0,1,,", "-owner:", "since:",
    "since:2026-13-01", "#fff", "#ffff1", "rgb(1,2,3)", "9/10", "10/9", "-1/0", "0/0", "all", "none", "default", "dark,dark",
    "long " * 2000, "a" * 100_000, "'", '"', "`id`", "\t", "\n", "\r\n", "\x1b[2J", "\x7f", "\u2028",
]


def words_of(example: str) -> list:
    """The words of an example of the help, without what a shell does with it."""
    return shlex.split(re.split(r"\s{2,}| [<>|] ", example.removeprefix("a11y "))[0])


def examples(tracker) -> list:
    """Every command line that the help shows, each as its words."""
    found = []
    rows = re.findall(r"^[a-z]+: (.+)$", tracker.ok("help", "--plain").text, re.MULTILINE)
    commands = [command for row in rows for command in row.split(", ")]
    for command in dict.fromkeys(commands):
        pages = [tracker.ok(command, "--help").text]
        group = re.search(r"^(?:KIND|WHAT)\n((?:  .*\n)+)", pages[0], re.MULTILINE)
        for kind in re.findall(r"^  ([a-z]+)  ", group[1], re.MULTILINE) if group else []:
            page = tracker.run(command, kind, "--help")
            pages += [page.text] if page.code == 0 else []
        for page in pages:
            shown = re.search(r"^Examples\n((?:  .*\n)+)", page, re.MULTILINE)
            found += [words_of(line.strip()) for line in (shown[1] if shown else "").splitlines()
                      if line.startswith("  a11y ")]
    return found


def twisted_text(dice, text: str) -> str:
    """A text with one thing about it changed."""
    if not text:
        return dice.choice(PROVERBS)
    at, end = sorted(dice.randrange(len(text) + 1) for _ in range(2))
    way = dice.randrange(6)
    if way == 0:
        return dice.choice(PROVERBS)
    if way == 1:
        return text[:at] + text[end:]
    if way == 2:
        return text[:at] + dice.choice(PROVERBS)[:200] + text[at:]
    if way == 3:
        return text[:end] + text[at:]
    if way == 4:
        return text[:at] + chr(dice.choice([dice.randrange(1, 128), dice.randrange(160, 0xD800)])) + text[at + 1:]
    return text.swapcase()


def twisted_words(dice, corpus: list) -> list:
    """A command line with one to four things about it changed."""
    words = list(dice.choice(corpus))
    for _ in range(dice.randrange(1, 5)):
        place = dice.randrange(len(words) + 1)
        other = dice.choice(corpus)
        way = dice.randrange(7)
        if way == 0 and words:
            words.pop(min(place, len(words) - 1))
        elif way == 1 and words:
            words.insert(place, words[dice.randrange(len(words))])
        elif way == 2:
            words.insert(place, dice.choice(PROVERBS))
        elif way == 3:
            words[place:] = other[min(1, len(other)):]
        elif way == 4:
            words.insert(place, dice.choice([word for line in corpus for word in line if word.startswith("-")]))
        elif words:
            place = min(place, len(words) - 1)
            words[place] = twisted_text(dice, words[place])
    # An argument ends at a NUL and may not be longer than 128 kB; a path from the root would leave the test's folder.
    return [word.replace("\0", "").lstrip("/")[:120_000] for word in words]


def twisted_value(dice, value):
    """A JSON value with one thing in it changed."""
    if isinstance(value, dict) and value and dice.random() < 0.85:
        key = dice.choice(list(value))
        changed = dict(value)
        way = dice.randrange(5)
        if way == 0:
            del changed[key]
        elif way == 1:
            changed[twisted_text(dice, key)] = changed.pop(key)
        else:
            changed[key] = twisted_value(dice, changed[key])
        return changed
    if isinstance(value, list) and value and dice.random() < 0.85:
        at = dice.randrange(len(value))
        way = dice.randrange(5)
        if way == 0:
            return value[:at] + value[at + 1:]
        if way == 1:
            return value[:at] + [value[at]] * dice.choice([2, 3, 200]) + value[at + 1:]
        return value[:at] + [twisted_value(dice, value[at])] + value[at + 1:]
    if isinstance(value, str) and dice.random() < 0.6:
        return twisted_text(dice, value)
    deep = []
    for _ in range(300):
        deep = [deep]
    return dice.choice([
        None, True, False, 0, -1, 1 << 53, 1 << 63, -(1 << 63), 10 ** 40, 0.5, 1e300, "", "x", [], {}, [[]], {"": ""}, deep,
        [value], {"value": value}, str(value)])


def twisted_json(dice, text: bytes) -> bytes:
    """A JSON document with a value changed, and then perhaps its bytes."""
    value = twisted_value(dice, json.loads(text))
    if dice.random() < 0.3:
        value = twisted_value(dice, value)
    form = dice.choice([{"separators": (",", ":")}, {"indent": 1}, {"ensure_ascii": False}])
    try:
        written = json.dumps(value, **form).encode()
    except UnicodeEncodeError:
        written = json.dumps(value).encode()
    return twisted_bytes(dice, written) if dice.random() < 0.25 else written


def twisted_table(dice, text: bytes) -> bytes:
    """Lines of fields with a line, a field, a delimiter or a quote changed."""
    lines = text.decode().split("\n")
    for _ in range(dice.randrange(1, 4)):
        at = dice.randrange(len(lines))
        comma = "\t" if "\t" in lines[at] else ","
        fields = lines[at].split(comma)
        place = dice.randrange(len(fields))
        way = dice.randrange(6)
        if way == 0:
            fields[place] = twisted_text(dice, fields[place])
        elif way == 1:
            fields.insert(place, dice.choice(PROVERBS)[:300])
        elif way == 2:
            fields.pop(place)
        elif way == 3:
            fields[place] = dice.choice(['"', '""', '"x', 'x"', '"a\nb"', '"a""b"', '" x "']) + fields[place]
        elif way == 4:
            dice.shuffle(fields)
        else:
            lines.insert(at, lines[dice.randrange(len(lines))])
        lines[at] = comma.join(fields)
    written = dice.choice(["\n", "\n", "\r\n", "\r"]).join(lines).encode(errors="replace")
    return twisted_bytes(dice, written) if dice.random() < 0.25 else written


def twisted_bytes(dice, data: bytes) -> bytes:
    """Bytes that were flipped, cut, doubled or put in."""
    data = bytearray(data)
    for _ in range(dice.choice([1, 1, 2, 8])):
        at = dice.randrange(len(data) + 1)
        way = dice.randrange(5)
        if way == 0 and at < len(data):
            data[at] ^= 1 << dice.randrange(8)
        elif way == 1:
            del data[at:at + dice.choice([1, 2, 16, 1 << 20])]
        elif way == 2:
            data[at:at] = dice.choice([b"\0", b"\xff", b"\xc3", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\r", b'"', b"[" * 600])
        elif way == 3:
            data[at:at] = data[at:at + 64]
        elif at < len(data):
            data[at] = dice.randrange(256)
    return bytes(data)


class Held:
    """A tracker that is put back after each case, and whose answers are held to the house's promises."""

    def __init__(self, tracker: Tracker):
        self.tracker = tracker
        self.home = tracker.folder / ".a11y"
        self.kept = tracker.folder.with_name(tracker.folder.name + "-kept")
        shutil.copytree(self.home, self.kept, symlinks=True)
        self.files = {path.name for path in tracker.folder.iterdir()}
        self.bytes = tracker.database.read_bytes()

    @property
    def changed(self) -> bool:
        return not self.tracker.database.is_file() or self.tracker.database.read_bytes() != self.bytes

    def put_back(self) -> None:
        shutil.rmtree(self.home, ignore_errors=True)
        shutil.copytree(self.kept, self.home, symlinks=True)
        for path in self.tracker.folder.iterdir():
            if path.name not in self.files:
                shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()

    def run(self, *words, stdin=b"") -> Answer:
        """Runs a command within its bounds of time and memory, and holds the answer to what all answers keep."""
        def limit():
            # Elsewhere the system does not hold a process to it.
            if not IS_SANITIZED and sys.platform == "linux":
                resource.setrlimit(resource.RLIMIT_DATA, (BYTES, BYTES))
            resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        command = [os.fsencode(str(word)) for word in (PROGRAM, *words)]
        begin = time.monotonic()
        done = subprocess.run(
            command, input=stdin, capture_output=True, cwd=self.tracker.folder, timeout=DEADLINE,
            env=environment(self.tracker.folder), preexec_fn=limit)
        told = f"{words!r:.2000}\nafter {time.monotonic() - begin:.1f} s\n{done.stderr.decode(errors='replace'):.2000}"
        assert done.returncode in CODES, f"ended with {done.returncode}: {told}"
        assert done.returncode in (0, 1) or done.stderr or done.stdout, f"{done.returncode} without a word: {told}"
        done.stdout.decode(), done.stderr.decode()  # not UTF-8: the test fails
        assert b"\x1b" not in done.stdout + done.stderr, f"a raw escape: {told}"
        return Answer(done.returncode, done.stdout, done.stderr)
