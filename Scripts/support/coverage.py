"""Reads which lines the tests reached (lcov) and tells it by room, or by file of one room."""

import pathlib
import sys

TOP = pathlib.Path(__file__).resolve().parents[2]
# The rooms above are held by the tests of the whole program, which are not counted.
ABOVE = {"a11y", "App", "Sessions", "CommandLine"}
LEAST = 90

def measured(path):
    """By file below Sources: how often each line with code was run."""
    files, lines = {}, {}
    for text in pathlib.Path(path).read_text().splitlines():
        if text.startswith("SF:"):
            source = pathlib.Path(text[3:]).resolve()
            inside = source.suffix == ".swift" and (TOP / "Sources") in source.parents
            lines = files.setdefault(source.relative_to(TOP / "Sources"), {}) if inside else {}
        elif text.startswith("DA:"):
            line, count = text[3:].split(",")[:2]
            lines[int(line)] = max(lines.get(int(line), 0), int(count))
    return files

def ranges(lines):
    """Unreached lines as ranges; lines without code between them do not part them."""
    found = []
    previous = None
    for line, count in sorted(lines.items()):
        if count == 0:
            if found and found[-1][1] == previous:
                found[-1][1] = line
            else:
                found.append([line, line])
        previous = line
    return [str(first) if first == last else f"{first}-{last}" for first, last in found]

def rooms(files):
    print(f"{'room':<16}{'reached':>9}{'of lines':>10}{'':>9}")
    missed = []
    for room in sorted({file.parts[0] for file in files}, key=lambda room: (room in ABOVE, room)):
        counts = [count for file, lines in files.items() if file.parts[0] == room for count in lines.values()]
        reached = sum(count > 0 for count in counts)
        # Rounded down: 100 is said only of all.
        share = 1000 * reached // len(counts) / 10
        remark = " (not held to it)" if room in ABOVE else ""
        print(f"{room:<16}{reached:>9}{len(counts):>10}{share:>8} %{remark}")
        if room not in ABOVE and reached * 100 < LEAST * len(counts):
            missed.append(room)
    if missed:
        sys.exit(f"Less than {LEAST} % of the lines are reached in {', '.join(missed)}: Scripts/coverage ROOM lists them.")

def room(files, name):
    own = {file: lines for file, lines in files.items() if file.parts[0] == name}
    if not own:
        sys.exit(f"There is no room {name} with code: {', '.join(sorted({file.parts[0] for file in files}))}.")
    for file, lines in sorted(own.items()):
        left = ranges(lines)
        if left:
            missing = sum(count == 0 for count in lines.values())
            print(f"Sources/{file}: {missing} of {len(lines)}: {', '.join(left)}")

if __name__ == "__main__":
    files = measured(sys.argv[1])
    if len(sys.argv) > 2:
        room(files, sys.argv[2])
    else:
        rooms(files)
