"""Issue lists as teams have them: the sheet of an audit comes in with one map, and 1,500 findings go out and come back."""

import csv
import io
import json
import re
import subprocess

import pytest

from drawing import IS_WHOLE
from program import CHECK, Tracker

SIZE, NAME, ORDER = "touch-target.minimum-44pt", "voiceover.label-present", "voiceover.reading-order"

MAP = """\
# The columns of our sheet, then its words.
Fundstelle=component
Prüfschritt=check
Ergebnis=outcome
Schwere=severity
Beschreibung des Problems=note
Gesehen am=at
Version=build
Geprüft von=tester
Bestanden=pass
Nicht bestanden=fail
nicht anwendbar=na
component:Kasse > Bezahlen=cart/pay
component:Startseite=home
component:Menü=home/menu
"check:4.1.2 Name, Rolle, Wert"=voiceover.label-present
check:2.5.8 Zielgröße=touch-target.minimum-44pt
check:1.3.2 Reihenfolge=voiceover.reading-order
Blocker=critical
P2=serious
mittel=moderate
gering=minor
"""

#: Where, step, outcome, severity, problem, day, version: as people typed them.
SHEET = [
    ("Kasse > Bezahlen", "4.1.2 Name, Rolle, Wert", "Nicht bestanden", "Blocker", 'Liest nur "Taste"', "2026-03-02", "7"),
    ("kasse > bezahlen ", "4.1.2 Name, Rolle, Wert", "nicht bestanden", "P2", "Name nennt den Preis nicht,\nnur das Wort", "2026-03-04", "7"),
    ("Kasse > Bezahlen", "2.5.8 Zielgröße", "NICHT BESTANDEN", " Serious", "38 x 38; zu klein", "2026-03-02", "7"),
    ("Menü", "4.1.2 Name, Rolle, Wert", "Nicht bestanden", "mittel", "Ohne Namen", "2026-03-02", "7"),
    ("Menü", "2.5.8 Zielgröße", "Nicht bestanden", "3 - Moderate", "Nur 40 breit", "2026-03-02", "7"),
    ("Startseite", "1.3.2 Reihenfolge", "Nicht bestanden", "gering", "Logo kommt zuletzt", "2026-03-02", "7"),
    ("Startseite", "4.1.2 Name, Rolle, Wert", "bestanden", "", "", "2026-03-02", "7"),
    ("", "", "", "", "", "", ""),
    ("Menü", "1.3.2 Reihenfolge", "nicht anwendbar", "", "Nur ein Element", "2026-03-02", "7"),
]


