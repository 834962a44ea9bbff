"""The list of mutants, and the sources with all of them in: each asleep until it is the one that is asked for.

Each file in `mutants` lists critical lines of one room or of a part of it, each with a fault that the tests of the rooms have to notice:

  in FILE by FILTER     the file of the mutants below, and the tests (by `swift test --filter`) that are to notice them
  WHAT HOLDS            one line: what is no longer so
  - FRAGMENT            stands in the file once, on one line; only what is between « and » is replaced, where these are
  + REPLACEMENT         another expression; nothing: the statement is left out

Lines are empty or begin with # where they say nothing.
"""

import pathlib
import re
from dataclasses import dataclass

TOP = pathlib.Path(__file__).resolve().parents[2]
LISTS = pathlib.Path(__file__).with_name("mutants")


@dataclass(frozen=True)
class Mutant:
    number: int
    place: str
    """Where it is listed: file and line."""
    file: str
    tests: str
    holds: str
    before: str
    """What stands before the fragment on its line, as far as it is needed to find it."""
    fragment: str
    after: str
    replacement: str

    def span(self, text):
        """Where the fragment is; it is there once, or the list is no longer true."""
        whole = self.before + self.fragment + self.after
        count = text.count(whole)
        if count != 1:
            raise ValueError(
                f"{self.place}: {whole!r} is in {self.file} {count} times and not once; bring the list up to date")
        start = text.index(whole) + len(self.before)
        return start, start + len(self.fragment)

    @property
    def asleep(self):
        if not self.replacement:
            return f"if !isMutant({self.number}) {{ {self.fragment} }}"
        return f"(isMutant({self.number}) ? ({self.replacement}) : ({self.fragment}))"


def mutants():
    """All of them, numbered from 1 in the order of the lists."""
    found = []
    for path in sorted(LISTS.glob("*.txt")):
        file = tests = holds = fragment = None
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if not line or line.startswith("#"):
                continue
            if fragment and not line.startswith("+"):
                raise ValueError(f"{path.relative_to(TOP)}:{number}: nothing takes the place of {fragment!r}")
            if place := re.fullmatch(r"in (\S+) by (\S+)", line):
                file, tests = place.groups()
            elif line.startswith("- "):
                fragment = line[2:]
            elif line.startswith("+"):
                before, middle, after = re.fullmatch(r"(?:(.*)«)?(.*?)(?:»(.*))?", fragment).groups()
                found.append(
                    Mutant(
                        len(found) + 1, f"{path.relative_to(TOP)}:{number}", file, tests, holds, before or "", middle,
                        after or "", line[2:]))
                fragment = None
            else:
                holds = line
    return found


def mutated(text, own):
    """A source with the mutants of its file in."""
    spans = sorted((*mutant.span(text), mutant) for mutant in own)
    for (_, end, one), (start, _, other) in zip(spans, spans[1:]):
        if start < end:
            raise ValueError(f"{one.place} and {other.place} are about the same piece of {one.file}")
    for start, end, mutant in reversed(spans):
        text = text[:start] + mutant.asleep + text[end:]
    return text


SWITCH = """\
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

private let chosen: Int = getenv("A11Y_MUTANT").flatMap { Int(String(cString: $0)) } ?? 0

/// Whether a mutant is the one that is tried.
func isMutant(_ number: Int) -> Bool { chosen == number }
"""
