"""The state of tickets comes back: in queries, lists, the gate, and as lines that reopen; and closes no finding."""

import csv
import io
import json
import subprocess

import pytest

from forging import Chain, give
from program import CHECK, Tracker

SECOND = "touch-target.minimum-44pt"


def shop(empty):
    """A finding that regressed, one that never passed, and one without a ticket; their marks, by component."""
    empty.register("pay,button", "cart,button", "home,button")
    for component in ("pay", "cart", "home"):
        empty.ok("log", "fail", CHECK, component, "-m", "x", "-s", "1", "--tester", "t1", "--build", "1")
    empty.ok("log", "pass", CHECK, "pay", "--tester", "t1", "--build", "2")
    empty.ok("log", "fail", CHECK, "pay", "-m", "again", "-s", "1", "--tester", "t1", "--build", "3")
    tickets = [json.loads(line) for line in empty.ok("report", "--issues", "ndjson").out.splitlines()]
    return {ticket["findings"][0]["component"]: ticket["mark"] for ticket in tickets}


def rows(tracker, *words):
    return {row["component"]: row for row in json.loads(tracker.ok("list", "findings", *words, "--json").out)["rows"]}


def facts(tracker):
    return tracker.rows("SELECT count(*) FROM fact")[0][0]


def test_states_come_back_and_close_nothing(empty, tmp_path):
    marks = shop(empty)
    file = empty.folder / "tickets.csv"
    file.write_text(f"Vorgang,Stand,Text\nAPP-1,Erledigt,{marks['pay']}\nAPP-2,offen,{marks['cart']}\nAPP-3,Erledigt,{marks['cart']}\n"
                    "APP-9,Erledigt,another\n")
    (empty.folder / "map.txt").write_text("\ufeffVorgang=ticket\nStand=state\nErledigt=closed\noffen=open\n", encoding="utf-8")
    command = ["import", file, "--map", "map.txt", "--tester", "t1"]
    before = facts(empty)
    assert "Tickets: 4 read, 3 of findings (1 open, 2 closed). 2 findings would change." in empty.ok(*command, "--dry-run").text
    assert facts(empty) == before
    first = empty.ok(*command)
    assert "2 findings changed." in first.text and len(first.text.splitlines()) == 1
    assert "1 row without the mark of a finding skipped" in first.error
    assert "1 finding fails with a closed ticket: a11y list findings ticket:closed" in first.error
    after = facts(empty)
    assert "0 findings changed." in empty.ok(*command).text and facts(empty) == after == before + 2

    found = rows(empty)
    assert found["cart"]["tickets"] == ["APP-2", "APP-3"] and found["cart"]["ticket_state"] == "open"
    assert found["pay"]["ticket_state"] == "closed" and found["home"]["ticket_state"] is None
    assert set(rows(empty, "ticket:closed")) == {"pay"} and set(rows(empty, "ticket:open")) == {"cart"}
    assert set(rows(empty, "ticket:none")) == {"home"} and "closed" in empty.ok("list", "findings").text
    assert "1 item" in empty.ok("walk", "ticket:closed", "--tester", "t2", "--build", "3", stdin=b"q\n").text

    # The gate, off unless set.
    gate = json.loads(empty.ok("gate", "--max-critical", "9", "--json").out)
    assert "max-closed-tickets" not in [rule["rule"] for rule in gate["rules"]]
    gate = json.loads(empty.run("gate", "--max-closed-tickets", "0", "--json").out)
    assert gate["decision"] == "hold" and [one["component"] for one in gate["blockers"]] == ["pay"]
    assert "fix it: a11y report --issues md" in " ".join(empty.run("gate", "--max-closed-tickets", "0").text.split())
    empty.ok("gate", "--max-closed-tickets", "1")
    empty.ok("edit", "tracker", "--policy", "max-closed-tickets 0")
    assert empty.run("gate").code == 1

    # The lines that reopen, in every form.
    answer = empty.ok("report", "--issues", "ndjson")
    assert "2 tickets for 2 findings. To reopen, as closed and failing: 1 ticket." in answer.error
    again, new = [json.loads(line) for line in answer.out.splitlines()]
    assert (again["action"], again["ticket"], again["mark"]) == ("reopen", "APP-1", marks["pay"])
    assert "regressed in build 3" in again["body"] and (new["action"], new["ticket"]) == ("create", None)
    for form, keys, values in (("jira", ("Issue key", "Status"), [("APP-1", "Reopened"), ("", "")]),
                               ("azure", ("ID", "State"), [("APP-1", "Active"), ("", "New")]),
                               ("csv", ("ticket", "action"), [("APP-1", "reopen"), ("", "create")])):
        table = list(csv.DictReader(io.StringIO(empty.ok("report", "--issues", form).out.decode())))
        assert [tuple(row[key] for key in keys) for row in table] == values, form
    assert "## Reopen APP-1: " in empty.ok("report", "--issues", "md").text.replace("<!-- -->", "")
    assert "# Reopen by hand: APP-1" in empty.ok("report", "--issues", "github").text

    # A pass closes the finding; the state then says nothing.
    empty.ok("log", "pass", CHECK, "pay", "--tester", "t1", "--build", "4")
    assert not rows(empty, "ticket:closed") and empty.ok("gate").code == 0


