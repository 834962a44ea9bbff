"""Every idea, table and rule of the source documents, each through the program: a test for each row, named after it.

Rows that are about measured figures are in test_coverage_planned.py, those about rounds of work in test_coverage_rounds.py.
"""

import ast
import json
import pathlib

from covering import LABEL, ROWS, TARGET, component, entries, entry, rows, said, standing, told
from program import FIXTURES, Tracker, require_sentence


def test_every_row_has_a_test_and_none_is_skipped():
    named, marked = set(), []
    for file in sorted(pathlib.Path(__file__).parent.glob("test_coverage*.py")):
        for node in ast.parse(file.read_text()).body:
            if isinstance(node, ast.FunctionDef):
                named.add(node.name)
                marked += [node.name for mark in node.decorator_list if "skip" in ast.dump(mark) or "xfail" in ast.dump(mark)]
    assert len(ROWS) == len(set(ROWS)) == 52
    assert [row for row in ROWS if "test_" + row.replace("-", "_") not in named] == []
    assert marked == []


def test_component_register(empty):
    component(empty, "sign-in/close", "icon-button", "--source", "Views/SignIn.swift", "--screen", "sign-in", "--target-tier",
              "48", "--profile", "child")
    component(empty, "home/play", "button", "--source", "Views/Home.swift")
    found, = rows(empty, "components", "source:**/SignIn.swift")
    assert (found["key"], found["kind"], found["profile"], found["target_tier"], found["screens"]) == (
        "sign-in/close", "icon-button", "child", 48, ["sign-in"])
    assert len(rows(empty, "components", "source:Views/*")) == 2
    # In every folder and in none.
    component(empty, "movie/actions", "button", "--source", "MovieActions.swift")
    assert [row["key"] for row in rows(empty, "components", "source:**/MovieActions.swift")] == ["movie/actions"]
    empty.ok("new", "audit", "a", "--checklist", "touch-target-manual", "--components", "sign-in/**")
    assert standing(empty, "a")["scope"]["cells"] > 10
    assert empty.log("fail", TARGET, "sign-in/close", "--audit", "a", "--value", "40x40").code == 0
    assert [row["component"] for row in rows(empty, "findings", "source:Views/SignIn.swift")] == ["sign-in/close"]


def test_checklist_items(tracker):
    checks = rows(tracker, "checks")
    assert len(checks) == 337 and len(rows(tracker, "checklists")) == 32
    assert {check["method"] for check in checks} == {"manual", "inspection", "automated", "child-test"}
    assert {check["impact"] for check in checks} == {"critical", "serious", "moderate", "minor"}
    assert {name for check in checks for name in check["platforms"]} == {"iOS", "iPadOS", "macOS"}
    assert len({check["category"] for check in checks}) >= 25 and all(check["version"] for check in checks)
    # A new text loses nothing: what was answered stays, and is marked.
    own = {"id": "team.x", "title": "X", "how": "H", "expected": "E", "method": "manual", "impact": "minor"}
    for number, text in enumerate(["H", "Look twice."]):
        (tracker.folder / "check.json").write_text(json.dumps(own | {"how": text}))
        tracker.ok(*(["edit", "check", "team.x"] if number else ["new", "check"]), "--from", "check.json")
        if not number:
            assert tracker.log("pass", "team.x", "home").code == 0
    cell, = rows(tracker, "cells", "check:team.x")
    assert (cell["outcome"], cell["stale"]) == ("pass", ["check"])


def test_audits_and_results(tracker):
    answers = {"pass": [], "fail": ["--value", "40x40", "-m", "too small"], "na": [], "cant-tell": ["-m", "blocked by a crash"]}
    for audit in ["first", "second"]:
        tracker.ok("new", "audit", audit, "--checklist", "touch-target-manual", "--components", "sign-in/**")
    checks = [row["check"] for row in rows(tracker, "cells", "--audit", "first", "--all")]
    checks.remove(TARGET)
    places = dict(zip(answers, [checks[0], TARGET, checks[1], checks[2]]))
    for outcome, flags in answers.items():
        assert tracker.log(
            outcome, places[outcome], "sign-in/close-button", "--audit", "first", "--build", "3.1", *flags).code == 0
    cells = said(tracker, "status", "--audit", "first")["cells"]
    assert cells == {"pass": 1, "fail": 1, "na": 1, "cant_tell": 1, "untested": len(checks) - 3}
    finding, = rows(tracker, "findings", "--audit", "first")
    assert (finding["note"], finding["value"]["numbers"], finding["judged_outcome"]) == ("too small", [40, 40], "fail")
    # The run is repeated, and compared with the one before.
    tracker.ok("edit", "audit", "first", "--close")
    again = tracker.log("pass", TARGET, "sign-in/close-button", "--audit", "second", "--value", "44x44", "--build", "3.2")
    assert again.code == 0
    tracker.ok("edit", "audit", "second", "--close")
    change = told(tracker, "report", "--audit", "second", "--compare", "first")
    assert "Change since audit first" in change or "Change since first" in change
    assert "fixed" in change