def sheet(separator, end):
    """The sheet as a spreadsheet saves it: merged titles above, an empty column at its side, numbers before the rows."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=separator, lineterminator=end, quoting=csv.QUOTE_ALL if separator == "\t" else csv.QUOTE_MINIMAL)
    writer.writerows([["Prüfbericht Barrierefreiheit", *[""] * 9], ["Stand: März 2026", "", "Prüfstelle Nord", *[""] * 7], [""] * 10])
    writer.writerow(["Nr.", "Fundstelle", "Prüfschritt", "Ergebnis", "Schwere", "Beschreibung des Problems", "Gesehen am", "Version",
                     "Geprüft von", ""])
    for number, row in enumerate(SHEET, 1):
        writer.writerow([number if row[0] else "", *row, "t1" if row[0] else "", ""])
    return out.getvalue()


@pytest.mark.parametrize("separator, end, spelling", [(";", "\r\n", "utf-8-sig"), ("\t", "\n", "utf-16"), (",", "\r", "utf-8")])
def test_the_sheet_of_an_audit_is_read_with_one_map_and_no_row_is_lost(empty, separator, end, spelling):
    empty.register("cart/pay,button", "home,screen", "home/menu,button")
    (empty.folder / "ours.map").write_text(MAP, encoding="utf-8-sig")
    table = sheet(separator, end).encode(spelling)
    said = empty.ok("log", "-", "--tester", "t1", "--map", "ours.map", stdin=table)
    assert "Logged 8 results" in said.text and "line 4" in said.error, said.text + said.error
    rows = json.loads(empty.ok("list", "results", "--json").out)["rows"]
    found = {(row["component"], row["check"], row["outcome"], row["severity"], " ".join((row["note"] or "").split())) for row in rows}
    assert found == {
        ("cart/pay", NAME, "fail", 1, 'Liest nur "Taste"'),
        # A problem that was found two days later takes nothing from the first one.
        ("cart/pay", NAME, "fail", 1, 'Liest nur "Taste" Name nennt den Preis nicht, nur das Wort'),
        ("cart/pay", SIZE, "fail", 2, "38 x 38; zu klein"), ("home/menu", NAME, "fail", 3, "Ohne Namen"),
        ("home/menu", SIZE, "fail", 3, "Nur 40 breit"), ("home", ORDER, "fail", 4, "Logo kommt zuletzt"),
        ("home", NAME, "pass", None, ""), ("home/menu", ORDER, "na", None, "Nur ein Element")}
    assert {row["build"] for row in rows} == {"7"} and len(json.loads(empty.ok("list", "findings", "--json").out)["rows"]) == 5
    # What no map knows is named with its line, and the others wait in a file that can be mended.
    other = table.decode(spelling).replace("gering", "kosmetisch").encode(spelling)
    refused = empty.run("log", "-", "--tester", "t1", "--map", "ours.map", "--partial", "--rejects", "rest", stdin=other)
    assert refused.code == 4 and "kosmetisch" in refused.error
    rest = (empty.folder / "rest").read_bytes().decode("utf-8-sig")
    assert "kosmetisch" in rest and "Ohne Namen" not in rest and rest.count(end) == 5
    empty.ok("log", "-", "--tester", "t1", "--map", "ours.map", stdin=rest.replace("kosmetisch", "gering").encode())


PROBLEMS = """Element;Prüfschritt;Schwere;Problem
{pay};4.1.2;mittel;Liest nur Taste
{pay};4.1.2;Blocker;Nennt den Preis nicht
{menu};4.1.2;;Ohne Namen
{pay};4.1.2;P2;Liest nur Taste
"""
WORDS = "Element=component,Prüfschritt=check,Schwere=severity,Problem=note,Ergebnis=outcome,check:4.1.2=voiceover.label-present,Blocker=critical,P2=serious,mittel=moderate"


def test_several_problems_of_one_item_are_one_finding_with_all_texts(empty):
    """A list of problems has a row for each, and nobody noted when each was seen."""
    empty.register("cart/pay,button", "home/menu,button")
    lines = PROBLEMS.format(pay="cart/pay", menu="home/menu").splitlines()
    table = "\n".join([lines[0] + ";Ergebnis", *(line + ";fail" for line in lines[1:])])
    said = empty.ok("log", "-", "--tester", "t1", "--build", "1", "--map", WORDS, stdin=table.encode())
    assert "lines 2 and 3 are problems of the same item" in said.error, said.error
    pay, menu = sorted(json.loads(empty.ok("list", "findings", "--json").out)["rows"], key=lambda row: row["component"])
    assert (pay["note"], pay["severity"]) == ("Liest nur Taste\nNennt den Preis nicht", 1) and menu["note"] == "Ohne Namen"
    ticket = empty.ok("report", "--issues", "md").text
    assert "Liest nur Taste" in ticket and "Nennt den Preis nicht" in ticket
    # Without outcomes each row is a problem, where the map says so.
    refused = empty.run("log", "-", "--tester", "t1", "--map", WORDS, stdin="\n".join(lines).encode())
    assert refused.code == 4 and "Add outcome=fail to --map if each row is a problem." in refused.error
    said = empty.ok("log", "-", "--tester", "t1", "--build", "1", "--map", WORDS + ",outcome=fail", stdin="\n".join(lines).encode())
    assert "Logged 4 results" in said.text and len(json.loads(empty.ok("list", "findings", "--json").out)["rows"]) == 2
    # A failure and a pass have no order, in any row.
    for rows in ("cart/pay;4.1.2;;weg;pass", "cart/pay;4.1.2;;;na"):
        other = table.replace("home/menu;4.1.2;;Ohne Namen;fail", rows)
        refused = empty.run("log", "-", "--tester", "t1", "--build", "2", "--map", WORDS, stdin=other.encode())
        assert refused.code == 4 and "line 2: line 4 has another answer for the same item" in refused.error, refused.error


# --- Tickets, 1,500 at once

COUNT = 1500 if IS_WHOLE else 300
csv.field_size_limit(1 << 24)
LONG = "Der <Text> ist lang. " * 2900

GH = """#!/bin/sh
# GitHub as it is met: bodies of 65,536 characters, a broken line at the tenth issue, and a limit after each {limit}.
case "$1 $2" in
"issue list") cat {kept}/bodies ;;
"issue create")
  title=$4
  file=$6
  read -r made < {kept}/count
  [ "$made" -eq 9 ] && [ ! -e {kept}/broken ] && {{ : > {kept}/broken; echo "error connecting to api.github.com" >&2; exit 1; }}
  if [ "$((made % {limit}))" -eq $(({limit} - 1)) ] && [ ! -e {kept}/waited.$made ]; then
    : > {kept}/waited.$made
    echo "HTTP 403: You have exceeded a secondary rate limit" >&2
    exit 1
  fi
  set -- $(wc -m < "$file")
  [ "$1" -gt 65536 ] && {{ echo "GraphQL: Body is too long (maximum is 65536 characters)" >&2; exit 1; }}
  [ "${{#title}}" -gt 256 ] && {{ echo "GraphQL: Title is too long (maximum is 256 characters)" >&2; exit 1; }}
  grep -o 'a11y-[a-z]*$' "$file" | head -1 >> {kept}/bodies
  echo $((made + 1)) > {kept}/count ;;