def test_json_of_trackers_has_states_and_the_script_reopens(empty, tmp_path):
    marks = shop(empty)
    issues = [{"number": 7, "state": "CLOSED", "body": marks["pay"]},
              {"iid": 8, "state": "opened", "description": marks["cart"]},
              {"key": "APP-3", "fields": {"labels": [marks["home"]], "status": {"name": "Fertig", "statusCategory": {"key": "done"}}}}]
    (empty.folder / "i.json").write_text(json.dumps(issues))
    empty.ok("import", "i.json")
    assert {key: row["ticket_state"] for key, row in rows(empty).items()} == {"pay": "closed", "cart": "open", "home": "closed"}
    # What has no mark is known by the ticket that a finding has.
    (empty.folder / "t.csv").write_text(f"Issue key,Status,Labels\nAPP-3,Wartet,\napp-3,In Progress,\nX-1,Wartet,{marks['cart']}\n")
    answer = empty.ok("import", "t.csv")
    assert 'unknown state "Wartet" (line 2)' in answer.error and rows(empty)["home"]["ticket_state"] == "open"
    assert rows(empty)["home"]["tickets"] == ["APP-3"] and rows(empty)["cart"]["tickets"] == ["#8", "X-1"]

    script = tmp_path / "tickets.sh"
    script.write_bytes(empty.ok("report", "--issues", "github", "component:pay").out)
    (tmp_path / "gh").write_text(f"""#!/bin/sh
case "$1 $2" in
"issue view") cat {tmp_path}/state ;;
"issue comment") cp "$5" {tmp_path}/comment ;;
esac
echo "$1 $2 $3" >> {tmp_path}/calls
""")
    (tmp_path / "gh").chmod(0o755)
    for state, calls in (("CLOSED", ["issue reopen 7", "issue comment 7"]), ("OPEN", [])):
        (tmp_path / "state").write_text(json.dumps({"state": state}))
        (tmp_path / "calls").write_text("")
        subprocess.run(["sh", script], check=True, env={"PATH": f"{tmp_path}:/usr/bin:/bin", "TMPDIR": str(tmp_path)}, cwd=tmp_path)
        done = (tmp_path / "calls").read_text().splitlines()
        assert [line for line in done if line.startswith(("issue reopen", "issue comment", "issue create"))] == calls
    assert "regressed in build 3" in (tmp_path / "comment").read_text().replace("<!-- -->", "")


