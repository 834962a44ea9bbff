"""Single results of people who are not followed, accepted and refused by their IDs."""

import json

from forging import Chain, give
from program import CHECK
from test_held_findings import STRANGER, audited, gate, results  # noqa: F401 (a fixture)


def test_one_result_is_accepted_by_its_id(audited):
    audited.log("fail", CHECK, "sign-in/close-button", "-s", "1", "--build", "3.2", tester="t2")
    chain = Chain(STRANGER, "mal")
    for component in "home", "sign-in/close-button":
        chain.result("pass", component, build="3.3", saw=results(audited))
    audited.ok("import", give(audited, *chain.facts))
    assert [blocker["component"] for blocker in gate(audited)["blockers"]] == ["home", "sign-in/close-button"]
    rows = {row["component"]: row["id"] for row in json.loads(audited.ok("waiting", "--json").out)["results"]}
    assert f"a11y follow --once {rows['home']}" in " ".join(audited.ok("waiting").text.split())
    before = audited.database.read_bytes()
    assert "Would accept 1 result." in audited.ok("follow", "--once", rows["home"], "--dry-run").text
    assert audited.database.read_bytes() == before
    answer = audited.ok("follow", "--once", rows["home"])
    assert answer.text.startswith("Accepted 1 result.")
    assert [blocker["component"] for blocker in gate(audited)["blockers"]] == ["sign-in/close-button"]
    assert json.loads(audited.ok("follow", "--json").out)["followed"] == []
    assert audited.run("follow", "--once", rows["home"]).code == 3, "it waits no more"
    audited.ok("doctor", "--rebuild", "-y")
    assert [blocker["component"] for blocker in gate(audited)["blockers"]] == ["sign-in/close-button"]
    audited.require_sound()
    # What they say later of the same item was not accepted with it.
    audited.log("fail", CHECK, "home", "-s", "1", "--build", "3.3")
    chain.result("pass", "home", build="3.3", retest=True, saw=results(audited))
    audited.ok("import", give(audited, *chain.facts))
    assert [blocker["component"] for blocker in gate(audited)["blockers"]] == ["home", "sign-in/close-button"]
    audited.require_sound()


def test_one_result_is_refused_and_accepted_as_often_as_anyone_likes(audited):
    chain = Chain(STRANGER, "mal")
    chain.result("pass", build="3.3", saw=results(audited))
    audited.ok("import", give(audited, *chain.facts))
    before, one = gate(audited), f"{STRANGER}-1"
    assert gate(audited, "--max-critical", "9", "--strict")["code"] == 1
    for _ in range(2):
        assert "Refused 1 result." in audited.ok("waiting", "--refuse", one).text
        assert "Nothing waits" in audited.ok("waiting").text
        held = gate(audited)
        assert held["code"] == 1 and held["blockers"] == before["blockers"]
        # It is decided, so nothing is held for it, and it is still said why the figures are others.
        assert gate(audited, "--max-critical", "9", "--strict")["code"] == 0
        notice, = [one for one in json.loads(audited.ok("status", "--json").out)["attention"] if one["kind"] == "held_findings"]
        assert notice["command"] == "a11y follow"
        assert audited.run("waiting", "--refuse", one).code == 3, "it was refused"
        audited.require_sound()
        assert "Accepted 1 result." in audited.ok("follow", "--once", one).text
        assert gate(audited)["code"] == 0
        assert audited.run("follow", "--once", one).code == 3, "it was accepted"
        audited.require_sound()
    assert json.loads(audited.ok("waiting", "--refuse", one, "--json").out)["ids"] == [one]
    # What they say later of the same item waits again, and all of a tester is refused at once.
    audited.log("fail", CHECK, "search", "-s", "1", "--build", "3.3")
    for component in "home", "search":
        chain.result("pass", component, build="3.3", retest=True, saw=results(audited))
    audited.ok("import", give(audited, *chain.facts))
    assert audited.run("waiting", "--exit-code").code == 5
    assert "Refused 2 results." in audited.ok("waiting", "--refuse", "mal").text
    assert gate(audited)["code"] == 1 and "Nothing waits" in audited.ok("waiting").text
    audited.ok("doctor", "--rebuild", "--yes")
    assert gate(audited)["code"] == 1
    audited.ok("follow", "mal")
    assert gate(audited)["code"] == 0, "whoever is followed counts"
    audited.require_sound()
