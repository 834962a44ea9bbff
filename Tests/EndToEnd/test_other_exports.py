"""Exports and sheets as other programs leave them: tickets without a mark, merged cells, hyphens, words of other languages."""

import json

import pytest

from program import CHECK
from test_tool_reports import shop  # noqa: F401

SIZE = "touch-target.icon-button-44pt"
ADDRESS = "https://github.com/o/r/issues/12"


def marks(shop):
    """Of two findings of one component."""
    shop.ok("log", "fail", CHECK, "sign-in/close", "--tester", "t1", "-m", "x", "-s", "1")
    shop.ok("log", "fail", SIZE, "sign-in/close", "--tester", "t1", "-s", "2", "--value", "30x30")
    return [json.loads(line)["mark"] for line in shop.ok("report", "--issues", "ndjson").text.splitlines()]


def tickets(shop):
    return {row["check"]: (row["tickets"], row["ticket_state"]) for row in json.loads(shop.ok("list", "findings", "--json").out)["rows"]}


@pytest.mark.parametrize("name, text", [
    ("t.csv", f"number,title,state,url\n12,Close has no label,CLOSED,{ADDRESS}\n13,Other,OPEN,{ADDRESS[:-1]}3\n"),
    ("t.json", json.dumps([{"number": 12, "title": "t", "body": "x", "state": "CLOSED", "url": ADDRESS},
                           {"number": 13, "title": "u", "body": "y", "state": "OPEN", "url": ADDRESS[:-1] + "3"}]))])
def test_tickets_without_a_mark_say_their_states_by_their_names(shop, name, text):
    """The file was refused, although the same rows beside one with a mark were read."""
    marks(shop)
    (shop.folder / name).write_text(text)
    answer = shop.run("import", name, "--tester", "t1")
    assert answer.code == 3 and "2 rows without the mark of a finding skipped" in answer.error and "--ticket TICKET" in answer.error
    assert "Tickets: 2 read, 0 of findings. 0 findings changed." in answer.text
    shop.ok("config", "tester", "t1")
    shop.ok("edit", "finding", CHECK, "sign-in/close", "--ticket", ADDRESS)
    answer = shop.ok("import", name, "--tester", "t1")
    assert "2 read, 1 of findings (1 closed). 1 finding changed." in answer.text
    assert tickets(shop)[CHECK] == ([ADDRESS], "closed")


@pytest.mark.parametrize("issues", [
    [{"number": 12, "title": "Close has no label", "url": ADDRESS}], [{"iid": 3, "title": "a", "web_url": ADDRESS}, {"iid": 4, "title": "b"}],
    {"issues": [{"key": "SHOP-1", "fields": {"summary": "Close"}}]}, [{"title": "Close has no label"}]])
def test_issues_without_texts_say_what_to_export(shop, issues):
    """They were no bundle, and advised to be read as the report of a tool."""
    marks(shop)
    (shop.folder / "t.json").write_text(json.dumps(issues))
    answer = shop.run("import", "t.json")
    assert answer.code == 4 and '"t.json": the issues have neither a state nor a mark of a finding (a11y-...)' in answer.error
    assert "number,state,url,body,labels" in answer.error and "description of GitLab and Jira" in answer.error and "--as" not in answer.error
    # With their states they are tickets, and still say nothing of the findings.
    for issue in issues["issues"] if isinstance(issues, dict) else issues:
        issue |= {"state": "OPEN", "id": "7"}
    (shop.folder / "t.json").write_text(json.dumps(issues))
    answer = shop.run("import", "t.json", "--tester", "t1")
    assert answer.code == 3 and "number,state,url,body,labels" in answer.error and "--ticket TICKET" in answer.error


@pytest.mark.parametrize("text", [
    "id,title\n12,Close has no label\n", "id,state,check,component\n1,open,a,b\n", '[{"id": 1, "title": "x"}]', "[]", "id,state\n",
    '{"name": "shop", "bugs": {"url": "https://example.com"}}'])
