"""Tickets: out in the forms that trackers import, and their numbers back to the findings."""

import csv
import io
import json
import os
import re
import subprocess

import pytest

from conftest import once
from forging import Chain, give
from program import CHECK, COMPONENT

HOSTILE = ["@octocat see #12 and https://evil.example/x", "{code}[~admin]!http://x/y.png!{color:red}", "<script>alert(1)</script>",
           "=cmd()", "'; rm -rf ~; echo '", "two\nlines", "$(id) `id` \\", "\u202eevil", "a|b|*c*_d_"]
MARK = re.compile(r"a11y-[ghjkmnpqrstvwxyz]{12}")


@once()
def failing(tracker):
    """A finding for each hostile note, and one with everything that a ticket has."""
    lines = ["key,kind,screens,title,source,owner", "pay,button,checkout,Pay,Sources/PayView.swift:12,dev-1"]
    lines += [f"part-{number},icon-button,home,,," for number in range(len(HOSTILE))]
    tracker.ok("new", "component", "--from", "-", stdin="\n".join([*lines, ""]).encode())
    for number, note in enumerate(HOSTILE):
        tracker.ok("log", "fail", CHECK, f"part-{number}", "-m", note, "-s", "2", "--tester", "t1", "--build", "3.2")
    tracker.ok("log", "fail", "touch-target.minimum-44pt", "pay", "--value", "40x40", "-s", "1", "--tester", "t1", "--build",
             "3.2", "--device", "iPhone 15", "--os", "18.1", "--condition", "dark,text-ax3", "-m", "too small")


def written(tracker, form, *words):
    return tracker.ok("report", "--issues", form, *words).out.decode("utf-8")


def objects(tracker, *words):
    return [json.loads(line) for line in written(tracker, "ndjson", *words).splitlines()]


def test_a_ticket_has_what_a_developer_needs(failing):
    ticket = next(one for one in objects(failing) if one["findings"][0]["component"] == "pay")
    check = json.loads(failing.ok("show", "touch-target.minimum-44pt", "--json").out)["check"]
    body = ticket["body"].replace("<!-- -->", "")  # what keeps GitHub from making links
    assert ticket["title"] == f'pay: {check["fails"]} (dark,text-ax3)' and ticket["severity"] == "critical"
    for words in ("### Steps to reproduce", "1. Open pay on checkout in build 3.2.", "Settings &gt; Display &amp; Brightness",
                  "### Expected", "Measured: 40x40", "too small", "### Remedy", "Source: Sources/PayView.swift:12",
                  "Owner: dev-1", "Build: 3.2", "Device: iPhone 15, 18.1", "Severity: critical", ticket["mark"]):
        assert words in body, words
    assert ticket["labels"][:2] == ["accessibility", ticket["mark"]] and MARK.fullmatch(ticket["mark"])


def test_marks_are_the_same_in_each_run_and_each_its_own(failing):
    one, other = objects(failing), objects(failing)
    assert one == other and len({ticket["mark"] for ticket in one}) == len(one) == len(HOSTILE) + 1


def test_the_csv_of_jira_is_that_of_its_rules(failing):
    """A header on one line, as many fields in each row, types and priorities of a new project, markup defused."""
    rows = list(csv.reader(io.StringIO(written(failing, "jira"))))
    head, rows = rows[0], rows[1:]
    assert head[:4] == ["Summary", "Issue Type", "Priority", "Description"] and set(head[4:]) == {"Labels"}
    assert len(rows) == len(HOSTILE) + 1 and {len(row) for row in rows} == {len(head)}
    for row in rows:
        assert 0 < len(row[0]) < 255 and "\n" not in row[0] and row[1] == "Bug"
        assert row[2] in {"Highest", "High", "Medium", "Low"}
        assert all(" " not in label for label in row[4:]) and MARK.fullmatch(row[5])
        # What stands in a line of foreign text means nothing: every sign of the markup has its backslash.
        for line in row[3].splitlines():
            words = re.sub(r"^(h3\.|[*#]) ", "", line)
            assert not re.search(r"(?<!\\)(?:\\\\)*[{}\[\]|!]", words), line


