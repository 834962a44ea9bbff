"""The editions of the conformance report, and its page."""

import pytest
import yaml

from browser import at_widths, axe, cut_text, doubled_ids, overflow, small_targets
from drawing import some_modes
from hostile import PAYLOADS
from program import Tracker, require_sentence
from verdicts import CATALOGS, answer, draft, failing, given  # noqa: F401, a fixture

# Those that the OpenACR editor of the GSA reads.
READ_BY_THE_EDITOR = ["2.4-edition-wcag-2.0-508-en", "2.4-edition-wcag-2.1-508-en", "2.4-edition-wcag-2.1-en"]


# MARK: Editions


@pytest.mark.parametrize("edition", sorted(CATALOGS))
def test_every_edition_is_what_its_catalog_says(failing, edition):
    given(failing, "1.4.3", "partially-supports")
    requirements = ["302.1", "602.3"] if "508" in edition else []
    requirements += ["4.2.1", "11.7", "12.1.1"] if "-eu-" in edition else []
    for number in requirements:
        given(failing, number, "supports", f"Looked at {number}.")
    document = draft(failing, edition=edition)
    assert answer(document, "1.4.3")["level"] == "partially-supports"
    for number in requirements:
        assert answer(document, number)["notes"].startswith(f"Verdict of lead-1 on 20")
        assert f"Looked at {number}." in answer(document, number)["notes"]
    parsing = answer(document, "4.1.1")
    assert parsing["level"] == ("not-applicable" if edition == "2.5-edition-wcag-2.2-en" else "supports")
    assert parsing["notes"].startswith("Prescribed answer: ")
    has_22 = "wcag-2.2" in edition
    level_aa = {one["num"] for one in document["chapters"]["success_criteria_level_aa"]["criteria"]}
    assert ("2.5.8" in level_aa) == has_22 and ("1.4.11" in level_aa) == ("wcag-2.0" not in edition)
    short = edition.replace("edition-", "").removesuffix("-en")
    assert yaml.safe_load(failing.ok("report", "--openacr", "-", "--edition", short.upper()).text)["catalog"] == edition


def test_the_editor_finds_every_criterion_in_the_table_of_its_level(failing):
    for edition in READ_BY_THE_EDITOR:
        document = draft(failing, edition=edition)
        for level in ["a", "aa", "aaa"]:
            chapter = document["chapters"][f"success_criteria_level_{level}"]
            # The editor finds the components of a criterion in a list, also where there is none.
            assert all(isinstance(one["components"], list) for one in chapter["criteria"])


def test_editions_have_short_names_and_others_are_refused(failing):
    names = {"2.5-int": 2, "2.5-wcag-2.2-INT": 0, "2.5-edition-wcag-2.2-508-eu-en": 0, "2.4-wcag-2.1-int": 0, "2.4": 2}
    for name, code in names.items():
        asked = failing.run("report", "--openacr", "-", "--edition", name)
        assert asked.code == code, name
        if code:
            require_sentence(asked, 2)
            assert "2.5-wcag-2.2-508-eu" in asked.error


def test_what_the_tracker_does_not_know_of_the_product_is_told_by_flags(failing):
    document = draft(
        failing, "--product", "Pebbles: #1", "--product-version", "3.2", "--vendor", "Pebbles \"Inc\"", "--vendor-contact",
        "vendor@example.org", "--author", "A. Lead", "--contact", "access@example.org", "--license", "CC-BY-4.0",
        "--as-of", "2100-01-31")
    assert document["product"] == {"name": "Pebbles: #1", "version": "3.2"}
    assert document["vendor"] == {"company_name": "Pebbles \"Inc\"", "email": "vendor@example.org"}
    assert document["author"] == {"name": "A. Lead", "email": "access@example.org"}
    assert (document["license"], document["report_date"]) == ("CC-BY-4.0", "2100-01-31")
    assert "Devices: iPhone 15 (18.1)." in document["evaluation_methods_used"]
    assert draft(failing, "--methods", "VoiceOver *by hand*\non 2 devices")[
        "evaluation_methods_used"] == "VoiceOver *by hand*\non 2 devices"
    require_sentence(failing.run("report", "--openacr", "-", "--license", "my own"), 2)
    for flag in ["--vendor", "--product-version", "--edition", "--methods", "--openacr-html"]:
        require_sentence(failing.run("report", flag, "x"), 2)


