"""Findings by what people call them: a ticket, a mark, the name of a result, and words of titles and components."""

import json

import pytest

from program import CHECK

BY_TICKET = "touch-target.minimum-44pt"
ADDRESS = "https://tracker.example/app/issues/31"


@pytest.fixture
def shop(empty):
    empty.ok("new", "component", "--from", "-", stdin=(
        b"key,kind,title,screens\nlogin/secret,form-field,Password,login\nlogin/go,button,Sign In,login\ncart,button,Cart,shop\n"))
    for component, note in (("login/secret", "reads nothing"), ("login/go", "unlabeled"), ("cart", "no password here")):
        empty.ok("log", "fail", CHECK, component, "-m", note, "-s", "2", "--tester", "t1", "--build", "1")
    empty.ok("log", "fail", BY_TICKET, "cart", "--value", "40x40", "-s", "1", "--tester", "t1", "--build", "1")
    empty.ok("edit", "finding", CHECK, "login/secret", "--ticket", "SHOP-12")
    empty.ok("edit", "finding", CHECK, "login/go", "--ticket", "shop-12")
    empty.ok("edit", "finding", BY_TICKET, "cart", "--ticket", ADDRESS)
    return empty


def found(tracker, *words, kind="findings"):
    rows = json.loads(tracker.ok("list", kind, *words, "--json").out)["rows"]
    return sorted((row["component"], row["check"]) for row in rows)


def test_findings_are_found_shown_walked_and_reported_by_what_people_call_them(shop):
    secret, go, cart, small = ("login/secret", CHECK), ("login/go", CHECK), ("cart", CHECK), ("cart", BY_TICKET)
    mark = next(json.loads(line)["mark"] for line in shop.ok("report", "--issues", "ndjson", "--all").out.splitlines()
                if b"login/go" in line)
    name = next(row["id"] for row in json.loads(shop.ok("list", "findings", "--json").out)["rows"] if row["component"] == "login/go")
    for words, wanted in {
            "password": [cart, secret], "PASSWORD login": [secret], "sign in": [go], "cart -password": [small], "44": [small],
            "ticket:SHOP-12": [go, secret], "ticket:shop-1*": [go, secret], "SHOP-12": [go, secret], "-ticket:SHOP-12": [cart, small],
            "ticket:none": [cart], "ticket:#31": [small], "ticket:31": [small], f"ticket:{ADDRESS}": [small],
            "ticket:SHOP-12 login/go": [go], f"ticket:{mark}": [go], mark: [go], name: [go], "outcome:fail severity:1": [small]}.items():
        assert found(shop, words) == sorted(wanted), words
    assert found(shop, "ticket:SHOP-12", kind="items") == found(shop, "ticket:shop-12", kind="results") == [go, secret]
    assert found(shop, "--all", "secret", "status:untested", kind="items")
    nothing = shop.ok("list", "items", "--all", "scrubber")
    assert "No matching items. Words without" in nothing.out.decode() and "--all" not in nothing.out.decode()
    assert 'no ticket matches "SHOP-13"' in shop.ok("list", "findings", "ticket:SHOP-13").error

    several = json.loads(shop.ok("show", "SHOP-12", "--json").out)
    assert several["schema"] == "a11y.ticket/1" and len(several["findings"]) == 2
    assert "login/secret" in shop.ok("show", "ticket:shop-12").out.decode()
    one = json.loads(shop.ok("show", "#31", "--json").out)
    assert (one["component"], one["check"]["id"] if isinstance(one["check"], dict) else one["check"]) == ("cart", BY_TICKET)
    assert shop.run("show", "SHOP-13").code == 3

    walk = shop.ok("walk", "ticket:SHOP-12", "--tester", "t2", "--build", "2", stdin=b"q\n").out.decode()
    assert "2 items" in walk and "login/go" in walk and "a11y walk 'ticket:SHOP-12'" in walk
    narrowed = shop.ok("walk", "screen:shop", "--tester", "t2", "--build", "2", stdin=b"q\n").out.decode()
    assert "cart" in narrowed and "login" not in narrowed
    assert "matches \"ticket:SHOP-13\"" in shop.ok("walk", "ticket:SHOP-13", "--tester", "t2", "--build", "2", stdin=b"").out.decode()

    tickets = [json.loads(line) for line in shop.ok("report", "--issues", "ndjson", "--all", "severity:1", "screen:shop").out.splitlines()]
    assert [(one["findings"][0]["component"], one["severity"]) for one in tickets] == [("cart", "critical")]


