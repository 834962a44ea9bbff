"""What is seen and what is tapped, and slips that were once taken without a word."""

import json

import pytest

from conftest import once
from program import CHECK, Tracker, require_sentence

SIZE = "touch-target.minimum-44pt"
TAPS = "touch-target.first-tap-reliable"


@once(edition="3")
def desk(tracker):
    tracker.ok("edit", "tracker", "--checklists", "everything")
    tracker.ok("new", "component", "buy", "--kind", "button", "--size", "24x24", "--platform", "iOS")


def rows(desk, *words) -> list:
    return json.loads(desk.ok("list", *words, "--json").out)["rows"]


def walked(desk, keys: str, check: str, component="buy") -> str:
    answer = desk.run("walk", "--check", check, "--component", component, "--tester", "t1", stdin=keys.encode())
    return " ".join((answer.text + answer.error).split())


def test_a_hit_area_is_judged_and_the_size_is_what_is_seen(desk):
    # A pass with a right value contradicts the registered size, and it says so, with the way out.
    said = " ".join(desk.log("pass", SIZE, "buy", "--value", "48x48").error.split())
    assert "registered size 24x24 does not meet at least 44 pt" in said and "edit component buy --hit-area 48x48" in said
    assert [row["stale"] for row in rows(desk, "cells", f"check:{SIZE}")] == [["registered"]]
    desk.ok("edit", "component", "buy", "--hit-area", "48x48")
    assert [row["stale"] for row in rows(desk, "cells", f"check:{SIZE}")] == [[]]
    assert desk.log("pass", SIZE, "buy", "--value", "48x48").err == b""
    row, = rows(desk, "components")
    assert (row["size"], row["hit_area"]) == ("24x24", "48x48")
    shown = " ".join(desk.ok("show", "buy").text.split())
    assert "Size 24x24" in shown and "Hit area 48x48" in shown
    # A hit area that is too small contradicts a pass.
    desk.ok("edit", "component", "buy", "--hit-area", "40x40")
    said = " ".join(desk.log("pass", SIZE, "buy", "--value", "48x48").error.split())
    assert "registered hit area 40x40 does not meet" in said
    assert "registered hit area" in " ".join(desk.ok("list", "retest").text.split()) or rows(desk, "retest")
    desk.ok("edit", "component", "buy", "--hit-area", "")
    assert rows(desk, "components")[0]["hit_area"] is None
    require_sentence(desk.run("edit", "component", "buy", "--hit-area", "huge"), 2)
    desk.require_sound()


def test_a_hit_area_that_is_smaller_than_what_is_seen_is_a_slip(desk):
    """The two values in each other's place would make a target pass that is too small."""
    for words in (["edit", "component", "buy", "--hit-area", "20x48"], ["edit", "component", "buy", "--size", "48x48", "--hit-area", "44x44"],
                  ["new", "component", "help", "--kind", "button", "--size", "44x44", "--hit-area", "16x16"]):
        answer = desk.run(*words)
        require_sentence(answer, 2)
        assert "is smaller than the size" in answer.error
    (desk.folder / "c.csv").write_text("key,kind,size,hit_area\nhelp,icon-button,44x44,16x16\nbuy,icon-button,24x24,48x48\n")
    answer = desk.run("new", "component", "--from", "c.csv")
    assert answer.code == 4 and "line 2: the hit area" in answer.error and "line 3" not in answer.error
    desk.ok("edit", "component", "buy", "--hit-area", "24x24")
    assert rows(desk, "components")[0]["hit_area"] == "24x24"


@pytest.mark.parametrize("form", [[], ["--plain"], ["--format", "md"]])
def test_a_status_without_a_result_has_its_decision(desk, form):
    """As the page, the report, and the gate have it."""
    said = " ".join(desk.ok("status", *form).text.split())
    decision = json.loads(desk.ok("status", "--json").out)["decision"]["word"]
    assert decision == "no-decision" and "NO DECISION: the team has set no policy." in said and "none tested yet" in said