def test_all_that_is_wrong_is_named_at_once_and_can_be_mended(empty):
    marks = shop(empty)
    good = f"APP-1,Done,{marks['pay']}\n"
    bad = [f"javascript:x,Done,{marks['cart']}\n".encode(), f"file:x,Done,{marks['home']}\n".encode(),
           f"APP-2,\xe4,{marks['home']}\n".encode("latin-1")]
    file = empty.folder / "t.csv"
    file.write_bytes(b"key,status,text\n" + bad[0] + good.encode() + b"".join(bad[1:]) + f",Done,{marks['cart']}\n".encode())
    before = facts(empty)
    answer = empty.run("import", file)
    assert answer.code == 4 and facts(empty) == before
    for words in ("line 2: invalid ticket", "line 4: ", "line 5: text is not UTF-8", "3 tickets cannot be read; nothing was imported"):
        assert words in answer.error, words
    answer = empty.run("import", file, "--partial", "--rejects", "left.csv")
    assert answer.code == 4 and "1 finding changed." in answer.text
    assert "1 row with a mark and without a ticket skipped: line 6" in answer.error and rows(empty)["pay"]["tickets"] == ["APP-1"]
    assert (empty.folder / "left.csv").read_bytes() == b"key,status,text\n" + b"".join(bad)
    assert empty.run("import", "left.csv").code == 4
    # With the mark and the line ends that the file had, in any way that it was read.
    marked = b"\xef\xbb\xbf" + b"key,status,text\n" + b"".join(bad[:2]) + good.encode()
    file.write_bytes(marked.replace(b"\n", b"\r\n"))
    for words, given in ((["import", file], b""), (["import", "-"], file.read_bytes())):
        assert empty.run(*words, "--partial", "--yes", "--rejects", "left.csv", stdin=given).code == 4
        assert (empty.folder / "left.csv").read_bytes() == marked.replace(good.encode(), b"").replace(b"\n", b"\r\n")


def test_a_state_of_others_loosens_no_verdict(empty, tmp_path):
    lead, ben = empty, Tracker(tmp_path / "ben")
    ben.folder.mkdir()
    ben.begin()
    lead.ok("edit", "tracker", "--policy", "max-closed-tickets 0")
    marks = shop(lead)
    (lead.folder / "t.csv").write_text(f"key,status,text\nAPP-1,Done,{marks['pay']}\n")
    lead.ok("import", "t.csv", "--tester", "lead")
    assert lead.run("gate").code == 1
    lead.ok("export", "-o", lead.folder / "all.a11y.json")
    ben.ok("import", "--adopt", lead.folder / "all.a11y.json")
    (ben.folder / "t.csv").write_text(f"key,status,text\nAPP-1,Open,{marks['pay']}\n")
    ben.ok("import", "t.csv", "--tester", "ben")
    ben.ok("gate")
    ben.ok("export", "-o", ben.folder / "all.a11y.json")
    lead.ok("import", ben.folder / "all.a11y.json")
    assert lead.run("gate").code == 1 and rows(lead)["pay"]["ticket_state"] == "closed"
    assert "ticket" in lead.ok("waiting").text
    # Nor does one in a record of its own about the same item.
    for number, (kind, key, ticket) in enumerate([
            ("finding", "theirs", "APP-7"), ("finding", "0", "APP-1"), ("task", "theirs", "APP-7"), ("question", "0", "APP-1")]):
        mal = Chain(f"mal000000{number}", "mal")
        mal.add("set", kind=kind, key=key, by="mal", fields={
            "check": CHECK, "component": "pay", "ticket": ticket, f"ticket.{ticket}": "open", "title": "x"})
        lead.ok("import", give(lead, *mal.facts))
        assert lead.run("gate").code == 1 and rows(lead)["pay"]["ticket_state"] == "closed"


