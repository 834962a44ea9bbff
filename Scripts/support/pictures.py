"""Draws report.png and walk.png, light and dark, and writes what they show to texts.json.

Usage: pictures.py PROGRAM BROWSER DIR [README] (Scripts/pictures calls it). Both come from a new demo tracker in a temporary
folder: the report page as a browser shows its first screen, and a walk in a terminal of 80 columns and 24 lines with three
answers, all its lines drawn as one image. Each has two pixels a point. The README gets the texts.
"""

import html
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import pexpect
from playwright.sync_api import sync_playwright

COLUMNS, LINES = 80, 24
MOST_BYTES = 600_000
SCALE = 2
WIDTH, HEIGHT = 1120, 880
POLICY = "max-critical 0, min-coverage 80"
WALK = ["walk", "--audit", "release-demo", "--component", "movie-detail/movie-crossline*", "--tester", "t1"]
# What is typed at the terminal, and the prompt that each answer waits for.
ANSWERS = [("Answer (? for help): ", "p"), ("Answer (? for help): ", "f"), ("(Enter for critical): ", "2\r"),
           ("Enter to skip): ", "reads only \"button\"\r"), ("Answer (? for help): ", "n")]
# Each color has a contrast of 7:1 or more on its background.
NAMES = {"1": "b", "2": "faint", "31": "red", "32": "green", "33": "yellow", "35": "purple", "36": "cyan"}
PAGE = """<!doctype html><meta charset="utf-8"><title>walk</title><style>
:root {{ color-scheme: light dark }}
body {{ margin: 0; background: light-dark(#fff, #0d1117) }}
pre {{ display: inline-block; margin: 0; padding: 16px 20px; color: light-dark(#1a1a1a, #e6edf3);
  border: 1px solid light-dark(#c8c8c8, #3d444d); font: 14px/19px "DejaVu Sans Mono", Menlo, monospace; min-width: {columns}ch }}
.b {{ font-weight: bold }} .faint {{ color: light-dark(#4d4d4d, #b1bac4) }} .red {{ color: light-dark(#8f0f0f, #ffa198) }}
.green {{ color: light-dark(#0b5a1e, #7ee787) }} .yellow {{ color: light-dark(#6b4400, #f2cc60) }}
.purple {{ color: light-dark(#6e2b8b, #e2c5ff) }} .cyan {{ color: light-dark(#00505f, #9be7f5) }}
</style><pre>{text}</pre>"""
# The text that can be read in the first `bottom` points of a page.
SEEN = """bottom => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), words = [], range = document.createRange();
  while (walker.nextNode()) {
    range.selectNodeContents(walker.currentNode);
    const box = range.getBoundingClientRect();
    if (box.height > 0 && box.bottom <= bottom) words.push(walker.currentNode.data.trim());
  }
  return words.join(" ").replace(/\s+/g, " ");
}"""
# The last edge of a card, a list, or a table that the first screen has room for: nothing is cut through its middle.
EDGE = """most => {
  const boxes = [...document.querySelectorAll("main .card, main li, main ul, main section, main table, main p")]
    .map(each => each.getBoundingClientRect()).filter(box => box.height > 0);
  const edges = boxes.map(box => box.bottom).filter(edge => edge <= most && !boxes.some(box =>
    box.top < edge - 1 && box.bottom > edge + 1 && box.height < 500));
  return Math.ceil(Math.max(...edges)) + 12;
}"""


def walked(program, folder):
    """What the terminal shows of a walk, up to its third answer."""
    child = pexpect.spawn(
        program, WALK, cwd=folder, dimensions=(LINES, COLUMNS), encoding="utf-8", timeout=60,
        env={"HOME": str(folder), "PATH": os.defpath, "TERM": "xterm-256color", "LANG": "C.UTF-8", "TZ": "UTC"})
    child.delaybeforesend = None
    shown = ""
    for prompt, keys in ANSWERS:
        child.expect_exact(prompt)
        shown += child.before + child.after
        child.send(keys)
    child.expect(r"Logged: N/A[^\r\n]*")
    shown += child.before + child.after
    child.expect_exact("Answer (? for help): ")
    child.send("q")
    child.expect(pexpect.EOF)
    child.close()
    if child.exitstatus != 0:
        sys.exit(f"Scripts/pictures: the walk ended with {child.exitstatus}")
    command = " ".join(f"'{word}'" if "*" in word else word for word in WALK[:-2])
    return f"$ a11y {command}\n{shown.replace(chr(13), '')}\n"


def drawn(text):
    """Lines of a terminal as HTML: bold and colors stay, and nothing else may control the terminal."""
    pieces, is_open = [], False
    # To mark pasted text is asked of the terminal, and draws nothing.
    for piece in re.split(r"(\x1b\[[0-9;]*m)", re.sub(r"\x1b\[\?2004[hl]", "", text)):
        if not piece.startswith("\x1b["):
            if "\x1b" in piece:
                sys.exit(f"Scripts/pictures: unknown control sequence in {piece!r}")
            pieces.append(html.escape(piece))
            continue
        if is_open:
            pieces.append("</span>")
        names = [NAMES[code] for code in piece[2:-1].split(";") if code in NAMES]
        is_open = bool(names)
        if is_open:
            pieces.append(f'<span class="{" ".join(names)}">')
    return "".join(pieces) + ("</span>" if is_open else "")


