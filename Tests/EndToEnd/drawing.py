"""A share of the cases of a sweep: others in each run, by its seed, and each value of each kind in every run.

A11Y_SWEEPS=all   all of them, as `Scripts/soak sweeps` does
"""

import os
import random

from browser import COLOURS, MODES
from conftest import SEED

IS_WHOLE = os.environ.get("A11Y_SWEEPS") == "all"


def share(name: str, cases, part: int) -> list:
    """One of so many cases, in their order."""
    cases = list(cases)
    chosen = range(len(cases)) if IS_WHOLE else random.Random(f"{SEED} {name}").sample(range(len(cases)), -(-len(cases) // part))
    return [cases[place] for place in sorted(chosen)]


def some_modes(name: str, *always: str) -> list:
    """Half of the modes that lay a page out anew, or those that are always wanted, and half of those that color it otherwise
    alone."""
    layouts = always if always and not IS_WHOLE else share(f"{name} laid out", [mode for mode in MODES if mode not in COLOURS], 2)
    chosen = {*layouts, *share(f"{name} in color", [mode for mode in MODES if mode in COLOURS], 2)}
    return [mode for mode in MODES if mode in chosen]


def drawn(name: str, cases: list, *, pairs=False, always=lambda *case: False) -> list:
    """Some of the cases, in their order: in them every value that there is at each place, and with `pairs` every two values
    that there are together at two places; those that are always wanted among them."""
    if IS_WHOLE:
        return cases

    def held(case):
        singles = set(enumerate(case))
        return {(one, other) for one in singles for other in singles if one[0] < other[0]} if pairs else singles

    chosen = {case for case in cases if always(*case)}
    missing = set().union(*map(held, cases)) - set().union(*map(held, chosen))
    rest = [case for case in cases if case not in chosen]
    random.Random(f"{SEED} {name}").shuffle(rest)
    while missing:
        best = max(rest, key=lambda case: len(held(case) & missing))
        chosen.add(best)
        missing -= held(best)
    return [case for case in cases if case in chosen]
