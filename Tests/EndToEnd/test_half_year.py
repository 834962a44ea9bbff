"""Half a year of a team: a lead, a tester, a tablet that sends bundles, and a build server that follows the lead alone.

At the end of each month all that is in the folder is exchanged. Whoever follows the same shows the same figures then, and
what the article on exchange shows of it is what the program prints.
"""

import json
import re
import shlex
from datetime import date, timedelta

import pytest

from program import TOP
from team import Machine

ARTICLE = TOP / "Sources/a11y/a11y.docc/Exchange.md"
LABEL, ORDER, HINT = "voiceover.label-present", "voiceover.reading-order", "voiceover.hint-describes-result"
#: What depends on the day, or on the machine.
CHANGING = re.compile(r"\d{4}-\d\d-\d\d(?:[T ][\d:.]+Z?)?|\b[0-9a-hjkmnp-tv-z]{12}(?:-\d+)?\b|\d+ (?:days?|seconds?|minutes?)")


class Team:
    def __init__(self, folder):
        self.shared = folder / "team"
        self.shared.mkdir()
        self.lead, self.tess, self.tablet, self.server = (
            Machine(folder / name, name, self.shared) for name in ("lead", "tess", "tablet", "server"))
        self.all = [self.lead, self.tess, self.tablet, self.server]
        self.transcript = []

    def show(self, machine, line, code=0):
        """A command of the article, and what it prints."""
        answer = machine.run(*shlex.split(line)[1:], A11Y_TESTER=machine.tester)
        assert answer.code == code, answer.error
        self.transcript.append([f"{machine.tester}$ {line}", *answer.text.splitlines(), *answer.error.splitlines()])

    def exchange(self):
        """The tablet has no network: it gets and sends bundles."""
        for machine in (self.lead, self.tess):
            machine.sync()
        self.bring(self.tablet, self.lead)
        for machine in (self.lead, self.tess, self.server):
            machine.sync()
        self.bring(self.lead, self.tablet)

    def bring(self, sender, receiver, *words):
        bundle = sender.folder / "sent.a11y.json"
        sender.ok("export", "-y", "-o", bundle)
        if words:
            receiver.begin()
        receiver.ok("import", *words, bundle)

    def day(self, number) -> str:
        """A day of the half year, from its beginning."""
        return (date.today() - timedelta(days=172 - number)).isoformat()

    def do(self, machine, line, **more):
        """A command in which `line` is as it is typed."""
        return machine.ok(*shlex.split(line)[1:], A11Y_TESTER=machine.tester, **more)


FIGURES = ["cells", "compliance", "coverage", "failing", "disputed", "contradicted", "waived", "policy", "decision"]


def figures(machine) -> dict:
    """What decides: the figures, the open findings, the audits and the verdict."""
    status = json.loads(machine.ok("status", "--json").out)
    findings = json.loads(machine.ok("list", "findings", "--json").out)["rows"]
    audits = json.loads(machine.ok("list", "audits", "--json").out)["rows"]
    gate = machine.run("gate", "--json")
    return {
        "status": {key: status[key] for key in FIGURES if key in status}, "gate": gate.code,
        "findings": sorted((row["component"], row["check"], row["severity"]) for row in findings), "audits": audits}


@pytest.fixture
def team(folder):
    return Team(folder)


def require_equal(*machines) -> dict:
    """Machines with the same entries that follow the same people show the same."""
    first = figures(machines[0])
    for machine in machines[1:]:
        assert figures(machine) == first, machine.tester
    return first