def test_impact_levels(tracker):
    before, = rows(tracker, "checks", "check:haptics.type-light")
    assert (before["impact"], before["adjusted"]) != ("critical", True)
    assert tracker.log("fail", "haptics.type-light", "home").code == 0
    assert tracker.run("gate", "--max-critical", "0", "check:haptics.type-light").code == 0
    tracker.ok("edit", "check", "haptics.type-light", "--impact", "critical")
    after, = rows(tracker, "checks", "check:haptics.type-light")
    assert (after["impact"], after["adjusted"]) == ("critical", True)
    assert "built in, modified" in told(tracker, "show", "haptics.type-light")
    assert tracker.run("gate", "--max-critical", "0", "check:haptics.type-light").code == 1
    assert [row["check"] for row in rows(tracker, "findings", "impact:critical")] == ["haptics.type-light"]
    ids = [row["id"] for row in rows(tracker, "checks", "impact:critical", "--sort", "impact")]
    assert "haptics.type-light" in ids and LABEL in ids


def test_trait_reference(folder):
    desk = Tracker(folder)
    traits = entries(desk, "trait")
    assert len(traits) >= 17
    for name in ["isButton", "isHeader", "isSelected", "isLink", "isSearchField", "isImage", "isStaticText", "isKeyboardKey",
                 "isSummaryElement", "playsSound", "startsMediaSession", "allowsDirectInteraction", "causesPageTurn",
                 "isToggle", "isModal", "updatesFrequently", "isTabBar"]:
        found = entry(desk, "trait", name)
        assert found["interfaces"] and found["checks"] and found["sources"], name
    wrong = entry(desk, "trait", ".tabBar")
    assert wrong["name"] == "isTabBar" and "isTabBar, from iOS 17" in wrong["wrong_name"]
    assert "isHeader" in desk.run("lookup", "trait", "isHeadr").error


def test_action_kinds(folder):
    desk = Tracker(folder)
    for name in ["default", "escape", "delete", "magic-tap", "show-menu"]:
        assert entry(desk, "action", name)["checks"], name
    for name, iOS, macOS in [("delete", False, True), ("show-menu", False, True), ("escape", True, True),
                             ("magic-tap", True, False)]:
        assert entry(desk, "action", name, "--platform", "iOS")["exists"] == iOS, name
        assert entry(desk, "action", name, "--platform", "macOS")["exists"] == macOS, name
    text = told(desk, "lookup", "action", "delete", "--platform", "iOS")
    assert "Not available on iOS." in text and "named" in text


def test_control_modifiers_table(tracker):
    for check, word in [("voiceover.label-concise-capitalised", "capital"), ("voiceover.label-no-role-word", "type"),
                        ("voiceover.hint-describes-result", ""), ("voiceover.hint-no-gesture-or-role", "tap"),
                        ("voiceover.value-for-changing-content", "value"), ("actions.named-secondary-actions", "action")]:
        found = said(tracker, "show", check)["check"]
        assert found["how"] and word in (found["how"] + found["expected"] + found["title"]).lower(), check
        assert tracker.log("pass", check, "sign-in/close-button").code == 0
    assert len(rows(tracker, "cells", "component:sign-in/close-button")) == 6
    assert [row["name"] for row in entries(tracker, "modifier")] == ["label", "hint", "value", "action"]
    for name in ["label", "hint", "value", "action"]:
        found = entry(tracker, f"accessibility{name.capitalize()}")
        assert (found["table"], found["name"]) == ("modifier", name)
        assert found["figures"]["do"] and found["figures"]["don't"] and found["goes_wrong"] and found["checks"], name


