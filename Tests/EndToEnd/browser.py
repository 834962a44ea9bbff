"""Pages in a real browser: the modes in which people read them, and what has to hold in each.

A11Y_CHROMIUM   the browser; otherwise chromium where the system has it

Without a browser the tests that want one are left out and say so; where CI is set that is a failure.
"""

import os
import pathlib
import shutil

import pytest

try:
    from axe_playwright_python.sync_playwright import Axe
    from playwright.sync_api import sync_playwright
except ImportError:
    sync_playwright = None

CHROMIUM = os.environ.get("A11Y_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
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

# 1.4.12, and then some for the space between paragraphs.
TEXT_SPACING = ("* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }"
                "p { margin-bottom: 2em !important }")


@pytest.fixture(scope="session")
def chromium():
    """The browser, started once."""
    missing = "playwright and axe-playwright-python" if sync_playwright is None else "" if CHROMIUM else "chromium"
    if missing:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(f"no browser: {missing} is missing")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def browse(chromium):
    """Opens files as a person does. No page may ask for anything, break its own policy, or stumble."""
    contexts, trouble = [], []

    def open_page(path: pathlib.Path, mode="light", context=None, **options):
        settings = {**MODES[mode], **options}
        media = settings.pop("media", None)
        if context is None:
            context = chromium.new_context(accept_downloads=True, **settings)
            contexts.append(context)
        page = context.new_page()
        own = path.as_uri()
        page.on("request", lambda request: is_own(request.url, own) or trouble.append(f"asks for {request.url}"))
        page.on("console", lambda message: message.type in ("error", "warning") and trouble.append(message.text))
        # A click in the way, as somebody's text would like to be; questions of the page itself are answered with yes.
        page.on("dialog", lambda dialog: (dialog.type == "alert" and trouble.append(dialog.message), dialog.accept()))
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.goto(own)
        if media:
            page.emulate_media(media=media)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert trouble == []


def is_own(url: str, own: str) -> bool:
    """The page itself, and what it made in the browser's memory to hand over."""
    return url.split("#")[0] == own or url.startswith(("blob:", "data:"))


def axe(page, allowed=()) -> list:
    """What axe-core finds with every rule it has, in a line each: violations, and what it could not decide.

    What the page hides is shown first: axe does not look at what nobody sees, and says so for each.
    """
    page.evaluate("""() => {
      for (const element of document.querySelectorAll('[hidden]')) element.hidden = false;
      for (const element of document.querySelectorAll('details')) element.open = true;
    }""")
    return found_by_axe(page, allowed)


def found_by_axe(page, allowed=()) -> list:
    """The same on the page as it stands: for one that shows one screen at a time."""
    # What stands on the screen is hidden on paper, and the other way round; each has its own mode.
    allowed = {*allowed, ("incomplete", "hidden-content")}
    checker = Axe()
    page.evaluate(checker.axe_script)
    rules = page.evaluate("axe.getRules().map((rule) => rule.ruleId)")
    options = {"rules": {rule: {"enabled": True} for rule in rules}, "resultTypes": ["violations", "incomplete"]}
    found = page.evaluate("(options) => axe.run(document, options)", options)
    return [
        f"{kind} {rule['id']}: {node['target']} {node['failureSummary']}" for kind in ("violations", "incomplete")
        for rule in found[kind] if (kind, rule["id"]) not in allowed for node in rule["nodes"][:3]]


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
