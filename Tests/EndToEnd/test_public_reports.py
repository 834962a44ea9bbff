"""Reports in the shapes that public repositories have of them: what a finding is called, and the page that it is on."""

import json

import pytest

from test_tool_reports import rows, shop  # noqa: F401

PAGE = "https://shop.example/sign-in"
ISSUE = {"code": "WCAG2AA.Principle1.Guideline1_4.1_4_3.G18.Fail", "type": "error", "typeCode": 1, "message": "Low contrast",
         "context": "<p>", "selector": "main > p"}


def write(shop, document, name="report.json"):
    (shop.folder / name).write_text(json.dumps(document))
    return name


def lighthouse(mode, explanation):
    node = {"type": "node", "selector": "nav > a"} | ({"explanation": explanation} if explanation else {})
    audit = {"id": "identical-links-same-purpose", "title": "Identical links have the same purpose.", "score": None,
             "scoreDisplayMode": mode, "details": {"type": "table", "items": [{"node": node}]}}
    return {"lighthouseVersion": "11.4.0", "finalDisplayedUrl": PAGE, "fetchTime": "2026-03-01T10:00:00.000Z", "audits": {audit["id"]: audit},
            "categories": {"accessibility": {"auditRefs": [{"id": audit["id"]}]}}}


@pytest.mark.parametrize("explanation, message", [
    ("Fix all of the following:\n  Check that links have the same purpose", "Check that links have the same purpose"),
    ("Check that links have the same purpose", "Check that links have the same purpose"), ("", "")])
def test_what_needs_a_review_is_not_called_by_the_sentence_of_a_pass(shop, explanation, message):
    shop.ok("import", write(shop, lighthouse("informative", explanation)))
    assert [(row["review"], row.get("message") or "") for row in rows(shop)] == [(True, message)]


def test_what_failed_is_called_by_the_title(shop):
    shop.ok("import", write(shop, lighthouse("binary", "Fix all of the following:\n  Check the links")))
    assert [row["message"] for row in rows(shop)] == ["Identical links have the same purpose."]


def test_an_unmatched_finding_is_listed_with_its_rule(shop):
    """It was shown without: a row of a tool that writes no message said nothing but its screen."""
    rule = {"@type": "TestCase", "@id": "https://tool.example/rules/R17", "title": "R17"}
    assertion = {"@type": "Assertion", "test": rule, "subject": PAGE, "result": {"outcome": "earl:failed"}}
    graph = {"@context": {"earl": "http://www.w3.org/ns/earl#"}, "@graph": [assertion]}
    assert shop.run("import", write(shop, graph)).code == 3
    for words in (["--plain"], ["--width", "80"], ["--format", "md"]):
        assert "R17" in shop.ok("list", "tool-findings", "state:unmatched", *words).text, words
    shop.run("import", write(shop, {"violations": [{"id": "color-contrast", "help": "Contrast", "nodes": [{"target": ["p"]}]}], "url": PAGE}))
    both = shop.ok("list", "tool-findings", "--plain").text
    assert "R17" in both and "Contrast" in both
    assert "color-contrast" not in shop.ok("list", "tool-findings", "state:open", "--plain").text


@pytest.mark.parametrize("document", [
    [{"url": PAGE, "error": None, "issues": [ISSUE]}, {"url": "https://shop.example/cart", "issues": []}],
    [{"documentTitle": "Sign in", "pageUrl": PAGE, "issues": [ISSUE]}]])
def test_pa11y_of_several_pages_keeps_their_addresses(shop, document):
    shop.ok("import", write(shop, document))
    assert [(row["component"], row["screens"]) for row in rows(shop)] == [("sign-in", ["sign-in"])]


