#!/usr/bin/env python3
"""Errors that no test of the whole program has driven, after a run of Tests/EndToEnd. Usage: errors.py

Compares the errors whose text is written where it is made with what the run kept in .build/logs/errors.txt. Errors of a
broken disk or machine are driven by the tests of the rooms. Prints each with its place; exits 0, or 2 without a run.
"""
import pathlib, sys

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "Tests/EndToEnd"))
import saying

def main():
  log = TOP / ".build/logs/errors.txt"
  if not log.is_file():
    print("errors.py: no run of the tests of the whole program found", file=sys.stderr)
    return 2
  said = [line.removeprefix("a11y: ") for line in log.read_text(encoding="utf-8").splitlines() if line.startswith("a11y: ")]
  templates = list(saying.templates())
  left = [(place, text) for place, text, pattern in templates if not any(pattern.search(line) for line in said)]
  for place, text in left: print(f"{place}: {text[:100]}")
  print(f"{len(templates) - len(left)} of {len(templates)} errors driven by the tests of the whole program")
  return 0

if __name__ == "__main__": sys.exit(main())