def test_what_says_no_state_of_a_ticket_is_no_list_of_tickets(shop, text):
    marks(shop)
    (shop.folder / "t.csv").write_text(text)
    answer = shop.run("import", "t.csv")
    assert answer.code == 4 and "Tickets:" not in answer.text, answer.text


@pytest.mark.parametrize("form", ["csv", "json"])
def test_a_ticket_is_about_all_findings_whose_marks_it_has(shop, form):
    """Two issues were merged: the second mark was passed over in silence."""
    first, second = marks(shop)
    text = f"key,status,description,labels\nA-1,Done,merged {first},{second}\n"
    if form == "json":
        text = json.dumps([{"key": "A-1", "fields": {"status": {"name": "Done"}, "description": f"{first} and {first}", "labels": [second]}}])
    (shop.folder / f"t.{form}").write_text(text)
    assert "1 read, 1 of findings (1 closed). 2 findings changed." in shop.ok("import", f"t.{form}", "--tester", "t1").text
    assert tickets(shop) == {CHECK: (["A-1"], "closed"), SIZE: (["A-1"], "closed")}


def test_a_spreadsheet_saves_tickets_with_tabs_and_quotes(shop):
    """The lines of a description were rows of their own, and its mark was one without a ticket."""
    first, second = marks(shop)
    lines = [f'A-1\tDone\t"Affects\nVoiceOver ""close"",\n{first}"', f'"A-2, B"\tOpen\t{second}']
    (shop.folder / "t.txt").write_bytes("\r\n".join(["Issue key\tStatus\tDescription", *lines, ""]).encode("utf-16"))
    assert "2 read, 2 of findings (1 open, 1 closed)" in shop.ok("import", "t.txt").text
    assert tickets(shop) == {CHECK: (["A-1"], "closed"), SIZE: (["A-2, B"], "open")}


def test_a_card_in_the_list_of_what_is_done_is_closed(shop):
    """It was open until somebody archived it."""
    first, second = marks(shop)
    board = {"id": "b", "name": "Shop", "cards": [
        {"id": "5f", "shortUrl": "https://trello.com/c/A", "desc": first, "closed": False, "idList": "l1"},
        {"id": "60", "shortUrl": "https://trello.com/c/B", "desc": second, "closed": False, "idList": "l2"}],
        "lists": [{"id": "l1", "name": "Done"}, {"id": "l2", "name": "Our week"}]}
    (shop.folder / "board.json").write_text(json.dumps(board))
    shop.ok("import", "board.json", "--tester", "t1")
    assert sorted(state for _, state in tickets(shop).values()) == ["closed", "open"]
    (shop.folder / "cards.csv").write_text("Card ID,Card URL,Card Description,List Name,Archived\n"
                                           f"5f,https://trello.com/c/A,{first},Our week,false\n60,https://trello.com/c/B,{second},Done,false\n")
    assert "(1 open, 1 closed)" in shop.ok("import", "cards.csv", "--tester", "t1").text


def test_a_merged_cell_is_named_and_words_of_a_team_have_a_way(shop):
    """It was an empty component name, and nothing said that words can be translated."""
    sheet = f"component,check,outcome,severity\nsign-in/close,{CHECK},fail,S1\n,{SIZE},fail,2\n"
    answer = shop.run("log", "-", "--tester", "t1", stdin=sheet.encode())
    assert answer.code == 4 and "line 3: empty component name; a merged cell" in answer.error and '--map to translate custom words, such as "Blocker=critical"' in answer.error
    assert "Logged 1 result" in shop.run("log", "-", "--tester", "t1", "--map", "S1=critical", "--partial", stdin=sheet.encode()).text
    answer = shop.run("new", "component", "--from", "-", stdin=b"key,kind\nfoot,Text field\n")
    assert answer.code == 4 and '--map to translate custom words, such as "Text field=form-field"' in answer.error
    told = shop.run("new", "component", "--from", "-", stdin=b"Name,Type\nfoot,button\n").error
    assert "Pass --map 'Name=key,Type=kind'." in told
    shop.ok("new", "component", "--from", "-", "--map", "Name=key,Type=kind,Text field=form-field", stdin=b"Name,Type\nfoot,Text field\n")


