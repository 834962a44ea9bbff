"""What is asked, what is to be done, and what a value was held against: in every form of a report."""

import json
import re
import zipfile

from conftest import COMPONENTS, once

SIZE, LABEL = "touch-target.minimum-44pt", "voiceover.label-present"
QUESTION, TASK = "Do we support landscape on iPhone?", "Grow the button to 48 pt"


@once(*COMPONENTS)
def desk(tracker):
    tracker.register("cart,screen", "cart/pay,button", "home,screen", "home/play,button")
    tracker.log("fail", SIZE, "cart/pay", "--value", "30x30")
    tracker.log("fail", LABEL, "home/play")
    tracker.ok("new", "question", QUESTION, "--owner", "lead-1")
    tracker.ok("new", "question", "Is pay the primary action?", "--component", "cart/pay", "--check", SIZE)
    tracker.ok("new", "task", TASK, "--component", "cart/pay", "--check", SIZE, "--until", "2027-01-09")
    tracker.ok("new", "task", "Name the play button", "--component", "home/play")
    tracker.ok("new", "task", "An old one", "--component", "home/play")
    tracker.ok("edit", "task", "an-old-one", "--done")


def said(desk, *words):
    return json.loads(desk.ok("report", *words, "--json").out)


def plain(answer) -> str:
    return " ".join(answer.text.split())


def test_json_has_what_is_asked_to_be_done_and_required(desk):
    told = said(desk)
    assert [row["title"] for row in told["questions"]] == [QUESTION, "Is pay the primary action?"]
    assert [(row["title"], row["until"]) for row in told["tasks"]] == [
        (TASK, "2027-01-09"), ("Name the play button", None)]
    size, label = (next(row for row in told["findings"] if row["check"] == name) for name in (SIZE, LABEL))
    assert (size["required"], size["questions"], size["tasks"]) == (
        "at least 44 pt", ["is-pay-the-primary-action"], ["grow-the-button-to-48-pt"])
    assert (label["required"], label["questions"], label["tasks"]) == (None, [], []), "its task is about no check"


def test_text_and_markdown_have_it(desk):
    text = plain(desk.ok("report"))
    assert "30x30, required: at least 44 pt" in text and "Question: Is pay the primary action?" in text
    assert f"Task: {TASK}." in text
    questions = text[text.index("Open questions"):]
    assert QUESTION in questions and "owner lead-1" in questions and "due 2027-01-09" in questions
    assert "An old one" not in text
    markdown = plain(desk.ok("report", "--md"))
    assert "Measured: 30x30, required: at least 44 pt." in markdown and f"Task: {TASK}." in markdown
    assert "### Open questions" in markdown and "### Open tasks" in markdown and "2027-01-09" in markdown


def test_the_page_has_it(desk):
    page = desk.ok("report", "--html", "-").out.decode()
    part = page[page.index('id="work"'):].split("</section>")[0]
    assert QUESTION in part and TASK in part and "due 9 January 2027" in part and "An old one" not in part
    assert "2 open questions, 2 open tasks." in part and 'href="#work"' in page
    finding = page[page.index('id="findings"'):].split("</section>")[0]
    assert "required: at least 44 pt" in finding and f"Task: {TASK}." in finding


def test_the_workbook_has_sheets_of_it(desk):
    desk.ok("new", "shortcut", "Command-N", "--action", "New item")
    desk.ok("report", "--xlsx", "book.xlsx")
    book = zipfile.ZipFile(desk.folder / "book.xlsx")
    sheets = re.findall(r'<sheet name="([^"]+)"', book.read("xl/workbook.xml").decode())
    assert sheets[-3:] == ["Questions", "Tasks", "Shortcuts"]
    texts = [book.read(f"xl/worksheets/sheet{number}.xml").decode() for number in range(1, len(sheets) + 1)]
    assert QUESTION in texts[sheets.index("Questions")] and TASK in texts[sheets.index("Tasks")]
    findings = texts[sheets.index("Findings")]
    assert "at least 44 pt" in findings and "grow-the-button-to-48-pt" in findings


def test_registers_are_summed_up(desk):
    assert said(desk)["registers"] == []
    desk.ok("new", "shortcut", "Command-N", "--action", "New item")
    desk.ok("new", "gesture", "long press", "--component", "cart/pay", "--action", "Delete")
    registers = said(desk)["registers"]
    assert len(registers) == 2 and registers[0].startswith("1 shortcut") and registers[1].startswith("1 gesture")
    assert registers[0] in plain(desk.ok("report"))
    desk.log("pass", LABEL, "home/play", "--at", "2026-01-02T10:00:00Z")
    assert said(desk, "--as-of", "2026-01-03")["registers"] == [], "none of them was there then"


def test_an_audit_and_a_query_have_their_part(desk):
    desk.ok("new", "audit", "home", "--components", "home/**")
    told = said(desk, "--audit", "home")
    assert [row["title"] for row in told["questions"]] == [QUESTION], "what is about the app as a whole belongs to each"
    assert [row["title"] for row in told["tasks"]] == ["Name the play button"]
    assert [row["component"] for row in said(desk, "component:cart/pay")["tasks"]] == ["cart/pay"]


def test_what_is_decided_and_done_is_over_and_the_past_keeps_it(desk):
    before = said(desk)
    desk.ok("edit", "question", "is-pay-the-primary-action", "--decision", "yes")
    desk.ok("edit", "task", "grow-the-button-to-48-pt", "--done")
    told = said(desk)
    assert [row["title"] for row in told["questions"]] == [QUESTION]
    size = next(row for row in told["findings"] if row["check"] == SIZE)
    assert (size["questions"], size["tasks"]) == ([], [])
    assert len(before["questions"]) == 2
    row, = json.loads(desk.ok("list", "findings", f"check:{SIZE}", "--json").out)["rows"]
    assert (row["required"], row["questions"], row["tasks"]) == ("at least 44 pt", [], [])


def test_the_figure_is_that_of_the_setting_and_the_system(desk):
    """Text on a Mac may be smaller."""
    desk.ok("edit", "component", "home", "--platform", "macOS")
    desk.log("fail", "typography.minimum-11pt", "home", "--value", "8 pt")
    desk.log("fail", "typography.minimum-11pt", "cart", "--value", "8 pt")
    wanted = {row["component"]: row["required"] for row in said(desk, "check:typography.minimum-11pt")["findings"]}
    assert wanted == {"home": "at least 10 pt", "cart": "at least 11 pt"}


def test_a_finding_says_which_reading_of_the_sources_it_rests_on(desk):
    desk.log("fail", "contrast.text-4-5", "home/play", "--value", "3.2:1 at 20 pt")
    told = said(desk)
    conflicts = {row["id"]: row["reading"] for row in told["source_conflicts"]}
    assert "E-06" in conflicts and "E-06" in told["advice"]["contrast.text-4-5"]["conflicts"]
    page = desk.ok("report", "--html", "-").out.decode()
    method = page[page.index('id="method"'):]
    assert method.count("Source conflict E-06, ") == 1 and page.count("Source conflict E-06, ") == 1
    assert "E-06" in plain(desk.ok("report")) and "E-<!-- -->06" in desk.ok("report", "--md").text
    assert not said(desk, "component:cart/pay", f"-check:{SIZE}")["source_conflicts"]