# As the sites of Jira, Asana, and Trello write an export: the headers, the row of a ticket, and what it is.
EXPORTS = {
    "Jira, German": ("Zusammenfassung,Vorgangsschlüssel,Vorgangs-ID,Status,Beschreibung", "x,APP-1,10001,Erledigt,{}", "APP-1", "closed"),
    "Jira, German, open": ("Vorgangsschlüssel;Status;Beschreibung", "APP-1;Zu erledigen;{}", "APP-1", "open"),
    "Jira, German, category": ("Vorgangsschlüssel,Status,Statuskategorie,Text", "APP-1,Abnahme,Fertig,{}", "APP-1", "closed"),
    "Jira, French": ("Résumé,Clé de ticket,ID du ticket,État,Description", "x,APP-1,10001,Terminé(e),{}", "APP-1", "closed"),
    "Jira, French, open": ("Clé de ticket,État,Description", "APP-1,À faire,{}", "APP-1", "open"),
    "Jira, Spanish": ("Resumen,Clave de incidencia,ID de la incidencia,Estado,Descripción", "x,APP-1,10001,Finalizada,{}", "APP-1", "closed"),
    "Jira, Spanish, open": ("Clave de incidencia,Estado,Descripción", "APP-1,Tareas por hacer,{}", "APP-1", "open"),
    "Jira, Portuguese": ("Resumo,Chave da item,ID da item,Status,Descrição", "x,APP-1,7,Concluído,{}", "APP-1", "closed"),
    "Jira, Polish": ("Podsumowanie,Klucz zgłoszenia,Id. zgłoszenia,Status", "{},APP-1,7,W toku", "APP-1", "open"),
    "Jira, Chinese": ("概要,问题关键字,状态", "{},APP-1,完成", "APP-1", "closed"),
    "Bugzilla": ('"Bug ID","Summary","Status","Resolution"', '7,"{}",RESOLVED,FIXED', "7", "closed"),
    "Jira, Japanese": ("要約,課題キー,ステータス,説明", "x,APP-1,完了,{}", "APP-1", "closed"),
    "Jira, Japanese, open": ("課題キー,ステータス,説明", "APP-1,進行中,{}", "APP-1", "open"),
    "Jira, work items": ("Summary,Work item key,Work item id,Status,Description", "x,APP-1,10001,Done,{}", "APP-1", "closed"),
    "Jira, decomposed": ("Cle\u0301 de ticket,E\u0301tat,Description", "APP-1,Re\u0301solu,{}", "APP-1", "closed"),
    "Asana": ("Task ID,Created At,Completed At,Last Modified,Name,Section/Column,Assignee,Notes", "12001,2026-01-02,2026-02-03,2026-02-03,x,To do,,{}", "12001", "closed"),
    "Asana, open": ("Task ID,Created At,Completed At,Last Modified,Name,Section/Column,Assignee,Notes", "12001,2026-01-02,,2026-02-03,x,To do,,{}", "12001", "open"),
    "Trello": ("Card ID,Card Name,Card URL,Card Description,Labels,Members,Due Date,List Name,Archived", "c1,x,https://trello.com/c/1,{},,,,Doing,false", "https://trello.com/c/1", "open"),
    "Trello, archived": ("Card ID,Card Name,Card URL,Card Description,Labels,List Name,Archived", "c1,x,https://trello.com/c/1,{},,Doing,true", "https://trello.com/c/1", "closed"),
}


@pytest.mark.parametrize("name", EXPORTS)
def test_exports_are_read_in_the_language_of_who_made_them(empty, name):
    """A person with a German Jira had to map each header and state by hand."""
    head, row, ticket, state = EXPORTS[name]
    marks = shop(empty)
    (empty.folder / "tickets.csv").write_text(f"{head}\n{row.format(marks['pay'])}\n", encoding="utf-8")
    answer = empty.ok("import", "tickets.csv", "--tester", "t1")
    assert "unknown" not in answer.error, answer.error
    found = rows(empty)["pay"]
    assert (found["tickets"], found["ticket_state"]) == ([ticket], state)


def test_words_of_a_team_still_need_a_map(empty):
    marks = shop(empty)
    (empty.folder / "tickets.csv").write_text(f"Vorgangsschlüssel,Status,Text\nAPP-1,Beim Kunden,{marks['pay']}\n", encoding="utf-8")
    assert '"Beim Kunden"' in empty.ok("import", "tickets.csv", "--tester", "t1").error
    (empty.folder / "tickets.csv").write_text(f"Nummer des Vorgangs,Text\nAPP-1,{marks['pay']}\n", encoding="utf-8")
    answer = empty.run("import", "tickets.csv", "--tester", "t1")
    assert answer.code != 0 and "--map" in answer.error


