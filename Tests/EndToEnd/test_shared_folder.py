"""A shared folder as it is in life: copies of file services, files that are not whole, things that are no files, hands
that change what is not theirs. What is a bundle is read wherever it lies, all else is passed over with a word, and
nothing is lost."""

import json
import os
import pathlib
import shutil
import socket

import pytest

from hostile import RAW
from team import Machine, exchange, require_same

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
        answer = tom.run("sync", tom.shared, "--json", "--exit-code")
        assert answer.code == 4
        refused, = json.loads(answer.out)["refused"]
        assert refused["file"].endswith("1.a11y (Zoe\u0308).json")


@pytest.mark.parametrize("change", ["crlf", "indented", "sorted", "no-newline", "mark"])
def test_a_file_that_another_tool_has_laid_out_is_read(tia, folder, change):
    file, = bundles(tia)
    text = file.read_bytes()
    if change == "crlf":
        text = text.replace(b"\n", b"\r\n")
    elif change == "no-newline":
        text = text.rstrip()
    elif change == "mark":
        text = b"\xef\xbb\xbf" + text
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
        assert passed_over(report) == {file.name: "file is incomplete"}, size
        status = tom.status()
        assert passed_over(status) == {file.name: "file is incomplete"} and status["unread"] == []
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
        **{name: "not a bundle" for name in texts}, "empty.json": "file is incomplete",
        "link.a11y.json": "symbolic link", "linkedpart01": "symbolic link",
        "pipe.a11y.json": "not a regular file", "socket.json": "not a regular file",
        "folder.a11y.json": "folder"}
    if os.geteuid() == 0:
        os.mknod(part / "device.json", 0o20600, os.makedev(1, 3))
        wanted["device.json"] = "not a regular file"
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
    for words in (["sync"], ["sync", "--exit-code"], ["sync", "--json"], ["sync", "--status"], ["sync", "--status", "--json"]):
        answer = tom.run(*words, tom.shared)
        assert answer.code == (4 if "--exit-code" in words else 0)
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
    assert passed_over(report) == {name: "belongs to another tracker" for name in ["stray.a11y.json", "top.a11y.json"]}
    assert tom.status()["other_trackers"] == [other.team()]
    assert require_same(tia, tom) != other.export()
    # It is said each time, also where there is nothing to exchange.
    for _ in range(2):
        assert tom.sync()["other_trackers"] == [other.team()]
        said = tom.ok("sync", tom.shared).error
        assert f"Another tracker is in the folder: {other.team()}." in said and "a11y sync --adopt" in said


@pytest.mark.parametrize("state, words, hint", [
    ("nothing", "contains no tracker to join", "Check that the drive is mounted"),
    ("own", "it joined before", 'Run "a11y sync '), ("other", "is not empty; only an empty tracker can join", "a11y init"),
    ("both", "is not empty; only an empty tracker can join", "a11y init")])
def test_adopting_joins_or_says_why_not(folder, shared, state, words, hint):
    tia = Machine(folder / "tia", "tia", shared).found("home")
    if state in ("own", "both"):
        tia.sync()
    if state in ("other", "both"):
        Machine(folder / "ben", "ben", shared).found("cart").sync()
    before = tia.export()
    answer = tia.run("sync", "--adopt", shared)
    assert answer.code == 4 and words in answer.error and hint in answer.error, answer.error
    assert tia.export() == before


def test_a_folder_with_the_name_of_a_tracker_is_none(folder, shared):
    """`screenshots` and `evidence` could be the names of trackers; what they hold decides."""
    for name in ("screenshots", "evidence", "documents2026/iphone15pro"):
        (shared / name).mkdir(parents=True)
    (shared / "screenshots/1.a11y.json").write_text("{}\n")
    (shared / "documents2026/iphone15pro/1.a11y.json").write_text("x\n")
    tia = Machine(folder / "tia", "tia", shared)
    tia.begin()
    own = tia.team()
    answer = tia.run("sync", "--adopt", shared)
    assert answer.code == 4 and "contains no tracker to join" in answer.error and tia.team() == own
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
    answer = tia.run("sync", tia.shared, "--exit-code")
    assert answer.code == (4 if how == "changed" else 0), answer.error
    if how == "changed":
        assert file.name in answer.error and "fact 3 of replica" in answer.error and "Repaired" in answer.error
    assert file.read_bytes() == text and not file.is_symlink()
    report = tia.sync()
    assert report["refused"] == report["written"] == report["skipped"] == []
    require_same(tia, Machine(folder / "ana", "ana", tia.shared).join())


