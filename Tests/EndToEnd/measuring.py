"""Logging measured values, and what the program says of them."""

import json

SCALE = "visual-feedback.scale-range"
HAPTIC = "haptics.max-one-per-interaction"
VARIANTS = "color.custom-four-variants"
COLUMNS = "dynamic-type.grid-columns-reduce"


def add(tracker, key, kind, *words):
    return tracker.ok("new", "component", key, "--kind", kind, *words)


def document(tracker, *words):
    return json.loads(tracker.ok(*words, "--json").out)


def rows(tracker, *words):
    return document(tracker, "list", *words)["rows"]


def judged(tracker, check, component, value, *words, outcome="pass"):
    """Logs a value, and gives what the check says of it."""
    answer = tracker.log(outcome, check, component, "--value", value, *words)
    if outcome == "pass" and answer.code == 2 and "does not meet" in answer.error:
        answer = tracker.log(outcome, check, component, "--value", value, "--override", "as designed", *words)
    assert answer.code == 0, answer.error
    cells = rows(tracker, "cells", f"check:{check}", f"component:{component}")
    found = [cell for cell in cells if cell["value"] and cell["value"]["text"] == value]
    assert found
    for cell in found:
        # A value that misses its check is a failure, whatever was said.
        assert cell["outcome"] == ("fail" if cell["judged_outcome"] == "fail" else outcome)
    return found[-1]["judged_outcome"]


def asked(tracker, component):
    """The checks in scope of a component."""
    return {cell["check"] for cell in rows(tracker, "cells", "--all", f"component:{component}")}


def said(tracker, *words):
    """The exit code of a log, and all that it said."""
    answer = tracker.log(*words)
    return answer.code, answer.text + answer.error
