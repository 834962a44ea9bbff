"""Pages in a real browser: the modes in which people read them, and what has to hold in each.

A11Y_CHROMIUM   the browser; otherwise chromium-headless-shell or chromium where the system has it

Without a browser the tests that want one are left out and say so; where CI is set that is a failure. The same goes for
fonts: a page is set in those that are named here, whatever else a machine has.
"""

import os
import pathlib
import shutil
import sys
import tempfile
import time

import pytest

from axes import COLOURS, Axe, axe, found_by_axe  # noqa: F401, for tests of pages

try:
    from playwright.sync_api import sync_playwright
except ImportError:
    sync_playwright = None

# The shell has the engine without the windows of a browser, which cost more than the pages.
CHROMIUM = os.environ.get("A11Y_CHROMIUM") or next(
    filter(None, map(shutil.which, ["chromium-headless-shell", "chromium", "google-chrome"])), None)
DESKTOP = {"width": 1280, "height": 900}

# How a page is looked at: what the browser is told of its reader, and whether it is for paper.
MODES = {
    "light": {"viewport": DESKTOP},
    "dark": {"viewport": DESKTOP, "color_scheme": "dark"},
    "forced colours": {"viewport": DESKTOP, "forced_colors": "active"},
    "forced colours, dark": {"viewport": DESKTOP, "forced_colors": "active", "color_scheme": "dark"},
    "more contrast": {"viewport": DESKTOP, "contrast": "more"},
    "more contrast, dark": {"viewport": DESKTOP, "contrast": "more", "color_scheme": "dark"},
    "320 px": {"viewport": {"width": 320, "height": 640}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True,
              "device_scale_factor": 3},
    "paper": {"viewport": DESKTOP, "media": "print"},
}

# Of two that differ in being dark alone, one for what depends on the layout.
LAYOUTS = [mode for mode in MODES if "dark" not in mode]

# What pages are set in: a wide font, one with tall letters, and two narrow ones; each with the same look for code.
FONTS = {
    "DejaVu": ["dejavu/DejaVuSans.ttf", "dejavu/DejaVuSans-Bold.ttf", "dejavu/DejaVuSansMono.ttf"],
    "Noto": ["noto/NotoSans-Regular.ttf", "noto/NotoSans-Bold.ttf"],
    "Liberation": ["liberation/LiberationSans-Regular.ttf", "liberation/LiberationSans-Bold.ttf",
                   "liberation/LiberationMono-Regular.ttf"],
    "Liberation Narrow": ["liberation/LiberationSansNarrow-Regular.ttf", "liberation/LiberationSansNarrow-Bold.ttf",
                          "liberation/LiberationMono-Regular.ttf"],
}
USUAL = "DejaVu"

# 1.4.12, and then some for the space between paragraphs.
TEXT_SPACING = ("* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }"
                "p { margin-bottom: 2em !important }")


def require(missing):
    if missing:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(f"no browser: {missing} is missing")


def fontconfig(folder: pathlib.Path, fonts: str) -> pathlib.Path:
    """A configuration under which there are these fonts and no others."""
    for name in FONTS[fonts]:
        path = pathlib.Path("/usr/share/fonts/truetype") / name
        require("" if path.is_file() else path)
        (folder / path.name).symlink_to(path)
    config = folder / "fonts.conf"
    config.write_text(f"<fontconfig><dir>{folder}</dir><cachedir>{folder}/cache</cachedir></fontconfig>")
    return config


@pytest.fixture(scope="session")
def browsers():
    """The browser with the fonts that are asked for, started once with each."""
    require("playwright and axe-playwright-python" if None in (sync_playwright, Axe) else "" if CHROMIUM else "chromium")
    with sync_playwright() as playwright, tempfile.TemporaryDirectory(prefix="a11y-fonts-") as top:
        started = {}

        def browser(fonts):
            if fonts not in started:
                folder = pathlib.Path(top) / fonts.replace(" ", "-")
                folder.mkdir()
                # Only Linux finds its fonts by such a file; elsewhere they are those of the system.
                config = {"FONTCONFIG_FILE": str(fontconfig(folder, fonts))} if sys.platform == "linux" else {}
                started[fonts] = playwright.chromium.launch(
                    executable_path=CHROMIUM, args=["--no-sandbox"], env={**os.environ, **config, "TZ": "UTC"})
            return started[fonts]

        yield browser
        for one in started.values():
            one.close()