def test_a_page_that_pa11y_could_not_open_closes_nothing(shop):
    shop.ok("import", write(shop, [{"url": PAGE, "issues": [ISSUE]}]), "--run", "nightly")
    failed = [{"url": PAGE, "error": "timeout", "issues": []}]
    answer = shop.ok("import", write(shop, failed), "--as", "pa11y", "--run", "nightly")
    assert "1 page that could not be tested" in answer.text + answer.error
    assert [row["state"] for row in rows(shop)] == ["open"]


@pytest.mark.parametrize("address", ["data:text/html;charset=utf-8,<p>x</p>", "about:blank"])
def test_an_address_without_a_page_is_no_screen(shop, address):
    document = {"violations": [{"id": "color-contrast", "help": "Contrast", "nodes": [{"target": ["p"]}]}], "url": address}
    assert shop.run("import", write(shop, document)).code == 3
    assert [row.get("screens") or [] for row in rows(shop, "state:unmatched")] == [[]]


def test_the_name_of_a_node_is_no_screen(shop):
    site = {"@type": ["TestSubject", "WebSite"], "@id": "_:website", "siteName": "Shop"}
    assertion = {"@type": "Assertion", "test": {"@id": "WCAG2:keyboard"}, "subject": {"@id": "_:website"}, "result": {"outcome": "earl:failed"}}
    graph = {"@context": {"earl": "http://www.w3.org/ns/earl#"}, "@graph": [site, assertion]}
    assert shop.run("import", write(shop, graph)).code == 3
    assert [row.get("screens") or [] for row in rows(shop, "state:unmatched")] == [[]]


def test_the_report_of_playwright_says_what_to_import(shop):
    document = {"config": {"configFile": "playwright.config.ts"}, "suites": [], "errors": [], "stats": {"expected": 1}}
    answer = shop.run("import", write(shop, document))
    assert answer.code == 4 and "save the results of axe-core as JSON" in answer.error and "--as" not in answer.error


RESULTS = {"violations": [{"id": "color-contrast", "help": "Contrast", "nodes": [{"target": ["p"]}]}]}


@pytest.mark.parametrize("document", [
    [{"page": "/sign-in"} | RESULTS, {"page": "/cart"} | RESULTS],
    {"date": "today", "results": [{"route": "/sign-in"} | RESULTS, {"route": "/cart"} | RESULTS]},
    {"pages": [{"pageUrl": PAGE} | RESULTS, {"pageUrl": "https://shop.example/cart"} | RESULTS]}])
def test_results_of_axe_are_of_the_page_that_a_test_names(shop, document):
    """The pages were lost, and both findings were one without a component."""
    shop.ok("import", write(shop, document))
    assert sorted((row["component"], *row["screens"]) for row in rows(shop)) == [("cart", "cart"), ("sign-in", "sign-in")]


def test_files_of_another_tool_with_violations_are_no_results_of_axe(shop):
    document = {"formatVersion": 0, "files": [{"filename": "A.java", "violations": []}]}
    assert shop.run("import", write(shop, document), "--run", "nightly").code == 2


@pytest.mark.parametrize("part", [
    "WCAG2:focus-visible", "https://www.w3.org/TR/WCAG22/#focus-visible", "https://www.w3.org/WAI/WCAG22/Understanding/focus-visible.html",
    "WCAG 2.4.7", {"@id": "WCAG21:focus-visible"}])
def test_the_rule_of_a_tool_keeps_the_criterion_that_it_is_a_part_of(shop, part):
    """Only numbers were read, and reports of ACT rules name criteria by their places in the recommendation."""
    rule = {"@type": "TestCase", "@id": "https://tool.example/rules/oj04fd", "title": "Visible focus", "isPartOf": [part, "WCAG2:no-such"]}
    assertion = {"@type": "Assertion", "test": rule, "subject": PAGE, "result": {"outcome": "earl:failed"}}
    graph = {"@context": {"earl": "http://www.w3.org/ns/earl#"}, "@graph": [assertion]}
    assert shop.run("import", write(shop, graph)).code == 3
    assert [row["criteria"] for row in rows(shop, "state:unmatched")] == [["2.4.7"]]