def test_the_walk_tells_both_sizes(desk):
    desk.ok("edit", "component", "buy", "--hit-area", "48x48")
    assert "registered size 24x24, hit area 48x48" in walked(desk, "q\n", SIZE)


def test_a_hit_area_is_in_tables_of_components_and_is_copied(desk):
    table = b"key,kind,size,hit_area\nhelp,icon-button,16x16,44x44\n"
    desk.ok("new", "component", "--from", "-", stdin=table)
    desk.ok("new", "component", "close", "--like", "help")
    assert {row["key"]: row["hit_area"] for row in rows(desk, "components")} == {
        "buy": None, "help": "44x44", "close": "44x44"}


def test_a_share_of_taps_is_a_value(desk):
    assert desk.log("pass", TAPS, "buy", "--value", "10/10").code == 0
    assert rows(desk, "cells", f"check:{TAPS}")[0]["value"] == {"text": "10/10", "unit": "percent", "numbers": [100]}
    assert desk.log("fail", TAPS, "buy", "--value", "2/3").code == 0
    assert rows(desk, "cells", f"check:{TAPS}")[0]["value"]["numbers"] == [66.666667]
    for value in ["10/9", "1/0", "/3", "1/2/3", "-1/3", "1 / 2"]:
        assert desk.log("fail", TAPS, "buy", "--value", value).code == 2, value
    # A ratio is no share.
    assert desk.log("fail", "contrast.text-4-5", "buy", "--value", "9/10").code == 2


def test_na_after_a_fail_wants_a_reason(desk):
    desk.log("fail", SIZE, "buy", "--value", "24x24")
    assert "is N/A now, without a reason; log it again with -m REASON" in " ".join(desk.log("na", SIZE, "buy").error.split())
    desk.log("fail", SIZE, "buy", "--value", "24x24")
    assert desk.log("na", SIZE, "buy", "-m", "a link in a sentence").err == b""


def test_closing_an_audit_says_what_is_untested(desk):
    desk.ok("new", "checklist", "one", "--check", SIZE)
    desk.ok("new", "audit", "spring", "--checklist", "one")
    assert "untested: 1 of 1 item" in desk.ok("edit", "audit", "spring", "--close").error
    desk.ok("edit", "audit", "spring", "--reopen")
    desk.ok("edit", "component", "buy", "--size", "")
    desk.log("pass", SIZE, "buy", "--audit", "spring")
    assert "untested" not in desk.ok("edit", "audit", "spring", "--close").error


def test_a_value_in_the_place_of_a_note_is_not_recorded(desk):
    said = walked(desk, "p 48x48\nq\n", SIZE)
    assert "48x48 is a measured value, not a note" in said and "v=48x48" in said
    assert rows(desk, "cells") == []
    # A fail is none the better for it.
    walked(desk, "f 2 40 by 40\nq\n", TAPS)
    assert [row["note"] for row in rows(desk, "cells")] == ["40 by 40"]
    desk.ok("undo")
    walked(desk, "p v=48x48\nq\n", SIZE)
    assert [(row["outcome"], row["value"]["text"]) for row in rows(desk, "cells")] == [("pass", "48x48")]
    desk.ok("edit", "component", "buy", "--hit-area", "48x48")
    walked(desk, "p 48x48 with a finger\nq\n", TAPS)
    assert {row["check"]: row["note"] for row in rows(desk, "cells")}[TAPS] == "48x48 with a finger"


def test_a_question_is_asked_once(desk):
    desk.ok("new", "question", "Is landscape supported?")
    answer = desk.run("new", "question", "is landscape supported?")
    require_sentence(answer, 5)
    assert "question is-landscape-supported already asks this" in answer.error
    desk.ok("new", "question", "Is landscape supported?", "--component", "buy")
    desk.ok("edit", "question", "is-landscape-supported", "--decision", "yes")
    desk.ok("new", "question", "Is landscape supported?")


