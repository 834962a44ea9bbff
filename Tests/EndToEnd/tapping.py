"""Tests with children: a plan, sessions by keys and from paper, and what is reported of them."""

import json
import math
import time

import pexpect

from program import COMPONENT, PROGRAM, environment
from walking import end

PLAN = "close-44"
SESSION = ["--moderator", "m1", "--consent", "c-17", "--guardian", "--assent", "--device", "iPad mini 6", "--ppi", "163"]
HEAD = "participant,age,moderator,consent,guardian,assent,full,device,ppi,hand,practice,taps,frustration,comment,end"
#: Codes as the program draws them.
CODES = ["KTR4WX", "BCDFGH", "JKMNPQ", "RTVWX2", "3479BC", "DFGHJK", "MNPQRT", "VWX234", "79BCDF", "GHJKMN", "PQRTVW",
         "X23479"]
#: What eight children did: hits of ten.
KEYS = ["hhhhhhhhhh", "hhhhhhhhhm", "hhhhhhhhhh", "hhhhhrhhhh", "hhhhhhhhhh", "hhnhhhhhhh", "hhhhhhhhhh", "hhhhghhhhh"]

#: A component for tests with many children.
PLAY = "kids/play"
ALPHABET = "BCDFGHJKMNPQRTVWX23479"


def plan(tracker, key=PLAN, *words, size="44x44"):
    return tracker.ok("new", "plan", key, "--component", COMPONENT, "--size", size, "--gap", "8", *words)


def line(code, taps, *, age="6-8", full="yes", device="iPad mini 6", ppi="163", hand="right", practice="", frustration="",
         comment="", end="complete", consent="c-17", guardian="yes", assent="yes"):
    """A line of a file of sessions."""
    return ",".join([code, age, "m1", consent, guardian, assent, full, device, ppi, hand, practice, taps, frustration,
                     comment, end])


def paper(tracker, *lines, key=PLAN):
    """Takes sessions in that were taken down on paper."""
    return tracker.run("tap", "run", key, "--from", "-", stdin="\n".join([HEAD, *lines, ""]).encode())


def report(tracker, *words, key=PLAN):
    return json.loads(tracker.ok("tap", "report", key, "--json", *words).out)["plans"][0]


def estimate(tracker, counts, target=90, planned=8):
    """What a report tells of such children: rates with the digits that people see, limits rounded outwards."""
    answer = tracker.ok("tap", "estimate", *counts, "--target", str(target), "--planned-children", str(planned), "--json")
    found = json.loads(answer.out)
    if found["rate"] is not None:
        down = {"rate": found["rate"] + 1e-12, "low": found["low"]}
        found.update({name: math.floor(value * 100 + 1e-9) / 100 for name, value in down.items()})
        found.update(high=math.ceil(found["high"] * 100 - 1e-9) / 100, n_eff=math.floor(found["n_eff"]))
    return found


class Sitting:
    """One child's session at a terminal."""

    def __init__(self, tracker, *words, key=PLAN):
        self.child = pexpect.spawn(
            str(PROGRAM), ["tap", "run", key, *SESSION, *words], cwd=tracker.folder, dimensions=(30, 120), timeout=120,
            encoding="utf-8", env=environment(tracker.folder, TERM="xterm-256color"))
        self.child.delaybeforesend = None
        self.child.expect(r"Participant code: ([A-Z0-9]{6})\.")
        self.code = self.child.match.group(1)

    def wait(self, text):
        self.child.expect_exact(text)

    def press(self, keys, expected="Saved: "):
        """Presses keys as slowly as the guard against double presses wants."""
        for key in keys:
            self.child.send(key)
            self.wait(expected)
            time.sleep(0.31)

    def finish(self):
        self.wait("Anything else?")
        self.child.send("q")
        assert end(self.child) == 0


def code(child):
    return "KTR4" + ALPHABET[child // 22 % 22] + ALPHABET[child % 22]


def taps(hits):
    return "h" * hits + "m" * (10 - hits)


def hold(tracker, key, hits, *, first=0, size="44x44", build="", closes=True, **fields):
    """A plan for as many children as there are hits, of ten taps each, and their sessions."""
    words = ["--build", build] if build else []
    tracker.ok("new", "plan", key, "--component", PLAY, "--size", size, "--children", str(len(hits)), *words)
    lines = [line(code(first + child), taps(count), age=["6-8", "9-10"][child % 2], **fields) for child, count in enumerate(hits)]
    assert paper(tracker, *lines, key=key).code == 0
    if closes:
        tracker.ok("tap", "close", key, "--tester", "lead")