def test_system_settings_matrix(tracker):
    settings = entries(tracker, "setting")
    tokens = []
    for row in settings:
        figures = entry(tracker, "setting", row["name"])["figures"]
        tokens += [word for word in figures.get("log as", "").split() if word and not word.startswith("--")]
    for token in ["voiceover", "bold-text", "reduce-motion", "reduce-transparency", "increase-contrast", "dark"]:
        assert token in tokens, token
    for token in ["voiceover", "text-ax5", "bold-text", "reduce-motion", "reduce-transparency", "increase-contrast",
                  "differentiate-without-color", "dark,reduce-motion"]:
        assert tracker.log("pass", LABEL, "home", "--condition", token).code == 0
    found = {row["condition"] for row in rows(tracker, "results")}
    assert {"voiceover", "text-ax5", "dark,reduce-motion"} <= found and len(found) == 8
    assert {group["name"] for group in said(tracker, "status", "--by", "condition")["groups"] if group["judged"]} == found


def test_keyboard_and_shortcuts(tracker):
    answer = tracker.ok("new", "shortcut", "⌘N", "--action", "New list")
    assert "collide" not in answer.error and "note:" not in answer.error
    # The source has Return choose what has the focus.
    assert "note:" not in tracker.ok("new", "shortcut", "return", "--action", "Select prompt").error
    for keys, action, flags in [
            ("cmd+k", "Add a link", ["--screen", "home"]), ("Command-K", "Clear", ["--screen", "home,lists"]),
            ("cmd+shift+3", "Third tab", ["--platform", "macOS"]), ("cmd+c", "Close the sheet", []),
            ("n", "Next", ["--component", "home"])]:
        assert "note:" in tracker.ok("new", "shortcut", keys, "--action", action, *flags).error or action == "Add a link"
    found = {row["action"]: row for row in rows(tracker, "shortcuts")}
    assert found["New list"]["keys"] == "Command-N" and found["New list"]["conflicts"] == []
    assert {action: row["kinds"] for action, row in found.items() if row["kinds"]} == {
        "Add a link": ["own"], "Clear": ["own"], "Third tab": ["system"], "Close the sheet": ["standard"],
        "Next": ["character"]}
    assert all(row["check"] == "keyboard.shortcut-conflicts" for row in found.values() if row["kinds"])
    assert "WCAG 2.1.4" in found["Next"]["conflicts"][0] and "Copy" in found["Close the sheet"]["conflicts"][0]
    assert [row["action"] for row in rows(tracker, "shortcuts", "screen:lists")] == ["Clear"]
    assert entry(tracker, "shortcut", "cmd+shift+3")["title"] == "Screenshot"
    tracker.ok("edit", "shortcut", found["Clear"]["key"], "--keys", "shift+cmd+k")
    assert [row["kinds"] for row in rows(tracker, "shortcuts", "screen:home")] == [[], [], ["character"]]
    for check in ["keyboard.focus-order", "keyboard.arrow-and-return", "keyboard.standard-shortcuts"]:
        assert said(tracker, "show", check)["check"]["how"], check


def test_assistive_technology_passes(tracker):
    tracker.ok("new", "audit", "passes", "--checklist", "assistive-settings", "--passes")
    names = ["voiceover", "voice-control", "switch-control", "keyboard"]
    assert rows(tracker, "audits")[0]["conditions"] == names
    assert tracker.log("pass", LABEL, "sign-in/close-button", "--audit", "passes", "--condition", "voiceover").code == 0
    assert tracker.log("fail", LABEL, "sign-in/close-button", "--audit", "passes", "--condition", "voice-control").code == 0
    groups = {row["name"]: row for row in standing(tracker, "passes")["groups"]}
    assert list(groups) == names and len({row["applicable"] for row in groups.values()}) == 1
    assert [(row["pass"], row["fail"], row["judged"]) for row in groups.values()] == [
        (1, 0, 1), (0, 1, 1), (0, 0, 0), (0, 0, 0)]
    whole = said(tracker, "report", "--audit", "passes")
    assert whole["by"] == "technology" and [row["name"] for row in whole["groups"]] == names
    for form in ["--plain", "--md", "--csv"]:
        assert "voice-control" in tracker.ok("report", "--audit", "passes", form).text, form
    assert [row["outcome"] for row in rows(tracker, "cells", "condition:voice-control")] == ["fail"]
    assert "voiceover" in tracker.ok("walk", "--audit", "passes", "--condition", "switch-control", "--keys", "line",
                                     "--tester", "t1", stdin=b"p\n").text.lower()
    assert {row["name"]: row["judged"] for row in standing(tracker, "passes")["groups"]}["switch-control"] == 1


