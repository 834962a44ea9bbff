"""A shared folder as it is in life: copies of file services, files that are not whole, things that are no files, hands
that change what is not theirs. What is a bundle is read wherever it lies, all else is passed over with a word, and
nothing is lost."""

import json
import os
import pathlib
import socket
import sqlite3
import subprocess
import time

import pytest

from hostile import RAW
from program import PROGRAM, Answer, environment, require_sentence
from team import Machine, bundle, exchange, require_same

COPIES = [
    "{stem}.a11y (Tia's conflicted copy 2026-03-01).json",  # Dropbox
    "{stem}.a11y (Zoe\u0308's conflicted copy).json",
    "{stem}.a11y.sync-conflict-20260301-101010-ABCDEFG.json",  # Syncthing
    "{stem}.a11y-LAPTOP-7.json",  # OneDrive
    "{stem}.a11y (1).json",  # Google Drive
    "{stem}.a11y_conflict-20260301-101010.json",  # Nextcloud
    "{stem}.a11y 2.json",  # iCloud
]


@pytest.fixture
def shared(folder):
    place = folder / "shared"
    place.mkdir()
    return place


@pytest.fixture
def tia(folder, shared):
    """Has recorded four facts and written them."""
    machine = Machine(folder / "tia", "tia", shared).found("home", "search")
    machine.say("fail", "home", "one")
    machine.sync()
    return machine


@pytest.fixture
def tom(folder, shared, tia):
    """Has read what tia wrote."""
    return Machine(folder / "tom", "tom", shared).join()


def bundles(machine) -> list:
    return sorted(machine.part().glob("*.a11y.json"))


def passed_over(report) -> dict:
    return {pathlib.PurePath(entry["file"]).name: entry["reason"] for entry in report["skipped"]}


# What is read

@pytest.mark.parametrize("name", COPIES)
def test_a_copy_that_a_file_service_made_is_read(tia, tom, name):
    """The copy alone is left: what it holds arrives, and is not written a second time."""
    tia.say("pass", "search", "two")
    written, = tia.sync()["written"]
    file = tia.shared / written["file"]
    file.rename(file.parent / name.format(stem=file.name.removesuffix(".a11y.json")))
    report = tom.sync()
    assert (report["added"], report["skipped"], report["written"]) == (1, [], [])
    require_same(tia, tom)


def test_names_that_look_alike_are_two_files(tia, tom):
    """Zoë in two ways of Unicode: one of them is a bundle, the other one damaged."""
    file, = bundles(tia)
    (file.parent / "1.a11y (Zo\u00eb).json").write_bytes(file.read_bytes())
    (file.parent / "1.a11y (Zoe\u0308).json").write_bytes(file.read_bytes().replace(b"one", b"two"))
    for _ in range(2):
        answer = tom.run("sync", tom.shared, "--json")
        assert answer.code == 4
        refused, = json.loads(answer.out)["refused"]
        assert refused["file"].endswith("1.a11y (Zoe\u0308).json")


@pytest.mark.parametrize("change", ["crlf", "indented", "sorted", "no-newline"])
def test_a_file_that_another_tool_has_laid_out_is_read(tia, folder, change):
    file, = bundles(tia)
    text = file.read_bytes()
    if change == "crlf":
        text = text.replace(b"\n", b"\r\n")
    elif change == "no-newline":
        text = text.rstrip()
    else:
        text = json.dumps(json.loads(text), indent=2, sort_keys=change == "sorted", ensure_ascii=False).encode()
    file.write_bytes(text)
    tom = Machine(folder / "tom", "tom", tia.shared).join()
    require_same(tia, tom)
    assert tia.sync()["written"] == []


def test_a_bundle_at_the_top_of_the_folder_is_read(tia, tom):
    tia.say("pass", "search", "by hand")
    tia.ok("export", "-o", tia.shared / "tia.a11y.json")
    assert tom.sync()["added"] == 1


