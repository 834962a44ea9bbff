"""Whatever calls itself a bundle: its exit code in time and 192 MiB, a word about it, and nothing changed."""

import gzip
import hashlib
import json
import os
import re
import resource
import socket
import subprocess
import sys

import pytest

from exchange import exported, furnished
from facts import CONTROL, bundle, stated, stub
from hostile import RAW
from program import DEADLINE, PROGRAM, Answer, environment, processor_time

SECONDS = 30  # of the processor, of the program with all its checks; what is linear takes a few
BYTES = 192 << 20  # it may write; of addresses it takes more: the program itself, and what threads set aside

HEAD = b'{"bundle":"a11y","version":1,"min_reader":1,"tracker":"%s","scope":"full","since":{},"facts":['
TAIL = b'],"count":%d,"upto":{},"evidence":[],"digest":"' + b"0" * 64 + b'"}\n'


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    class World:
        folder = tmp_path_factory.mktemp("hostile")
        tracker = furnished(folder / "tracker", 60)
        whole = exported(tracker)
        document = json.loads(whole)
        head = HEAD % document["tracker"].encode()
        replica = document["facts"][0]["r"]

        def file(self, name, content):
            path = self.folder / name
            path.write_bytes(content)
            return path

        def fact(self, **more):
            fact = stated("a" * 12, 1, "", [1700000000000, 0], "note", {"text": "x"})
            return json.dumps({**fact, **more}, separators=(",", ":"), ensure_ascii=False).encode()

        def bundle(self, name, *facts):
            return self.file(name, self.head + b",\n".join(facts) + TAIL % len(facts))

        def told(self, name, fact):
            """A bundle with digests that are right: only the fact itself is not of its form."""
            return self.file(name, bundle(self.document["tracker"], [fact]).encode())

        def changed(self, name, **more):
            return self.file(name, json.dumps({**self.document, **more}).encode())
    return World()


def measured(tracker, *words, memory=BYTES):
    """Runs a command under the limits; its answer, and what it used."""
    def limit():
        # Elsewhere the system does not hold a process to it.
        if sys.platform == "linux":
            resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    begin = processor_time()
    process = subprocess.Popen(
        [PROGRAM, *map(os.fspath, words)], cwd=tracker.folder, env=environment(tracker.folder),
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=limit)
    try:
        out, err = process.communicate(timeout=DEADLINE)
    except subprocess.TimeoutExpired:
        process.kill()
        raise
    return Answer(process.returncode, out, err), processor_time() - begin


def empty(w): return w.file("empty", b""), 4
def space(w): return w.file("space", b" \r\n\t" * 1000), 4
def missing(w): return w.folder / "missing", 3


def directory(w):
    (w.folder / "folder").mkdir(exist_ok=True)
    return w.folder / "folder", 4


def fifo(w):
    os.mkfifo(w.folder / "fifo")
    return w.folder / "fifo", 4


def device(w): return "/dev/zero", 4
def tty(w): return "/dev/tty", 4


def symlink(w):
    (w.folder / "link").symlink_to(w.file("target", w.whole))
    return w.folder / "link", 4


def loop(w):
    (w.folder / "loop").symlink_to("loop")
    return w.folder / "loop", 4


def a_socket(w):
    place = w.folder / "socket"
    end = socket.socket(socket.AF_UNIX)
    end.bind(os.fspath(place))
    end.close()
    return place, 4


def sparse(w):
    path = w.file("sparse", w.whole)
    os.truncate(path, 600 << 20)
    return path, 4


def sparse_below_the_limit(w):
    path = w.file("sparse-511", b"")
    os.truncate(path, 511 << 20)
    return path, 4


def sparse_bundle_below_the_limit(w):
    path = w.file("sparse-bundle", w.head)
    os.truncate(path, 500 << 20)
    with path.open("r+b") as file:
        file.seek(500 << 20)
        file.write(b"}")
    return path, 4