def test_half_a_year(team):
    lead, tess, tablet, server = team.all
    # January: the lead begins, the others join.
    lead.found("home", "search", "cart", "pay")
    team.do(lead, 'a11y edit tracker --policy "max-critical 0" --current-build 1.0')
    team.do(lead, "a11y new audit winter --build 1.0 --checklist critical-rules")
    lead.sync()
    tess.join()
    server.begin()
    server.ok("sync", "--adopt", "--follow", lead.replica(), team.shared)
    team.bring(lead, tablet, "--adopt")
    # Without a result of someone who is followed a release check has nothing to go by.
    lead.say("pass", "pay", "reads Pay, button", "--build", "1.0", "--at", team.day(2), check=LABEL)
    tess.say("fail", "home", "reads only button", "--build", "1.0", "-s", "1", "--at", team.day(3), check=LABEL)
    tablet.say("pass", "home", "reads Close, button", "--build", "1.0", "--at", team.day(4), check=LABEL)
    tablet.say("fail", "cart", "no label", "--build", "1.0", "-s", "2", "--at", team.day(5), check=LABEL)
    tess.say("pass", "search", "fine", "--build", "1.0", "--at", team.day(6), check=ORDER)
    team.exchange()
    assert require_equal(*team.all)["status"]["disputed"] == 1
    # February: the lead decides, and the build server hears it.
    team.show(server, "a11y gate --plain", code=1)
    team.show(lead, f'a11y resolve {LABEL} home pass -m "the tester had an old build"')
    team.exchange()
    assert require_equal(*team.all)["gate"] == 0
    team.do(lead, f'a11y edit finding {LABEL} cart --severity critical -m "blocks paying"')
    team.exchange()
    found = require_equal(*team.all)
    assert found["gate"] == 1 and found["findings"] == [("cart", LABEL, 1)]
    # March: fixed in 1.1, and the audit is closed. What comes later changes it nowhere.
    team.do(lead, "a11y edit tracker --current-build 1.1")
    tess.say("pass", "cart", "has a label now", "--build", "1.1", "--retest", "--at", team.day(62), check=LABEL)
    team.exchange()
    # The tablet does not follow the tester, so for its release check the finding is open until it has looked itself.
    assert figures(tablet)["gate"] == 1 and require_equal(lead, tess, server)["gate"] == 0
    tablet.say("pass", "cart", "reads Cart", "--build", "1.1", "--retest", "--at", team.day(63), check=LABEL)
    team.exchange()
    team.do(lead, "a11y edit audit winter --close")
    team.exchange()
    closed = require_equal(*team.all)
    assert closed["gate"] == 0 and closed["audits"][0]["state"] == "closed"
    tess.say("fail", "pay", "no hint", "--build", "1.1", "-s", "3", "--at", team.day(80), check=HINT)
    tablet.say("fail", "search", "reads the icon", "--build", "1.1", "-s", "2", "--at", team.day(81), check=LABEL)
    team.exchange()
    later = require_equal(*team.all)
    assert later["audits"] == closed["audits"] and len(later["findings"]) == 2
    # April: two write the policy at once. The lead follows the tester; the build server does not.
    team.do(lead, f"a11y follow {tess.replica()}")
    team.do(lead, 'a11y edit tracker --policy "max-critical 0, max-serious 0"')
    team.do(tess, 'a11y edit tracker --policy "max-critical 5"')
    team.exchange()
    held = require_equal(lead, tess)
    assert held["gate"] == 1 and require_equal(server, tablet)["status"] == held["status"]
    assert len(lead.conflicts()) == 1 and not server.conflicts()
    team.show(lead, "a11y resolve --plain")
    team.show(server, "a11y waiting")
    team.do(lead, 'a11y resolve setting tracker policy 1 -m "the one of the team"')
    team.exchange()
    require_equal(*team.all)
    # May: the tablet takes a component out of use that fails. That waits for everyone.
    team.do(tablet, "a11y edit component search --retire")
    team.exchange()
    assert require_equal(lead, tess, server) == held and figures(tablet) != held
    team.show(server, "a11y waiting")
    # June: the lead and then the others follow the tablet.
    team.do(lead, f"a11y follow {tablet.replica()}")
    team.exchange()
    assert figures(server) == held
    for machine in (tess, server):
        team.do(machine, f"a11y follow {tablet.replica()}")
    last = require_equal(*team.all)
    assert last["gate"] == 0 and last["audits"] == closed["audits"]
    team.show(server, "a11y gate --plain")
    for machine in team.all:
        machine.require_sound()
    told = transcript()
    assert [[CHANGING.sub("#", line) for line in lines] for lines in team.transcript] == [
        [CHANGING.sub("#", line) for line in lines] for lines in told]


def transcript() -> list:
    """The commands of the half year in the article, each with what it printed."""
    section = ARTICLE.read_text().split("## Half a year\n", 1)[1].split("\n## ", 1)[0]
    found = []
    for block in re.findall(r"```text\n(.*?)```", section, re.DOTALL):
        for line in block.splitlines():
            if re.match(r"(lead|tess|tablet|server)\$ ", line):
                found.append([line])
            else:
                found[-1].append(line)
    return found