# MARK: The page


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    tracker = Tracker(tmp_path_factory.mktemp("page"))
    tracker.begin()
    tracker.register("home/title,text", "home/body,text")
    tracker.ok("log", "fail", "contrast.text-4-5", "home/title", "-s", "1", "-m", PAYLOADS["script"], "--tester", "t1")
    tracker.ok("log", "pass", "contrast.text-4-5", "home/body", "--tester", "t1")
    given(tracker, "1.4.3", "supports", "Repaired.\nIn 3.3.")
    given(tracker, "1.1.1", "supports", "r")
    given(tracker, "1.1.1", "does-not-support", "no", "lead-2")
    given(tracker, "602.3", "partially-supports", "w" * 300)
    given(tracker, "12.1.1", "supports", "r")
    tracker.ok("report", "--openacr", "acr.yaml", "--openacr-html", "acr.html", "--product", "Pebbles", "--edition",
               "2.5-wcag-2.2-int", "--vendor", "Pebbles Inc.", "--contact", "access@example.org")
    return tracker.folder / "acr.html"


def test_no_term_is_broken_on_a_phone(page, browse):
    opened = browse(page)
    for width in at_widths(opened, 320, 390):
        opened.locator("details").evaluate_all("(all) => all.forEach((one) => one.open = true)")
        lines = opened.locator(".term").evaluate_all(
            "(all) => all.map((one) => [one.textContent, one.getClientRects().length])")
        assert lines and {count for _, count in lines} == {1}, lines
        # The remarks have the whole width.
        widths = opened.locator("td:last-child").evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().width)")
        assert min(widths) > 0.8 * (width - 40), widths


def test_remarks_are_sentences(page):
    text = page.read_text()
    assert ">No check covers it.</p>" in text and ">no check covers it." not in text


@pytest.mark.parametrize("mode", some_modes("page of an edition"))
def test_the_page_is_for_every_reader(page, browse, mode):
    opened = browse(page, mode)
    assert overflow(opened) == [] and cut_text(opened) == [] and doubled_ids(opened) == []
    if mode != "paper":
        assert small_targets(opened) == []
    assert axe(opened, mode=mode) == []


def test_a_bullet_stands_beside_the_first_line_of_its_link(page, browse):
    tops = browse(page, "320 px").locator(".links li").evaluate_all("""(items) => items.map((item) => {
      const link = item.querySelector('a').getClientRects()[0];
      // Where the bullet's own line is.
      const mark = item.insertBefore(document.createElement('span'), item.firstChild);
      mark.textContent = '•';
      return [mark.getBoundingClientRect().top - link.top, link.height];
    })""")
    assert max(height for _, height in tops) > 48, "one of them has two lines"
    assert all(abs(top) < 12 for top, _ in tops), tops


def test_the_page_says_what_the_draft_says(page, browse):
    opened = browse(page)
    assert opened.locator("h1").count() == 1 and opened.locator("script").count() == 0
    assert opened.locator("h1").inner_text() == "Pebbles Accessibility Conformance Report"
    document = yaml.safe_load((page.parent / "acr.yaml").read_text())
    # What is folded has no words to see: a reader opens it.
    for fold in opened.locator("summary").all():
        fold.click()
    rows = {row.locator("th").inner_text().split()[0]: row.locator("strong").inner_text()
            for row in opened.locator("tbody tr").all()}
    for chapter in document["chapters"].values():
        for one in chapter.get("criteria", []):
            if not one["components"]:
                assert rows.get(one["num"], "OPEN") == "OPEN"
            else:
                level = one["components"][0]["adherence"]["level"]
                assert rows[one["num"]] == level.replace("-", " ").upper(), one["num"]
    # Only what is open is folded; what people differ about is not.
    folded = opened.locator("details tbody tr")
    assert {row.locator("strong").inner_text() for row in folded.all()} == {"OPEN"}
    assert rows["1.1.1"] == "OPEN" and folded.filter(has_text="1.1.1 ").count() == 0
    assert "compliant" not in opened.locator("body").inner_text().lower()
    assert all(head.get_attribute("scope") for head in opened.locator("th").all())