esac
"""


def test_problems_that_were_found_on_several_days_are_one_finding(empty):
    """The later day took the text and the severity of the earlier one away, in silence. A pass between them ends a problem."""
    empty.register("close,icon-button")
    head, words = "Datum;Ergebnis;Problem;Schwere;Element;Regel\n", "Datum=at,Ergebnis=outcome,Problem=note,Schwere=severity,Element=component,Regel=check"
    rows = [f"2026-03-0{day};{outcome};{text};{severity};close;{CHECK}\n" for day, outcome, text, severity in (
        (1, "fail", "the cross", 1), (2, "fail", "the badge", 3))]
    for table in (rows, rows[::-1]):
        said = empty.ok("log", "-", "--tester", "t1", "--build", "1", "--map", words, stdin=(head + "".join(table)).encode())
        assert "are problems of the same item" in said.error
        row, = json.loads(empty.ok("list", "findings", "--json").out)["rows"]
        assert (row["note"], row["severity"]) == ("the cross\nthe badge", 1)
    between = f"2026-03-03;pass;;;close;{CHECK}\n2026-03-04;fail;the label;3;close;{CHECK}\n"
    said = empty.ok("log", "-", "--tester", "t1", "--build", "1", "--map", words, stdin=(head + rows[0] + between).encode())
    assert "lines 2 and 3 answer the same item at different times" in said.error
    row, = json.loads(empty.ok("list", "findings", "--json").out)["rows"]
    assert row["note"] == "the label"


@pytest.mark.parametrize("severities", [(1, 1), (2, 1)], ids=["agree", "disagree"])
def test_a_ticket_has_what_every_tester_noted(empty, severities):
    """Of two testers who had each seen a problem of one item, only the later one's was in the ticket."""
    empty.register("close,icon-button", "help,icon-button")
    rows = "".join(f"fail,{CHECK},close,the {what},{severity},{who}\n"
                   for what, severity, who in zip(("cross", "badge"), severities, ("ana", "ben")))
    rows += f"fail,{CHECK},help,the cross,2,ana\nfail,{CHECK},help,the cross,2,ben\n"
    empty.ok("log", "-", "--build", "1", stdin=("outcome,check,component,note,severity,tester\n" + rows).encode())
    for form in ("md", "jira", "github", "azure", "csv", "ndjson"):
        for group in ("finding", "check"):
            text = empty.ok("report", "--issues", form, "--group", group, "-o", "-").text
            assert "the badge" in text and "the cross" in text, (form, text)
    assert empty.ok("report", "--issues", "md", "component:help").text.count("the cross") == 1


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    """Several hundred findings; one of them and one name are very long."""
    tracker = Tracker(tmp_path_factory.mktemp("many") / "shop")
    tracker.folder.mkdir()
    tracker.begin()
    tracker.register(*(f"list/row-{number},button" for number in range(COUNT)))
    tracker.ok("edit", "component", "list/row-1", "--title", "Sehr langer Name " * 10)
    table = "outcome,check,component,severity,note\n" + "".join(
        f"fail,{CHECK},list/row-{number},{number % 4 + 1},{LONG if number == 0 else 'Ohne Namen'}\n" for number in range(COUNT))
    tracker.ok("log", "-", "--tester", "t1", "--build", "1", stdin=table.encode())
    return tracker