@pytest.mark.parametrize("hyphen", ["\u2010", "\u2011"])
def test_hyphens_of_word_processors_are_hyphens(shop, hyphen):
    """The message quoted a name that looks like the right one."""
    names = [name.replace("-", hyphen) for name in (CHECK, "sign-in/close")]
    shop.ok("log", "-", "--tester", "t1", stdin=f"outcome,check,component\npass,{','.join(names)}\n".encode())
    row, = json.loads(shop.ok("list", "results", "--json").out)["rows"]
    assert (row["check"], row["component"]) == (CHECK, "sign-in/close")


@pytest.mark.parametrize("yes, no", [("WAHR", "FALSCH"), ("VRAI", "FAUX"), ("VERDADERO", "FALSO"), ("ИСТИНА", "ЛОЖЬ"), ("x", ""), ("✓", "✗")])
def test_spreadsheets_of_other_languages_say_yes_and_no(shop, yes, no):
    shop.ok("new", "component", "--from", "-", stdin=f"key,kind,retired\na,button,{yes}\nb,button,{no}\n".encode())
    assert [json.loads(shop.ok("show", key, "--json").out)["retired"] for key in "ab"] == [True, False]


@pytest.mark.parametrize("element", [
    {"element": '"close" Button'}, {"identifier": "close"}, {"elementIdentifier": "", "elementLabel": "Close"},
    {"element": "Button, 0x600003, {{0.0, 0.0}, {30.0, 30.0}}, identifier: 'close', label: 'x'"},
    {"elementDescription": "Button, {{0.0, 0.0}, {30.0, 30.0}}, label: 'Close'"}])
def test_elements_are_found_as_xctest_prints_them_and_recorders_name_them(shop, element):
    """The finding was assigned to the whole screen."""
    issue = {"auditType": "hitRegion", "compactDescription": "Hit area is too small", "screen": "sign-in", **element}
    (shop.folder / "a.jsonl").write_text(json.dumps(issue) + "\n")
    assert "sign-in/close touch-target." in shop.ok("import", "a.jsonl", "--dry-run").text


@pytest.mark.parametrize("element", [
    {"label": "Sign in", "elementType": "9"}, {"elementLabel": "Sign in", "elementType": 9}, {"element": {"label": "Sign in", "type": "XCUIElementType(rawValue: 9)"}},
    {"element": "Sign in", "elementType": "XCUIElementTypeButton"}])
def test_the_type_of_an_element_tells_it_from_its_screen(shop, element):
    """A button with the title of its screen was one of several components, although the report had its type."""
    shop.ok("new", "component", "sign-in/submit", "--kind", "button", "--screen", "sign-in", "--title", "Sign in")
    issue = {"auditType": "hitRegion", "compactDescription": "Hit area is too small", "screen": "sign-in"}
    (shop.folder / "a.jsonl").write_text(json.dumps(issue | element) + "\n")
    assert "sign-in/submit touch-target." in shop.ok("import", "a.jsonl", "--dry-run").text
    # Without a type it may be the heading of the screen.
    (shop.folder / "a.jsonl").write_text(json.dumps(issue | {"label": "Sign in"}) + "\n")
    assert "matches several components" in shop.run("import", "a.jsonl", "--dry-run").error


def axe(target, address):
    return {"violations": [{"id": "button-name", "help": "Buttons", "nodes": [{"target": [target]}]}], "url": address}


