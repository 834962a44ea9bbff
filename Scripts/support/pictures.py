"""Draws report.png and walk.png. Usage: pictures.py PROGRAM BROWSER DIR (Scripts/pictures calls it).

Both come from a new demo tracker in a temporary folder: the report page as a browser shows its first screen, and a walk
in a terminal of 80 columns and 24 lines with three answers, all its lines drawn as one image.
"""

import html
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import pexpect
from playwright.sync_api import sync_playwright

COLUMNS, LINES = 80, 24
MOST_BYTES = 200_000
WALK = ["walk", "--audit", "release-demo", "--check", "voiceover.*", "--by", "check", "--tester", "t1"]
# What is typed at the terminal, and the prompt that each answer waits for.
ANSWERS = [("Answer (? for help): ", "p"), ("Answer (? for help): ", "f"), ("(Enter for critical): ", "2\r"),
           ("Enter to skip): ", "reads only \"button\"\r"), ("Answer (? for help): ", "n")]
# Dark on light; each has a contrast of 7:1 or more.
STYLES = {"1": "font-weight: bold", "2": "color: #4d4d4d", "31": "color: #8f0f0f", "32": "color: #0b5a1e",
          "33": "color: #6b4400", "36": "color: #00505f"}
PAGE = """<!doctype html><meta charset="utf-8"><title>walk</title><style>
body {{ margin: 0; background: #fff }}
pre {{ display: inline-block; margin: 0; padding: 16px 20px; color: #1a1a1a; border: 1px solid #c8c8c8;
  font: 14px/19px "DejaVu Sans Mono", Menlo, monospace; min-width: {columns}ch }}
</style><pre>{text}</pre>"""


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
    for piece in re.split(r"(\x1b\[[0-9;]*m)", text):
        if not piece.startswith("\x1b["):
            if "\x1b" in piece:
                sys.exit(f"Scripts/pictures: unknown control sequence in {piece!r}")
            pieces.append(html.escape(piece))
            continue
        if is_open:
            pieces.append("</span>")
        styles = [STYLES[code] for code in piece[2:-1].split(";") if code in STYLES]
        is_open = bool(styles)
        if is_open:
            pieces.append(f'<span style="{"; ".join(styles)}">')
    return "".join(pieces) + ("</span>" if is_open else "")


def main(program, browser, folder):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="a11y-pictures-") as place, sync_playwright() as playwright:
        place = pathlib.Path(place)
        demo = place / "demo"
        variables = {"HOME": str(place), "PATH": os.defpath, "LANG": "C.UTF-8", "TZ": "UTC"}
        for words in ["demo", "demo"], ["report", "--db", "demo", "--html", "report.html"]:
            subprocess.run([program, *words], cwd=place, env=variables, check=True, capture_output=True)
        (place / "walk.html").write_text(PAGE.format(columns=COLUMNS, text=drawn(walked(program, demo))), encoding="utf-8")
        chromium = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox", "--hide-scrollbars"])
        page = chromium.new_page(viewport={"width": 1120, "height": 880}, locale="en-US", timezone_id="UTC",
                                 color_scheme="light", reduced_motion="reduce")
        page.goto((place / "report.html").as_uri())
        page.screenshot(path=folder / "report.png")
        page.goto((place / "walk.html").as_uri())
        page.locator("pre").screenshot(path=folder / "walk.png")
        chromium.close()
    for name in "report.png", "walk.png":
        size = (folder / name).stat().st_size
        if size > MOST_BYTES:
            sys.exit(f"Scripts/pictures: {name} has {size} bytes; the limit is {MOST_BYTES}")
        print(f"Wrote {folder / name}, {size} bytes.")


if __name__ == "__main__":
    main(*sys.argv[1:])
