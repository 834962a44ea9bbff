"""Source files of components: what was seen against which content, and what changed since."""

import hashlib
import json

import pytest

from program import CHECK, COMPONENT, Tracker


@pytest.fixture
def app(tmp_path):
    tracker = Tracker(tmp_path)
    tracker.begin()
    (tmp_path / "Views").mkdir()
    (tmp_path / "Views/SignIn.swift").write_text("struct SignIn {}\n")
    (tmp_path / "Views/My Home.swift").write_text("struct Home {}\n")
    tracker.ok("new", "component", COMPONENT, "--kind", "icon-button", "--source", "Views/SignIn.swift")
    tracker.ok("new", "component", "home", "--kind", "screen", "--source", "Views/My Home.swift")
    tracker.ok("new", "component", "help", "--kind", "screen")
    return tracker


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def sources(app, *words, folder=None):
    answer = app.run("doctor", "--sources", *words, "--json", folder=folder)
    said = json.loads(answer.out)
    assert said["schema"] == "a11y.sources/1"
    return answer.code, said, {row["component"]: row for row in said["rows"]}


def stale(app):
    rows = json.loads(app.ok("list", "cells", "--json").out)["rows"]
    return {row["component"]: row["stale"] for row in rows}


def test_a_result_says_which_content_it_was_seen_against_and_goes_stale_with_it(app):
    app.log("pass", CHECK, COMPONENT)
    seen, = app.rows("SELECT term.text FROM result JOIN context ON context.id = result.context "
                     "JOIN term ON term.id = context.source")
    assert seen == (digest(app.folder / "Views/SignIn.swift"),)
    assert sources(app)[0] == 0
    (app.folder / "Views/SignIn.swift").write_text("struct SignIn { let close = 1 }\n")
    code, said, rows = sources(app)
    assert (code, said["changed"], said["components"]) == (1, 1, 2)
    assert rows[COMPONENT]["state"] == "changed"
    assert rows[COMPONENT]["digest"] == digest(app.folder / "Views/SignIn.swift")
    assert stale(app) == {COMPONENT: []}, "looking changes nothing"
    app.ok(*rows[COMPONENT]["command"].split()[1:])
    assert stale(app) == {COMPONENT: ["source"]}
    assert sources(app)[0] == 0
    app.log("pass", CHECK, COMPONENT)
    assert stale(app) == {COMPONENT: []}


def test_all_at_once_is_one_step_that_undo_takes_back(app):
    app.log("pass", CHECK, COMPONENT, "home")
    for file in (app.folder / "Views").iterdir():
        file.write_text("changed")
    code, said, _ = sources(app, "--refresh", "--dry-run")
    assert (code, said["dry_run"], said["refreshed"]) == (1, True, 2)
    assert sources(app)[0] == 1
    code, said, rows = sources(app, "--refresh")
    assert (code, said["refreshed"], [row["refreshed"] for row in rows.values()]) == (0, 2, [True, True])
    assert stale(app) == {COMPONENT: ["source"], "home": ["source"]}
    app.ok("undo")
    assert stale(app) == {COMPONENT: [], "home": []}
    assert sources(app)[0] == 1


def test_a_file_that_is_gone_stays_a_finding(app):
    (app.folder / "Views/My Home.swift").unlink()
    code, said, rows = sources(app, "--refresh")
    assert (code, said["gone"], rows["home"]["digest"]) == (1, 1, None)
    assert rows["home"]["command"] == "a11y edit component home --source FILE"
    app.ok("edit", "component", "home", "--retire")
    assert sources(app)[0] == 0


def test_a_file_that_was_not_there_when_it_was_registered_was_never_read(app):
    app.ok("new", "component", "late", "--kind", "card", "--source", "Views/Late one.swift")
    assert sources(app)[2]["late"]["state"] == "gone"
    (app.folder / "Views/Late one.swift").write_text("now\n")
    code, _, rows = sources(app)
    assert (code, rows["late"]["state"], rows["late"]["registered_digest"]) == (1, "unread", None)
    assert rows["late"]["command"] == "a11y edit component late --source 'Views/Late one.swift'"
    assert sources(app, "--refresh")[0] == 0


def test_a_path_begins_here_or_where_the_tracker_is(app):
    below = app.folder / "Views"
    assert sources(app, folder=below)[0] == 0
    elsewhere = app.folder / "elsewhere"
    elsewhere.mkdir()
    code, said, _ = sources(app, "--db", app.database, folder=elsewhere)
    assert (code, said["gone"]) == (0, 0)


def test_the_page_names_the_command_and_reads_line_by_line(app):
    (app.folder / "Views/My Home.swift").write_text("changed")
    said = app.run("doctor", "--sources")
    assert said.code == 1
    assert "2 components with a source file, 1 unchanged." in said.text
    assert "Run: a11y edit component home --source 'Views/My Home.swift'" in said.text
    assert "a11y doctor --sources --refresh" in said.text
    assert app.run("doctor", "--sources", "--plain").text.count("\n") >= 4


@pytest.mark.parametrize("words", [
    ("--refresh",), ("--sources", "--rebuild"), ("--sources", "--dry-run")])
def test_flags_that_do_not_go_together_are_refused(app, words):
    assert app.run("doctor", *words).code == 2


@pytest.mark.parametrize("name, text", [
    ("c.csv", "key,kind,source\na,button,Views\\My Home.swift\nb,button,Views\\SignIn.swift:12\n"),
    ("c.json", json.dumps([{"key": "a", "kind": "button", "source": "Views\\My Home.swift"},
                           {"key": "b", "kind": "button", "source": "Views\\SignIn.swift:12"}]))])
def test_paths_of_windows_in_a_table_are_those_of_the_repository(app, name, text):
    """Their files were not found, so that results never went stale and no report matched them."""
    (app.folder / name).write_text(text)
    assert "not found" not in app.ok("new", "component", "--from", name).error
    shown = {key: json.loads(app.ok("show", key, "--json").out)["source"] for key in "ab"}
    assert shown == {"a": "Views/My Home.swift", "b": "Views/SignIn.swift:12"} and "not found" not in app.run("doctor", "--sources").text