def told(shown):
    """The items of a walk and their answers."""
    plain = re.sub(r"\x1b\[[0-9;]*m|\r", "", shown)
    items = re.findall(r"^(\d+)/(\d+) (\S+)$.*?^Logged: ([^\n]*)\.$", plain, re.MULTILINE | re.DOTALL)
    answers = ". ".join(f"Item {number} of {count}, {name}: {answer}" for number, count, name, answer in items)
    remedy = " The remedy is below the FAIL." if "Remedy: " in shown else ""
    return ("A walk at a terminal. Each item shows its component, its check, how to test it, and the expected result. "
            f"{answers}.{remedy}")


def read(status, seen):
    """Of the figures of a tracker those that a picture shows."""
    def has(words):
        return re.search(rf"(?<![\w.]){words}(?![\w])", seen, re.IGNORECASE)

    decision, total = status["decision"], status["open"]
    word = decision["word"].upper().replace("-", " ")
    found = [f"The decision is {word}."] if has(word) else []
    if decision["blockers"] and has(rf"{decision['blockers']} (?:findings block|blockers)"):
        found.append(f"{decision['blockers']} findings block the release.")
    kinds = [f"{total[name]} {name}" for name in ("critical", "serious", "moderate", "minor") if has(f"{total[name]} {name}")]
    if has(total["total"]) and kinds:
        found.append(f"Open findings: {total['total']}, {', '.join(kinds)}.")
    for label, part, whole in ("compliance", "pass", "judged"), ("coverage", "judged", "applicable"):
        percent = status[label][part] * 100 // status[label][whole]
        if re.search(rf"(?<!\d){percent} ?%", seen):
            found.append(f"{label.capitalize()}: {percent}%.")
    return "The first screen of a report page. " + " ".join(found)


def mend(readme, texts):
    """Puts the texts into the images of the README."""
    text = readme.read_text(encoding="utf-8")
    for name, picture in texts.items():
        new = rf'\g<1>{picture["width"]}\g<2>{html.escape(picture["text"])}\g<3>'
        text, count = re.subn(rf'(<img src="[^"]*/{name}" width=")\d+(" alt=")[^"]*(">)', new, text)
        if count != 1:
            sys.exit(f"Scripts/pictures: {readme} has no image {name}")
    readme.write_text(text, encoding="utf-8")


def main(program, browser, folder, readme=None):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="a11y-pictures-") as place, sync_playwright() as playwright:
        place = pathlib.Path(place)
        variables = {"HOME": str(place), "PATH": os.defpath, "LANG": "C.UTF-8", "TZ": "UTC"}

        def run(*words):
            return subprocess.run([program, *words], cwd=place, env=variables, check=True, capture_output=True).stdout

        run("demo", "demo")
        run("edit", "tracker", "--db", "demo", "--policy", POLICY)
        run("report", "--db", "demo", "--html", "report.html")
        status = json.loads(run("status", "--db", "demo", "--json"))
        shown = walked(program, place / "demo")
        (place / "walk.html").write_text(PAGE.format(columns=COLUMNS, text=drawn(shown)), encoding="utf-8")
        chromium = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox", "--hide-scrollbars"])
        texts = {}
        for scheme, ending in ("light", ""), ("dark", "-dark"):
            page = chromium.new_page(viewport={"width": WIDTH, "height": HEIGHT}, locale="en-US", timezone_id="UTC",
                                     color_scheme=scheme, reduced_motion="reduce", device_scale_factor=SCALE)
            page.goto((place / "report.html").as_uri())
            bottom = page.evaluate(EDGE, HEIGHT)
            page.screenshot(path=folder / f"report{ending}.png", clip={"x": 0, "y": 0, "width": WIDTH, "height": bottom})
            texts["report.png"] = {"width": WIDTH, "text": read(status, page.evaluate(SEEN, bottom))}
            page.goto((place / "walk.html").as_uri())
            image = page.locator("pre").screenshot(path=folder / f"walk{ending}.png")
            texts["walk.png"] = {"width": int.from_bytes(image[16:20], "big") // SCALE, "text": told(shown)}
        chromium.close()
    (folder / "texts.json").write_text(json.dumps(texts, indent=2) + "\n", encoding="utf-8")
    for name in "report.png", "report-dark.png", "walk.png", "walk-dark.png":
        size = (folder / name).stat().st_size
        if size > MOST_BYTES:
            sys.exit(f"Scripts/pictures: {name} has {size} bytes; the limit is {MOST_BYTES}")
        print(f"Wrote {folder / name}, {size} bytes.")
    if readme:
        mend(pathlib.Path(readme), texts)


if __name__ == "__main__":
    main(*sys.argv[1:])
