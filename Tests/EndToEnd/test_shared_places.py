"""Places that cannot serve as a shared folder, exchanges at once, copies of machines, and very many files."""

import json
import sqlite3
import subprocess

import pytest

import facts
from program import PROGRAM, Answer, environment, processor_time, require_sentence
from team import Machine, exchange, require_same, said
from test_shared_folder import bundles, shared, tia, tom  # noqa: F401 (fixtures)
from test_unusable import as_nobody


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
    assert tom.ok("sync", f"{tom.shared}//../{tom.shared.name}/").text.startswith("No new files to read. No new entries to write.")


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


def test_what_icloud_has_elsewhere_is_named_and_not_written_again(tia, tom, folder):
    """A file of which the folder had only a note was no file: all were read, and what was known was written again."""
    tom.say("pass", "search", "two")
    tom.sync()
    tia.sync()
    for file in tom.part().glob("*.a11y.json"):
        file.rename(file.with_name(f".{file.name}.icloud"))
    said = tia.sync()
    assert (said["written"], said["skipped"]) == ([], []) and tia.status()["skipped"] == []
    zoe = Machine(folder / "zoe", "zoe", tia.shared)
    zoe.begin()
    answer = zoe.run("sync", "--adopt", tia.shared)
    words = f"/{tom.replica()}/"
    skipped = [one for one in zoe.status()["skipped"] if words in one["file"]]
    assert skipped and all(one["reason"] == "not downloaded from iCloud" for one in skipped), answer.error
    assert f"Skipped {skipped[0]['file']}: not downloaded from iCloud." in zoe.ok("sync", "--status", tia.shared).text
    assert "\nAll files in the folder were read." not in zoe.ok("sync", "--status", tia.shared).text


@pytest.mark.parametrize("change, advice", [
    (lambda file: file.rename(file.with_name(f".{file.name}.icloud")), "download its files from iCloud"),
    (lambda file: file.write_text("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n"), "git lfs pull"),
], ids=["iCloud", "LFS"])
def test_a_folder_whose_files_are_elsewhere_says_how_to_get_them(tia, folder, change, advice):
    """The advice was to look whether the drive is mounted."""
    for file in tia.shared.rglob("*.a11y.json"):
        change(file)
    zoe = Machine(folder / "zoe", "zoe", tia.shared)
    zoe.begin()
    answer = zoe.run("sync", "--adopt", tia.shared)
    assert answer.code == 4 and advice in answer.error and "mounted" not in answer.error, answer.error


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
            machine.say("pass", "home", f"{machine.tester} {turn}", "--disagree")
            running += [start(machine, "sync", str(machine.shared)) for _ in range(3)]
            running += [start(machine, "log", "pass", "voiceover.label-present", "search", "--tester", machine.tester,
                              "-m", f"{machine.tester} {turn} meanwhile")]
        finish(tia, *running)
    exchange(tia, tom)
    require_same(tia, tom)
    assert len(tia.results()) == 1 + 5 * 4
    assert not [place for place in tia.shared.rglob("*") if place.name.startswith(".bundle")]


# Copies

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
    name = tia.replica()
    assert name == copy.replica(), "the forgery was found out: the test shows nothing"
    tia.sync()
    answer = tom.ok("sync", tom.shared)
    alarm = "ALARM: 1 entry with the ID of this machine, but not made on it."
    assert alarm in copy.ok("sync", tia.shared).error
    answer = tom.ok("sync", tom.shared)
    assert "1 fork" in answer.text and "was used in two places" in answer.error
    state, = [replica for replica in tom.status()["replicas"] if replica["replica"] == tia.replica()]
    assert state["forked"] is True
    assert alarm in tia.ok("sync", tia.shared).error
    for machine in (tia, copy):
        machine.say("pass", "search", f"more of {machine.folder.name}")
    assert tia.replica() == copy.replica() == name, "what others say under a name drives nobody out of it"
    exchange(tia, copy, tom)
    assert tia.export() == copy.export() == tom.export()
    assert {"the one", "the other", "more of tia", "more of copy"} <= set(tom.notes())


# Many files

@pytest.mark.costly
def test_ten_thousand_files_cost_little(tia):
    """Years of a team. The first time all of them are read; later only looked at."""
    part = tia.shared / tia.team() / "anothermachine"
    part.mkdir()
    notes = [("note", {"component": "home", "text": f"remark {number}"}) for number in range(10_000)]
    for number, fact in enumerate(said("anothermachine", *notes), 1):
        (part / f"{number}-{number}-00000000.a11y.json").write_text(
            facts.bundle(tia.team(), [fact], **{"from": "anothermachine"}))
    begin = processor_time()
    assert tia.sync()["added"] == 10_000
    first = processor_time()
    assert tia.sync()["read"] == []
    again = processor_time()
    print(f"\n10,000 files: {first - begin:.2f} s, and {again - first:.2f} s with nothing new")
    assert again - first < 3, "ten thousand looks at a file take a tenth of a second"
