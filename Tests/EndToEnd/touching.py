"""The tap page in a test's hands: plans to make it of, an adult who sets up, and a child who touches."""

import pathlib

from program import COMPONENT

TABLET = {"viewport": {"width": 768, "height": 1024}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


def add_plan(tracker, key: str, *words, size="44x44", gap=8, taps=6, practice=1) -> None:
    tracker.ok("new", "plan", key, "--component", COMPONENT, "--size", size, "--gap", str(gap), "--taps", str(taps),
               "--practice", str(practice), *words)


def make_page(tracker, key: str) -> pathlib.Path:
    tracker.ok("tap", "page", key, "-o", f"{key}.html", "--yes")
    return tracker.folder / f"{key}.html"


def set_up(page, code=None, **fields) -> None:
    """Fills in what an adult has to say."""
    page.check("input[name=age][value='6-8']")
    page.check("#guardian")
    page.check("#assent")
    page.fill("#consent", "c-17")
    if page.locator("#change").is_visible():
        page.click("#change")
    page.select_option("#device", "iPad")
    page.fill("#moderator", "m1")
    is_wide = page.evaluate("matchMedia('(orientation: landscape)').matches")
    page.select_option("#orientation", "landscape" if is_wide else "portrait")
    if code:
        page.fill("#code", code)
    for name, value in fields.items():
        field = page.locator(f"#{name}")
        field.select_option(value) if field.evaluate("(field) => field.tagName") == "SELECT" else field.fill(value)


def start(page) -> None:
    """To the first target."""
    page.click("#start")
    assert page.locator("#start-message").inner_text() == ""
    page.click("#go-on")
    wait_for_target(page)


def wait_for_target(page) -> dict:
    """The box of the target once it stands and a touch is no longer too early."""
    page.wait_for_selector("[data-role=target]", state="attached")
    page.wait_for_timeout(150)
    return page.locator("[data-role=target]").bounding_box()


def centre(box: dict) -> tuple:
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def touch(page, x: float, y: float) -> None:
    page.touchscreen.tap(x, y)


def hit(page) -> None:
    touch(page, *centre(wait_for_target(page)))
    page.wait_for_selector("[data-role=target]", state="detached")


def miss(page) -> None:
    """One touch far from everything, and then the target."""
    box = wait_for_target(page)
    x, y = centre(box)
    touch(page, 300 if x > 400 else 700, 560 if y > 600 or y < 400 else 300)
    page.wait_for_timeout(100)
    hit(page)


def play(page, script: str) -> None:
    """`hhm`: hits and misses, with a break wherever one comes."""
    for letter in script:
        page.locator("[data-role=target], #panel[open]").first.wait_for(state="attached")
        if page.locator("#panel[open]").count():
            page.click("#go-on")
        hit(page) if letter == "h" else miss(page)


def hand_back(page) -> None:
    """The child gives the device back in a break, and the adult goes on with what only adults read."""
    page.locator("#panel[open]").wait_for()
    page.click("#hand-back")


def kept(page) -> list:
    """The names of what the browser keeps, without the setup of the device."""
    names = page.evaluate("Object.keys(localStorage)")
    return sorted(name.rsplit("-", 5)[0] for name in names if not name.startswith("a11y-setup-"))


def to_the_end(page) -> None:
    page.locator("#panel[open]").wait_for()
    assert page.locator("#panel-title").inner_text() == "All done. Thank you!"
    page.click("#go-on")


def save(page, folder: pathlib.Path) -> pathlib.Path:
    with page.expect_download() as download:
        page.click("#save")
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path
