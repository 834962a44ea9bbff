"""A report that tested some rules alone closes what was found by these, and keeps what was found by the others."""

import json

from test_foreign_files import earl, rows, shop  # noqa: F401 (a fixture)


def test_a_rule_that_was_not_tested_closes_nothing_of_its_own(shop):
    """Of an evaluation some criteria are untested: neither may all of it stay open, nor what they found be closed."""
    def run(**outcomes):
        graph = [earl(outcome)["@graph"][0] | {"test": {"@id": f"https://a.b/rules/{name}", "title": name}} for name, outcome in outcomes.items()]
        (shop.folder / "out.json").write_text(json.dumps({"@context": "http://www.w3.org/ns/earl#", "@graph": graph}))
        return shop.run("import", "out.json", "--run", "nightly", "--component", "sign-in/close").error
    run(one="failed", two="failed")
    said = run(one="untested", two="passed")
    assert "Closed 1 finding" in said and "1 finding stays open: the tool did not test its rule." in said
    assert [row["rule"] for row in rows(shop, "state:open") + rows(shop, "state:unmatched")] == ["one"]
    assert "Closed 1 finding" in run(one="passed", two="passed")


def test_an_assessment_in_part_keeps_what_it_did_not_evaluate(shop):
    def run(**statuses):
        steps = {name: {"status": status, "instances": []} for name, status in statuses.items()}
        (shop.folder / "out.json").write_text(json.dumps({"assessmentData": {
            "persistedTabInfo": {"url": "https://a.b/sign-in"}, "assessments": {"keyboard": {"manualTestStepResultMap": steps}}}}))
        answer = shop.run("import", "out.json", "--as", "insights", "--run", "nightly", "--component", "sign-in/close")
        assert answer.code in (0, 3), answer.error
        return answer.error
    run(focus=2, order=2)
    said = run(focus=1, order=0)
    assert "Closed 1 finding" in said and "1 finding stays open" in said
    assert [row["rule"] for row in rows(shop, "state:open") + rows(shop, "state:unmatched")] == ["focus"]
