"""Worksheets for tests: trackers to make them of, and a hand that fills them in."""

import json
import pathlib

from facts import require_bundle

CHECKLISTS = "critical-rules,touch-target-manual"


def press(page, index: int, outcome: str, **more) -> None:
    """Answers an item: note, value and severity as a person would."""
    page.locator(f"input[name=outcome-{index}][value={outcome}]").check()
    for name, text in more.items():
        field = page.locator(f"#{name}-{index}")
        field.select_option(text) if name == "severity" else field.fill(text)


def save(page, folder: pathlib.Path, name: str, tester="t1", button="#save") -> pathlib.Path:
    """Saves the bundle file; where it is then."""
    if tester is not None:
        page.fill("#tester", tester)
    with page.expect_download() as download:
        page.click(button)
    path = folder / name
    download.value.save_as(path)
    return path


def facts(path: pathlib.Path) -> list:
    """The facts of a saved file, which is by the book: layout, order, chain and digests."""
    found = require_bundle(path.read_text(encoding="utf-8"))
    for replica in {fact["r"] for fact in found}:
        clocks = [tuple(fact["at"]) for fact in found if fact["r"] == replica]
        assert clocks == sorted(set(clocks)), "every fact has its own place in time"
    return found


def sheet_of(page) -> dict:
    """What the page says to its script."""
    return json.loads(page.locator("#sheet").text_content())


def numbers(answer) -> dict:
    """The numbers of an import."""
    document = json.loads(answer.out)
    return {name: document["files"][0][name] for name in ("added", "same", "refused", "disputes", "forks")}
