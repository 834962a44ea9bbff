"""Drafts of Apple's accessibility labels: never more than the evidence bears."""

import json

import pytest

from hostile import PAYLOADS, RAW
from program import Tracker, require_sentence
from story import tell

FEATURES = [
    "VoiceOver", "Voice Control", "Larger Text", "Dark Interface", "Differentiate Without Color Alone",
    "Sufficient Contrast", "Reduced Motion", "Captions", "Audio Descriptions"]
FAMILIES = ["iPhone", "iPad", "Mac", "Apple Watch", "Apple TV", "Apple Vision Pro"]


def drafted(tracker, *words):
    return json.loads(tracker.ok("report", "--declarations", "--json", *words).out)


def feature(document, family, title):
    features = {one["family"]: one["features"] for one in document["families"]}[family]
    return {one["title"]: one for one in features}[title]


def contrast_checks(tracker, component):
    """The checks by hand that Sufficient Contrast needs of a component."""
    rows = json.loads(tracker.ok("list", "cells", "--all", f"component:{component}", "--json").out)["rows"]
    checks = {row["id"]: row for row in json.loads(tracker.ok("list", "checks", "--json").out)["rows"]}
    def speaks(check):
        tests = {link["criterion"] for link in check["wcag"] if link["relation"] == "tests"}
        return check["category"] == "contrast" or tests & {"1.4.3", "1.4.11"}
    return sorted({row["check"] for row in rows if speaks(checks[row["check"]])
                   and checks[row["check"]]["method"] != "automated" and "iOS" in checks[row["check"]]["platforms"]})


@pytest.fixture
def one(empty):
    empty.ok("new", "component", "sign-in/title", "--kind", "text", "--screen", "sign-in", "--platform", "iOS")
    return empty


def test_nine_features_of_six_families_and_nothing_is_supported_without_evidence(tracker):
    document = drafted(tracker)
    assert document["schema"] == "a11y.declarations/1"
    assert [family["family"] for family in document["families"]] == FAMILIES
    for family in document["families"]:
        assert [one["title"] for one in family["features"]] == FEATURES
        for one in family["features"]:
            assert one["verdict"] in ("not-evaluated", "not-offered"), one
    offered = {(family, title): feature(document, family, title)["verdict"] != "not-offered"
               for family in FAMILIES for title in FEATURES}
    assert [place for place, is_offered in offered.items() if not is_offered] == [
        ("Mac", "Larger Text"), ("Apple Watch", "Voice Control"), ("Apple TV", "Voice Control")]


def test_a_feature_is_supported_only_when_all_was_looked_at_on_such_a_device(one):
    checks = contrast_checks(one, "sign-in/title")
    assert len(checks) > 2
    log = ["sign-in/title", "--tester", "t1"]
    for check in checks:
        one.ok("log", "pass", check, *log)
    found = feature(drafted(one), "iPhone", "Sufficient Contrast")
    assert (found["verdict"], found["places"]["device_unknown"]) == ("not-evaluated", len(checks))
    for check in checks[1:]:
        one.ok("log", "pass", check, *log, "--device", "iPhone 15")
    assert feature(drafted(one), "iPhone", "Sufficient Contrast")["verdict"] == "not-enough-evidence"
    one.ok("log", "na", checks[0], *log, "--device", "iPhone 15")
    found = feature(drafted(one), "iPhone", "Sufficient Contrast")
    assert (found["verdict"], found["places"]["needed"]) == ("supported", len(checks))
    assert feature(drafted(one), "iPad", "Sufficient Contrast")["verdict"] == "not-evaluated"
    # What a tool finds stands in the way; that it found nothing changes nothing.
    one.ok("log", "pass", "automated-audit.contrast", *log, "--device", "iPhone 15")
    assert feature(drafted(one), "iPhone", "Sufficient Contrast")["verdict"] == "supported"
    one.ok("log", "fail", "automated-audit.contrast", *log, "--device", "iPhone 15")
    assert feature(drafted(one), "iPhone", "Sufficient Contrast")["verdict"] == "not-supported"
    one.ok("undo", "--tester", "t1", "--yes")
    # Half a year later the evidence is stale.
    later = feature(drafted(one, "--as-of", "2100-01-01"), "iPhone", "Sufficient Contrast")
    assert (later["verdict"], later["places"]["stale"]) == ("not-enough-evidence", len(checks))


def test_devices_that_the_app_is_not_for_are_left_out(folder):
    shop = Tracker(folder)
    shop.ok("init", "--platform", "iOS,watchOS")
    shop.register("home,screen")
    def families():
        text = shop.ok("report", "--declarations", "--plain").text
        return [name for name in FAMILIES if f"\n{name}.\n" in text]
    assert families() == ["iPhone", "Apple Watch"]
    assert "Platforms: iOS, watchOS." in shop.ok("report", "--declarations", "--plain").text
    # What somebody tested is shown, and programs are told of all.
    shop.ok("log", "fail", "voiceover.reading-order", "home", "--tester", "t1", "--device", "iPad mini 6")
    shop.ok("edit", "component", "home", "--platform", "")
    assert families() == ["iPhone", "iPad", "Apple Watch"]
    assert [family["family"] for family in drafted(shop)["families"]] == FAMILIES


