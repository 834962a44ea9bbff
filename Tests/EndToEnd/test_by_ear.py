"""What a screen reader reads on a day: the transcripts of the help are what the program prints, and answers come first."""

import json
import re
import shlex

import pytest

from program import Tracker
from test_walk_words import transcripts

#: Days and ages depend on today.
DAYS = re.compile(r"\b\d{4}-\d\d-\d\d(?:T[\d:]+Z)?|\b\d+(?= days? old)|(?<=Days open )\d+|(?<=over time: ).*")
MILLISECONDS = re.compile(r"\d:\d\d\.\d{3}")


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    tracker = Tracker(tmp_path_factory.mktemp("demo"))
    tracker.show_demo()
    return tracker


def test_a_day_by_ear_is_what_the_program_prints(demo):
    found = [(command, lines) for command, lines in transcripts(demo) if "a11y walk" not in command]
    assert [command.split()[1] for command, _ in found] == ["status", "list", "gate", "trend"]
    for command, lines in found:
        answer = demo.run(*shlex.split(command)[1:])
        assert answer.code in (0, 1), answer.error
        assert [DAYS.sub("#", line) for line in answer.text.splitlines()] == [DAYS.sub("#", line) for line in lines]


def test_the_number_of_an_item_is_of_all_rows(demo):
    for kind in "cells", "findings", "results", "components", "checks", "fixes", "criteria":
        rows = json.loads(demo.ok("list", kind, "--json").out)["rows"]
        for words in [], ["--sort", next(iter(rows[0]))]:
            text = demo.ok("list", kind, "--plain", "--limit", "2", *words).text
            assert re.findall(r"^Item (\d+ of \d+)\.", text, re.MULTILINE) == [f"{place} of {len(rows)}" for place in (1, 2)]


def test_titles_are_read_before_ids(demo):
    demo.ok("edit", "component", "movie-detail/movie-detail", "--title", "Movie")
    line = next(line for line in demo.ok("list", "findings", "--plain").text.splitlines() if line.startswith("Item 1 of"))
    assert re.match(r"Item 1 of 55\. Movie, Icon-only control has no label of its own\. ", line), line
    assert line.endswith(" Component: movie-detail/movie-detail. Check: voiceover.icon-button-label. ID: hzjqsqxh.")
    gate = demo.run("gate", "--max-critical", "0", "--plain").text
    assert "Movie, Icon-only control has no label of its own. critical" in gate
    demo.ok("undo")


def test_the_answer_comes_first(demo):
    assert demo.run("gate", "--max-critical", "0", "--plain").text.startswith("Release check: HOLD, ")
    assert demo.ok("trend", "--plain").text.startswith("Trend by week: worse, from ")
    assert demo.ok("doctor", "--plain").text.startswith("No problems found.\n")
    assert demo.ok("verify", "--db", "--plain").text.startswith("No problems found.\n")


def test_plain_output_has_no_milliseconds(demo, folder):
    bundle = folder / "all.a11y.json"
    (folder / "shared").mkdir()
    for words in [["export", "-o", bundle, "--yes"], ["import", bundle], ["verify", bundle], ["sync", folder / "shared"],
                  ["sync", "--status", folder / "shared"], ["status"], ["trend"], ["undo", "--list"],
                  ["show", "movie-detail/movie-detail"], *(["list", kind] for kind in LISTS)]:
        text = demo.ok(*words, "--plain").text
        assert not MILLISECONDS.search(text), words


LISTS = ["cells", "findings", "results", "retest", "fixes", "components", "checks", "checklists", "criteria", "audits",
         "waivers", "questions", "tasks", "enhancements", "notes", "bundles", "evidence", "planned", "matrix"]


@pytest.mark.parametrize("width", [60, 80, 100])
@pytest.mark.parametrize("kind", LISTS)
def test_no_list_is_wider_than_the_terminal_or_hides_what_it_is_for(demo, kind, width):
    rows = json.loads(demo.ok("list", kind, "--json", "--limit", "5").out)["rows"]
    text = demo.ok("list", kind, "--limit", "5", "--width", str(width)).text
    # A path or an ID that is wider than the terminal is not broken.
    assert all(len(line) <= width or " " not in line.strip() for line in text.splitlines()), text
    told, wide = (" ".join(one.split()) for one in (text, demo.ok("list", kind, "--limit", "5", "--width", "400").text))
    hidden = re.findall(r"Hidden at this width: (.*?)\. Use --width \d+ or --columns\.", told)
    assert not hidden or kind == "fixes" and hidden == ["Criteria, Components"], hidden
    for row in rows:
        for key in "note", "owner", "text", "approver", "decision", "state":
            assert not row.get(key) or row[key] not in wide or row[key] in told, (kind, key)


@pytest.mark.parametrize("kind, title", [("checks", "title"), ("checklists", "title"), ("criteria", "name")])
def test_a_title_is_not_cut(demo, kind, title):
    rows = json.loads(demo.ok("list", kind, "--json", "--limit", "30").out)["rows"]
    told = " ".join(demo.ok("list", kind, "--limit", "30", "--width", "80").text.split())
    assert [row[title] for row in rows if row[title] not in told] == []