def test_the_csv_of_azure_makes_bugs(failing):
    rows = list(csv.DictReader(io.StringIO(written(failing, "azure"))))
    assert list(rows[0]) == ["Work Item Type", "Title", "Severity", "Priority", "Repro Steps", "Tags"]
    assert {row["Work Item Type"] for row in rows} == {"Bug"}
    assert {row["Severity"] for row in rows} == {"1 - Critical", "2 - High"}
    assert not any("<script" in row["Repro Steps"] for row in rows) and all(len(row["Title"]) <= 255 for row in rows)


def test_the_script_for_github_says_just_what_is_meant(failing, tmp_path):
    """Run with a gh that keeps its arguments: one issue each, and no note is a command, a mention or a link."""
    script = tmp_path / "tickets.sh"
    script.write_text(written(failing, "github"))
    kept = tmp_path / "calls"
    kept.mkdir()
    gh = tmp_path / "gh"
    gh.write_text(f'#!/bin/sh\nfile=$(mktemp {kept}/XXXXXX)\nwhile [ $# -gt 0 ]; do printf "%s\\0" "$1"\n'
                  '[ "$1" = --body-file ] && { cat "$2"; printf "\\0"; shift; }\nshift; done > "$file"\n')
    gh.chmod(0o755)
    subprocess.run(["sh", script], check=True, env={"PATH": f"{tmp_path}:/usr/bin:/bin", "TMPDIR": str(kept)}, cwd=tmp_path)
    calls = [path.read_bytes().decode().split("\0")[:-1] for path in kept.iterdir()]
    issues = [call for call in calls if call[:2] == ["issue", "create"]]
    assert len(issues) == len(HOSTILE) + 1 and ["label", "create", "severity-serious"] in calls
    for call in issues:
        assert call[2:7:2] == ["--title", "--body-file", "--label"] and call[7] == "accessibility"
        assert not re.search(r"@octocat|#12\b|https://evil", call[5]) and "<script" not in call[5]
        assert {word for word in call if word.startswith("severity-")} < {"severity-serious", "severity-critical"}
    assert any("rm -rf" in call[5] for call in issues)
    assert sorted(os.listdir(tmp_path)) == ["calls", "gh", "tickets.sh"], "no note was run"


def test_the_script_for_github_looks_at_issues_of_every_label(failing):
    """An issue whose label someone had removed was created a second time."""
    script = written(failing, "github")
    lists = [line for line in script.splitlines() if "gh issue list" in line]
    assert len(lists) == 2 and not any("--label" in line for line in lists)


def test_the_script_goes_on_where_it_stopped(failing, tmp_path):
    """A gh that refuses one issue, and waits for nothing: what was created is not created again."""
    script = tmp_path / "tickets.sh"
    script.write_text(written(failing, "github"))
    made = tmp_path / "made"
    made.write_text("")
    (tmp_path / "gh").write_text(f"""#!/bin/sh
case "$1 $2" in
"issue list") sed 's/.*/{{"body":"x &"}}/' "{made}" ;;
"issue create")
  [ "$(wc -l < "{made}")" -eq 3 ] && [ ! -e "{made}.$STOP" ] && {{ : > "{made}.$STOP"; echo "$STOP" >&2; exit 1; }}
  while [ "$1" != --body-file ]; do shift; done; grep -o 'a11y-[a-z]*$' "$2" | head -1 >> "{made}" ;;
esac
""")
    (tmp_path / "sleep").write_text("#!/bin/sh\n")
    for name in ("gh", "sleep"):
        (tmp_path / name).chmod(0o755)

    def run(stop):
        return subprocess.run(["sh", script], cwd=tmp_path, capture_output=True, text=True,
                              env={"PATH": f"{tmp_path}:/usr/bin:/bin", "STOP": stop})
    broken = run("could not connect")
    assert broken.returncode == 1 and len(made.read_text().split()) == 3
    again = run("GraphQL: was submitted too quickly (createIssue)")
    assert again.returncode == 0 and "Waiting 10 seconds" in again.stderr
    assert f"{len(HOSTILE) - 2} created, 3 there already." in again.stdout
    marks = made.read_text().split()
    assert sorted(marks) == sorted(ticket["mark"] for ticket in objects(failing))
    assert f"0 created, {len(marks)} there already." in run("none").stdout