def test_boards_as_json_are_read(empty):
    marks = shop(empty)
    board = {"id": "b1", "name": "Board", "url": "https://trello.com/b/1", "cards": [
        {"id": "c1", "shortUrl": "https://trello.com/c/1", "url": "https://trello.com/c/1/x", "desc": f"x {marks['pay']}", "closed": True},
        {"id": "c2", "shortUrl": "https://trello.com/c/2", "desc": f"x {marks['cart']}", "closed": False}]}
    tasks = {"data": [{"gid": "12001", "permalink_url": "https://app.asana.com/0/1/12001", "completed": True, "notes": marks["home"]}]}
    for name, document in ("board.json", board), ("tasks.json", tasks):
        (empty.folder / name).write_text(json.dumps(document))
        empty.ok("import", name, "--tester", "t1")
    found = rows(empty)
    assert {key: (row["tickets"], row["ticket_state"]) for key, row in found.items()} == {
        "pay": (["https://trello.com/c/1"], "closed"), "cart": (["https://trello.com/c/2"], "open"),
        "home": (["https://app.asana.com/0/1/12001"], "closed")}


@pytest.mark.parametrize("form, columns", [
    ("asana", ["Name", "Description", "Section/Column", "Priority", "Tags"]),
    ("trello", ["Card Name", "Card Description", "Labels", "List Name"])])
def test_what_goes_to_a_board_comes_back_from_it(empty, form, columns):
    marks = shop(empty)
    table = list(csv.DictReader(io.StringIO(empty.ok("report", "--issues", form).out.decode("utf-8"))))
    assert list(table[0]) == columns and len(table) == len(marks)
    text = {"asana": "Description", "trello": "Card Description"}[form]
    assert all(row[columns[0]] and any(mark in row[text] for mark in marks.values()) for row in table)
    lines = io.StringIO()
    writer = csv.writer(lines)
    writer.writerow(["Task ID", "Name", "Completed At", "Notes"])
    for number, row in enumerate(table):
        writer.writerow([f"9{number}", row[columns[0]], "", row[text]])
    (empty.folder / "back.csv").write_text(lines.getvalue(), encoding="utf-8")
    empty.ok("import", "back.csv", "--tester", "t1")
    assert all(len(row["tickets"]) == 1 for row in rows(empty).values())
    # None is written twice.
    assert empty.run("report", "--issues", form).code == 3


def test_a_ticket_with_two_states_in_one_file_is_named(empty):
    """The last row counted without a word."""
    mark = shop(empty)["cart"]
    (empty.folder / "t.csv").write_text(f"Issue key,Status,Text\nAPP-1,Done,{mark}\napp-1,In Progress,{mark}\nAPP-2,Done,{mark}\n")
    said = " ".join(empty.ok("import", "t.csv").error.split())
    assert "ticket app-1 is closed (line 2) and open (line 3); the last row counts" in said
    (empty.folder / "t.csv").write_text(f"Issue key,Status,Text\nAPP-1,Done,{mark}\nAPP-1,Closed,{mark}\n")
    assert "last row" not in empty.ok("import", "t.csv").error


ISSUE, OTHER = "https://github.com/o/r/issues/12", "https://github.com/o/other/issues/12"
PAGE = "https://shop.example/browse/SHOP-1"


@pytest.mark.parametrize("names, kept", [
    (["#12", ISSUE], [ISSUE]), ([ISSUE, "#12"], [ISSUE]), (["12", "#12"], ["#12"]), (["SHOP-1", PAGE], [PAGE]), ([PAGE, "shop-1"], [PAGE]),
    (["#12", "#13", ISSUE], [ISSUE, "#13"]), ([ISSUE, OTHER], [ISSUE, OTHER]), ([ISSUE, OTHER, "#12"], [ISSUE, OTHER, "#12"])])
