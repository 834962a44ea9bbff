"""The rooms of the program in the order in which they build on each other, NAME and FOLDER on each line, from what
`swift package dump-package` says; only ROOM... and what they need where some are named. --settings: what the compiler is told."""

import json
import sys


def main() -> None:
    options = [word for word in sys.argv[1:] if word.startswith("--")]
    path, *wanted = [word for word in sys.argv[1:] if not word.startswith("--")]
    with open(path, encoding="utf-8") as file:
        targets = {target["name"]: target for target in json.load(file)["targets"] if target["type"] != "test"}
    # The others are C.
    rooms = {name: target for name, target in targets.items() if any(one["tool"] == "swift" for one in target["settings"])}
    if "--settings" in options:
        for name in features(next(iter(rooms.values()))):
            print("-enable-upcoming-feature", name, sep="\n")
        return
    unknown = [name for name in wanted if name not in rooms]
    if unknown:
        sys.exit(f"there is no room {', '.join(unknown)}; the rooms are {', '.join(sorted(rooms))}")
    done: list[str] = []

    def visit(name: str) -> None:
        if name not in rooms or name in done:
            return
        for dependency in rooms[name]["dependencies"]:
            visit((dependency.get("byName") or dependency["target"])[0])
        done.append(name)

    for name in wanted or rooms:
        visit(name)
    for name in done:
        # The entry of the program is a main file, which is no module.
        if rooms[name]["type"] != "executable":
            print(name, rooms[name].get("path") or f"Sources/{name}", sep="\t")


def features(room: dict) -> list[str]:
    return [one["kind"]["enableUpcomingFeature"]["_0"] for one in room["settings"] if "enableUpcomingFeature" in one["kind"]]


if __name__ == "__main__":
    main()
