"""The platforms of an app are asked for once: what is added later has them, unless it names its own."""

import json

from forging import Chain, give
from program import Tracker, require_sentence


def platforms(tracker):
    rows = json.loads(tracker.ok("list", "components", "--json").out)["rows"]
    return {row["key"]: row["platforms"] for row in rows}


def test_components_have_the_platforms_of_the_app(folder):
    """Checks of a Mac were asked of each control of an app for phones until someone named its platforms one by one."""
    shop = Tracker(folder)
    said = shop.ok("init", "--platform", "iOS,iPadOS", "--title", "Shop").text
    assert "Platforms: iOS, iPadOS, of the app and of each component that you add." in said
    # It is one of the components that status counts.
    assert "Component: app, for the checks that are asked once per app." in said
    shop.ok("new", "component", "one", "--kind", "button")
    shop.ok("new", "component", "like", "--like", "one")
    shop.ok("new", "component", "mac", "--kind", "button", "--platform", "macOS")
    shop.ok("new", "component", "any", "--kind", "button", "--platform", "")
    shop.ok("new", "component", "--from", "-", stdin=b"key,kind,platforms\nrow,list-row,\ntv,button,tvOS\n")
    own = ["iOS", "iPadOS"]
    assert platforms(shop) == {"any": [], "app": own, "like": own, "mac": ["macOS"], "one": own, "row": own, "tv": ["tvOS"]}
    # What is there keeps its platforms, and a file that is read again changes nothing.
    shop.ok("edit", "component", "app", "--platform", "macOS")
    shop.ok("new", "component", "--from", "-", stdin=b"key,kind,platforms\nrow,list-row,\nnew,button,\n")
    assert platforms(shop)["row"] == own and platforms(shop)["new"] == ["macOS"]
    shop.ok("edit", "tracker", "--checklists", "everything")
    asked = {row["component"] for row in json.loads(shop.ok("list", "cells", "--all", "check:touch-target.macos-pointer", "--json").out)["rows"]}
    assert "mac" in asked and "any" in asked and not asked & {"one", "like", "row", "tv"}


def test_an_app_of_a_file_counts_for_the_rows_below_it(empty):
    empty.ok("new", "component", "--from", "-", stdin=b"key,kind,platforms\nbefore,button,\nshop,app,watchOS\nbelow,button,\n")
    assert platforms(empty) == {"before": [], "shop": ["watchOS"], "below": ["watchOS"]}
    # Apps that differ leave it open.
    empty.ok("new", "component", "other", "--kind", "app", "--platform", "iOS")
    empty.ok("new", "component", "last", "--kind", "button")
    assert platforms(empty)["last"] == []


def test_an_app_of_a_stranger_takes_no_check_from_anyone(empty):
    """A bundle with the component app, for watches, left a new button with hardly a check; a second app left all of them."""
    chain = Chain("m" * 12, "mal")
    chain.add("set", kind="component", key="app", fields={"kind": "app", "platforms": ["watchOS"]}, by="mal")
    empty.ok("import", give(empty, *chain.facts))
    empty.ok("new", "component", "--from", "-", stdin=b"key,kind\none,button\n")
    empty.ok("new", "component", "two", "--kind", "button")
    empty.ok("new", "component", "ours", "--kind", "app", "--platform", "iOS")
    empty.ok("new", "component", "three", "--kind", "button")
    assert platforms(empty) == {"app": ["watchOS"], "ours": ["iOS"], "one": [], "two": [], "three": ["iOS"]}
    empty.ok("follow", "mal")
    empty.ok("edit", "component", "ours", "--retire")
    empty.ok("new", "component", "four", "--kind", "button")
    assert platforms(empty)["four"] == ["watchOS"]


def test_an_app_without_platforms_is_not_registered(folder):
    shop = Tracker(folder)
    assert "Platforms:" not in shop.ok("init").text and platforms(shop) == {}
    wrong = Tracker(folder / "other")
    wrong.folder.mkdir()
    answer = wrong.run("init", "--platform", "Android")
    assert answer.code == 2 and "Android" in answer.error and not wrong.database.exists()


def test_what_does_not_fit_a_new_tracker_makes_none(folder):
    """`--db` was not looked at: the tracker was made in the folder of the command. A title was taken at any length."""
    shop = Tracker(folder)
    for words in ["--db", folder / "other/team.db"], ["--db", folder], ["--title", "x" * 1_001], \
            ["--title", "x" * 1_001, "--platform", "iOS"]:
        assert shop.run("init", *words).code == 2, words
        assert not shop.database.exists() and not (folder / "other").exists()
    answer = shop.run("init", "--db", folder / "other/team.db")
    require_sentence(answer, 2)
    assert "--db" in answer.error and "a11y init FOLDER" in answer.error
    shop.ok("init", "--title", "x" * 1_000, "--platform", "iOS")
    assert json.loads(shop.ok("list", "components", "--json").out)["rows"][0]["title"] == "x" * 1_000