def all_space(w): return w.file("all-space", w.head + b" " * (100 << 20) + TAIL % 0), 4
def deep_arrays(w): return w.file("deep-arrays", b"[" * 5_000_000 + b"]" * 5_000_000), 4
def deep_objects(w): return w.file("deep-objects", b'{"a":' * 2_000_000 + b"1" + b"}" * 2_000_000), 4
def deep_fact(w): return w.bundle("deep-fact", w.fact(body={"x": None}).replace(b"null", b"[" * 40 + b"]" * 40)), 4


def too_many_facts(w):
    path = w.folder / "too-many"
    with path.open("wb") as file:
        file.write(w.head)
        line = (b'{"at":[1,0],"body":{},"kind":"note","n":%d,"prev":"","r":"aaaaaaaaaaaa","salt":"' + b"0" * 32
                + b'","saw":[]},\n')
        for start in range(0, 2_000_001, 100_000):
            file.write(b"".join(line % (number + 1) for number in range(start, min(start + 100_000, 2_000_001))))
        file.seek(-2, os.SEEK_END)
        file.write(TAIL % 2_000_001)
    return path, 4


def long_string(w): return w.bundle("long-string", w.fact(body={"text": "x" * (256 * 1024 + 1)})), 4
def huge_string(w): return w.file("huge-string", w.head + b'{"r":"' + b"x" * (400 << 20) + b'"}' + TAIL % 1), 4
def huge_key(w): return w.file("huge-key", b'{"' + b"k" * (100 << 20) + b'":1}'), 4
def huge_number(w): return w.file("huge-number", w.head + b'{"n":' + b"9" * (100 << 20) + b"}" + TAIL % 1), 4


def large_fact(w):
    texts = {f"m{number}": "x" * 200_000 for number in range(6)}
    return w.bundle("large-fact", w.fact(body=texts)), 4


def fact_of_a_byte_too_much(w):
    texts = {f"m{number}": "x" * 200_000 for number in range(5)}
    short = (1 << 20) + 1 - len(w.fact(body=texts)) - len(',"z":""')
    return w.bundle("byte-too-much", w.fact(body={**texts, "z": "x" * short})), 4


def many_members(w): return w.bundle("members", w.fact(body={f"m{number}": 1 for number in range(300)})), 4


def many_replicas(w):
    marks = {f"{number:012x}": [1, "0" * 32] for number in range(200_000)}
    return w.changed("replicas", upto=marks), 4


def many_replicas_in_facts(w):
    return w.bundle("replicas-in-facts", *(w.fact(r=f"{number:012x}") for number in range(200_000))), 4