def test_findings_stand_with_the_task_that_they_block(one):
    one.ok("new", "component", "buy/pay", "--kind", "button", "--screen", "buy", "--platform", "iOS")
    one.ok("log", "fail", "contrast.text-4-5", "buy/pay", "-s", "2", "-m", "grey on grey", "--tester", "t1",
           "--device", "iPhone 15")
    found = feature(drafted(one), "iPhone", "Sufficient Contrast")
    assert drafted(one)["tasks_from"] == "screens"
    assert {task["task"]: [cell["component"] for cell in task["findings"]] for task in found["tasks"]} == {
        "buy": ["buy/pay"], "sign-in": []}
    one.ok("edit", "component", "buy/pay", "--add-tag", "task:Buy a ticket")
    one.ok("new", "waiver", "buy/pay", "contrast.text-4-5", "--reason", "deferred", "--approver", "lead-1",
           "--until", "2099-01-31")
    document = drafted(one)
    found = feature(document, "iPhone", "Sufficient Contrast")
    # A waiver is no pass.
    assert (document["tasks_from"], found["verdict"]) == ("tags", "not-supported")
    task = {task["task"]: task for task in found["tasks"]}["Buy a ticket"]
    assert [(cell["note"], cell["severity"], cell["waived_until"]) for cell in task["findings"]] == [
        ("grey on grey", 2, "2099-01-31")]
    text = one.ok("report", "--declarations", "--width", "200").text
    assert "Buy a ticket: buy/pay, Text contrast is below 4.5:1 (serious, waived): grey on grey" in text
    assert "not a declaration" in text


def test_milder_failures_are_for_a_person_to_review(one):
    """Whoever decides sees what fails; what stops nobody is no reason to say that the feature is not supported."""
    def verdict():
        return feature(drafted(one), "iPhone", "Sufficient Contrast")["verdict"]

    one.ok("log", "fail", "contrast.text-4-5", "sign-in/title", "-s", "3", "--tester", "t1", "--device", "iPhone 15")
    assert verdict() == "review"
    text = one.ok("report", "--declarations", "--plain").text
    assert "REVIEW" in text and "Failing" in text and "NOT SUPPORTED" not in text and "Blocked" not in text
    one.ok("edit", "finding", "contrast.text-4-5", "sign-in/title", "--severity", "2")
    assert verdict() == "not-supported"
    one.ok("log", "fail", "contrast.text-4-5", "sign-in/title", "-s", "4", "--tester", "t1", "--device", "iPhone 15")
    one.ok("edit", "finding", "contrast.text-4-5", "sign-in/title", "--severity", "")
    assert verdict() == "review"


def test_a_failure_on_no_named_device_blocks_where_somebody_looked_and_an_ipad_is_told_by_its_condition(one):
    one.ok("log", "fail", "contrast.text-4-5", "sign-in/title", "--tester", "t1")
    # Nobody looked anywhere, so nothing is known of any family; the failure is told once.
    for family in FAMILIES:
        found = feature(drafted(one), family, "Sufficient Contrast")
        assert found["verdict"] == "not-evaluated", family
    text = one.ok("report", "--declarations", "--plain").text
    assert "NOT SUPPORTED" not in text and text.count("May block") == 1 and "Unspecified device." in text
    assert "They may block iPhone" in text
    # Milder failures block nothing, wherever they were seen.
    one.ok("log", "fail", "contrast.text-4-5", "sign-in/title", "-s", "4", "--tester", "t1")
    text = one.ok("report", "--declarations", "--plain").text
    assert "block" not in text and "They may be on iPhone" in text and "Failing: sign-in" in text
    one.ok("undo", "--tester", "t1", "--yes")
    one.ok("log", "pass", contrast_checks(one, "sign-in/title")[-1], "sign-in/title", "--tester", "t1",
           "--device", "iPhone 15")
    document = drafted(one)
    assert feature(document, "iPhone", "Sufficient Contrast")["verdict"] == "not-supported"
    for family in FAMILIES[1:]:
        assert feature(document, family, "Sufficient Contrast")["verdict"] == "not-evaluated"
    one.ok("log", "fail", "contrast.text-4-5", "sign-in/title", "--tester", "t1", "--condition", "ipad")
    # The component is said to be on the phone alone, and so it is no matter for an iPad until that is said as well.
    assert feature(drafted(one), "iPad", "Sufficient Contrast")["verdict"] == "not-evaluated"
    one.ok("edit", "component", "sign-in/title", "--platform", "iOS", "--platform", "iPadOS")
    assert feature(drafted(one), "iPad", "Sufficient Contrast")["verdict"] == "not-supported"


@pytest.mark.parametrize("form", ["table", "plain", "md", "json"])
def test_every_form_is_the_same_twice_and_harmless(one, form):
    notes = [PAYLOADS[name] for name in sorted(PAYLOADS.keys() - {"long"})]
    one.ok("new", "audit", "spot", "--checklist", "critical-rules", "--components", "sign-in/title", "--build", "1",
           *(word for number in range(len(notes)) for word in ("--condition", f"c{number}")))
    for number, note in enumerate(notes):
        row = 'outcome,check,component,condition,note\nfail,contrast.text-4-5,sign-in/title,c{},"{}"\n'.format(
            number, note.replace('"', '""'))
        one.ok("log", "-", "--tester", "t1", "--device", "iPhone 15", stdin=row.encode())
    words = ["report", "--declarations", "--format", form, "--as-of", "2100-01-01", "--width", "40"]
    first = one.ok(*words)
    assert first.out == one.ok(*words).out
    assert not RAW.search(first.text)
    if form in ("table", "plain"):
        assert "NOT SUPPORTED" in first.text


def test_the_story_and_refusals(tmp_path_factory):
    story = tell(Tracker(tmp_path_factory.mktemp("story")))
    # None of it names a device.
    assert feature(drafted(story), "iPhone", "VoiceOver")["verdict"] == "not-evaluated"
    assert "NOT EVALUATED: no results on this device type" in story.ok("report", "--declarations", "--plain").text
    require_sentence(story.run("report", "--declarations", "--format", "csv"), 2)
    require_sentence(story.run("report", "--declarations", "--earl", "-"), 2)
    require_sentence(story.run("report", "--declarations", "--compare", "2020-01-01"), 2)
