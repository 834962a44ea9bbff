"""Pictures of a fail on a worksheet: drawn again, kept, saved beside the bundle in one file, and imported as evidence."""

import base64
import hashlib
import io
import json
import struct
import zipfile

import pytest

from browser import axe, overflow, reload, wait_until
from evidence import files, listed
from facts import reference, require_bundle
from pictures import PLACE
from sheets import numbers, press, save, sheet, tracker  # noqa: F401, fixtures


def photo(page, width=2400, height=1200) -> dict:
    """A photo of a phone, with the place where it was taken."""
    text = page.evaluate("""([width, height]) => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [width, height];
      const context = canvas.getContext('2d');
      for (let column = 0; column < 24; column += 1) {
        context.fillStyle = `hsl(${column * 15} 80% 50%)`;
        context.fillRect(column * width / 24, 0, width / 24, height);
      }
      return canvas.toDataURL('image/jpeg', 0.9).split(',')[1];
    }""", [width, height])
    jpeg = base64.b64decode(text)
    exif = b"Exif\0\0MM\0*\0\0\0\x08\0\0" + PLACE
    content = jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + jpeg[2:]
    return {"name": "IMG_0001.jpg", "mimeType": "image/jpeg", "buffer": content}


def add(page, index: int, *pictures, field="picture") -> None:
    before = page.locator(f"#pictures-{index} li").count()
    page.set_input_files(f"#{field}-{index}", list(pictures))
    page.locator(f"#pictures-{index} li").nth(before + len(pictures) - 1).wait_for()


# How many images the browser has stored.
KEPT = """() => new Promise((done) => {
  indexedDB.open('a11y-pictures').onsuccess = ({ target: { result } }) => {
    result.transaction('a11y-pictures').objectStore('a11y-pictures').count().onsuccess = (event) => done(event.target.result);
  };
})"""


def parts(path) -> tuple:
    """The facts of an archive, and its files by their names."""
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        content = {name: archive.read(name) for name in archive.namelist()}
    name, = (name for name in content if name.endswith(".a11y.json"))
    bundle = content.pop(name).decode()
    document = json.loads(bundle)
    assert [entry[0] for entry in document["evidence"]] == sorted(hashlib.sha256(one).hexdigest() for one in content.values())
    for path, one in content.items():
        digest = hashlib.sha256(one).hexdigest()
        assert path == f"{name.removesuffix('.json')}.evidence/{digest[:2]}/{digest}"
        assert [len(one), "image/jpeg"] in [entry[1:] for entry in document["evidence"]]
    return require_bundle(bundle), content


def dimensions(jpeg: bytes) -> tuple:
    """Height and width, from the frame header."""
    at = 2
    while not 0xc0 <= jpeg[at + 1] <= 0xc2:
        at += 2 + int.from_bytes(jpeg[at + 2:at + 4])
    return struct.unpack(">HH", jpeg[at + 5:at + 9])


def test_a_photo_of_a_fail_arrives_as_evidence_without_its_place(tracker, sheet, browse):
    page = browse(sheet, "phone")
    assert not page.locator("#pictures-row-0").is_visible()
    press(page, 0, "fail", note="too small")
    assert page.get_attribute("#photo-0", "capture") == "environment" and page.locator("#photo-0").is_visible()
    assert page.get_attribute("#picture-0", "accept") == "image/*" and page.get_attribute("#picture-0", "capture") is None
    taken = photo(page)
    assert PLACE in taken["buffer"]
    add(page, 0, taken, field="photo")
    page.fill("#alt-0-1", "The cross, far too small")
    assert page.locator("#mark-0").inner_text().startswith("Kept in this browser")
    # What is checked is taken apart, and then can show no answers that it hears of.
    wait_until(page, "(localStorage.getItem(localStorage.key(0)) || '').includes('far too small')")
    checked = browse(sheet, "phone", context=page.context)
    assert axe(checked) == [] and overflow(page) == []
    checked.close()
    path = save(page, tracker.folder, "one.a11y.zip")
    assert ".a11y.zip is in your downloads" in page.locator("#saved").inner_text()
    found, content = parts(path)
    (name, picture), = content.items()
    assert PLACE not in path.read_bytes() and b"Exif" not in picture and picture.startswith(b"\xff\xd8\xff")
    assert max(dimensions(picture)) == 1600
    result, evidence = found
    assert [fact["kind"] for fact in found] == ["result", "evidence"]
    assert evidence["body"]["of"] == reference(result) and evidence["body"]["tester"] == "t1"
    assert evidence["body"]["alt"] == "The cross, far too small" and evidence["body"]["size"] == len(picture)
    document = json.loads(tracker.ok("import", path, "--dry-run", "--json").out)
    assert (document["evidence"], document["evidence_missing"]) == (1, 0) and files(tracker) == []
    tracker.ok("import", path)
    assert files(tracker) == [hashlib.sha256(picture).hexdigest()]
    row, = listed(tracker)
    assert row["missing"] is False and row["sha256"] == files(tracker)[0]
    assert numbers(tracker.ok("import", path, "--json"))["added"] == 0
    tracker.require_sound()