def test_a_file_on_its_way_is_read_when_it_has_arrived(tia, tom):
    tia.say("pass", "search", "two", "--build", "7")
    file = tia.shared / tia.sync()["written"][0]["file"]
    whole = file.read_bytes()
    for size in [0, 1, 2, 40, len(whole) // 3, whole.rindex(b"}"), whole.index(b"]") + 1, whole.rindex(b"]")]:
        file.write_bytes(whole[:size])
        report = tom.sync()
        assert (report["added"], report["refused"]) == (0, []), size
        assert passed_over(report) == {file.name: "it is not whole yet"}, size
        status = tom.status()
        assert passed_over(status) == {file.name: "it is not whole yet"} and status["unread"] == []
        assert report["written"] == []
    file.write_bytes(whole)
    assert tom.status()["unread"] == [f"{file.parent.parent.name}/{file.parent.name}/{file.name}"]
    assert tom.sync()["added"] == 1
    assert tom.status()["unread"] == []


def test_files_that_arrive_late_and_in_any_order_lose_nothing(folder, dice):
    """Every machine sees a folder of its own, and a slow service carries files between them, sometimes in halves."""
    places = [folder / name for name in ("a", "b", "c")]
    for place in places:
        place.mkdir()
    team = [Machine(folder / "tia", "tia", places[0]).found("home", "search")]
    team[0].sync()

    def carry(all_of_it=False):
        files = [(place, file.relative_to(place)) for place in places for file in place.rglob("*.a11y.json")]
        for place, file in dice.sample(files, len(files)):
            for other in places:
                if other == place or not (all_of_it or dice.random() < 0.4):
                    continue
                text = (place / file).read_bytes()
                target = other / file
                if not target.exists() or target.stat().st_size < len(text):
                    target.parent.mkdir(parents=True, exist_ok=True)
                    half = not all_of_it and dice.random() < 0.3
                    target.write_bytes(text[: dice.randrange(len(text))] if half else text)

    carry(all_of_it=True)
    team += [Machine(folder / name, name, place).join() for name, place in [("tom", places[1]), ("ana", places[2])]]
    for turn in range(6):
        for machine in team:
            machine.say("pass", "home", f"{machine.tester} {turn}")
            machine.sync()
            carry()
    for _ in range(2):
        for machine in team:
            machine.sync()
        carry(all_of_it=True)
    exchange(*team, rounds=1)
    require_same(*team)
    assert len(team[0].results()) == 18


# What is passed over

def test_what_is_no_bundle_is_passed_over_with_a_word(tia, tom):
    part, top = tia.part(), tia.shared / tia.team()
    texts = {
        "README.md": b"# Read me\n", "Thumbs.db": bytes(range(256)), "desktop.ini": b"[.ShellClassInfo]\r\n",
        "package.json": b'{"name": "x"}\n', "list.json": b"[1,2]\n", "photo.gz": b"\x1f\x8b\x08\x00 and so on"}
    for place in (part, top):
        for name, text in texts.items():
            (place / name).write_bytes(text)
        (place / ".DS_Store").write_bytes(b"\0\0\0\1Bud1")
    (tia.shared / "notes.txt").write_text("not ours to look at\n")
    (part / "empty.json").touch()
    os.symlink(bundles(tia)[0], part / "link.a11y.json")
    os.mkfifo(part / "pipe.a11y.json")
    (part / "folder.a11y.json").mkdir()
    os.symlink(part, top / "linkedpart01")
    (top / "evidence").mkdir()
    place = socket.socket(socket.AF_UNIX)
    place.bind(str(part / "socket.json"))
    wanted = {
        **{name: "it is no bundle" for name in texts}, "empty.json": "it is not whole yet",
        "link.a11y.json": "it is a symbolic link", "linkedpart01": "it is a symbolic link",
        "pipe.a11y.json": "it is not a regular file", "socket.json": "it is not a regular file",
        "folder.a11y.json": "it is a folder"}
    if os.geteuid() == 0:
        os.mknod(part / "device.json", 0o20600, os.makedev(1, 3))
        wanted["device.json"] = "it is not a regular file"
    for report in (tom.status(), tom.sync(), tom.status()):
        assert passed_over(report) == wanted
        assert report["refused"] == [] and len(report["skipped"]) == len(wanted) + len(texts)
    assert tom.sync()["read"] == []
    require_same(tia, tom)


def test_names_that_would_act_on_the_terminal_are_shown_harmless(tia, tom):
    part = tia.part()
    names = ["a b", "two\nlines", "red \x1b[31m", "name\u202egnp", "tab\t", "-rf", "$(touch x)", "\u0085c1"]
    for name in names:
        (part / f"{name}.txt").write_text("x\n")
        (part / f"{name}.a11y.json").write_text("x\n")
    (part / "file\udcff.a11y.json").write_text("x\n")
    for words in (["sync"], ["sync", "--json"], ["sync", "--status"], ["sync", "--status", "--json"]):
        answer = tom.run(*words, tom.shared)
        assert answer.code == (0 if "--status" in words else 4)
        if "--json" not in words:
            assert not RAW.search((answer.text + answer.error).replace("\n", ""))
            assert "name is not UTF-8" in answer.text + answer.error
    report = json.loads(tom.run("sync", tom.shared, "--json").out)
    assert {pathlib.PurePath(entry["file"]).name for entry in report["refused"]} == {f"{n}.a11y.json" for n in names}


def test_other_trackers_in_the_folder_are_left_alone(tia, tom, folder):
    other = Machine(folder / "other", "zoe", tia.shared).found("elsewhere")
    other.sync()
    text = bundles(other)[0].read_bytes()
    (tia.part() / "stray.a11y.json").write_bytes(text)
    (tia.shared / "top.a11y.json").write_bytes(text)
    report = tom.sync()
    assert passed_over(report) == {name: "it is of another tracker" for name in ["stray.a11y.json", "top.a11y.json"]}
    assert tom.status()["other_trackers"] == [other.team()]
    assert require_same(tia, tom) != other.export()


def test_a_folder_with_the_name_of_a_tracker_is_none(folder, shared):
    """`screenshots` and `evidence` could be the names of trackers; what they hold decides."""
    for name in ("screenshots", "evidence", "documents2026/iphone15pro"):
        (shared / name).mkdir(parents=True)
    (shared / "screenshots/1.a11y.json").write_text("{}\n")
    (shared / "documents2026/iphone15pro/1.a11y.json").write_text("x\n")
    tia = Machine(folder / "tia", "tia", shared)
    tia.ok("init")
    own = tia.team()
    assert tia.sync("--adopt")["read"] == [] and tia.team() == own
    tia.register("home,screen")
    tia.sync()
    tom = Machine(folder / "tom", "tom", shared).join()
    assert tom.team() == own and tom.status()["other_trackers"] == []


# What somebody did

def test_an_own_file_that_is_gone_is_written_again(tia, tom):
    file, = bundles(tia)
    text = file.read_bytes()
    file.unlink()
    assert [entry["file"] for entry in tia.sync()["written"]] == [str(file.relative_to(tia.shared))]
    assert file.read_bytes() == text


def test_a_file_of_another_that_is_gone_is_written_under_ones_own_name(tia, tom, folder):
    file, = bundles(tia)
    file.unlink()
    written, = tom.sync()["written"]
    assert written["file"].startswith(f"{tom.team()}/{tom.replica()}/{tia.replica()}-1-")
    ana = Machine(folder / "ana", "ana", tia.shared).join()
    require_same(tia, tom, ana)
    assert tia.sync()["written"] == []


@pytest.mark.parametrize("how", ["changed", "link", "pipe", "cut", "empty"])
def test_an_own_file_that_somebody_changed_is_put_right(tia, tom, folder, how):
    file, = bundles(tia)
    text = file.read_bytes()
    if how in ("link", "pipe"):
        file.unlink()
        os.symlink("/etc/passwd", file) if how == "link" else os.mkfifo(file)
    else:
        file.write_bytes({"changed": text.replace(b'"one"', b'"two"'), "cut": text[:-90], "empty": b""}[how])
    answer = tia.run("sync", tia.shared)
    assert answer.code == (4 if how == "changed" else 0), answer.error
    if how == "changed":
        assert file.name in answer.error and "fact 3 of replica" in answer.error and "put right" in answer.error
    assert file.read_bytes() == text and not file.is_symlink()
    report = tia.sync()
    assert report["refused"] == report["written"] == report["skipped"] == []
    require_same(tia, Machine(folder / "ana", "ana", tia.shared).join())


def test_a_changed_file_of_another_is_refused_and_its_facts_are_written_by_who_has_them(tia, tom, folder):
    file, = bundles(tia)
    file.write_bytes(file.read_bytes().replace(b'"one"', b'"two"'))
    answer = tom.run("sync", tom.shared)
    assert answer.code == 4 and str(file.relative_to(tia.shared)) in answer.error
    assert "Wrote 1 file" in answer.text
    ana = Machine(folder / "ana", "ana", tia.shared)
    ana.ok("init")
    assert ana.run("sync", "--adopt", tia.shared).code == 4
    assert ana.export() == tom.export() == tia.export()


def test_what_a_stopped_exchange_left_is_removed(tia):
    old, new, other = (tia.part() / name for name in (".bundle.1abc.tmp", ".bundle.2abc.tmp", ".other.tmp"))
    for place in (old, new, other):
        place.write_text("half a bund")
    for place, hours in ((old, -1), (other, -1), (new, 0)):
        stamp = place.stat().st_mtime + 3600 * hours
        os.utime(place, (stamp, stamp))
    tia.sync()
    assert [place.exists() for place in (old, new, other)] == [False, True, True]


# Places that cannot serve

def test_a_folder_that_is_not_there_is_not_made(tia):
    require_sentence(tia.run("sync", tia.folder / "nowhere"), 3)
    assert not (tia.folder / "nowhere").exists()
    file = tia.folder / "file"
    file.touch()
    assert tia.run("sync", file).code == 4
    assert tia.run("sync", "").code == 4
    assert tia.run("sync").code == 2


def test_a_folder_may_be_named_by_a_link(tia, tom):
    link = tom.folder / "link"
    link.symlink_to(tom.shared)
    tia.say("pass", "search", "two")
    tia.sync()
    assert tom.ok("sync", link).text.startswith("Read 1 file: 1 added")
    assert tom.ok("sync", f"{tom.shared}//../shared/").text.startswith("Nothing new to read. Nothing to write.")


def test_a_part_that_is_a_link_is_not_written_through(tia, tom, folder):
    elsewhere = folder / "elsewhere"
    tia.part().rename(elsewhere)
    tia.part().symlink_to(elsewhere)
    before = sorted(elsewhere.iterdir())
    tia.say("pass", "search", "two")
    assert tia.run("sync", tia.shared).code == 4
    assert sorted(elsewhere.iterdir()) == before
    top = tia.shared / tia.team()
    top.rename(folder / "top")
    top.symlink_to(folder / "top")
    assert tia.run("sync", tia.shared).code == 4


def as_nobody(folder):
    """How to run the program as someone who may not do everything; see test_unusable."""
    from test_unusable import as_nobody
    return as_nobody(folder)


def test_what_may_not_be_read_stops_nobody_else(tia, tom, folder):
    tom.say("pass", "search", "two")
    tom.sync()
    ana = Machine(folder / "ana", "ana", tia.shared)
    prefix, program = as_nobody(folder)
    for place in [tia.shared, *tia.shared.rglob("*"), ana.folder]:
        place.chmod(0o777)
    ana.ok("init", prefix=prefix, program=program)
    bundles(tia)[0].chmod(0)
    tom.part().chmod(0)
    zoe = Machine(folder / "zoe", "zoe", tia.shared).join()
    zoe.say("pass", "search", "three")
    zoe.sync()
    answer = ana.run("sync", "--adopt", ana.shared, "--json", prefix=prefix, program=program)
    assert answer.code == 6, answer.error
    report = json.loads(answer.out)
    assert {entry["file"] for entry in report["refused"]} == {
        str(place.relative_to(ana.shared)) for place in (bundles(tia)[0], tom.part())}
    assert all(entry["code"] == "bundle.unreadable" for entry in report["refused"])
    assert report["added"] == 1


def test_a_folder_that_is_read_only_is_read_and_the_need_is_named(tia, tom, folder):
    tia.say("pass", "search", "two")
    tia.sync()
    tom.say("pass", "search", "three")
    prefix, program = as_nobody(folder)
    for place in [tom.folder, *tom.folder.rglob("*")]:
        place.chmod(0o777)
    answer = tom.run("sync", tom.shared, prefix=prefix, program=program)
    require_sentence(answer, 6)
    assert str(tom.shared) in answer.error and "permission to write" in answer.error
    assert "two" in tom.notes() and len(tom.notes()) == 3, "what could be read was read"
    assert tom.sync()["read"] == []


@pytest.fixture
def small_disk(folder):
    place = folder / "disk"
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=256k,mode=777", "tmpfs", place], capture_output=True).returncode == 0
    if not mounted:
        pytest.skip("no file system may be mounted here")
    yield place
    subprocess.run(["umount", place], check=True)


def test_a_full_disk_leaves_no_half_file(folder, small_disk):
    tia = Machine(folder / "tia", "tia", small_disk).found("home")
    rows = "".join(f"fail\tvoiceover.label-present\thome\t\t\t{'y' * 500}\n" for _ in range(2_000)).encode()
    tia.ok("log", "-", "--tester", "tia", stdin=rows)
    answer = tia.run("sync", small_disk)
    require_sentence(answer, 6)
    assert "the disk is full" in answer.error
    assert [place for place in small_disk.rglob("*") if place.is_file()] == []
    subprocess.run(["mount", "-o", "remount,size=8m", small_disk], check=True)
    assert sum(entry["facts"] for entry in tia.sync()["written"]) == 2_001


# At once

def start(machine, *words, stdin=None):
    return subprocess.Popen(
        [PROGRAM, *words], cwd=machine.folder, env=environment(machine.folder), stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def finish(machine, *started) -> list:
    answers = []
    for process in started:
        out, err = process.communicate(timeout=120)
        answers.append(Answer(process.returncode, out, err))
        assert process.returncode == 0, err.decode()
    return answers


def test_exchanges_at_once_do_not_disturb_one_another(tia, tom):
    """Two machines, three processes of each, while both log: nobody fails, nothing is there twice."""
    for turn in range(5):
        running = []
        for machine in (tia, tom):
            machine.say("pass", "home", f"{machine.tester} {turn}")
            running += [start(machine, "sync", str(machine.shared)) for _ in range(3)]
            running += [start(machine, "log", "pass", "voiceover.label-present", "search", "--tester", machine.tester,
                              "-m", f"{machine.tester} {turn} meanwhile")]
        finish(tia, *running)
    exchange(tia, tom)
    require_same(tia, tom)
    assert len(tia.results()) == 1 + 5 * 4
    assert not [place for place in tia.shared.rglob("*") if place.name.startswith(".bundle")]


# Clocks and copies

SHIM = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>
#include <stdlib.h>
int clock_gettime(clockid_t clock, struct timespec *time) {
  static int (*real)(clockid_t, struct timespec *);
  if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
  int result = real(clock, time);
  if (clock == CLOCK_REALTIME) time->tv_sec += atol(getenv("CLOCK_OFF"));
  return result;
}
"""


@pytest.fixture
def clock(folder):
    """Variables that turn a machine's clock by so many years."""
    library = folder / "clock.so"
    compiled = subprocess.run(
        ["cc", "-shared", "-fPIC", "-o", library, "-x", "c", "-", "-ldl"], input=SHIM.encode(), capture_output=True)
    if compiled.returncode != 0:
        pytest.skip("there is no C compiler to make a wrong clock with")
    return lambda years: {"LD_PRELOAD": str(library), "CLOCK_OFF": str(years * 31_557_600)}


@pytest.mark.parametrize("years", [10, -10])
def test_a_clock_that_is_ten_years_off_decides_nothing(tia, tom, clock, years):
    off = clock(years)
    tom.say("pass", "home", "after one", **off)
    tom.ok("edit", "component", "search", "--owner", "tom", **off)
    assert tom.sync(**off)["refused"] == []
    report = tia.sync()
    assert report["ahead_of_clock"] == (2 if years > 0 else 0)
    state, = [replica for replica in tia.status()["replicas"] if replica["replica"] == tom.replica()]
    assert state["ahead_of_clock"] == report["ahead_of_clock"]
    assert int(state["last_at"][:4]) - int(tia.status()["generated"][:4]) in (years - 1, years, years + 1)
    # What saw the earlier value wins, whatever the clocks say.
    tia.ok("edit", "component", "search", "--owner", "tia")
    tia.say("pass", "home", "after all")
    tia.sync()
    tom.sync(**off)
    require_same(tia, tom)
    for machine in (tia, tom):
        row, = [row for row in json.loads(machine.ok("list", "components", "--json").out)["rows"]
                if row["key"] == "search"]
        assert row["owner"] == "tia"
    assert tia.conflicts() == []


def test_a_forged_copy_is_seen_by_others_and_nothing_of_it_is_lost(tia, tom, folder):
    """Two machines believe to be the same replica: place and mark were forged along with the copy."""
    copy = Machine(folder / "copy", "tia", tia.shared)
    (copy.folder / ".a11y").mkdir()
    for name in ("audit.db", "audit.db-mark"):
        (copy.folder / ".a11y" / name).write_bytes((tia.folder / ".a11y" / name).read_bytes())
    place, = tia.rows("SELECT value FROM local WHERE name = 'place'")[0]
    host = place.rsplit(" ", 1)[0]
    connection = sqlite3.connect(copy.database)
    with connection:
        connection.execute(
            "UPDATE local SET value = ? WHERE name = 'place'", [f"{host} {copy.database.stat().st_ino}"])
    connection.close()
    tia.say("pass", "home", "the one")
    copy.say("fail", "home", "the other")
    assert tia.replica() == copy.replica(), "the forgery was found out: the test shows nothing"
    tia.sync()
    answer = tom.ok("sync", tom.shared)
    copy.sync()
    answer = tom.ok("sync", tom.shared)
    assert "1 fork" in answer.text and "went on in two places" in answer.error
    state, = [replica for replica in tom.status()["replicas"] if replica["replica"] == tia.replica()]
    assert state["forked"] is True
    exchange(tia, copy, tom)
    for machine in (tia, copy):
        machine.say("pass", "search", f"more of {machine.folder.name}")
    assert tia.replica() != copy.replica(), "each goes on by itself as soon as it knows"
    exchange(tia, copy, tom)
    assert tia.export() == copy.export() == tom.export()
    assert {"the one", "the other", "more of tia", "more of copy"} <= set(tom.notes())


# Many files

def test_ten_thousand_files_cost_little(tia):
    """Years of a team. The first time all of them are read; later only looked at."""
    part = tia.shared / tia.team() / "anothermachine"
    part.mkdir()
    for number in range(1, 10_001):
        body = {"component": "home", "text": f"remark {number}"}
        (part / f"{number}-{number}-00000000.a11y.json").write_bytes(
            bundle(tia.team(), "anothermachine", ("note", body), first=number))
    begin = time.monotonic()
    assert tia.sync()["added"] == 10_000
    first = time.monotonic()
    assert tia.sync()["read"] == []
    again = time.monotonic()
    print(f"\n10,000 files: {first - begin:.2f} s, and {again - first:.2f} s with nothing new")
    assert again - first < 3, "ten thousand looks at a file take a tenth of a second"
