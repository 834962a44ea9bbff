"""The README and the articles are true: their commands run in order, and their figures are what the program prints."""

import functools
import html
import json
import os
import pathlib
import re
import sqlite3
import subprocess

import pytest

from browser import CHROMIUM
from program import PROGRAM, TOP, Tracker, environment

ARTICLES = TOP / "Sources/a11y/a11y.docc"
README, SETUP = TOP / "README.md", ARTICLES / "Setup.md"
PAGES = [README, *sorted(TOP.glob("Sources/*/*.docc/*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page, language):
    return [text for name, text in BLOCK.findall(page.read_text()) if name == language]


def commands(page):
    return [line for text in blocks(page, "sh") for line in text.splitlines() if line.strip()]


def name_of(page):
    return str(page.relative_to(TOP))


@pytest.fixture(scope="module")
def toured(tmp_path_factory):
    """Runs the `sh` blocks of a page, line by line in one shell; the folder, and what each line printed.

    The README and the article Setup start in an empty folder, all others with what the first block of Setup leaves.
    """

    @functools.cache
    def tour(page):
        place = tmp_path_factory.mktemp("pages")
        (place / "Scripts").symlink_to(TOP / "Scripts")
        before = [] if page in (README, SETUP) else blocks(SETUP, "sh")[0].splitlines()
        lines = before + commands(page)
        script = "".join(f"printf '\\036%s\\n' '{number}' \n{line} 2>&1\nprintf '\\037%s\\n' $?\n"
                         for number, line in enumerate(lines))
        # The toolchain is found as in the caller's shell; the home is empty.
        variables = environment(place, PATH=f"{PROGRAM.parent}:{os.environ['PATH']}", COLUMNS="80")
        done = subprocess.run(
            ["/bin/bash"], input=script, cwd=place, env=variables, capture_output=True, text=True, timeout=1800)
        answers = re.findall(r"\x1e(\d+)\n(.*?)\x1f(\d+)\n", done.stdout, re.DOTALL)
        assert len(answers) == len(lines), done.stdout[-2000:] + done.stderr[-2000:]
        assert all(code == "0" for _, _, code in answers[:len(before)]), answers[:len(before)]
        return place, [(text, int(code)) for _, text, code in answers[len(before):]]

    return tour


def test_there_is_a_tour():
    assert len(commands(README)) > 25
    assert sum(len(commands(page)) for page in PAGES) > 120


@pytest.mark.parametrize("page, number", [
    pytest.param(page, number, id=f"{name_of(page)}: {line}")
    for page in PAGES for number, line in enumerate(commands(page))])
def test_every_command_runs(toured, page, number):
    text, code = toured(page)[1][number]
    assert code == 0, text


@pytest.mark.parametrize("page", [ARTICLES / "FirstTap.md"], ids=name_of)
def test_the_test_with_children_that_the_tour_closes_logs_its_verdict(toured, page):
    text, _ = toured(page)[1][commands(page).index("a11y tap close close-48")]
    assert re.search(r"Logged [\w-]+ for \d+ checks? for sign-in/close-button", text), text


def test_tickets_that_come_back_are_not_written_again(toured):
    page = ARTICLES / "Leading.md"
    texts = dict(zip(commands(page), (text for text, _ in toured(page)[1])))
    written, = re.findall(r"^(\d+) tickets", texts["a11y report --issues jira -o jira.csv"])
    # The one that came back is closed and fails: it is to be reopened, and no second one is written for it.
    assert texts["a11y report --issues jira -o new.csv"].startswith(
        f"{written} tickets for {written} findings. To reopen, as closed and failing: 1 ticket.")


def test_a_sheet_that_was_filled_in_is_read_back(toured):
    page = ARTICLES / "Moving-from-a-spreadsheet.md"
    text, _ = toured(page)[1][commands(page).index("a11y log - --build 3.2 < items.csv")]
    assert "Logged 1 result. " in text, text


def test_the_tool_finding_of_the_tour_waits_for_a_person(toured):
    texts = dict(zip(commands(README), (text for text, _ in toured(README)[1])))
    assert "1 open, 0 reviewed, 0 unmatched" in texts["a11y list tool-findings"]


def test_the_scripts_that_are_named_exist():
    for page in PAGES:
        for name in set(re.findall(r"Scripts/[\w-]+", page.read_text())):
            assert os.access(TOP / name, os.X_OK), f"{name_of(page)}: {name}"


def test_the_readme_names_the_test_command_of_the_gate():
    command, = re.findall(r"^exec (.+)$", (TOP / ".ci/run").read_text(), re.MULTILINE)
    assert f"{command}\n" in blocks(README, "console")


def test_the_catalog_has_as_many_checks_and_checklists_as_the_readme_says(folder):
    Tracker(folder).ok("init", "--catalog", "6")
    counts = [len(json.loads(Tracker(folder).ok("list", what, "--json").out)["rows"]) for what in ("checks", "checklists")]
    assert "{} checks in {} checklists are built in".format(*counts) in README.read_text()


def test_every_topic_of_help_that_is_named_exists():
    named = {words for page in PAGES for words in re.findall(r"`a11y (help [\w-]+|[\w-]+ --help)`", page.read_text())}
    assert len(named) > 8
    for words in named:
        done = subprocess.run([PROGRAM, *words.split()], capture_output=True, env={}, timeout=60)
        assert done.returncode == 0, words


def test_every_command_and_topic_that_the_program_names_exists():
    """In help, hints, and messages."""
    named = set()
    for file in TOP.glob("Sources/*/**/*"):
        if file.suffix in (".swift", ".md", ".sh", ".js", ".html"):
            text = file.read_text()
            named.update(re.findall(r"a11y help\s([a-z][\w-]*)", text))
            named.update(re.findall(r'(?:\\"|[`(])a11y ([a-z]+)\b', text))
    assert len(named) > 40
    for word in sorted(named):
        done = subprocess.run([PROGRAM, "help", word], capture_output=True, env={}, timeout=60)
        assert done.returncode == 0, f"a11y {word}"


def test_help_names_the_files_of_signers():
    for topic in "formats", "privacy":
        done = subprocess.run([PROGRAM, "help", topic], capture_output=True, text=True, env={}, timeout=60)
        assert "allowed_signers" in done.stdout and "revoked_signers" in done.stdout, topic


def test_the_views_are_those_of_the_database(toured):
    connection = sqlite3.connect(toured(README)[0] / "shop/.a11y/audit.db")
    views = {name for name, in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'view'")}
    connection.close()
    article = (ARTICLES / "Databases.md").read_text().split("## Places for bundles")[0]
    assert views == set(re.findall(r"^\| `(v_\w+)`", article, re.MULTILINE))


def shape(text):
    """A page without what the passing of days changes in it: figures, and a line for which there is room in some months."""
    return [re.sub(r"[\d.,]+", "#", re.sub(r"(?<=now) [▁-█]+", "", re.sub(r"\s+", " ", line))).strip()
            for line in text.splitlines() if line.strip()]


def test_the_status_page_is_what_the_demo_shows(toured):
    page = ARTICLES / "Leading.md"
    picture, = blocks(page, "text")
    place, answers = toured(page)
    assert shape(picture) == shape(answers[commands(page).index("a11y status")][0])
    # The same from the folder that the README makes.
    done = subprocess.run(
        [PROGRAM, "status"], cwd=toured(README)[0] / "a11y-demo", env=environment(place, COLUMNS="80"),
        capture_output=True, text=True, timeout=60)
    assert shape(picture) == shape(done.stdout)


def test_the_exit_codes_are_those_of_help():
    done = subprocess.run([PROGRAM, "help", "exit-codes"], capture_output=True, text=True, env={}, timeout=60)
    codes = set(re.findall(r"^  (\d+) ", done.stdout, re.MULTILINE))
    assert codes == set(re.findall(r"^\| (\d+) \|", (ARTICLES / "Scripts.md").read_text(), re.MULTILINE))


def anchors(page):
    return {re.sub(r"[^\w -]", "", title).replace(" ", "-").lower()
            for title in re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)}


def test_every_link_leads_to_a_file_and_a_heading():
    links = re.findall(r"\]\(([^)\s]+)\)", README.read_text())
    assert len(links) > 25
    for path, _, anchor in (link.partition("#") for link in links):
        assert (TOP / path).is_file(), path
        assert not anchor or anchor in anchors(TOP / path), f"{path}#{anchor}"
    for page in PAGES[1:]:
        for name in re.findall(r"<doc:(\w[\w-]*)>", page.read_text()):
            assert (page.parent / f"{name}.md").is_file(), f"{name_of(page)}: {name}"


def test_every_article_is_linked_from_the_readme():
    linked = {TOP / path for path in re.findall(r"\]\((Sources/a11y/[^)\s#]+\.md)", README.read_text())}
    assert linked == set(ARTICLES.glob("*.md")) - {ARTICLES / "a11y.md"}


def test_pages_are_short_and_begin_with_a_title_and_a_summary():
    assert len(README.read_text().splitlines()) <= 250
    for page in PAGES[1:]:
        lines = page.read_text().splitlines()
        assert len(lines) <= 300, name_of(page)
        assert lines[0].startswith("# ") and not lines[1] and not lines[3], name_of(page)
        assert lines[2][0].isupper() and lines[2][-1] in ".?", name_of(page)


def require_image(path: pathlib.Path):
    content = path.read_bytes()
    assert content.startswith(b"\x89PNG\r\n\x1a\n") and 20_000 < len(content) <= 600_000, path
    return int.from_bytes(content[16:20])


def texts_of(folder):
    """What the images show, as the script that drew them wrote it."""
    return json.loads((folder / "texts.json").read_text())


def test_the_images_of_the_readme_are_small_and_have_texts():
    """Light and dark, two pixels a point, and with the text that was written with the image."""
    images = re.findall(
        r'<picture>\n  <source media="\(prefers-color-scheme: dark\)" srcset="([^"]+)">\n'
        r'  <img src="([^"]+)" width="(\d+)" alt="([^"]+)">\n</picture>', README.read_text())
    told = texts_of(ARTICLES / "Resources")
    assert {pathlib.Path(path).name for _, path, _, _ in images} == {"report.png", "walk.png"} == set(told)
    for dark, light, width, text in images:
        name = pathlib.Path(light).name
        assert len(text) > 100 and html.unescape(text) == told[name]["text"]
        for path in dark, light:
            assert require_image(TOP / path) // 2 == int(width) == told[name]["width"]


def test_the_images_are_drawn_from_the_program(tmp_path):
    if not CHROMIUM:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("no browser: chromium is missing")
    done = subprocess.run(
        [TOP / "Scripts/pictures", tmp_path / "images"], capture_output=True, text=True, timeout=600,
        env={**os.environ, "A11Y_PROGRAM": str(PROGRAM), "A11Y_CHROMIUM": CHROMIUM})
    assert done.returncode == 0, done.stderr
    for name in "report.png", "report-dark.png", "walk.png", "walk-dark.png":
        require_image(tmp_path / "images" / name)
    # What the program shows now is what the images of the README are said to show.
    assert texts_of(tmp_path / "images") == texts_of(ARTICLES / "Resources")
