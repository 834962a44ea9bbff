"""Evidence on one machine: what is kept, shown, refused and taken back."""

import hashlib
import json
import os
import shutil
import signal
import subprocess
import time

import pytest

from evidence import fail, files, listed, make, photo, results, write
from pictures import jpeg, png
from program import CHECK, COMPONENT, PROGRAM, environment, require_sentence


def test_the_same_file_is_stored_once(tracker, photo, folder):
    other = folder / "other name.jpeg"
    shutil.copy(photo, other)
    tracker.ok("log", "fail", CHECK, "home", "search", "--evidence", photo, "--evidence", other, "--tester", "t1")
    tracker.ok("new", "evidence", CHECK, "home", other, "--tester", "t1")
    assert len(files(tracker)) == 1
    assert [(row["component"], row["name"]) for row in listed(tracker)] == [
        ("home", "photo.jpg"), ("search", "photo.jpg")]


def test_it_is_shown_listed_and_saved(tracker, photo, folder):
    text = folder / "said.txt"
    text.write_text("VoiceOver says: button\n")
    fail(tracker, "--evidence", photo, "--evidence", text)
    for words in [("show", CHECK, COMPONENT), ("show", COMPONENT), ("list", "evidence")]:
        shown = tracker.ok(*words, "--width", "200").text
        assert "photo.jpg" in shown and "said.txt" in shown and "missing here" not in shown
    row, = json.loads(tracker.ok("list", "results", "--json").out)["rows"]
    assert [(one["name"], one["type"], one["missing"]) for one in row["evidence"]] == [
        ("photo.jpg", "image/jpeg", False), ("said.txt", "text/plain", False)]
    target = make(folder / "saved")
    (target / "said.txt").symlink_to(folder / "elsewhere")
    (target / "photo.jpg").write_text("mine")
    tracker.ok("show", CHECK, COMPONENT, "--save-evidence", target)
    assert (target / "photo.jpg").read_text() == "mine" and not (folder / "elsewhere").exists()
    assert (target / "said-2.txt").read_bytes() == text.read_bytes()
    assert hashlib.sha256((target / "photo-2.jpg").read_bytes()).hexdigest() in files(tracker)
    assert sorted(path.name for path in target.iterdir()) == ["photo-2.jpg", "photo.jpg", "said-2.txt", "said.txt"]


def test_what_cannot_be_evidence_is_refused_and_nothing_is_logged(tracker, photo, folder):
    os.mkfifo(folder / "pipe.png")
    refused = {
        folder / "pipe.png": 4, folder: 4, folder / "nowhere.png": 3, "-": 2, "": 4,
        write(folder / "page.bin", b"\0\1\2"): 4, write(folder / "empty.png", b""): 4,
        write(folder / "cut.jpg", jpeg()[:60]): 4, write(folder / "film.mov", b"\0\0\0\x14ftypqt  \0\0\0\0qt  "): 4,
        write(folder / "large.txt", b"a" * ((25 << 20) + 1)): 4,
    }
    for path, code in refused.items():
        answer = fail(tracker, "--evidence", photo, "--evidence", path)
        assert answer.code == code, (path, answer.error)
        assert answer.error.startswith("a11y: ")
    assert "png, jpeg, heic, webp, mp4, pdf, or txt" in fail(tracker, "--evidence", folder / "page.bin").error
    assert fail(tracker, "--evidence", photo, "--severity", "9").code == 2
    assert tracker.run("log", "pass", "no.such", "home", "--evidence", photo, "--tester", "t1").code == 3
    assert results(tracker) == 0
    assert files(tracker) == []
    (folder / "link.png").symlink_to(photo)
    assert fail(tracker, "--evidence", folder / "link.png").code == 0
    assert [row["name"] for row in listed(tracker)] == ["link.jpg"]


def test_undo_takes_both_back_and_redo_brings_both(tracker, photo):
    fail(tracker, "--evidence", photo)
    answer = tracker.ok("undo", "--tester", "t1")
    assert "evidence photo.jpg of" in answer.text
    assert listed(tracker) == [] and results(tracker) == 1
    assert len(files(tracker)) == 1
    tracker.ok("redo", "--tester", "t1")
    assert len(listed(tracker)) == 1
    tracker.ok("new", "evidence", CHECK, COMPONENT, write(photo.parent / "b.png", png()), "--tester", "t1")
    tracker.ok("undo", "--tester", "t1")
    assert [row["name"] for row in listed(tracker)] == ["photo.jpg"]
    tracker.require_sound()


def test_only_whoever_saw_it_attaches_to_a_result(tracker, photo):
    require_sentence(tracker.run("new", "evidence", CHECK, COMPONENT, photo, "--tester", "t1"), 3)
    fail(tracker)
    require_sentence(tracker.run("new", "evidence", CHECK, COMPONENT, photo, "--tester", "t2"), 3)
    assert files(tracker) == []


def test_an_erased_file_that_comes_back_goes_again(tracker, photo):
    fail(tracker, "--evidence", photo)
    name, = files(tracker)
    kept = (tracker.folder / ".a11y/evidence" / name).read_bytes()
    tracker.ok("erase", "fact", listed(tracker)[0]["id"], "--yes", "--tester", "t1")
    (tracker.folder / ".a11y/evidence" / name).write_bytes(kept)
    answer = tracker.run("doctor")
    assert answer.code == 1 and "erased evidence file still exists" in answer.text
    tracker.ok("doctor", "--rebuild")
    assert files(tracker) == []