def test_a_style_that_is_made_for_other_kinds_is_named(desk):
    said = " ".join(desk.ok("new", "component", "pictures", "--kind", "carousel", "--style", "primary-action").error.split())
    assert "style primary-action is made for button or custom-control, not for carousel" in said
    assert "is made for" not in desk.ok("edit", "component", "buy", "--style", "primary-action").error
    assert "not for slider" in desk.ok("edit", "component", "buy", "--kind", "slider").error
    assert "is made for" not in desk.ok("edit", "component", "buy", "--title", "Buy").error
    assert rows(desk, "components")[0]["style"] == "primary-action", "it is kept"


def test_components_in_use_come_before_those_that_are_retired(desk):
    desk.ok("new", "component", "away", "--kind", "button")
    desk.ok("edit", "component", "away", "--retire")
    assert [row["key"] for row in rows(desk, "components")] == ["buy", "away"]
    assert [row["key"] for row in rows(desk, "components", "--sort", "key")] == ["away", "buy"]


def test_a_file_that_was_refused_is_not_said_to_be_imported(desk):
    answer = desk.run("import", "missing.a11y.json")
    assert answer.code != 0 and answer.text == "Imported no file: 0 added, 0 the same, 1 refused.\n"
    assert desk.run("import", "missing.a11y.json", "--dry-run").text == "Would import no file: 0 added, 0 the same, 1 refused.\n"


def test_a_refused_file_beside_another_takes_nothing_from_it(desk):
    (desk.folder / "good.jsonl").write_text('{"auditType":"contrast","element":"buy"}\n')
    (desk.folder / "bad.jsonl").write_text('{"auditType":"contrast",')
    desk.ok("export", "-o", "all.a11y.json")
    answer = desk.run("import", "good.jsonl", "bad.jsonl")
    assert answer.code == 4 and answer.text.startswith("Imported 1 report, 1 refused.\nxctest: 1 finding"), answer.text
    assert "Nothing of it was imported." in answer.error and "Nothing was" not in answer.error, answer.error
    assert desk.run("import", "all.a11y.json", "bad.jsonl").text.startswith("Imported 1 file: 0 added")
    assert "Nothing was imported." in desk.run("import", "bad.jsonl").error


def test_what_does_not_apply_has_no_number_in_the_matrix(desk):
    """With a dash before it, it was read as a negative number."""
    desk.ok("log", "na", SIZE, "buy", "--tester", "t1", "--build", "1")
    text = desk.ok("status", "--by", "component").text
    assert "N/A is not shown" in text and "–" not in text


def test_a_proposal_is_told_once(desk):
    desk.log("fail", SIZE, "buy", "-s", "1")
    text = desk.run("gate").text
    assert text.endswith("\nRelease check: NO DECISION (no policy)\n")
    assert " ".join(text.split()).count("With max-critical 0 the decision would be HOLD: 1 blocker.") == 1
    assert all(len(one) <= 80 for one in desk.run("gate", "--width", "80").text.splitlines())


def test_no_word_of_a_manual_page_is_divided(desk):
    """A command to copy was: the half of a file's name began a line."""
    for name in ("", "gate", "keys"):
        assert desk.ok("help", "--man", *filter(None, [name])).text.split("\n")[1:3] == [".nh", ".ad l"]


def test_an_audit_is_of_a_screen_a_kind_or_a_query(empty):
    """They were unknown flags, and a query was an invalid pattern."""
    for key, kind, screen in (("home", "screen", "home"), ("cart", "screen", "cart"), ("home/pay", "button", "home"),
                              ("home/more", "link", "home"), ("cart/pay", "button", "cart")):
        empty.ok("new", "component", key, "--kind", kind, "--screen", screen, "--owner", "ana" if kind == "link" else "ben")

    def of(*words):
        said = empty.ok("new", "audit", f"a{len(made)}", *words)
        made.append(words)
        return json.loads(empty.ok("show", f"a{len(made) - 1}", "--json").out)["components"], " ".join(said.error.split())

    made = []
    assert of("--screen", "cart")[0] == ["cart", "cart/pay"]
    found, said = of("--kind", "button,link", "--screen", "home")
    assert found == ["home/more", "home/pay"] and "the audit is of the 2 components found now: home/more, home/pay" in said
    assert of("--components", "home/**", "--kind", "button")[0] == ["home/pay"]
    assert of("--components", "owner:ana")[0] == ["home/more"]
    assert of("--components", "screen:home kind:button", "--components", "cart/**")[0] == ["home/pay", "cart/**", "cart"]
    assert of("--components", "cart/**")[1].count("found now") == 0
    refused = empty.run("new", "audit", "none", "--screen", "nowhere")
    assert refused.code == 3 and "no component in use matches" in refused.error
    assert "screen:sign-in" in empty.run("new", "audit", "none", "--components", "a b").error
    empty.ok("edit", "audit", "a0", "--components", "kind:link")
    assert json.loads(empty.ok("show", "a0", "--json").out)["components"] == ["home/more"]