@pytest.fixture(scope="session")
def chromium(browsers):
    return browsers(USUAL)


class Opening:
    """Opens files as a person does. No page may ask for anything, break its own policy, or stumble."""

    def __init__(self, browsers):
        self.browsers, self.contexts, self.trouble = browsers, [], []

    def __call__(self, path: pathlib.Path, mode="light", context=None, fonts=USUAL, **options):
        settings = {"locale": "en-US", **MODES[mode], **options}
        media = settings.pop("media", None)
        if context is None:
            context = self.browsers(fonts).new_context(accept_downloads=True, **settings)
            self.contexts.append(context)
        stored = stored_in(context.pages[0]) if context.pages else {}
        page = context.new_page()
        own, trouble = path.as_uri(), self.trouble
        page.on("request", lambda request: is_own(request.url, own) or trouble.append(f"asks for {request.url}"))
        page.on("console", lambda message: message.type in ("error", "warning") and trouble.append(message.text))
        # A click in the way, as somebody's text would like to be; questions of the page itself are answered with yes.
        page.on("dialog", lambda dialog: (dialog.type == "alert" and trouble.append(dialog.message), dialog.accept()))
        # What was thrown may be no error, which has no message.
        page.on("pageerror", lambda error: trouble.append(
            f"{error.name or 'thrown'}: {error.message}\n{error.stack or ''}".strip()))
        page.goto(own)
        require_stored(page, stored)
        if media:
            page.emulate_media(media=media)
        return page

    def end(self):
        for context in self.contexts:
            context.close()
        assert not self.trouble, "\n".join(self.trouble)


@pytest.fixture
def browse(browsers):
    """Opens files for a test that does something to them."""
    opening = Opening(browsers)
    yield opening
    opening.end()


@pytest.fixture(scope="module")
def opened(browsers):
    """What `look` has opened, and what it was then."""
    opening, pages = Opening(browsers), {}
    yield opening, pages
    opening.end()


@pytest.fixture
def look(opened):
    """Gives a file as all tests of a file see it that only look: opened once in each mode. One that changes it fails."""
    opening, pages = opened
    seen = []

    def at(path: pathlib.Path, mode="light", **options):
        case = path, path.stat().st_mtime_ns, mode, str(options)
        if case not in pages:
            page = opening(path, mode, **options)
            pages[case] = page, page.content(), page.viewport_size
        page, _, size = pages[case]
        page.set_viewport_size(size)
        seen.append(case)
        return page

    yield at
    for page, content, _ in map(pages.get, seen):
        assert page.content() == content, "changed by a test that says that it only looks"


def at_widths(page, *widths: int):
    """The widths, one after the other: a window that is made smaller is laid out as one that is opened so. A test that fails
    shows what is printed: the last one."""
    for width in widths:
        print(f"{width} px wide")
        page.set_viewport_size({"width": width, "height": 800})
        yield width


def stored_in(page) -> dict:
    """What the browser has stored for a page, by its name."""
    return page.evaluate("({...localStorage})")


def require_stored(page, stored: dict) -> None:
    """Has a page that was just loaded find what is stored.

    Within a second of the first that is ever stored for files, Chromium shows about one load in a hundred an empty store:
    also of a page without scripts, and the pages that are opened next have it all. A page that deletes what is stored is no
    such load: it does so each time."""
    for _ in range(3):
        if not stored or page.evaluate("localStorage.length"):
            return
        page.evaluate("stored => { for (const name in stored) localStorage.setItem(name, stored[name]); }", stored)
        page.reload()


def reload(page) -> None:
    """Loads a page again, as a person does, with what it has stored."""
    stored = stored_in(page)
    page.reload()
    require_stored(page, stored)


def wait_until(page, expression: str):
    """Waits until an expression is true, and gives its value. `wait_for_function` looks once, where a page's policy forbids
    scripts to make others."""
    deadline = time.monotonic() + 120
    while not (value := page.evaluate(expression)):
        assert time.monotonic() < deadline, f"never true: {expression}"
        page.wait_for_timeout(20)
    return value


def is_own(url: str, own: str) -> bool:
    """The page itself, and what it made in the browser's memory to hand over."""
    return url.split("#")[0] == own or url.startswith(("blob:", "data:"))