def test_a_changed_file_of_another_is_refused_and_its_facts_are_written_by_who_has_them(tia, tom, folder):
    file, = bundles(tia)
    file.write_bytes(file.read_bytes().replace(b'"one"', b'"two"'))
    answer = tom.run("sync", tom.shared, "--exit-code")
    assert answer.code == 4 and str(file.relative_to(tia.shared)) in answer.error
    assert "Wrote 1 file" in answer.text
    ana = Machine(folder / "ana", "ana", tia.shared)
    ana.begin()
    assert "Set aside" in ana.ok("sync", "--adopt", tia.shared).error
    assert ana.export() == tom.export() == tia.export()


def test_a_damaged_file_is_set_aside_and_all_else_goes_on(tia, tom):
    """One file of two lines ended every sync of everybody with 4, until somebody removed it by hand."""
    good, = bundles(tia)
    bad = tia.shared / tia.team() / ("m" * 12) / "1-1-00000000.a11y.json"
    bad.parent.mkdir()
    bad.write_bytes(good.read_bytes().replace(b'"one"', b'"two"'))
    tia.say("pass", "search", "three")
    tia.sync()
    for _ in range(2):
        answer = tom.ok("sync", tom.shared)
        assert f"Set aside {bad.relative_to(tia.shared)}: " in answer.error
        assert "It is read again when it changes." in answer.error
    assert "three" in tom.notes()
    asked = tom.run("sync", tom.shared, "--exit-code")
    assert asked.code == 4 and "not as it was written" in asked.error
    assert [entry["file"] for entry in tom.status()["refused"]] == [str(bad.relative_to(tia.shared))]
    # It is not read again: not even its permission to be read is asked for.
    stamp = bad.stat()
    tom.ok("sync", tom.shared, prefix=("strace", "-f", "-o", str(tom.folder / "trace"), "-e", "trace=openat")
           if shutil.which("strace") else ())
    if (tom.folder / "trace").exists():
        assert bad.name not in (tom.folder / "trace").read_text()
    bad.write_bytes(good.read_bytes())
    os.utime(bad, ns=(stamp.st_atime_ns, stamp.st_mtime_ns + 10**9))
    assert tom.sync()["refused"] == []


@pytest.mark.skipif(not shutil.which("strace"), reason="counts what the program opens")
def test_folders_beside_the_tracker_do_not_have_the_top_level_listed_again(tia):
    """For each folder that has the name of a tracker all folders were looked at: 1,000 of them took four seconds."""
    for number in range(60):
        (tia.shared / f"{number:012d}").mkdir()
    for words in ["sync", tia.shared], ["sync", "--status", tia.shared]:
        trace = tia.folder / "trace"
        tia.ok(*words, prefix=("strace", "-f", "-o", str(trace), "-e", "trace=open,openat"))
        opened = trace.read_text()
        assert f'"{tia.shared}/{59:012d}"' in opened, "each of them is looked into"
        assert 0 < opened.count(f'"{tia.shared}"') < 10


def test_a_file_in_a_later_format_is_named_and_all_else_is_read(tia, tom):
    """It is not damaged: the team knows more than the release check here, until the program is newer."""
    good, = bundles(tia)
    tia.say("pass", "search", "three")
    tia.sync()
    later = tia.shared / tia.team() / ("m" * 12) / "1-1-00000000.a11y.json"
    later.parent.mkdir()
    later.write_bytes(good.read_bytes().replace(b'"min_reader":1', b'"min_reader":2').replace(b'"version":1', b'"version":2'))
    for _ in range(2):
        answer = tom.run("sync", tom.shared)
        assert answer.code == 6 and str(later.relative_to(tia.shared)) in answer.error and "newer version" in answer.error
        assert "three" in tom.notes()


def test_a_file_without_end_is_set_aside_and_all_else_goes_on(tia, tom):
    """A file of 20 GB without content costs whoever puts it there nothing, and ended every sync of everybody with 4."""
    large = tia.shared / tia.team() / ("m" * 12) / "1-1-00000000.a11y.json"
    large.parent.mkdir()
    with large.open("wb") as file:
        file.truncate(20 << 30)
    tia.say("pass", "search", "three")
    tia.sync()
    for _ in range(2):
        answer = tom.ok("sync", tom.shared)
        said = " ".join(answer.error.split())
        assert f"Set aside {large.relative_to(tia.shared)}: the file is larger than" in said and "Pass --max to raise a limit." in said
    assert "three" in tom.notes()
    assert tom.run("sync", tom.shared, "--exit-code").code == 4


def test_what_a_stopped_exchange_left_is_removed(tia):
    old, new, other = (tia.part() / name for name in (".bundle.1abc.tmp", ".bundle.2abc.tmp", ".other.tmp"))
    for place in (old, new, other):
        place.write_text("half a bund")
    for place, hours in ((old, -1), (other, -1), (new, 0)):
        stamp = place.stat().st_mtime + 3600 * hours
        os.utime(place, (stamp, stamp))
    tia.sync()
    assert [place.exists() for place in (old, new, other)] == [False, True, True]
