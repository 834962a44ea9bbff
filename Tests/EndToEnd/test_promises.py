"""What help says is so, and what a message advises works as it is printed."""

import json
import re
import shlex

import pytest

from program import CHECK, COMPONENT, Tracker, require_sentence


def words(tracker, *command, **more):
    """What a command says, in one line."""
    return " ".join(tracker.ok(*command, **more).text.split())


@pytest.mark.parametrize("field", [
    "status", "severity", "level", "stale", "state", "method", "impact", "profile", "disputed", "waived"])
def test_each_value_that_a_query_takes_is_in_the_help_of_queries(tracker, field):
    """Notices and lists name some of them, such as status:overruled."""
    told = re.search(rf"^{field}: .*$", tracker.ok("help", "query", "--plain").text, re.MULTILINE)[0]
    answer = tracker.run("list", f"{field}:nonsense")
    require_sentence(answer, 2)
    values = re.search("expected (.*)", answer.error)[1].split(", ")
    assert len(values) > 1
    for value in values:
        assert value in ("2", "3") and "1 to 4" in told or re.search(rf"\b{re.escape(value)}\b", told), (value, told)


def test_help_offers_json_where_it_is_written(tracker):
    for command in ("walk", "help", "completion bash", "status", "undo", "lookup", "tap run"):
        offered = "--json" in tracker.ok(*command.split(), "--help").text.split("Global flags")[1]
        assert offered == ("format.unfit" not in tracker.run(*command.split(), "--json").error), command


def test_a_personal_tracker_is_made_and_found(empty, tmp_path):
    data = tmp_path / "data"
    said = words(empty, "help", "environment")
    assert "$XDG_DATA_HOME/a11y (~/.local/share/a11y), as a11y init ~/.local/share/a11y creates it" in said
    personal = Tracker(tmp_path)
    personal.ok("init", str(data / "a11y"))
    personal.ok("new", "component", "mine", "--kind", "button", XDG_DATA_HOME=str(data))
    assert "mine" in personal.ok("list", "components", XDG_DATA_HOME=str(data)).text
    # A copy that was put there, as of a backup, is found as before.
    (data / "a11y/.a11y/audit.db").rename(data / "a11y/audit.db")
    assert "mine" in personal.ok("list", "components", XDG_DATA_HOME=str(data)).text


def test_flags_after_two_hyphens_are_no_words_of_a_query(tracker):
    tracker.ok("log", "fail", "label-present", "home", "-m", "1 --force", "--tester", "t1")
    answer = tracker.run("list", "findings", "--", "-owner:qa-1", "--limit", "1")
    require_sentence(answer, 2)
    assert "invalid query word \"--limit\"; put flags before --" in answer.error
    assert "1 finding" in tracker.ok("list", "findings", "--limit", "1", "--", "-owner:qa-1").text
    assert "1 finding" in tracker.ok("list", "findings", "\"--force\"").text
    unknown = tracker.run("new", "note", "-x", "--component", "home")
    assert "Put -- after all flags, before arguments that start with a hyphen." in unknown.error
    tracker.ok("new", "note", "--component", "home", "--", "-x")


def test_a_hint_to_a_list_names_one_that_there_is(tracker):
    for kind in ("audit", "checklist", "waiver", "verdict", "question", "task", "shortcut", "gesture", "plan", "reference"):
        asked = {"edit": ("edit", kind, "a/b", "--delete"), "show": ("show", f"{kind}:a/b")}
        for answer in [tracker.run(*asked["edit"])] + ([tracker.run(*asked["show"])] if kind != "reference" else []):
            require_sentence(answer, 3)
            hint = re.findall('Run "a11y ([^"]*)"', answer.error)[-1]
            assert hint == ("lookup TABLE" if kind == "reference" else f"list {kind}s"), (kind, answer.error)
            assert kind in ("reference",) or json.loads(tracker.ok(*hint.split(), "--json").out)["schema"] == f"a11y.{kind}s/1"