def test_gesture_table(tracker):
    for name in ["tap", "long-press", "swipe-horizontal", "swipe-vertical", "pinch", "rotate", "drag"]:
        assert entry(tracker, "gesture", name)["meaning"], name
    for name in ["edge-left", "edge-top-left", "edge-top-right", "edge-bottom"]:
        assert "gestures.system-edges-free" in [check["id"] for check in entry(tracker, "gesture", name)["checks"]], name
    place = ["--component", "home", "--action"]
    tracker.ok("new", "gesture", "tap", *place, "Opens the film")
    tracker.ok("new", "gesture", "swipe", *place, "Deletes the film")
    tracker.ok("new", "gesture", "left edge", *place, "Opens the drawer", "--alternative", "a button")
    tracker.ok("new", "gesture", "Long Press", *place, "Plays the trailer", "--alternative", "a button")
    require_sentence(tracker.run("new", "gesture", "pinsh", *place, "Zoom"), 2)
    kinds = {row["gesture"]: row["kinds"] for row in rows(tracker, "gestures")}
    assert kinds == {"tap": [], "swipe-horizontal": ["no-alternative"], "edge-left": ["system-edge"],
                     "long-press": ["other-meaning"]}
    swipe, = rows(tracker, "gestures", "check:gestures.alternatives")
    tracker.ok("edit", "gesture", swipe["key"], "--alternative", "Edit, then Delete")
    assert rows(tracker, "gestures", "check:gestures.alternatives") == []
    # Back at the left edge is what the system does there itself; the source's other names are known.
    assert "note:" not in tracker.ok(
        "new", "gesture", "left edge", "--component", "search", "--action", "Back", "--alternative", "a button").error
    for name, known in [("Top-left pull", "edge-top-left"), ("Bottom edge swipe", "edge-bottom")]:
        assert entry(tracker, "gesture", name)["name"] == known
    # A gesture of the app's own is on record as one.
    for own in ["shake", "double tap", "three-finger swipe"]:
        answer = tracker.ok("new", "gesture", own, *place, "Undo", "--alternative", "a button")
        assert "gestures.custom-discoverable" in answer.error, own
    assert {row["gesture"] for row in rows(tracker, "gestures") if row["kinds"] == ["custom"]} == {
        "shake", "double tap", "three-finger swipe"}
    assert "1 at a system edge" in told(tracker, "list", "gestures")
    assert "no alternative" not in told(tracker, "show", "home")


def test_device_matrix(tracker):
    found = said(tracker, "suggest", "devices")
    sets = [set(row["condition"].split(",")) for row in found["rows"]]
    assert 10 <= len(sets) <= 13 and found["rows"][-1]["remaining"] == 0
    for device in ["phone-small", "phone-large", "ipad-small", "ipad-large"]:
        assert {"landscape" in one for one in sets if device in one} == {True, False}, device
    for window in ["split-view", "slide-over"]:
        assert all(one & {"ipad-small", "ipad-large"} for one in sets if window in one)
        assert any(window in one for one in sets)
    assert {row["size_class"] for row in found["rows"]} == {"compact", "regular"}
    for condition, outcome in [("phone-small", "fail"), ("ipad-large", "pass"), ("ipad-large,split-view", "pass")]:
        assert tracker.log(outcome, LABEL, "home", "--condition", condition).code == 0
    assert tracker.log("pass", LABEL, "search", "--device", "iPad mini 6").code == 0
    by = {row["name"]: (row["pass"], row["fail"]) for row in said(tracker, "status", "--by", "device")["groups"] if row["judged"]}
    assert by == {"phone-small": (0, 1), "ipad": (1, 0), "ipad-large": (2, 0)}
    classes = {row["name"]: row["judged"] for row in said(tracker, "report", "--by", "size-class")["groups"] if row["judged"]}
    assert classes == {"compact": 2, "regular": 2}
    for condition in ["phone-small,split-view", "split-view", "ipad,phone-large", "regular-width,phone-small"]:
        assert "an" in tracker.log("pass", LABEL, "home", "--condition", condition).error, condition