def many_ends(w): return w.changed("ends", ends={f"{number:012x}": [[1, "0" * 32]] for number in range(200_000)}), 4
def duplicate_keys(w): return w.file("twice", w.whole.replace(b'"version":1', b'"version":1,"version":1', 1)), 4
def duplicate_in_fact(w): return w.file("twice-in-fact", w.whole.replace(b'"prev":', b'"n":1,"prev":', 1)), 4
def nul(w): return w.file("nul", w.whole.replace(b"seen", b"se\0n", 1)), 4
def escaped_nul(w): return w.file("escaped-nul", w.whole.replace(b"seen", b"se\\u0000n", 1)), 4
def surrogate(w): return w.file("surrogate", w.whole.replace(b"seen", b"se\\ud800n", 1)), 4
def not_utf8(w): return w.file("latin1", w.whole.replace(b"seen", b"se\xe9n", 1)), 4
def utf32(w): return w.file("utf32", w.whole.decode().encode("utf-32-be")), 4
def gzipped(w): return w.file("bundle.gz", gzip.compress(w.whole)), 4
def bomb(w): return w.file("bomb.gz", gzip.compress(bytes(64 << 20))), 4
def half(w): return w.file("half", w.whole[:len(w.whole) // 2]), 4
def all_but_one(w): return w.file("all-but-one", w.whole.rstrip()[:-1]), 4
def after_the_end(w): return w.file("after", w.whole + b"{}"), 4
def twice(w): return w.file("doubled", w.whole * 2), 4
def a_list(w): return w.file("list", b"[1,2,3]"), 4
def other_json(w): return w.file("other.json", b'{"name":"x","version":"1.0.0"}'), 4
def other_bundle(w): return w.file("other-bundle", b'{"bundle":"other","version":1}'), 4
def a_database(w): return w.tracker.database, 4
def the_program(w): return PROGRAM, 4
def float_number(w): return w.file("float", w.whole.replace(b'"version":1', b'"version":1.0', 1)), 4
def large_number(w): return w.file("large-number", w.whole.replace(b'"n":1,', b'"n":9007199254740993,', 1)), 4
def negative(w): return w.file("negative", w.whole.replace(b'"n":1,', b'"n":-1,', 1)), 4
def other_tracker(w): return w.changed("other-tracker", tracker="z" * 12), 4
def newer(w): return w.changed("newer", version=9, min_reader=9), 6
def wrong_digest(w): return w.changed("wrong-digest", digest="f" * 64), 4
def wrong_count(w): return w.changed("wrong-count", count=3), 4
def huge_count(w): return w.changed("huge-count", count=(1 << 53) - 1), 4
def path_as_replica(w): return w.bundle("path", w.fact(r="../../../etc/passwd")), 4
def path_as_tracker(w): return w.changed("path-tracker", tracker="../../../tmp/x"), 4
def escape_as_replica(w): return w.bundle("escape", w.fact(r="\x1b[31mred\x1b[0m")), 4
def escape_as_kind(w): return w.bundle("escape-kind", w.fact(kind="\x1b]0;title\x07")), 4
def escape_as_member(w): return w.changed("escape-member", **{"\x1b[2J\u202e": 1}), 4
def escape_as_tracker(w): return w.changed("escape-tracker", tracker="\u009b31m\u202egnp"), 4


SAID = stated("a" * 12, 1, "", [1700000000000, 0], "note", {"component": "home", "text": "x"}, salt="5" * 32)
ERASE = stated("a" * 12, 1, "", [1700000000000, 0], "erase", {"reason": "other", "targets": ["0" * 32]})
RETRACT = stated("a" * 12, 1, "", [1700000000000, 0], "retract", {"targets": ["0" * 32]})


def without(fact, name): return {key: value for key, value in fact.items() if key != name}
def embodied(fact, **body): return {**fact, "body": {**fact["body"], **body}}
def short_mark(w): return w.changed("short-mark", upto={"a" * 12: [1, "0" * 16]}), 4
def short_previous(w): return w.told("short-previous", {**SAID, "n": 2, "prev": "0" * 16}), 4
def short_saw(w): return w.told("short-saw", {**SAID, "saw": ["0" * 16]}), 4
def saw_is_no_list(w): return w.told("saw-is-no-list", {**SAID, "saw": "0" * 32}), 4
def without_saw(w): return w.told("without-saw", without(SAID, "saw")), 4
def without_salt(w): return w.told("without-salt", without(SAID, "salt")), 4
def short_salt(w): return w.told("short-salt", {**SAID, "salt": "5" * 30}), 4
def long_salt(w): return w.told("long-salt", {**SAID, "salt": "5" * 34}), 4
def loud_salt(w): return w.told("loud-salt", {**SAID, "salt": "AB" * 16}), 4
def another_member(w): return w.told("another-member", {**SAID, "mood": "x"}), 4
def salted_erasure(w): return w.told("salted-erasure", {**ERASE, "salt": "5" * 32}), 4
def salted_stub(w): return w.told("salted-stub", {**stub(SAID), "salt": "5" * 32}), 4
def stub_with_a_body(w): return w.told("stub-with-a-body", {**stub(SAID), "body": SAID["body"]}), 4
def stub_without_saw(w): return w.told("stub-without-saw", without(stub(SAID), "saw")), 4
def stub_of_a_short_commitment(w): return w.told("short-commitment", {**stub(SAID), "c": "0" * 32}), 4
def erasure_without_reason(w): return w.told("no-reason", {**ERASE, "body": {"targets": ["0" * 32]}}), 4
def erasure_of_nothing(w): return w.told("of-nothing", {**ERASE, "body": {"reason": "other"}}), 4
def erasure_for_a_reason_in_words(w): return w.told("in-words", embodied(ERASE, reason="Anna asked for it")), 4
def erasure_with_another_member(w): return w.told("erasure-member", embodied(ERASE, note="x")), 4
def erasure_by_nobody_short(w): return w.told("erasure-by", embodied(ERASE, by="x" * 65)), 4
def erasure_of_what_is_no_reference(w): return w.told("target", embodied(ERASE, targets=[["a" * 12, 1, "0" * 16]])), 4
def erasure_of_what_is_no_replica(w): return w.told("erasure-sitting", embodied(ERASE, sitting="../x")), 4
def undo_of_nothing(w): return w.told("undo-of-nothing", embodied(RETRACT, targets=[])), 4
def undo_with_another_member(w): return w.told("undo-member", embodied(RETRACT, mood="x")), 4
def undo_that_deletes_a_little(w): return w.told("undo-deletes", embodied(RETRACT, deletes=1)), 4
def replica_of_nothing(w): return w.told("replica-of-nothing", {**ERASE, "kind": "replica", "body": {}}), 4
def replica_of_no_key(w): return w.told("no-key", {**ERASE, "kind": "replica", "body": {"signer": "SHA256:short"}}), 4


@pytest.mark.parametrize("kind", sorted(CONTROL))
def test_what_decides_about_facts_is_never_a_stub(world, kind):
    """Nobody could say what it decides."""
    path = world.told(f"stub-of-{kind}", {**stub(SAID), "kind": kind})
    test_it_is_refused_in_time_and_changes_nothing(world, lambda _: (path, 4))


@pytest.mark.parametrize("fact", [
    SAID, stub(SAID), {**stub(SAID), "kind": "hologram"}, ERASE, RETRACT, embodied(RETRACT, deletes=True, by="t1"),
    embodied(ERASE, sitting="b" * 12, by="t1"), {**ERASE, "kind": "replica", "body": {"parent": "b" * 12}},
    {**ERASE, "kind": "replica", "body": {"signer": "SHA256:" + "A" * 43}}], ids=lambda fact: fact["kind"])
def test_what_is_of_its_form_is_taken(world, fact):
    """The facts that the cases above spoil."""
    world.tracker.ok("import", "--dry-run", world.told("whole", fact))


def escape_in_its_name(w):
    return w.file("\x1b[31m\u202e\n name", w.whole[:100]), 4


CASES = [value for name, value in list(globals().items())
         if callable(value) and getattr(value, "__code__", None) and value.__code__.co_varnames[:1] in (("w",), ("_",))]


@pytest.mark.costly
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_it_is_refused_in_time_and_changes_nothing(world, case):
    path, code = case(world)
    tracker = world.tracker
    content = hashlib.sha256(tracker.database.read_bytes()).digest()
    # Of a pipe that no program writes to nothing is read, so nothing is said of a bundle.
    for command, wanted in (("import", code), ("verify", 1 if code == 4 and case is not fifo else code)):
        answer, seconds = measured(tracker, command, path)
        assert answer.code == wanted, f"{command}: exit {answer.code}, wanted {wanted}\n{answer.error}{answer.text}"
        assert seconds < SECONDS, f"{command} took {seconds:.1f} s"
        said = answer.error + answer.text
        assert len(said) < 4_000 and re.search(r"\w{3,} \w+", said), said[:500]
        assert not RAW.search(said.replace("\n", "")), repr(said)
    assert hashlib.sha256(tracker.database.read_bytes()).digest() == content, "the tracker was changed"
    if os.path.isfile(path) and not os.path.islink(path) and str(path).startswith(str(world.folder)) \
            and path != tracker.database:
        os.unlink(path)