def test_advice_fits_the_value_that_was_given(tracker):
    low, high = (tracker.run("tap", "plan", "--target", value) for value in ("49", "100"))
    assert low.code == high.code == 2
    assert "expected 50 to 99 percent" in low.error and "no sample can prove" not in low.error
    assert "no sample can prove 100 percent" in high.error
    answer = tracker.run("status", "--compare", "2026-03-01")
    assert "a11y trend --explain FROM TO" in answer.error
    for form in ((), ("--openacr", "-"), ("--earl", "-")):
        assert "a report needs all items in scope" in tracker.run("report", "status:fail", *form).error
    assert "a trend needs all items in scope" in tracker.run("trend", "status:fail").error
    exists = tracker.run("new", "component", "home", "--kind", "screen")
    assert "Run \"a11y edit component home\" with the flags of what to change." in exists.error


def test_a_page_of_help_that_is_none_is_not_proposed(tracker):
    for asked, name in ((("tester", "--man"), "tester"), (("query", "more"), "query more"), (("log", "walk"), "log walk")):
        answer = tracker.run("help", *asked)
        require_sentence(answer, 3)
        assert f"unknown command, group, or topic \"{name}\"" in answer.error and "Did you mean" not in answer.error
    assert "Did you mean query?" in tracker.run("help", "qeury").error


def test_the_command_that_continues_a_walk_is_on_one_line(tracker):
    build = "3.2 (45) of the branch with the new toolbar and the other sheets"
    asked = ("walk", "--component", COMPONENT, "--check", CHECK)
    walked = tracker.ok(*asked, "--build", build, "--tester", "Zoë O'Hara", stdin=b"q\n").text.splitlines()
    assert walked[-2].endswith("1 left. To continue:") and walked[-1].startswith("a11y walk --")
    assert f"--build '{build}'" in walked[-1] and "--tester 'Zoë O'\\''Hara'" in walked[-1]
    for form in ((), ("--plain",)):
        short = tracker.ok("walk", "--check", "reading-order", "--component", "home", "--tester", "t1", *form, stdin=b"q\n")
        assert short.text.splitlines()[-1].removeprefix("1 left. To continue: ").startswith("a11y walk --check")


def test_each_program_that_is_started_is_in_the_text_on_privacy(empty):
    told = words(empty, "help", "privacy")
    for name in ("ssh-keygen", "xcrun", "sips", "ImageMagick", "pager", "editor"):
        assert name in told.split("Data about you")[0], name


def test_documents_of_changes_are_in_the_text_on_formats(tracker):
    told = words(tracker, "help", "formats")
    for command in (
        ("follow", "*"), ("waiting",), ("export", "--tables", "tables"), ("doctor", "--sources"), ("new", "component", "x", "--kind",
        "button"), ("undo",), ("redo",), ("log", "pass", "label-present", "home"), ("backup", "b.db")):
        schema = json.loads(tracker.ok(*command, "--json", A11Y_TESTER="t1").out)["schema"]
        assert schema.removesuffix("/1") in told, schema


@pytest.fixture
def newest(folder):
    """A tracker as a newcomer has it, with the button of the examples."""
    made = Tracker(folder / "tracker")
    made.folder.mkdir()
    made.begin("6")
    made.ok("new", "component", "sign-in/close-button", "--kind", "icon-button", "--screen", "sign-in")
    (made.folder / "shot.png").write_bytes(b"VoiceOver reads: button\n")
    return made


def test_the_examples_of_log_are_of_checks_that_apply(newest):
    examples = [line.strip() for line in newest.ok("log", "--help", "--width", "1000").text.splitlines()
                if re.match(r" +a11y log (pass|fail) \S+ sign-in/close-button", line)]
    assert len(examples) == 3, examples
    for example in examples:
        said = newest.ok(*shlex.split(re.split("  +", example)[0])[1:], "--tester", "t1")
        assert "applies to" not in said.error and "outside" not in said.error, said.error
    for command in ("resolve", "show", "gate", "new waiver", "new evidence", "edit finding"):
        text = newest.ok(*command.split(), "--help", "--width", "1000").text
        assert not re.search("(label-present|minimum-44pt)\\S* (sign-in/)?close-button|close-button \\S*(label-present|minimum)", text)