@pytest.mark.parametrize("selector", [
    '[data-testid="sign-in/close"]', '[data-testid="sign-in\\/close"]', '[data-testid="SignIn.close"]', "[data-testid='close']",
    "li > button[data-testid=close]:nth-child(2)", '.x[data-testid="close"][disabled]'])
def test_an_identifier_of_the_web_is_found_in_each_spelling(shop, selector):
    """With the key of a component as its identifier, a finding was assigned to the whole screen."""
    (shop.folder / "a.json").write_text(json.dumps(axe(selector, "https://a.b/sign-in")))
    assert "sign-in/close voiceover." in shop.ok("import", "a.json", "--dry-run").text


@pytest.mark.parametrize("document", [
    axe(".x", "https://a.b/#/sign-in"), axe(".x", "https://a.b/index.html#!/sign-in?from=x"), axe(".x", "ionic://localhost/#/sign-in"),
    {"lighthouseVersion": "9.6.8", "requestedUrl": "https://a.b/cart", "finalUrl": "https://a.b/sign-in",
     "categories": {"accessibility": {"auditRefs": [{"id": "button-name"}]}},
     "audits": {"button-name": {"title": "Buttons", "score": 0, "scoreDisplayMode": "binary", "details": {"items": [{"node": {"selector": ".x"}}]}}}}])
def test_a_page_is_the_one_that_was_shown(shop, document):
    """All pages of an app of one page were one screen, and a page that led to another was that one."""
    (shop.folder / "a.json").write_text(json.dumps(document))
    assert "sign-in voiceover." in shop.ok("import", "a.json", "--dry-run").text


@pytest.mark.parametrize("named, component", [
    ({"fullyQualifiedName": "sign-in/close"}, "sign-in/close"), ({"name": "Total"}, "cart/total-label"),
    ({"fullyQualifiedName": "shop/1", "name": "total-label", "kind": "element"}, "cart/total-label"),
    ({"fullyQualifiedName": "#close"}, ""), ({"name": "close", "kind": "function"}, "")])
def test_a_logical_location_is_what_an_element_is_called(shop, named, component):
    """A key as the release check writes it was no name; a selector and a function say nothing of a component."""
    result = {"ruleId": "button-name", "level": "error", "message": {"text": "x"}, "locations": [{"logicalLocations": [named]}]}
    (shop.folder / "r.sarif").write_text(json.dumps({"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "lint"}}, "results": [result]}]}))
    shop.run("import", "r.sarif")
    rows = [row for words in ((), ("state:unmatched",)) for row in json.loads(shop.ok("list", "tool-findings", *words, "--json").out)["rows"]]
    assert {row["component"] or "" for row in rows} == {component}


@pytest.mark.parametrize("document, advice", [
    ({"testIdentifier": "A/b()", "testName": "b()", "testRuns": [{"nodeType": "Device", "name": "iPhone"}]}, "xcresulttool get test-results tests"),
    ({"_type": {"_name": "ActionsInvocationRecord"}, "actions": {"_values": []}}, "xcresulttool get test-results tests"),
    ([{"url": "x", "htmlPath": "a", "jsonPath": "b", "summary": {"accessibility": 0.9}}], "lhr-*.json"),
    ({"records": [{"id": "recA", "createdTime": "x", "fields": {"Status": "Done", "Notes": "a11y-ghjkmnpqrstv"}}], "offset": "x"}, "table or board as CSV"),
    ({"data": {"boards": [{"items_page": {"items": [{"id": "1", "column_values": [{"text": "Done"}]}]}}]}, "account_id": 1}, "table or board as CSV")])
def test_reports_that_are_not_read_say_what_to_import_instead(shop, document, advice):
    """Answers of xcresulttool were said to be no report of EARL."""
    (shop.folder / "r.json").write_text(json.dumps(document))
    answer = shop.run("import", "r.json")
    assert answer.code == 4 and advice in " ".join(answer.error.split()) and "EARL" not in answer.error, answer.error