def test_all_tickets_reach_a_tracker_that_limits_and_fails(many, tmp_path):
    """A script goes from issue to issue, and each costs a shell: a run takes those of a few rows, with the long one."""
    words, count, limit = ([], COUNT, 400) if IS_WHOLE else (["component:list/row-0,list/row-1*"], 112, 30)
    script, kept = tmp_path / "tickets.sh", tmp_path / "kept"
    kept.mkdir()
    script.write_bytes(many.ok("report", "--issues", "github", *words).out)
    (kept / "count").write_text("0\n")
    (kept / "bodies").write_text("")
    (tmp_path / "gh").write_text(GH.format(kept=kept, limit=limit))
    (tmp_path / "sleep").write_text("#!/bin/sh\n")
    for name in ("gh", "sleep"):
        (tmp_path / name).chmod(0o755)

    def run():
        return subprocess.run(["sh", script], cwd=tmp_path, capture_output=True, text=True, timeout=900,
                              env={"PATH": f"{tmp_path}:/usr/bin:/bin", "TMPDIR": str(kept), "LC_ALL": "C.UTF-8"})
    broken = run()
    assert broken.returncode == 1 and "error connecting" in broken.stderr and (kept / "count").read_text() == "9\n"
    again = run()
    assert again.returncode == 0 and again.stderr.count("Waiting 10 seconds") == 3, again.stderr[-500:]
    assert f"{count - 9} created, 9 there already." in again.stdout
    marks = (kept / "bodies").read_text().split()
    assert len(marks) == len(set(marks)) == count
    assert f"0 created, {count} there already." in run().stdout


def test_texts_keep_to_the_limits_that_trackers_document(many):
    """Jira: 32,767 characters of a description and 255 of a summary; Azure: 255 of a title; GitHub: 65,536 and 256."""
    def rows(form, *words):
        return list(csv.DictReader(io.StringIO(many.ok("report", "--issues", form, *words).out.decode())))

    def units(text):
        return len(text.encode("utf-16-le")) // 2
    for words in ((), ("--group", "check")):
        jira, azure = rows("jira", *words), rows("azure", *words)
        assert len(jira) == len(azure) == (1 if words else COUNT)
        assert max(units(row["Description"]) for row in jira) <= 32_767 and max(units(row["Summary"]) for row in jira) <= 255
        assert max(units(row["Title"]) for row in azure) <= 255
        script = many.ok("report", "--issues", "github", *words).out.decode()
        github = re.findall(r"^issue (a11y-\w+) '(.*?)' --label.*? << '\1'\n(.*?)\n\1$", script, re.MULTILINE | re.DOTALL)
        assert len(github) == len(jira)
        assert max(units(body) for _, _, body in github) <= 65_536 and max(units(title) for _, title, _ in github) <= 256
        # A ticket without its mark would never come back.
        assert all(mark in body for mark, _, body in github)
        # What was cut says so.
        longest = max(github, key=lambda one: len(one[2]))[2]
        assert re.search(r"more|…", longest)


def test_states_of_all_tickets_come_back_once(many):
    tickets = [json.loads(line) for line in many.ok("report", "--issues", "ndjson").out.splitlines()]
    answer = [{"number": number, "url": f"https://example.com/{number}", "body": f"x\n{ticket['mark']}\n",
               "state": "CLOSED" if number % 3 == 0 else "OPEN"} for number, ticket in enumerate(tickets, 1)]
    (many.folder / "tickets.json").write_text(json.dumps(answer))
    closed = COUNT // 3
    said = many.ok("import", "tickets.json", "--tester", "t1")
    assert (f"Tickets: {COUNT:,} read, {COUNT:,} of findings ({COUNT - closed:,} open, {closed:,} closed). {COUNT:,} findings "
            "changed.") in said.text
    assert f"{closed} findings fail with a closed ticket" in said.error
    assert "0 findings changed." in many.ok("import", "tickets.json", "--tester", "t1").text

    def count(*words):
        return len(json.loads(many.ok("list", "findings", *words, "--json").out)["rows"])
    assert (count("ticket:closed"), count("ticket:open"), count("ticket:none")) == (closed, COUNT - closed, 0)
    assert many.run("gate", "--max-closed-tickets", str(closed - 1)).code == 1
    many.ok("gate", "--max-closed-tickets", str(closed))
    # Only those that are closed and fail are written again, to be opened.
    again = [json.loads(line) for line in many.ok("report", "--issues", "ndjson").out.splitlines()]
    assert len(again) == closed and {one["action"] for one in again} == {"reopen"}
