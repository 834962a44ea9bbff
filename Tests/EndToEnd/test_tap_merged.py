"""One test with children on three machines: by keys, on the tap page and on paper; merged, and told alike by each."""

import json

from program import COMPONENT, Tracker, given_to
from tapping import CODES, KEYS, PLAN, Sitting, estimate, plan, report
from touching import TABLET, play, save, set_up, start, to_the_end


def test_keys_page_and_paper_come_to_the_same_numbers_on_three_machines(folder, browse, tmp_path):
    machines = []
    for name in "abc":
        machine = Tracker(folder / name)
        machine.folder.mkdir()
        machine.begin()
        machines.append(machine)
    keys, page, forms = machines
    keys.register(f"{COMPONENT},icon-button")
    keys.ok("edit", "component", COMPONENT, "--profile", "child")
    plan(keys, PLAN, "--practice", "0", "--children", "10")
    keys.ok("export", "-o", str(folder / "base.json"))
    for machine in machines[1:]:
        machine.ok("import", "--adopt", str(folder / "base.json"))
    # Eight children by keys, ten taps each.
    for taps in KEYS:
        sitting = Sitting(keys, "--age-band", "6-8", "--hand", "right", "--full-consent")
        sitting.wait("Tap 1 of 10.")
        sitting.press(taps)
        sitting.finish()
    # One on the tap page, with touches.
    page.ok("tap", "--page", PLAN, "-o", "page.html")
    shown = browse(page.folder / "page.html", **TABLET, offline=True)
    shown.check("#full")
    set_up(shown, code=CODES[0], hand="right")
    start(shown)
    play(shown, "hhhhmhhhhh")
    to_the_end(shown)
    shown.check("input[name=said][value=ok]")
    page.ok("import", save(shown, tmp_path))
    # One from a sheet that was filled in.
    rows = forms.ok("tap", "form", PLAN, "--children", "1", "--format", "csv").text.splitlines()
    code, seed = rows[1].split(",")[:2]
    filled = f"{code},{seed},6-8,m1,c-9,yes,yes,yes,iPad mini 6,163,,right,,hhhhhhhhmh,,ok,complete"
    forms.ok("tap", "run", PLAN, "--from", "-", stdin="\n".join([rows[0], filled]).encode())
    for index, machine in enumerate(machines):
        machine.ok("export", *given_to("team"), "-o", str(folder / f"{index}.json"))
    for machine in machines:
        # They are one team: what each of them recorded counts on the others.
        machine.ok("follow", "*")
        machine.ok("import", *(str(folder / f"{index}.json") for index in range(3)))
    told = [report(machine)["parts"] for machine in machines]
    assert told[0] == told[1] == told[2]
    counts = [f"{taps.count('h')}/10" for taps in KEYS] + ["9/10", "9/10"]
    wanted, found = estimate(keys, counts, planned=10), told[0][0]
    for key in ["children", "taps", "rate", "low", "high", "n_eff", "verdict", "target"]:
        assert found["result"][key] == wanted[key], key
    assert found["result"]["children"] == 10 and found["sentence"] == wanted["sentence"]
    assert any("by hand and some by the page" in warning for warning in report(keys)["warnings"])
    for machine in machines:
        machine.ok("tap", "replay", PLAN)
        machine.ok("doctor")
        rows = json.loads(machine.ok("trend", "--first-tap", "--json").out)["rows"]
        assert [(row["children"], row["state"]) for row in rows] == [(10, "open")]