def test_component_choice_table(folder):
    desk = Tracker(folder)
    assert len(entries(desk, "component")) == 18
    for need, name in [
            ("drill down", "NavigationStack"), ("on or off", "Toggle"), ("hierarchical content", "NavigationStack"),
            ("focused tasks", "sheet"), ("additional actions", "contextMenu"), ("scrollable rows", "List"),
            ("grid layouts", "LazyVGrid"), ("filterable content", "searchable"), ("single-line text", "TextField"),
            ("binary", "Toggle"), ("binary on/off choice", "Toggle"), ("numeric", "Stepper"), ("increment", "Stepper"),
            ("content sharing", "ShareLink"), ("image selection", "PhotosPicker"),
            ("focused tasks", "sheet")]:
        assert [row["name"] for row in entries(desk, "component", *need.split())] == [name], need
    for name in ["TabView", "NavigationStack", "sheet", "alert", "contextMenu", "List", "searchable", "ProgressView",
                 "TextField", "TextEditor", "Picker", "Toggle", "Stepper", "ShareLink", "LocationButton", "PhotosPicker"]:
        assert entries(desk, "component", name)[0]["meaning"], name


def test_anti_pattern_table(tracker):
    patterns = [row["name"] for row in entries(tracker, "pattern")]
    assert len(patterns) == 15 + 4 + 4
    for place, name in enumerate(patterns):
        key = component(tracker, f"p/{place}", "screen")
        found = entry(tracker, "pattern", name)
        check = found["checks"][0]["id"]
        named = [] if len(found["checks"]) == 1 else [check]
        answer = tracker.log("fail", *named, key, "--pattern", name)
        assert answer.code == 0 and found["use_when"] in answer.error, name
        row, = rows(tracker, "findings", f"component:{key}")
        assert (row["pattern"], row["check"], row["problem"], row["remedy"]) == (
            name, check, found["meaning"], found["use_when"])
        assert found["use_when"] in told(tracker, "show", check, key)
    assert {row["name"] for row in rows(tracker, "fixes") if row["by"] == "anti-pattern"} == set(patterns)
    assert {row["pattern"]["name"] for row in said(tracker, "report")["findings"]} == set(patterns)
    tracker.ok("report", "--html", "report.html")
    for form in [tracker.ok("report", "--md", "--limit", "30").text, tracker.ok("report", "--plain", "--limit", "30").text,
                 (tracker.folder / "report.html").read_text()]:
        assert "A NavigationStack inside one sheet." in form
    require_sentence(tracker.log("fail", TARGET, "home", "--pattern", "nested-modals"), 2)
    assert "nested-modals" in tracker.log("fail", "home", "--pattern", "nested-modal-s").error
    assert "several checks" in tracker.log("fail", "home", "--pattern", "small-target").error
    # A bundle carries it, and what takes it in says the same.
    tracker.ok("export", "-o", "all.a11y.json")
    other = Tracker(tracker.folder / "other")
    other.folder.mkdir()
    other.begin()
    other.ok("import", "../all.a11y.json", "--adopt")
    assert {row["pattern"] for row in rows(other, "findings")} == set(patterns)
    other.require_sound()


def test_before_after_examples(tracker):
    examples = json.loads((FIXTURES / "before-and-after.json").read_text())["examples"]
    assert [one["pattern"] for one in examples] == ["before-toolbar-icon", "before-primary-button", "before-card", "before-badge"]
    for one in examples:
        about = entry(tracker, "pattern", one["pattern"])
        component(tracker, one["key"], one["kind"], "--profile", "child", "--style", one["style"], "--size", one["before"]["size"])
        for time in ["before", "after"]:
            tracker.ok("edit", "component", one["key"], "--size", one[time]["size"])
            for check, value in one[time]["measured"].items():
                # The tester leaves the judgement to the figures.
                assert tracker.log("cant-tell", check, one["key"], "--value", value).code == 0
                cell, = rows(tracker, "cells", f"check:{check}", f"component:{one['key']}")
                assert cell["judged_outcome"] == ("fail" if time == "before" else "pass"), (one["pattern"], time, check)
            lines = tracker.ok("calc", "target", one[time]["size"], "--style", one["style"], "--plain").text.splitlines()
            verdict, = [line for line in lines if f"Best practice: the style {one['style']} (" in line]
            assert ("FAIL. " if time == "before" else "PASS. ") in verdict, (one["pattern"], time, verdict)
        assert about["use_when"] and about["checks"]