def test_all_of_a_screen_is_the_screen_too(empty):
    """`sign-in/**` left out the screen itself, with all of its checks, and nothing said so."""
    for key, kind in (("home", "screen"), ("home/pay", "button"), ("cart", "screen"), ("cart/pay", "button")):
        empty.ok("new", "component", key, "--kind", kind)

    def listed(*words, column="key"):
        return sorted({row[column] for row in json.loads(empty.ok("list", "--json", *words).out)["rows"]})

    whole = ["home", "home/pay"]
    assert listed("components", "home/**") == listed("components", "component:home/**") == whole
    assert listed("components", "--", "-component:home/**") == ["cart", "cart/pay"]
    assert listed("cells", "--all", "component:home/**", column="component") == whole
    empty.ok("new", "audit", "spring", "--components", "home/**")
    assert listed("cells", "--all", "--audit", "spring", column="component") == whole
    assert json.loads(empty.ok("show", "spring", "--json").out)["components"] == ["home/**", "home"]
    empty.ok("edit", "component", "home/**", "--owner", "ana", "-y")
    assert listed("components", "owner:ana") == whole
    empty.ok("log", "fail", CHECK, "home/**", "--tester", "t1", "-y")
    assert listed("findings", column="component") == ["home/pay"], "a check of controls is not asked of the screen"
    # What decides and is kept is for what it was: a waiver of what is below a screen is none of the screen.
    empty.ok("new", "waiver", "home/**", "voiceover.*", "--reason", "deferred", "--approver", "l", "--until", "2099-01-01")
    empty.ok("log", "fail", "voiceover.reading-order", "home", "--tester", "t1")
    assert {row["component"]: row["waived_until"] for row in json.loads(empty.ok("list", "findings", "--json").out)["rows"]} == {
        "home": None, "home/pay": "2099-01-01"}


def test_a_result_of_a_check_that_does_not_apply_says_whether_it_counts(folder):
    """It moved a release check, and the note only named the kinds that the check is for."""
    tracker = Tracker(folder)
    tracker.begin("6")
    tracker.ok("new", "component", "buy", "--kind", "button")
    counts = "the result counts all the same"
    before = json.loads(tracker.ok("status", "--json").out)["cells"]["pass"]
    said = tracker.ok("log", "pass", "touch-target.field-height-44pt", "buy", "--tester", "t1").error
    assert "applies to form-field and search-field, not button" in said and counts in said
    assert json.loads(tracker.ok("status", "--json").out)["cells"]["pass"] == before + 1
    # Outside of the plan it does not.
    said = tracker.ok("log", "pass", "child-testing.size-comments", "buy", "--tester", "t1").error
    assert "applies to the profile child, not general" in said and counts not in said
    assert json.loads(tracker.ok("status", "--json").out)["cells"]["pass"] == before + 1


def test_a_date_with_slashes_is_told_what_it_is(desk):
    """The year had too few digits, it said: it has four, and comes last."""
    for text in ("3/1/2026", "03.01.2026", "2026/03/01"):
        require_sentence(refused := desk.run("log", "pass", SIZE, "buy", "--at", text, "--tester", "t1"), 2)
        assert "expected a date as year-month-day with hyphens" in refused.error
    desk.ok("log", "pass", SIZE, "buy", "--value", "44", "--at", "2026-01-01T10:00:00.5Z", "--tester", "t1")