def test_the_walk_in_the_text_for_screen_readers_is_what_is_printed(newest):
    newest.ok("edit", "component", "sign-in/close-button", "--retire")
    newest.ok("new", "component", "sign-in/help", "--kind", "icon-button")
    text = [line.strip() for line in newest.ok("help", "accessibility", "--plain", "--width", "1000").text.splitlines()]
    begin = next(place for place, line in enumerate(text) if line.startswith("$ printf"))
    keys, command = re.match(r"\$ printf '(.*)' \| a11y (.*)", text[begin]).groups()
    walked = newest.ok(*command.split(), "--tester", "t1", stdin=keys.replace("\\n", "\n").encode()).text.splitlines()
    walked = [line for line in walked if line]
    assert text[begin + 1:begin + 1 + len(walked)] == walked


def test_a_dry_run_says_what_would_be(newest):
    said = newest.ok("new", "audit", "spring", "--dry-run").error
    assert " items to test\n" in said and "a11y walk" not in said
    said = newest.ok("log", "fail", "icon-button-label", "sign-in/close-button", "--evidence", "shot.png", "--tester", "t1",
                     "--dry-run").error
    assert "the file would be saved as shot.txt" in said, said
    newest.ok("log", "fail", "icon-button-label", "sign-in/close-button", "--tester", "t1")
    said = " ".join(newest.ok("edit", "component", "sign-in/close-button", "--retire", "--dry-run").error.split())
    assert "1 open finding of sign-in/close-button would leave the scope with it" in said
    rebuilt = newest.ok("doctor", "--rebuild", "--dry-run").text
    assert "A rebuild would change nothing." in rebuilt and "Rebuilt" not in rebuilt
    assert "Rebuilt derived data: no changes." in newest.ok("doctor", "--rebuild").text


def test_what_came_back_is_counted_apart_from_what_regressed(tracker):
    """A failure after a pass has regressed; only one after a fix has come back."""
    for outcome, build in (("pass", "1"), ("fail", "2"), ("pass", "3"), ("fail", "4")):
        tracker.ok("log", outcome, CHECK, COMPONENT, "--build", build, "--tester", "t1")
        if outcome == "fail":
            row = json.loads(tracker.ok("list", "findings", "--json").out)["rows"][0]
            assert row["state"] == "regressed" and row["returns"] == int(build) // 2 - 1
    told = words(tracker, "list", "--help")
    assert "has regressed if it fails after a pass on an older build" in told and "after it was fixed" in told


def test_what_replaces_an_older_file_and_what_asks(tracker):
    told = words(tracker, "help", "formats")
    assert "A report or a list replaces an older one of its kind." in told
    for command in (("list", "findings", "-o", "a.json"), ("list", "items", "-o", "a.csv"), ("report", "--html", "a.html")):
        for _ in range(2):
            tracker.ok(*command)
    schema = json.loads((tracker.folder / "a.json").read_text())["schema"]
    assert f'{{"schema":"{schema}","generated"' in told
    for command in (
        ("worksheet", "--check", CHECK, "-o", "w.html"), ("export", "-o", "b.json"), ("backup", "b.db"),
        ("list", "items", "-o", "a.json")):
        if command[-1] != "a.json":
            tracker.ok(*command)
        require_sentence(tracker.run(*command), 5)


def test_the_short_names_in_the_text_on_keys_are_understood(tracker):
    told = words(tracker, "help", "keys").split("Short names")[1]
    names = re.search("if only one name fits: (.*?)\\. A query", told)[1].split(", ")
    assert len(names) == 5
    for name in names:
        full = COMPONENT if "close" in name else CHECK
        assert full in tracker.ok("show", name).text.splitlines()[0], name
    pattern = re.search(r"check:voiceover\S+\*", told)[0]
    assert CHECK in tracker.ok("list", "items", "--all", pattern).text