def test_the_archive_unpacked_is_a_bundle_with_its_folder(tracker, sheet, browse):
    page = browse(sheet)
    press(page, 0, "fail")
    add(page, 0, photo(page), photo(page, 300, 400))
    path = save(page, tracker.folder, "one.a11y.zip")
    assert page.locator("#copy").is_hidden() and page.locator("#show").is_hidden(), "bytes are no text"
    folder = tracker.folder / "unpacked"
    with zipfile.ZipFile(path) as archive:
        archive.extractall(folder)
    bundle, = folder.glob("*.a11y.json")
    tracker.ok("verify", bundle)
    tracker.ok("import", bundle)
    assert len(files(tracker)) == 2 and not any(row["missing"] for row in listed(tracker))


def test_pictures_survive_a_reload(tracker, sheet, browse):
    page = browse(sheet)
    press(page, 0, "fail")
    add(page, 0, photo(page))
    first = save(page, tracker.folder, "first.a11y.zip")
    wait_until(page, "localStorage.length")
    reload(page)
    page.locator("#pictures-0 li").wait_for()
    assert page.locator("#mark-0").inner_text() == "Saved"
    press(page, 1, "fail")
    second = save(page, tracker.folder, "second.a11y.zip")
    assert parts(second)[1] == parts(first)[1]
    tracker.ok("import", second)
    assert len(listed(tracker)) == 1


def test_pictures_go_when_they_are_removed(tracker, sheet, browse):
    page = browse(sheet)
    press(page, 0, "fail")
    press(page, 1, "fail")
    add(page, 0, photo(page))
    tracker.ok("import", save(page, tracker.folder, "second.a11y.zip"))
    page.click("#pictures-0 .remove")
    assert page.evaluate("document.activeElement.id") == "picture-0"
    assert page.locator("#mark-0").inner_text() == "Changed since last save"
    third = save(page, tracker.folder, "third.a11y.json")
    found = require_bundle(third.read_text())
    assert sorted(fact["kind"] for fact in found) == ["evidence", "result", "result", "retract"]
    assert json.loads(third.read_text())["evidence"] == []
    tracker.ok("import", third)
    assert listed(tracker) == []
    # Deleting the draft deletes what it had.
    add(page, 0, photo(page))
    page.click("#delete")
    wait_until(page, f"({KEPT})().then((count) => count === 0)")


def test_a_pass_has_no_pictures_and_what_is_no_picture_is_refused(sheet, browse, tmp_path):
    page = browse(sheet)
    press(page, 0, "fail")
    page.set_input_files("#picture-0", {"name": "notes.txt", "mimeType": "text/plain", "buffer": b"no picture"})
    page.locator("#picture-problem-0:not(:empty)").wait_for()
    assert page.locator("#picture-problem-0").inner_text() == (
        "notes.txt cannot be read as an image. Choose a photo or a screenshot.")
    add(page, 0, *(photo(page, 100 + number, 100) for number in range(4)))
    page.set_input_files("#picture-0", photo(page, 90, 90))
    page.locator("#picture-problem-0:has-text('at most 4')").wait_for()
    assert page.locator("#pictures-0 li").count() == 4
    press(page, 0, "pass")
    assert not page.locator("#pictures-row-0").is_visible()
    saved = save(page, tmp_path, "one.a11y.json")
    assert [fact["kind"] for fact in require_bundle(saved.read_text())] == ["result"]


# What a browser does to a page that stores images, before the page begins. Five seconds are over at once.
SOON = "const wait = setTimeout; window.setTimeout = (run, time, ...more) => wait(run, time === 5000 ? 0 : time, ...more);"
SLOW = "(made) => new Promise((done, failed) => { wait(() => made().then(done, failed), 700); })"
STORES = {
    "open throws": "IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); };",
    "open fails": "const open = IDBFactory.prototype.open; IDBFactory.prototype.open = function (name) {"
                  " open.call(this, name, 2); return open.call(this, name, 1); };",
    "open never answers": "IDBFactory.prototype.open = () => ({});",
    "put throws": "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); };",
    "put is taken back": "const put = IDBObjectStore.prototype.put; IDBObjectStore.prototype.put = function (...all) {"
                         " const made = put.apply(this, all); this.transaction.abort(); return made; };",
}
UNKEPT = "This browser has not kept the image. Save before you close this page."