def overflow(page) -> list:
    """What sticks out of the page to the side."""
    return page.evaluate("""() => {
      const width = document.documentElement.clientWidth;
      if (document.documentElement.scrollWidth <= width) return [];
      return Array.from(document.body.querySelectorAll('*'))
        .filter((element) => element.getBoundingClientRect().right > width + 1)
        .map((element) => `${element.tagName}.${element.className} ${element.textContent.slice(0, 40)}`).slice(0, 5);
    }""")


def cut_text(page) -> list:
    """Texts that do not fit into the box that holds them."""
    return page.evaluate("""() => Array.from(document.body.querySelectorAll('button, label, legend, p, dd, summary, a'))
      .filter((element) => element.checkVisibility() && !element.closest('.unseen, .skip'))
      .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0
        && getComputedStyle(element).overflow !== 'visible')
      .map((element) => element.textContent.slice(0, 60)).slice(0, 5)""")


def overlapping_lines(page) -> list:
    """Lines of text that reach into one another: parts of letters may be cut, and no checker can tell their contrast."""
    return page.evaluate("""() => {
      const lines = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node.parentElement;
        // What is said and not shown is cut to nothing, on itself or on what it stands in.
        let around = element;
        while (around && getComputedStyle(around).clipPath === 'none') around = around.parentElement;
        if (around || !node.textContent.trim() || !element.checkVisibility({visibilityProperty: true, opacityProperty: true})
            || element.closest('.skip, svg, select, script, style')) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        // A bar that stays at its place on the screen lies over the lines that are scrolled below it: they are apart.
        let layer = element;
        while (layer && getComputedStyle(layer).position !== 'fixed') layer = layer.parentElement;
        for (const box of range.getClientRects()) {
          if (box.width > 1 && box.height > 1) lines.push([box, node.textContent.trim().slice(0, 40), layer]);
        }
      }
      lines.sort((one, other) => one[0].top - other[0].top);
      const found = [];
      for (let first = 0; first < lines.length && found.length < 5; first += 1) {
        const [box, text, layer] = lines[first];
        for (let next = first + 1; next < lines.length && lines[next][0].top < box.bottom - 1; next += 1) {
          const [other, its, on] = lines[next];
          if (on !== layer) continue;
          // On one line, small and large text stand beside each other and not below.
          const isBelow = other.top > box.top + 0.5 * Math.min(box.height, other.height);
          const isBeside = Math.min(box.right, other.right) - Math.max(box.left, other.left) < 1;
          if (isBelow && !isBeside) found.push(`${text} / ${its}: ${(box.bottom - other.top).toFixed(1)} px`);
        }
      }
      return found.slice(0, 5);
    }""")


def doubled_ids(page) -> list:
    return page.evaluate("""() => {
      const ids = Array.from(document.querySelectorAll('[id]'), (element) => element.id);
      return ids.filter((id, place) => ids.indexOf(id) !== place);
    }""")


def small_targets(page) -> list:
    """Controls below 44 px, and links and others below 24. A radio button's target is its label."""
    return page.evaluate("""() => {
      const controls = 'button, select, textarea, summary, input';
      const found = [];
      for (const element of document.querySelectorAll(controls + ', a[href]')) {
        if (!element.checkVisibility() || element.closest('.skip')) continue;
        const box = (element.closest('label') || element).getBoundingClientRect();
        const least = element.matches(controls) ? 44 : 24;
        if (Math.min(box.width, box.height) < least - 0.01) {
          found.push(`${element.tagName}#${element.id} ${element.textContent.slice(0, 30)} ${box.width}x${box.height}`);
        }
      }
      return found.slice(0, 5);
    }""")


def tab_stops(page, most: int) -> list:
    """The way of the Tab key from the start of the page: for each stop its name and whether it could be seen."""
    page.evaluate("() => { document.activeElement.blur(); window.scrollTo(0, 0); }")
    # Where the next Tab starts from is where the last click was.
    page.mouse.click(1, 1)
    stops = []
    for _ in range(most):
        page.keyboard.press("Tab")
        stop = page.evaluate("""() => {
          const element = document.activeElement;
          if (element === document.body) return null;
          const box = (element.closest('label') || element).getBoundingClientRect();
          const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
          const top = document.elementFromPoint(x, y);
          const style = getComputedStyle(element);
          return {
            name: element.id || element.value || element.textContent.trim().slice(0, 40),
            isSeen: Boolean(top) && (element.contains(top) || Boolean(element.closest('label')?.contains(top))),
            hasRing: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2,
          };
        }""")
        if stop is None:
            break
        stops.append(stop)
    return stops
