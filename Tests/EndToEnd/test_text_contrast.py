"""A contrast says of which text it is: the limit for large text decides, by the reading of WCAG."""

import json

import pytest

from conftest import once
from program import require_sentence

LARGE, TEXT = "contrast.large-text-3", "contrast.text-4-5"


@once("title,text")
def desk(tracker):
    """One text."""


@pytest.mark.parametrize("check, value, outcome", [
    (LARGE, "3.2:1 at 24 pt", "pass"), (LARGE, "3.2:1 at 20 pt bold", "pass"), (LARGE, "3.2:1 at 20 pt", "fail"),
    (LARGE, "3.2:1 at 17 pt bold", "fail"), (TEXT, "3.2:1 at 24 pt", "pass"), (TEXT, "3.2:1 at 17 pt", "fail"),
    (TEXT, "#767676 on white", "pass"), (TEXT, "#777777 on white at 17 pt", "fail"),
    (TEXT, "#777777 on white at 30 pt", "pass"), (TEXT, "4.5:1", "pass"), (LARGE, "3:1", "pass"), (TEXT, "21:1", "pass"),
])
def test_size_and_weight_decide(desk, check, value, outcome):
    answer = desk.log("pass", check, "title", "--value", value)
    assert (answer.code == 0) == (outcome == "pass"), answer.error
    desk.log(outcome, check, "title", "--value", value)
    row = json.loads(desk.ok("list", "cells", "--json").out)["rows"][0]
    assert (row["judged_outcome"], row["value"]["text"], row["value"]["unit"]) == (outcome, value, "ratio")


def test_a_text_that_only_the_platform_takes_as_large_says_so(desk):
    error = desk.log("pass", LARGE, "title", "--value", "3.2:1 at 20 pt").error
    assert "WCAG, which counts, requires 4.5:1 below 24 pt, or 18.7 pt bold (E-06)" in " ".join(error.split())
    desk.log("fail", LARGE, "title", "--value", "3.2:1 at 20 pt")
    assert "(E-06)" in desk.ok("show", LARGE, "title").text


@pytest.mark.parametrize("value", ["22:1", "3.2:1 at big", "3.2:1 at 20 mm", "3 pt at 20 pt", "white on glass", "at 20 pt", "3:1 at -1 pt"])
def test_what_is_no_contrast_is_refused(desk, value):
    require_sentence(desk.log("pass", TEXT, "title", "--value", value), 2)