def test_button_style_templates(tracker):
    for name in ["child-friendly", "child-friendly-large", "child-friendly-extra-large", "icon", "primary-action", "card"]:
        style = entry(tracker, "style", name)
        assert style["figures"]["haptic"] and style["checks"], name
        key = component(tracker, f"made/{name}", "custom-control", "--style", name)
        asked = {row["check"] for row in rows(tracker, "cells", "--all", f"component:{key}")}
        assert {check["id"] for check in style["checks"]} <= asked, name
    verdict = tracker.ok("calc", "target", "52x52", "--style", "child-friendly-large", "--plain").text.splitlines()
    ruled = [line for line in verdict if "Best practice: the style child-friendly-large" in line]
    assert len(ruled) == 1 and "fail" in ruled[0].lower()
    assert any("level AA," in line and "pass" in line.lower() for line in verdict)
    assert any("tier recommended" in line and "Best practice" in line and "pass" in line.lower() for line in verdict)
    assert any("tier minimum" in line and "pass" in line.lower() for line in verdict)
    # The primary style promises an intensity, and what was felt is set against it.
    answer = tracker.log("pass", "haptics.intensity-in-range", "made/primary-action", "--value", "0.2")
    assert answer.code == 0 and "specified 0.7 by style primary-action, measured 0.2" in answer.error
    row, = rows(tracker, "planned", "check:haptics.intensity-in-range")
    assert (row["planned"], row["found"], row["says"]) == ("0.7", "0.2", "differs")


def test_wcag_mapping(tracker):
    criteria = rows(tracker, "criteria")
    assert len(criteria) == 87 and sum(row["level"] is not None for row in criteria) == 86
    assert sum(row["en_status"] == "applies" for row in criteria) > 40
    assert tracker.log("fail", TARGET, "sign-in/close-button", "--value", "40x40").code == 0
    finding, = rows(tracker, "findings")
    assert finding["level"] == "WCAG 2.5.5 (AAA)" and "2.5.8" not in finding["criteria"]
    assert rows(tracker, "findings", "level:AA") == [] and len(rows(tracker, "findings", "level:AAA")) == 1
    state = {row["criterion"]: row["state"] for row in criteria if row["criterion"] in ("2.5.5", "2.5.8")}
    after = {row["criterion"]: row["state"] for row in rows(tracker, "criteria") if row["criterion"] in state}
    assert after["2.5.5"] == "fail" and after["2.5.8"] == state["2.5.8"]
    for form in ["--plain", "--md", "--json"]:
        assert "minimum-44pt (AA)" not in tracker.ok("report", form).text


def test_conflict_register(tracker):
    for place in range(1, 73):
        found = said(tracker, "show", f"E-{place:02}")
        assert found["reading"], place
    assert tracker.log("fail", TARGET, "sign-in/close-button", "--value", "40x40").code == 0
    for words in [("show", TARGET), ("show", TARGET, "sign-in/close-button"), ("lookup", "pattern", "small-target")]:
        text = told(tracker, *words)
        assert "E-01" in text and said(tracker, "show", "E-01")["reading"].split(".")[0][:30] in text, words


def test_permissions_and_privacy(tracker):
    checks = [row["id"] for row in rows(tracker, "checks", "category:privacy")]
    assert len(checks) == 8
    for scenario in ["request-in-context", "explain-before-prompt", "denied-path", "private-sign-in", "tracking-consent"]:
        assert f"privacy.{scenario}" in checks
        assert said(tracker, "show", f"privacy.{scenario}")["check"]["expected"]
    component(tracker, "app", "app")
    component(tracker, "home/near-me", "button")
    asked = {row["check"]: row["component"] for row in rows(tracker, "cells", "--all", "category:privacy")}
    assert set(asked) == set(checks)
    for place, check in enumerate(checks):
        assert tracker.log("pass" if place else "fail", check, asked[check]).code == 0
    found = rows(tracker, "cells", "category:privacy")
    assert sorted(row["outcome"] for row in found) == ["fail"] + ["pass"] * 7
