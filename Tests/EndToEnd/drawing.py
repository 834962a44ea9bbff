"""A share of the cases of a sweep: others in each run, by its seed, and each value of each kind in every run.

A11Y_SWEEPS=all   all of them, as `Scripts/soak sweeps` does
"""

import os
import random

from conftest import SEED

IS_WHOLE = os.environ.get("A11Y_SWEEPS") == "all"


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
