"""The README is true: each of its commands runs, in its order, and its picture is what the program prints."""

import os
import re
import sqlite3
import subprocess

import pytest

from program import PROGRAM, TOP, environment

README = (TOP / "README.md").read_text()
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(language):
    return [text for name, text in BLOCK.findall(README) if name == language]


@pytest.fixture(scope="module")
def toured(tmp_path_factory):
    """A folder in which every `sh` block was run, line by line in one shell; what each line printed."""
    place = tmp_path_factory.mktemp("readme")
    (place / "Scripts").symlink_to(TOP / "Scripts")
    lines = [line for text in blocks("sh") for line in text.splitlines() if line.strip()]
    script = "".join(f"printf '\\036%s\\n' '{number}' \n{line} 2>&1\nprintf '\\037%s\\n' $?\n"
                     for number, line in enumerate(lines))
    # The toolchain is found as in the caller's shell; the home is empty.
    variables = environment(place, PATH=f"{PROGRAM.parent}:{os.environ['PATH']}", COLUMNS="80")
    done = subprocess.run(
        ["/bin/bash"], input=script, cwd=place, env=variables, capture_output=True, text=True, timeout=1800)
    answers = re.findall(r"\x1e(\d+)\n(.*?)\x1f(\d+)\n", done.stdout, re.DOTALL)
    assert len(answers) == len(lines), done.stdout[-2000:] + done.stderr[-2000:]
    return place, {lines[int(number)]: (text, int(code)) for number, text, code in answers}


def test_there_is_a_tour():
    assert len([line for text in blocks("sh") for line in text.splitlines()]) > 15


@pytest.mark.parametrize("line", [line for text in blocks("sh") for line in text.splitlines() if line.strip()])
def test_every_command_runs(toured, line):
    text, code = toured[1][line]
    assert code == 0, text


def test_the_test_with_children_that_the_tour_closes_logs_its_verdict(toured):
    text, _ = toured[1]["a11y tap close close-48"]
    assert re.search(r"Logged [\w-]+ for \d+ checks? of sign-in/close-button", text), text


def test_the_scripts_that_are_named_exist():
    for name in set(re.findall(r"Scripts/[\w-]+", README)):
        assert os.access(TOP / name, os.X_OK), name


def test_every_topic_of_help_that_is_named_exists(toured):
    for words in set(re.findall(r"`a11y (help [\w-]+|[\w-]+ --help)`", README)):
        done = subprocess.run([PROGRAM, *words.split()], capture_output=True, env={}, timeout=60)
        assert done.returncode == 0, words


def test_the_views_are_those_of_the_database(toured):
    connection = sqlite3.connect(toured[0] / "shop/.a11y/audit.db")
    views = {name for name, in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'view'")}
    connection.close()
    assert views == set(re.findall(r"^\| `(v_\w+)`", README, re.MULTILINE))


def shape(text):
    """A page without what the passing of days changes in it: figures, and how much room they take."""
    return [re.sub(r"[\d.,]+", "#", re.sub(r"\s+", " ", line)).strip() for line in text.splitlines() if line.strip()]


def test_the_picture_is_what_the_demo_shows(toured):
    picture, = blocks("text")
    done = subprocess.run(
        [PROGRAM, "status"], cwd=toured[0] / "a11y-demo", env=environment(toured[0], COLUMNS="80"), capture_output=True,
        text=True, timeout=60)
    assert shape(picture) == shape(done.stdout)
