"""A team's desk of 35 components, and a walk that counts keys and words."""

import json
import re

import pytest

from walking import AGAIN, ASK, end, start

LABEL, SHAPE = "voiceover.label-present", "toggle.icon-shape-changes"
SIZES = ["touch-target.minimum-44pt", "touch-target.icon-button-44pt", "touch-target.wcag-24pt-floor"]
BUTTONS = [f"timeline/action-{number:02}" for number in range(12)]
OTHERS = [f"profile/icon-{number:02}" for number in range(10)]
LINKS = [f"settings/link-{number:02}" for number in range(13)]
ALL = BUTTONS + OTHERS + LINKS
#: What a tester saw: no label on three, 25x25 on one button, 40x40 on two, no second state on any icon.
UNLABELED = {"profile/icon-03": "says image", "settings/link-07": "says link", "timeline/action-05": "says button"}
MEASURED = {key: "48x48" for key in BUTTONS} | {BUTTONS[2]: "25x25", BUTTONS[6]: "40x40", BUTTONS[9]: "40x40"}


@pytest.fixture
def desk(empty):
    empty.ok("new", "component", "--from", "-", stdin="\n".join(
        ["key,kind,screens", *(f"{key},{'link' if key in LINKS else 'icon-button'},{key.split('/')[0]}" for key in ALL),
         ""]).encode())
    empty.ok("new", "checklist", "names", "--check", f"{LABEL},{SHAPE}")
    empty.ok("new", "checklist", "sizes", "--check", ",".join(SIZES))
    empty.ok("new", "audit", "names", "--checklist", "names")
    empty.ok("new", "audit", "sizes", "--checklist", "sizes", "--components", "timeline/**")
    return empty


def kept(tracker):
    rows = json.loads(tracker.ok("list", "cells", "--json").out)["rows"]
    return {(row["component"], row["check"]): (row["outcome"], row["value"] and row["value"]["text"]) for row in rows}


class Walker:
    """Walks at a terminal, and counts the keys and the words."""

    def __init__(self, tracker, *words):
        self.child, self.keys, self.text = start(tracker, *words, "--plain"), 0, ""
        self.child.expect_exact(ASK)

    def type(self, keys, question=AGAIN):
        self.child.send(keys)
        self.keys += len(keys)
        self.child.expect_exact(question)
        self.text += self.child.before + self.child.after

    def quit(self):
        self.child.send("q")
        self.keys += 1
        assert end(self.child) == 0
        self.text += self.child.before

    @property
    def words(self):
        return len(re.findall(r"\S+", self.text))
