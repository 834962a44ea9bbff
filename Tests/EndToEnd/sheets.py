"""Worksheets for tests: trackers to make them of, and a hand that fills them in."""

import json
import pathlib

import pytest

from conftest import once
from facts import require_bundle
from program import CHECK, Tracker

MEASURES = "touch-target.minimum-44pt"


def press(page, index: int, outcome: str, **more) -> None:
    """Answers an item: note, value and severity as a person would."""
    page.locator(f"input[name=outcome-{index}][value={outcome}]").check()
    for name, text in more.items():
        field = page.locator(f"#{name}-{index}")
        field.select_option(text) if name == "severity" else field.fill(text)


def press_all(page, answers: list) -> None:
    """The same for many, of which the page hears and nobody waits until each is drawn: an item, an outcome, and more of each."""
    page.evaluate("""(answers) => answers.forEach(([index, outcome, more]) => {
      document.querySelector(`input[name=outcome-${index}][value=${outcome}]`).click();
      for (const name in more) {
        const field = document.getElementById(`${name}-${index}`);
        field.value = more[name];
        for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, { bubbles: true }));
      }
    })""", answers)


def save(page, folder: pathlib.Path, name: str, tester="t1") -> pathlib.Path:
    """Saves the bundle file; where it is then."""
    if tester is not None:
        page.fill("#tester", tester)
    with page.expect_download() as download:
        page.click("#save")
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


@once("home,button", "search,button", "sign-in/close-button,icon-button")
def tracker(tracker):
    """Two buttons, and one with an icon."""


@pytest.fixture
def sheet(tracker):
    """A sheet of a few checks on three components, one of them looked at before in an older build, for one audit."""
    tracker.ok("new", "checklist", "short", "--check", f"{CHECK},{MEASURES},voiceover.state-change-announced")
    tracker.ok("new", "audit", "spring", "--checklist", "short", "--build", "3.2")
    tracker.log("fail", CHECK, "sign-in/close-button", "--audit", "spring", "--build", "3.1", "-m", "says nothing",
                tester="t9")
    tracker.ok("worksheet", "--audit", "spring", "-o", "sheet.html")
    return tracker.folder / "sheet.html"


def place(page, check: str, component: str) -> int:
    return next(index for index, item in enumerate(sheet_of(page)["items"])
                if (item["check"], item["component"]) == (check, component))


def cells(tracker: Tracker) -> dict:
    rows = json.loads(tracker.ok("list", "cells", "--json").out)["rows"]
    return {(row["check"], row["component"]): row for row in rows}
