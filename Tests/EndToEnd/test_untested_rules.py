"""A report that tested some rules alone closes what was found by these, and keeps what was found by the others."""

import json

import pytest

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


def tests_of_interface(**messages):
    """The answer of xcresulttool: by the name of a test, the messages of one that failed, no one for one that passed, or why it
    was skipped."""
    def node(name, told):
        result = "Skipped" if isinstance(told, str) else "Failed" if told else "Passed"
        children = [{"nodeType": "Failure Message", "name": message} for message in ([told] if isinstance(told, str) else told)]
        return {"nodeType": "Test Case", "name": f"{name}()", "nodeIdentifier": f"A/{name}()", "result": result, "children": children}
    return {"devices": [], "testPlanConfigurations": [], "testNodes": [
        {"nodeType": "UI test bundle", "name": "U", "children": [node(*one) for one in messages.items()]}]}


def test_a_test_that_was_skipped_keeps_its_own_findings_alone(shop):
    """One that is skipped on this device kept every finding of every other test open for ever."""
    def run(**messages):
        (shop.folder / "tests.json").write_text(json.dumps(tests_of_interface(**messages)))
        answer = shop.run("import", "tests.json", "--run", "nightly", "--component", "sign-in/close")
        assert answer.code in (0, 3), answer.error
        return answer.error

    def left():
        return sorted(row["rule"] for row in rows(shop, "state:open") + rows(shop, "state:unmatched"))
    run(one=["Contrast failed"], two=["Hit area is too small"], pad="Test skipped - iPad only")
    said = run(one=[], two="Test skipped - contrast failed on another device", pad="Test skipped - iPad only")
    assert "Closed 1 finding" in said and "1 finding stays open: its test was skipped." in said
    assert "Not used: 2 tests that were skipped." in said and "failure outside" not in said and left() == ["hitRegion"]
    # Where none ran, nothing is known.
    assert "no findings were closed" in run(one="x", two="x", pad="x") and left() == ["hitRegion"]
    assert "Closed 1 finding" in run(one=[], two=[], pad="x") and left() == []


def on_devices(*nodes, models=("iPhone 16", "iPad Pro (11-inch)")):
    devices = [{"deviceId": f"D{place}", "deviceName": f"Clone {place} of Shop's", "modelName": model, "osVersion": f"1{8 - place}.2"}
               for place, model in enumerate(models)]
    test = {"nodeType": "Test Case", "name": "one()", "nodeIdentifier": "A/one()", "result": "Failed", "children": nodes}
    return {"devices": devices, "testPlanConfigurations": [], "testNodes": [{"nodeType": "UI test bundle", "name": "U", "children": [test]}]}


FAILED = {"nodeType": "Failure Message", "name": "Contrast failed"}


@pytest.mark.parametrize("nodes, devices", [
    ([{"nodeType": "Device", "nodeIdentifier": "D0", "name": "x", "result": "Passed"},
      {"nodeType": "Device", "nodeIdentifier": "D1", "name": "x", "result": "Failed", "children": [
          {"nodeType": "Repetition", "name": "First Run", "result": "Failed", "children": [FAILED]}]}], [("iPad Pro (11-inch)", "17.2")]),
    ([{"nodeType": "Device", "name": "Clone 1 of Shop's", "children": [FAILED]}], [("iPad Pro (11-inch)", "17.2")]),
    ([{"nodeType": "Device", "name": "another", "children": [FAILED]}], [("", "")]), ([FAILED], [("", "")])])
def test_a_failure_is_of_the_device_that_it_was_on(shop, nodes, devices):
    """Of a test on two devices each was of the first one."""
    (shop.folder / "tests.json").write_text(json.dumps(on_devices(*nodes)))
    shop.run("import", "tests.json", "--component", "sign-in/close")
    assert [(row["device"] or "", row["os"] or "") for row in rows(shop)] == devices