def test_one_ticket_for_each_check(failing):
    tickets = objects(failing, "--group", "check")
    assert len(tickets) == 2 and sorted(len(ticket["findings"]) for ticket in tickets) == [1, len(HOSTILE)]
    many = next(ticket for ticket in tickets if len(ticket["findings"]) > 1)
    assert many["title"].endswith(f": {len(HOSTILE)} components") and "### Components" in many["body"]


@pytest.mark.parametrize("form", ["jira", "azure", "github"])
def test_the_numbers_come_back_and_no_second_ticket_is_made(failing, form):
    marks = [ticket["mark"] for ticket in objects(failing)]
    file = failing.folder / "tickets"
    if form == "github":
        file.write_text(json.dumps([{"number": 7 + place, "body": f"x {mark}", "title": "y"}
                                    for place, mark in enumerate(marks)] + [{"number": 1, "body": "another", "title": "z"}]))
    else:
        column, text = {"jira": ("Issue key", "APP-{}"), "azure": ("ID", "{}")}[form]
        lines = [f"Summary,{column},Labels"] + [f'"a, b",{text.format(7 + place)},"accessibility {mark}"'
                                                for place, mark in enumerate(marks)]
        file.write_text("\n".join([*lines, "other,APP-1,none", ""]))
    before = failing.rows("SELECT count(*) FROM fact")
    assert failing.ok("import", file, "--dry-run").code == 0 and failing.rows("SELECT count(*) FROM fact") == before
    answer = failing.ok("import", file)
    assert "1 row without the mark of a finding skipped" in answer.error
    rows = json.loads(failing.ok("list", "findings", "--json").out)["rows"]
    assert {row["tickets"][0] for row in rows} == {
        {"jira": "APP-{}", "azure": "{}", "github": "#{}"}[form].format(7 + place) for place in range(len(marks))}
    again = failing.run("report", "--issues", "jira")
    assert again.code == 3 and f"Left out: {len(marks)} findings with a ticket" in again.error
    assert len(objects(failing, "--all")) == len(marks)
    failing.ok("import", file)
    assert failing.rows("SELECT count(*) FROM fact")[0][0] == before[0][0] + len(marks)


def test_a_ticket_of_a_check_belongs_to_all_its_findings(failing):
    tickets = objects(failing, "--group", "check")
    file = failing.folder / "tickets.csv"
    file.write_text("".join(["ticket;text\n"] + [f"T-{place};{one['mark']}\n" for place, one in enumerate(tickets)]))
    failing.ok("import", file)
    rows = json.loads(failing.ok("list", "findings", "--json").out)["rows"]
    assert all(row["tickets"] for row in rows) and len({row["tickets"][0] for row in rows}) == 2


@pytest.mark.parametrize("text, words", [
    ("a,b\nx,a11y-ghjkmnpqrstv\n", "expected one of ticket"), ("[1, a11y-ghjkmnpqrstv]", "line 1, column 5, $[1]: expected a value"),
    ("[1, a11y-ghjkmnpqrstv", "the list has no end"),
    ("ticket,b\njavascript:alert(1),MARK\n", "invalid ticket"),
], ids=["columns", "json", "half", "scheme"])
def test_what_is_wrong_is_said_and_nothing_is_kept(failing, text, words):
    file = failing.folder / "tickets.csv"
    file.write_text(text.replace("MARK", objects(failing)[0]["mark"]))
    before = failing.rows("SELECT count(*) FROM fact")
    answer = failing.run("import", file)
    assert answer.code in (2, 4) and (words in answer.error)
    assert failing.rows("SELECT count(*) FROM fact") == before


@pytest.mark.parametrize("page", ["<?xml version='1.0'?>\n<rss><item><key>A-1</key>MARK</item></rss>\n",
                                  "<html><table><tr><td>A-1</td><td>MARK</td></tr></table></html>"], ids=["XML", "HTML"])