def test_a_ticket_by_its_number_and_its_address_is_one(empty, names, kept):
    """It was two, and the one that was not exported again stayed open for ever."""
    mark = shop(empty)["pay"]
    for place, name in enumerate(names):
        state = "Done" if place + 1 == len(names) else "Open"
        (empty.folder / "t.csv").write_text(f"ticket,status,text\n{name},{state},{mark}\n")
        empty.ok("import", "t.csv", "--tester", "t1")
    found = rows(empty)["pay"]
    assert sorted(found["tickets"]) == sorted(kept) and found["ticket_state"] == ("closed" if len(kept) == 1 else "open")
    before = facts(empty)
    empty.ok("import", "t.csv", "--tester", "t1")
    assert facts(empty) == before


def test_a_ticket_without_a_mark_is_known_by_its_key_and_not_by_a_number_of_any_project(empty):
    shop(empty)
    empty.ok("config", "tester", "t1")
    for component, ticket in ("pay", "SHOP-1"), ("cart", "#12"):
        empty.ok("edit", "finding", CHECK, component, "--ticket", ticket)
    (empty.folder / "t.json").write_text(json.dumps([
        {"url": PAGE, "title": "a", "state": "closed"}, {"url": ISSUE, "title": "b", "state": "closed"}]))
    assert "2 read, 1 of findings (1 closed)" in empty.ok("import", "t.json").text
    found = rows(empty)
    assert (found["pay"]["tickets"], found["pay"]["ticket_state"]) == ([PAGE], "closed")
    assert (found["cart"]["tickets"], found["cart"]["ticket_state"]) == (["#12"], None)


def test_the_ticket_of_a_waiver_keeps_its_name(empty):
    mark = shop(empty)["pay"]
    empty.ok("new", "waiver", "pay", CHECK, "--reason", "third-party", "--approver", "lead", "--until", "2099-01-01", "--ticket", "#12")
    (empty.folder / "t.csv").write_text(f"ticket,status,text\n{ISSUE},Done,{mark}\n")
    empty.ok("import", "t.csv", "--tester", "t1")
    found = rows(empty)["pay"]
    assert (found["tickets"], found["ticket_state"]) == (["#12"], "closed")


def test_the_key_of_a_ticket_counts_before_an_address_beside_it(empty):
    """The page that a ticket is about was taken for the ticket, and one page has several."""
    marks, page = shop(empty), "https://shop.example/sign-in"
    lines = [f"1,SHOP-1,{page},Done,{marks['pay']}", f"2,SHOP-2,{page},Open,{marks['cart']}", f"3,,{ISSUE},Done,{marks['home']}"]
    (empty.folder / "t.csv").write_text("\n".join(["#,Issue key,URL,Status,Description", *lines, f"4,,,Done,{marks['cart']}", ""]))
    answer = empty.ok("import", "t.csv", "--tester", "t1")
    assert "1 row with a mark and without a ticket skipped: line 5" in answer.error, answer.error
    found = rows(empty)
    assert {key: (row["tickets"], row["ticket_state"]) for key, row in found.items()} == {
        "pay": (["SHOP-1"], "closed"), "cart": (["SHOP-2"], "open"), "home": ([ISSUE], "closed")}


PULL, MERGE = "https://github.com/o/r/pull/15", "https://gitlab.com/o/r/-/merge_requests/15/diffs"


@pytest.mark.parametrize("name, text", [
    ("t.json", [{"number": 15, "html_url": PULL, "state": "closed", "title": "t", "body": "MARK", "pull_request": {"merged_at": "2026-03-01T10:00:00Z"}}]),
    ("t.json", [{"number": 15, "state": "closed", "title": "t", "body": "MARK", "isPullRequest": True}]),
    ("t.json", {"data": {"search": {"nodes": [{"__typename": "PullRequest", "number": 15, "state": "MERGED", "body": "MARK"}]}}}),
    ("t.json", [{"iid": 15, "web_url": MERGE, "state": "merged", "title": "t", "description": "MARK"}]),
    ("t.json", [{"number": 15, "url": PULL, "state": "MERGED", "title": "t"}]),
    ("t.csv", f"url,state,body\n{PULL},closed,MARK\n"), ("t.csv", f"url,state,body\n{MERGE},merged,MARK\n")])
