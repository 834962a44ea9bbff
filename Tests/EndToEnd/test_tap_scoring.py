"""The tap page sorts, scores and shuffles as the program does: the same vectors run through both."""

import datetime
import json
import math
import re

import pytest

from program import FIXTURES, TOP

DATA = TOP / "Sources/PageData/data"
VECTORS = json.loads((FIXTURES / "tap-scoring.json").read_text())
RUN = """([scene, contacts, recorded]) => {
  const names = ["down", "up", "x", "y", "endX", "endY", "moved", "area", "isForeign"];
  const box = ([x, y, width, height]) => ({ x, y, width, height });
  const seen = contacts.map((row) => Object.fromEntries(row.map((number, place) => [names[place], number])));
  const classes = contactClasses(seen, { ...scene, target: box(scene.target), neighbours: scene.neighbours.map(box) });
  return { classes, ...trialScore(classes, recorded) };
}"""
RANDOM = """() => {
  let state = 7;
  const below = (count) => { state = (state * 48271) % 2147483647; return state % count; };
  let sum = 14695981039346656037n;
  for (let trial = 0; trial < 1000; trial += 1) {
    const target = { x: 500 + below(1000), y: 500 + below(1000), width: 1 + below(600), height: 1 + below(600) };
    const neighbours = [{ x: target.x + 600, y: target.y, width: 400, height: 400 }];
    const scene = { width: 2000, height: 2000, shown: below(300), target, neighbours };
    const contacts = Array.from({ length: below(5) }, () => {
      const down = below(3000);
      const lasts = below(900);
      return {
        down, up: lasts < 800 ? down + lasts : null, x: below(2000), y: below(2000), endX: below(2000),
        endY: below(2000), moved: below(150), area: below(900), isForeign: below(10) === 0,
      };
    });
    for (const byte of new TextEncoder().encode(contactClasses(contacts, scene).join(""))) {
      sum = BigInt.asUintN(64, (sum ^ BigInt(byte)) * 1099511628211n);
    }
  }
  return String(sum);
}"""


@pytest.fixture(scope="module")
def script(chromium):
    """A page that holds the pure parts of the script alone."""
    page = chromium.new_page()
    for name in ("tap-random.js", "tap-scoring.js", "tap-setup.js"):
        page.add_script_tag(content=(DATA / name).read_text())
    yield page
    page.close()


@pytest.mark.parametrize("case", VECTORS["cases"], ids=lambda case: case["name"].replace(" ", "-"))
def test_a_trial_is_scored_as_the_vectors_say(script, case):
    found = script.evaluate(RUN, [VECTORS["scene"], case["contacts"], case["recorded"]])
    assert (found["classes"], found["outcome"], found["filtered"]) == (
        case["classes"], case["outcome"], case["filtered"])
    counts = case["outcome"] not in ("interrupted", "no_attempt")
    assert found["first"] == (case["classes"][0] if counts else "")


def test_random_trials_are_sorted_as_the_program_sorts_them(script):
    tests = (TOP / "Tests/ChildrenTests/ContactSortingTests.swift").read_text()
    wanted, = re.findall(r"#expect\(sum == ([\d_]+)\)", tests)
    assert script.evaluate(RANDOM) == wanted.replace("_", "")


def test_the_figures_of_both_are_the_same(script):
    swift = (TOP / "Tests/ChildrenTests/ContactSorting.swift").read_text()
    figures = dict(re.findall(r"static let (\w+) = (\d+)", swift))
    assert set(figures) == {"soonest", "together", "longest", "slop", "palm", "edge"}
    for name, figure in figures.items():
        assert script.evaluate(name) == int(figure)
    version, = re.findall(r"static let version = (\d+)", (TOP / "Sources/Children/TapPlan.swift").read_text())
    assert script.evaluate("scoringVersion") == int(version)


@pytest.mark.parametrize("seed, numbers", [
    # SplitMix64 of Steele, Lea and Flood, as its authors' Java gives them.
    (0, ["16294208416658607535", "7960286522194355700", "487617019471545679"]),
    (1234567, ["6457827717110365317", "3203168211198807973", "9817491932198370423"]),
])
def test_the_random_numbers_are_those_of_the_program(script, seed, numbers):
    assert script.evaluate("(seed) => { const random = new SplitMix64(seed);"
                           " return [0, 1, 2].map(() => String(random.next())); }", seed) == numbers


def test_every_order_comes_up_as_often_as_the_others(script):
    orders = script.evaluate("Array.from({ length: 6000 }, (_, seed) => slotOrder(3, seed).join(''))")
    counts = {order: orders.count(order) for order in set(orders)}
    assert len(counts) == 6
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 20.5, counts


def test_codes_and_seeds_are_drawn_from_the_whole_range(script):
    codes = script.evaluate("Array.from({ length: 2000 }, newCode)")
    assert all(re.fullmatch("[BCDFGHJKMNPQRTVWX23479]{6}", code) for code in codes)
    assert len(set(codes)) > 1990
    letters = "".join(codes)
    expected = len(letters) / 22
    assert sum((letters.count(letter) - expected) ** 2 / expected for letter in "BCDFGHJKMNPQRTVWX23479") < 47
    seeds = script.evaluate("Array.from({ length: 200 }, newSeed)")
    assert all(seed == math.floor(seed) and 0 <= seed < 2 ** 53 for seed in seeds)
    assert max(seeds) > 2 ** 52 and len(set(seeds)) == 200


def test_the_week_is_the_one_of_the_calendar(script):
    days = [datetime.date(2024, 12, 20) + datetime.timedelta(days) for days in range(800)]
    found = script.evaluate("(days) => days.map(([year, month, day]) => isoWeek(new Date(year, month - 1, day)))",
                            [[day.year, day.month, day.day] for day in days])
    assert found == ["{}-W{:02d}".format(*day.isocalendar()[:2]) for day in days]