def test_tickets_that_are_a_page_are_named_with_what_to_export(failing, page):
    """The advice was to run the very command that was run, and the file had no name."""
    file = failing.folder / "jira.xls"
    file.write_text(page.replace("MARK", objects(failing)[0]["mark"]))
    answer = failing.run("import", "jira.xls")
    assert answer.code == 4 and '"jira.xls": line 1: this is HTML or XML, and not a table' in answer.error
    assert "Export the tickets as CSV or JSON" in answer.error and "a11y import\"" not in answer.error, answer.error


def test_the_board_of_monday_is_read_below_its_titles(failing):
    """Its column of numbers was not known, and so its header was not found."""
    file = failing.folder / "board.csv"
    file.write_text("Bugs,,\nTo do,,\nName,Status,Item ID (auto generated),Text\n"
                    f"x,Done,4711,{objects(failing)[0]['mark']}\n")
    assert "1 of findings (1 closed)" in failing.ok("import", file).text


def test_tickets_and_bundles_are_imported_apart(failing):
    failing.ok("export", "-o", failing.folder / "b.a11y.json")
    file = failing.folder / "t.csv"
    file.write_text(f"ticket,m\nA-1,{objects(failing)[0]['mark']}\n")
    answer = failing.run("import", file, failing.folder / "b.a11y.json")
    assert answer.code == 2 and "together" in answer.error


def test_a_ticket_names_the_line_of_the_file(tracker):
    tracker.register("home,button")
    tracker.ok("edit", "component", "home", "--source", "Views/Home.swift")
    tracker.log("fail", "voiceover.label-present", "home", "-m", "no label, line 42")
    assert "Source: Views/Home.swift:42\n" in tracker.ok("report", "--issues", "md").text.replace("<!-- -->", "")


FORMS = ["jira", "asana", "trello", "github", "azure", "csv", "ndjson", "md"]


def test_a_finding_has_at_most_so_many_tickets_and_the_rest_of_the_table_is_kept(empty):
    empty.register("pay,button", "cart,button")
    for component in ("pay", "cart"):
        empty.ok("log", "fail", CHECK, component, "-m", "x", "-s", "1", "--tester", "t1")
    marks = {ticket["findings"][0]["component"]: ticket["mark"] for ticket in map(
        json.loads, empty.ok("report", "--issues", "ndjson").out.splitlines())}
    lines = [f"APP-{number},{marks['pay']},closed" for number in range(300)] + [f"SHOP-1,{marks['cart']},open"]
    (empty.folder / "tickets.csv").write_text("\n".join(["ticket,mark,state", *lines, ""]))
    found = {}
    for _ in range(2):
        answer = empty.run("import", "tickets.csv", "--tester", "t1")
        assert answer.code == 4 and "Tickets: 301 read, 301 of findings" in answer.text
        assert "200 tickets skipped, the first (line 102) of pay " + CHECK in answer.error
        found = {row["component"]: row["tickets"] for row in json.loads(empty.ok("list", "findings", "--json").out)["rows"]}
        assert len(found["pay"]) == 100 and found["cart"] == ["SHOP-1"]
    # What it has changes as before.
    (empty.folder / "tickets.csv").write_text(f"ticket,mark,state\n{found['pay'][50]},{marks['pay']},open\n")
    assert "1 finding changed" in empty.ok("import", "tickets.csv", "--tester", "t1").text