def test_a_ticket_says_that_its_finding_had_passed(empty):
    """A team that fixed it reads so in the ticket, and of a ticket that was made before in the answer."""
    empty.register("home,screen")
    gated = "reduce-motion.animations-gated"
    for outcome, build in ("fail", "1.0"), ("pass", "1.1"):
        empty.ok("log", outcome, gated, "home", "--tester", "t1", "--build", build)
    assert "regressed" not in empty.run("report", "--issues", "md").text
    empty.ok("log", "fail", gated, "home", "--tester", "t1", "--build", "1.2")
    assert "- Status: regressed: it had passed before" in empty.ok("report", "--issues", "md").text
    empty.ok("edit", "finding", gated, "home", "--ticket", "SHOP-1")
    answer = empty.run("report", "--issues", "md")
    assert "Left out: 1 finding with a ticket, 1 regressed (--all includes them)." in " ".join(answer.error.split())


def test_a_walk_for_what_is_tested_says_so(empty):
    """It is not that nothing matches: it is tested already."""
    empty.register("home,screen")
    empty.ok("log", "fail", "reduce-motion.animations-gated", "home", "--tester", "t1")
    empty.ok("edit", "finding", "reduce-motion.animations-gated", "home", "--ticket", "SHOP-1")
    said = " ".join(empty.ok("walk", "SHOP-1", "--tester", "t1").text.split())
    assert 'no untested item matches "SHOP-1". Run "a11y walk --only fail SHOP-1" for failing items.' in said
    assert "1 item" in empty.ok("walk", "--only", "fail", "SHOP-1", "--tester", "t1").text


def test_names_of_code_are_code_in_every_markdown_form(shop):
    """Tickets showed them as code; a list and a page of Markdown showed the backquotes."""
    shop.ok("new", "component", "home", "--kind", "screen")
    shop.ok("log", "fail", "voiceover.reading-order", "home", "-m", "a `note` of a tester", "--tester", "t1", "--build", "1")
    for words in (["list", "findings"], ["show", "voiceover.reading-order"]):
        text = shop.ok(*words, "--format", "md").text
        assert "`.accessibilitySortPriority(_:)`" in text and "\\`.accessibility" not in text, text
    assert "a \\`note\\` of a tester" in shop.ok("list", "findings", "--format", "md").text


@pytest.mark.parametrize("status, state, unknown", [
    ({"status": "in progress", "type": "custom"}, "open", ""), ({"status": "complete", "type": "closed"}, "closed", ""),
    ({"name": "In Review", "type": "started"}, "open", ""), ({"status": "With Ana", "type": "custom"}, None, "With Ana")])
def test_a_column_of_a_team_is_known_by_its_name(shop, status, state, unknown):
    """ClickUp says "custom" of each, and the name was passed over."""
    shop.ok("edit", "finding", CHECK, "login/go", "--ticket", "86x")
    (shop.folder / "t.json").write_text(json.dumps({"tasks": [
        {"id": "86x", "name": "t", "text_content": next(json.loads(line)["mark"] for line in shop.ok(
            "report", "--issues", "ndjson", "--all").out.splitlines() if b"login/go" in line), "status": status}]}))
    assert f'unknown state "{unknown}"' in shop.ok("import", "t.json", "--tester", "t1").error or not unknown
    row, = json.loads(shop.ok("list", "findings", "login/go", "--json").out)["rows"]
    assert (row["tickets"], row["ticket_state"]) == (["86x"], state)