def test_findings_that_leave_are_named_however_the_component_is_taken_out_of_use(empty):
    """A table and a deletion said nothing."""
    empty.register("home,button", "old,button")
    empty.ok("log", "fail", CHECK, "old", "--tester", "t1", "--build", "1.0")
    leaves = f"1 open finding of old would leave the scope with it: {CHECK}"
    row = b"key,kind,retired\nold,button,yes\nhome,button,yes\n"
    told = " ".join(empty.ok("new", "component", "--from", "-", "--dry-run", stdin=row).err.decode().split())
    assert leaves in told and "of home" not in told
    assert leaves in " ".join(empty.ok("edit", "component", "old", "--delete", "--dry-run").err.decode().split())
    assert leaves.replace("would leave", "left") in " ".join(
        empty.ok("new", "component", "--from", "-", stdin=row).err.decode().split())
    assert "left the scope" not in empty.ok("edit", "component", "old", "--delete").err.decode()
    empty.ok("edit", "component", "old", "--restore")
    keys = [f"k{number}" for number in range(6)]
    empty.ok("new", "component", "--from", "-", stdin="".join(["key,kind\n", *(f"{key},button\n" for key in keys)]).encode())
    empty.ok("log", "fail", CHECK, *keys, "--tester", "t1", "--build", "1.0", "-y")
    told = " ".join(empty.ok("edit", "component", "k*", "--retire", "-y").err.decode().split())
    assert "6 open findings left the scope with 6 components: k0, k1, k2, and 3 more" in told


def test_an_undo_of_many_results_is_two_lines(empty):
    """It named twenty of them, and no one reads them."""
    empty.register("home,button")
    empty.ok("log", "pass", "*", "home", "--tester", "t1", "--build", "1", "-y")
    for words, verb in (["undo", "--dry-run"], "Would undo"), (["undo"], "Undone"):
        lines = empty.ok(*words, "--tester", "t1").text.splitlines()
        assert len(lines) == 2 and all(line.startswith(f"{verb}: ") for line in lines), words
        assert lines[1].endswith(" more results of the same command.")


@pytest.mark.parametrize("sign", ["-", "\u2013", "\u2014", "n/a", "N/A", "None"])
def test_a_dash_in_a_table_is_an_empty_cell(desk, sign):
    """As a severity or a value it was refused, and a tester, a build, or a note was named so."""
    head = "outcome,check,component,condition,value,note,severity,device,os,build,tester\n"
    table = f"fail,{CHECK},buy{f',{sign}' * 8}\n"
    for separator in ",", "\t":
        said = desk.ok("log", "-", "--tester", "t1", "--build", "7", stdin=(head + table).replace(",", separator).encode())
        assert "Logged 1 result." in said.text
    kept = {(row["tester"], row["build"], row["note"], row["device"], row["condition"]) for row in rows(desk, "results")}
    assert kept == {("t1", "7", None, None, "")}
    # In the column of outcomes it stays the outcome.
    assert "Logged 1 result." in desk.ok("log", "-", "--tester", "t1", stdin=f"outcome,check,component\nn/a,{CHECK},buy\n".encode()).text
    assert "na" in {row["outcome"] for row in rows(desk, "results")}


def test_a_word_of_a_map_may_mean_nothing(desk):
    """It was an invalid pair."""
    table = f"outcome,check,component,note,severity\nfail,{CHECK},buy,keine,keine\n".encode()
    for pair in "keine=", "severity:keine=,note:keine=":
        said = desk.ok("log", "-", "--tester", "t1", "--map", pair, stdin=table)
        assert "Logged 1 result." in said.text and "keine = blank" in said.error
    assert {row["note"] for row in rows(desk, "results")} == {None}
    assert desk.run("log", "-", "--tester", "t1", "--map", "note:keine=", stdin=table).code == 4