@pytest.fixture
def named(tracker):
    """Two findings; a stranger names the mark of the first one wherever the second one has text."""
    tracker.register("pay,icon-button")
    tracker.log("fail", "touch-target.minimum-44pt", "pay", "-s", "1", "--build", "1")
    mark = objects(tracker)[0]["mark"]
    mal = Chain("m" * 12, "mal")
    mal.component(mark)
    for component in "pay", mark:
        mal.result("fail", component, severity=4, build=f"1 {mark}", device=mark.upper(),
                   note=f"the same as {mark}, [x:{mark}ghjk] and {'g' * 12_000}a11y-{'h' * 12_000} {mark}")
    tracker.ok("import", give(tracker, *mal.facts))
    return tracker, mark


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("group", [[], ["--group", "check"]], ids=["findings", "checks"])
def test_a_ticket_has_its_own_mark_and_no_other(named, form, group):
    """A note with the mark of another finding had the ticket of that one taken for its own, and none made for it."""
    tracker, mark = named
    own = {ticket["mark"] for ticket in objects(tracker, *group)}
    text = written(tracker, form, *group)
    if form == "ndjson":  # which names components as they are
        text = "\n".join(json.dumps({**json.loads(line), "findings": []}) for line in text.splitlines())
    # Each mark is in the tickets as often as it would be without the words of others.
    found = [one.lower() for one in re.findall(r"(?i)a11y(?:<!-- -->|\\)*-(?:<!-- -->)*[ghjkmnpqrstvwxyz]{12}", text)]
    plain = [re.sub(r"<!-- -->|\\", "", one) for one in found]
    assert set(plain) == own and (group == []) == (mark in plain)
    assert len({plain.count(one) for one in own}) == 1, plain


def test_a_ticket_of_one_finding_gives_no_other_its_number(named, tmp_path):
    tracker, mark = named
    tickets = {ticket["mark"]: ticket for ticket in objects(tracker)}
    others = [ticket for ticket in tickets.values() if ticket["mark"] != mark]
    issues = [{"number": 7 + place, "state": "CLOSED", "title": ticket["title"], "body": ticket["body"]}
              for place, ticket in enumerate(others)]
    script = tmp_path / "tickets.sh"
    script.write_text(written(tracker, "github"))
    (tmp_path / "list.json").write_text(json.dumps(issues))
    (tmp_path / "gh").write_text(f'#!/bin/sh\n[ "$1 $2" != "issue list" ] || cat {tmp_path}/list.json\n')
    (tmp_path / "gh").chmod(0o755)
    done = subprocess.run(["sh", script], capture_output=True, text=True, env={"PATH": f"{tmp_path}:/usr/bin:/bin"}, check=True)
    assert f"1 created, {len(others)} there already." in done.stdout
    (tracker.folder / "tickets.json").write_text(json.dumps(issues))
    tracker.ok("import", "tickets.json")
    rows = json.loads(tracker.ok("list", "findings", "--json").out)["rows"]
    assert [(row["component"], row["check"]) for row in rows if not row["tickets"]] == [("pay", "touch-target.minimum-44pt")]


def test_merged_issues_and_issues_of_people_keep_their_marks(failing):
    """As tickets of earlier versions have them, and as people write them."""
    one, other, *_ = objects(failing)
    file = failing.folder / "tickets.json"
    file.write_text(json.dumps([{"number": 7, "body": f"{one['body']}\n{other['body']}"}]))
    failing.ok("import", file)
    rows = json.loads(failing.ok("list", "findings", "--json").out)["rows"]
    assert sum(row["tickets"] == ["#7"] for row in rows) == 2


@pytest.mark.parametrize("name", ["t.csv", "t.json"])
def test_the_description_of_jira_alone_says_what_a_ticket_is_about(failing, name):
    """Its markup had a backslash in the mark, so that it was known by its labels alone; tickets made then have it still."""
    mark = objects(failing)[0]["mark"]
    description = next(row[3] for row in csv.reader(io.StringIO(written(failing, "jira"))) if mark in row)
    assert mark in description
    for number, text in enumerate((description, description.replace(mark, mark.replace("-", "\\-")))):
        key = f"APP-{number}"
        table = io.StringIO()
        csv.writer(table).writerows([["Issue key", "Status", "Description"], [key, "Done", text]])
        issues = {"issues": [{"key": key, "fields": {"summary": "x", "description": text, "status": {"name": "Done"}}}]}
        (failing.folder / name).write_text(json.dumps(issues) if name.endswith("json") else table.getvalue())
        assert "1 of findings (1 closed)" in failing.ok("import", name, "--tester", "t1").text
    rows = json.loads(failing.ok("list", "findings", "--json").out)["rows"]
    assert any("APP-1" in row["tickets"] for row in rows)