def test_doctor_names_what_is_damaged_or_named_by_nothing(tracker, photo):
    fail(tracker, "--evidence", photo)
    name, = files(tracker)
    path = tracker.folder / ".a11y/evidence" / name
    content = path.read_bytes()
    path.write_bytes(content[:-1] + b"x")
    answer = tracker.run("doctor")
    assert answer.code == 1 and name[:16] in answer.text
    assert tracker.run("verify", "--db").code == 1
    # Attaching it again puts it right.
    fail(tracker, "--evidence", photo)
    assert path.read_bytes() == content
    tracker.require_sound()
    stray = hashlib.sha256(b"stray").hexdigest()
    write(path.with_name(stray), b"stray")
    assert stray[:16] in tracker.ok("doctor").text
    assert path.with_name(stray).exists()


def test_a_backup_has_its_files_beside_it(tracker, photo, folder):
    fail(tracker, "--evidence", photo)
    assert "1 evidence file" in tracker.ok("backup", folder / "copy.db").text
    assert [path.name for path in (folder / "copy.db.evidence").iterdir()] == files(tracker)
    rows = json.loads(tracker.ok("--db", folder / "copy.db", "list", "evidence", "--json").out)["rows"]
    assert [row["missing"] for row in rows] == [False]


def test_a_folder_that_cannot_be_written_logs_nothing(tracker, photo):
    write(tracker.folder / ".a11y/evidence", b"in the way")
    answer = fail(tracker, "--evidence", photo)
    require_sentence(answer, 6)
    assert results(tracker) == 0
    (tracker.folder / ".a11y/evidence").unlink()
    if os.geteuid() == 0:
        return
    (tracker.folder / ".a11y/evidence").mkdir(mode=0o555)
    require_sentence(fail(tracker, "--evidence", photo), 6)
    assert results(tracker) == 0


def test_a_full_disk_logs_nothing(tracker, folder):
    """Under a limit on the size of files that the copy exceeds and the database does not."""
    import resource
    large = write(folder / "large.txt", b"a" * (8 << 20))
    limit = tracker.database.stat().st_size + (1 << 20)
    done = subprocess.run(
        [PROGRAM, "log", "fail", CHECK, COMPONENT, "--evidence", large, "--tester", "t1"], capture_output=True,
        cwd=tracker.folder, env=environment(tracker.folder), timeout=60, restore_signals=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
    assert done.returncode == 6, done.stderr
    assert results(tracker) == 0 and files(tracker) == []
    assert fail(tracker, "--evidence", large).code == 0


@pytest.mark.costly
def test_a_kill_at_any_moment_leaves_nothing_wrong(tracker, folder, dice):
    command = [os.fspath(PROGRAM), "log", "fail", CHECK, COMPONENT, "--tester", "t1", "--evidence"]
    started = time.monotonic()
    fail(tracker, "--evidence", write(folder / "0.png", png(0)))
    usual = time.monotonic() - started
    killed = 0
    for number in range(1, 40):
        path = write(folder / f"{number}.jpg", jpeg(number))
        process = subprocess.Popen(
            [*command, os.fspath(path)], cwd=tracker.folder, env=environment(tracker.folder),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(dice.random() * usual)
        process.send_signal(signal.SIGKILL)
        killed += process.wait() == -signal.SIGKILL
        rows = listed(tracker)
        assert len(rows) == results(tracker), "a result without its evidence, or the other way round"
        assert not any(row["missing"] for row in rows)
    assert killed > 0, "no kill came in time: the test showed nothing"
    tracker.require_sound()


@pytest.mark.parametrize("start, words", [
    (b"\0\0\0\x14ftypqt  \0\0\0\0qt  ", "Save it as MP4"), (b"\0\0\0\x08wide\0\0\0\0mdat", "Save it as MP4"),
    (b"GIF89a\x01\0\x01\0\0\0\0;", "Save it as MP4"), (b"\x1a\x45\xdf\xa3\x01\0", "Save it as MP4"),
    (b"RIFF\x04\0\0\0AVI LIST", "Save it as MP4"), (b"II*\0\x08\0\0\0", "Save it as PNG"), (b"BM\x46\0\0\0\0", "Save it as PNG"),
    (b"\0\0\0\x1cftypavif\0\0\0\0avifmif1", "Save it as PNG"), (b"\x7fELF\0", None),
], ids=["mov", "old mov", "gif", "webm", "avi", "tiff", "bmp", "avif", "program"])
def test_a_file_of_another_kind_is_refused_with_a_way_to_convert_it(tracker, folder, start, words):
    (folder / "recording").write_bytes(start)
    answer = tracker.run("log", "fail", CHECK, "home", "--evidence", folder / "recording", "--tester", "t1")
    assert answer.code == 4 and "is not a supported evidence type" in answer.error and not files(tracker)
    assert (f"hint: {words}" in answer.error) if words else "hint" not in answer.error