def changed(browse, sheet, script: str):
    """The page in a browser that was changed before."""
    context = browse(sheet).context
    context.add_init_script(f"(() => {{ {SOON} {script} }})();")
    return browse(sheet, context=context)


@pytest.mark.parametrize("store", STORES)
def test_a_store_that_fails_or_is_slow_is_told_and_costs_no_picture(tracker, sheet, browse, store):
    page = changed(browse, sheet, STORES[store])
    press(page, 0, "fail", note="too small")
    add(page, 0, photo(page, 200, 100))
    page.locator(f"#picture-problem-0:has-text('{UNKEPT}')").wait_for()
    found, content = parts(save(page, tracker.folder, "one.a11y.zip"))
    assert [fact["kind"] for fact in found] == ["result", "evidence"] and len(content) == 1
    # Who removes it is told nothing more.
    page.click("#pictures-0 .remove")
    assert page.locator("#picture-problem-0").inner_text() == ""


@pytest.mark.parametrize("slow", [
    f"const draw = createImageBitmap; const slow = {SLOW}; window.createImageBitmap = (one) => slow(() => draw(one));",
    "const toBlob = HTMLCanvasElement.prototype.toBlob; HTMLCanvasElement.prototype.toBlob = function (done, ...all) {"
    " toBlob.call(this, (blob) => wait(done, 700, blob), ...all); };",
])
def test_pictures_that_are_drawn_slowly_come_all_and_disturb_nobody_who_types(sheet, browse, slow):
    page = changed(browse, sheet, slow)
    press(page, 0, "fail")
    add(page, 0, photo(page, 200, 100))
    page.set_input_files("#photo-0", photo(page, 300, 100))
    page.set_input_files("#picture-0", [photo(page, 400 + number, 100) for number in range(3)])
    page.focus("#alt-0-1")
    page.keyboard.type("A cross")
    page.locator("#picture-problem-0:has-text('at most 4')").wait_for()
    assert page.locator("#pictures-0 li").count() == 4
    assert page.evaluate("document.activeElement.id") == "alt-0-1" and page.input_value("#alt-0-1") == "A cross"


def test_a_picture_that_is_removed_while_it_is_stored_leaves_nothing(sheet, browse):
    slow = ("let first = true; Object.defineProperty(IDBRequest.prototype, 'onsuccess', { set(run) {"
            " const isHeld = first; first = false; this.addEventListener('success', (event) => {"
            " if (isHeld) window.free = () => run(event); else run(event); }); } });")
    page = changed(browse, sheet, slow)
    press(page, 0, "fail")
    add(page, 0, photo(page, 200, 100))
    page.click("#pictures-0 .remove")
    assert page.locator("#pictures-0 li").count() == 0
    wait_until(page, "typeof free === 'function'")
    page.evaluate("free()")
    wait_until(page, f"({KEPT})().then((count) => count === 0)")


def test_an_archive_of_others_writes_nowhere_else(tracker, sheet, browse):
    page = browse(sheet)
    press(page, 0, "fail")
    add(page, 0, photo(page, 200, 200))
    path = save(page, tracker.folder, "one.a11y.zip")
    for name in ("../../up.a11y.json", "x.evidence/ab/../../../up", "/etc/x", "second.a11y.json"):
        copy = tracker.again(tracker.folder.with_name("below") / str(len(name)))
        packed = io.BytesIO(path.read_bytes())
        with zipfile.ZipFile(packed, "a") as archive:
            archive.writestr(name, b"{}")
        (copy.folder / "forged.zip").write_bytes(packed.getvalue())
        before = {one for one in tracker.folder.parent.rglob("*") if ".a11y/" not in str(one)}
        answer = copy.run("import", "forged.zip")
        assert answer.code in (0, 4), answer.error
        assert {one for one in tracker.folder.parent.rglob("*") if ".a11y/" not in str(one)} == before, name


def test_archives_that_are_none_of_ours_are_named_and_cut_ones_import_nothing(tracker, sheet, browse):
    page = browse(sheet)
    press(page, 0, "fail")
    add(page, 0, photo(page, 200, 200))
    whole = save(page, tracker.folder, "one.a11y.zip").read_bytes()
    squeezed = io.BytesIO()
    with zipfile.ZipFile(squeezed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("one.a11y.json", "{}" * 100)
    for bytes_ in (squeezed.getvalue(), whole[:len(whole) // 2], whole[:40], b"PK\3\4", b"PK\3\4" + b"\xff" * 60,
                   b"PK\3\4,;|,;|\n" + b"\xff" * 60):
        (tracker.folder / "x.zip").write_bytes(bytes_)
        answer = tracker.run("import", "x.zip")
        assert answer.code == 4 and "zip archive" in answer.error, answer.error
    assert files(tracker) == []