def test_a_change_of_code_is_no_ticket(empty, name, text):
    """A merged one that named a mark was the closed ticket of the finding, and was to be reopened."""
    mark = shop(empty)["pay"]
    text = text if isinstance(text, str) else json.dumps(text)
    (empty.folder / name).write_text(text.replace("MARK", mark))
    answer = empty.run("import", name, "--tester", "t1")
    assert "1 pull request skipped" in answer.error and "Tickets: 0 read, 0 of findings. 0 findings changed." in answer.text
    assert rows(empty)["pay"]["tickets"] == [] and answer.code == (0 if mark in (empty.folder / name).read_text() else 3)


def test_issues_beside_a_change_of_code_are_read(empty):
    mark = shop(empty)["pay"]
    (empty.folder / "t.json").write_text(json.dumps([
        {"number": 15, "html_url": PULL, "state": "closed", "body": mark, "pull_request": {"url": "x"}},
        {"number": 16, "html_url": "https://github.com/o/r/issues/16", "state": "open", "body": mark, "pull_request": None}]))
    assert "1 read, 1 of findings (1 open)" in empty.ok("import", "t.json", "--tester", "t1").text
    assert rows(empty)["pay"]["tickets"] == ["https://github.com/o/r/issues/16"]


@pytest.mark.parametrize("count", [300, 2500])
def test_an_issue_may_have_as_many_fields_as_its_site(empty, count):
    """A search in Jira answers with a member for each field that its site has; more than 256 were no list of tickets."""
    fields = {"status": {"name": "Done", "statusCategory": {"key": "done"}}, "description": shop(empty)["pay"]}
    fields |= {f"customfield_{10000 + place}": None for place in range(count)}
    for document in {"issues": [{"id": "10010", "key": "SHOP-1", "fields": fields}]}, [{"key": "SHOP-1", "fields": fields}]:
        (empty.folder / "t.json").write_text(json.dumps(document))
        assert "1 read, 1 of findings (1 closed)" in empty.ok("import", "t.json", "--tester", "t1").text


@pytest.mark.parametrize("text, place", [
    ('{"issues": [\n {"key": "A-1", "fields": {"description": "MARK", "x": nil}}]}', "line 2, column "),
    ('[{"key": "A-1", "description": "MARK", "key": "A-2"}]', "line 1, "), ('{"key": "A-1"}\n{"key": "A-2", "body": "MARK"', "line 2, ")])
def test_tickets_that_are_no_json_are_refused_with_the_place(empty, text, place):
    """They were no bundle, or no array, without a word on what was wrong."""
    (empty.folder / "t.json").write_text(text.replace("MARK", shop(empty)["pay"]))
    answer = empty.run("import", "t.json", "--tester", "t1")
    said = " ".join(answer.error.split())
    assert answer.code == 4 and f'"t.json": {place}' in said and "bundle" not in said, answer.error


@pytest.mark.parametrize("content, ticket", [
    ({"type": "Issue", "number": 12, "url": ISSUE}, [ISSUE]), ({"type": "Issue", "number": 12}, ["#12"]),
    ({"type": "DraftIssue", "id": "DI_x"}, ["PVTI_x"]), ({"type": "PullRequest", "number": 12, "url": ISSUE}, [])])
def test_the_row_of_a_board_is_about_its_issue(empty, content, ticket):
    """The ID of the row was the ticket (gh project item-list --format json)."""
    item = {"id": "PVTI_x", "title": "t", "status": "Done", "content": {**content, "title": "t", "body": f"x {shop(empty)['pay']}"}}
    (empty.folder / "board.json").write_text(json.dumps({"items": [item], "totalCount": 1}))
    empty.ok("import", "board.json", "--tester", "t1")
    assert (rows(empty)["pay"]["tickets"], rows(empty)["pay"]["ticket_state"]) == (ticket, "closed" if ticket else None)