@pytest.mark.parametrize("name", ["`{}`", "\u201c{}\u201d", "\u201e{}\u201c", "\u00ab {} \u00bb"])
def test_the_name_of_a_check_may_be_in_quotes(desk, name):
    """It was an unknown check."""
    component = "`buy`" if "`" in name else "buy"
    table = f"|outcome|check|component|\n|---|---|---|\n|fail|{name.format(CHECK)}|{component}|\n"
    assert "Logged 1 result." in desk.ok("log", "-", "--tester", "t1", stdin=table.encode()).text


@pytest.mark.parametrize("head, words", [
    ("Screen,Issue,Severity", "no columns outcome, check, and component"), ("Screen,Check,Severity", "no columns outcome and component"),
    (f"pass,{CHECK},buy", "missing header row"), ("Check\tComponent\tStatus", "no column outcome"), ("Check\tView\tResult\tNote", "no columns")])
def test_a_header_without_the_columns_is_no_missing_header(desk, head, words):
    """Between tabs it was a result, and each row was refused for other columns, without a word of --map."""
    answer = desk.run("log", "-", "--tester", "t1", stdin=f"{head}\nx,y,2\n".encode())
    assert answer.code == 4 and f"line 1: {words}" in answer.error and "--map" in answer.error, answer.error
    line = f"passed\t{CHECK}\tbuy\n".encode()
    assert 'line 1: invalid outcome "passed"' in desk.run("log", "-", "--tester", "t1", stdin=line).error


@pytest.mark.parametrize("head", ["Audit 2026\n\nItem,Result,View", "# Audit\n\n| Item | Result | View |\n|---|---|---|", "Ergebnis\tTest\tAnsicht"])
def test_lines_of_which_none_is_a_result_may_be_a_table(desk, head):
    """Each line was refused for its number of fields, and nothing said how a table is read."""
    answer = desk.run("log", "-", "--tester", "t1", stdin=f"{head}\nx,y,2\n".encode())
    assert answer.code == 4 and "Pass --map for a table with other headers" in answer.error, answer.error
    for lines in (f"pass\t{CHECK}\tbuy\nx\n", f"pass\t{CHECK}\tbye\n"):
        assert "--map" not in desk.run("log", "-", "--tester", "t1", stdin=lines.encode()).error


def test_checks_may_be_listed_with_commas(desk):
    """`--check a,b` was an unknown check, though other flags take such lists."""
    checks = f"{SIZE},{CHECK}"
    said = desk.ok("worksheet", "--check", checks, "--component", "buy", "-o", "sheet.html").text
    assert "(2 items)" in said, said
    assert "2 items, by component" in desk.ok("walk", "--check", checks, "--component", "buy", "--tester", "t1", stdin=b"q\n").text
    desk.ok("log", "pass", f"{CHECK},{SIZE},{CHECK}", "buy", "--value", "48x48", "--tester", "t1", "--dry-run")
    desk.ok("log", "na", checks, "buy", "-m", "not on this screen", "--tester", "t1")
    assert {row["check"] for row in rows(desk, "results")} == {SIZE, CHECK}
    refused = desk.run("log", "na", f"{CHECK},voiceover.lable", "buy", "--tester", "t1")
    assert refused.code == 3 and 'unknown check "voiceover.lable"' in refused.error


def test_a_list_that_is_shown_is_a_template_as_a_check_is(desk):
    """It was refused for the members around it, with the format of a check."""
    shown = json.loads(desk.ok("show", "critical-rules", "--json").out)
    desk.ok("new", "checklist", "--from", "-", stdin=json.dumps(shown | {"id": "ours", "title": "Ours"}).encode())
    again = json.loads(desk.ok("show", "ours", "--json").out)
    assert again["title"] == "Ours" and again["checks"] == shown["checks"]
    desk.ok("new", "checklist", "--from", "-", stdin=json.dumps(again | {"id": "theirs"}).encode())
    answer = desk.run("new", "checklist", "--from", "-", stdin=b'{"x": 1}')
    assert answer.code == 4 and 'a11y show critical-rules --json' in answer.error and "format of a checklist" in answer.error
