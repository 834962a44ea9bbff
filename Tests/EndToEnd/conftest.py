"""The real program, run as its users run it.

A11Y_PROGRAM   the program; otherwise the one that Scripts/test builds with the tests of the rooms
A11Y_KILLS     kills per kind of command, 60 unless set
A11Y_FUZZ      damaged inputs of each kind, 16 unless set
A11Y_FORTNIGHTS  fortnights of a team, 1 unless set
A11Y_HISTORIES histories of a team, 4 unless set
A11Y_MODEL     histories that the program and the model of trust are both told, 8 unless set
A11Y_SWEEPS    all: each page in every mode and font, of which a run takes a share (see drawing.py)
A11Y_CHROMIUM  the browser for the tests of pages; otherwise chromium where the system has it
A11Y_SEED      the seed of everything random; otherwise A11Y_START, the number that the gate keeps in .ci/start, or a new one;
               printed at the start
"""

import gc
import os
import pathlib
import random
import shlex
import shutil
import signal
import sys
import tempfile

import pytest

# Tests are compiled once and kept beside the program: it is most of what a process takes before its first test.
sys.dont_write_bytecode = False
sys.pycache_prefix = str(pathlib.Path(__file__).resolve().parents[2] / ".build/pycache")
# What is made while they are found stays until the end, and is not looked through for what could go.
gc.disable()

from browser import browse, browsers, chromium, look, opened  # noqa: F401, fixtures
from program import ERRORS, PROGRAM, Tracker
from saying import misformed

# Who starts the tests in the background or behind nohup ignores these, and every program that they start would as well.
for number, handler in (signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL), (signal.SIGQUIT, signal.SIG_DFL):
    if signal.getsignal(number) == signal.SIG_IGN:
        signal.signal(number, handler)

SEED = int(os.environ.get("A11Y_SEED") or os.environ.get("A11Y_START") or random.SystemRandom().randrange(1 << 32))
# Workers, which are processes of their own, take the same.
os.environ["A11Y_SEED"] = str(SEED)


def pytest_report_header():
    return f"program: {PROGRAM}\nseed: A11Y_SEED={SEED}"


# Files that take long, the longest first, as measured on both processors: begun last, they would run alone at the end.
# `--no-loadscope-reorder` keeps this order; otherwise files with many tests come first, and those with few long ones last.
LONG = ["test_" + name for name in """
    report_page catalog_editions closed_audits whole_walk tap_page_sessions tap_page database_tables trend renaming
    following coverage_rounds held_verdicts erased_everywhere tap_course histories bounds earl coverage page_lines upgrade
    hostile_text unfollowed round_trip signals held_findings worksheet_values as_of gate verdicts fuzz worksheet_pictures
    restoring looks model page_query worksheet_page tap_page_children numbers_kept readme fortnight places worksheet_bar
    terminal report portfolio by_ear foreign_files worksheet_drafts lookup half_year fonts tap_session tap_merged walk
    catalog_rows spellings worksheet_saving shared_folder session_chains workbook surroundings
    """.split()]


def pytest_collection_modifyitems(items):
    order = {name: place for place, name in enumerate(LONG)}
    items.sort(key=lambda item: order.get(item.path.stem, len(LONG)))


def pytest_collection_finish():
    gc.freeze()
    gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    """What fails says how it is run alone."""
    report = yield
    if report.failed:
        program = f"A11Y_PROGRAM={PROGRAM} " if os.environ.get("A11Y_PROGRAM") else ""
        name = shlex.quote("Tests/EndToEnd/" + item.nodeid)
        report.sections.append(("to run it alone", f"A11Y_SEED={SEED} {program}{sys.executable} -B -m pytest {name}"))
    return report


@pytest.fixture(autouse=True)
def errors_have_their_form():
    """Every error that a test drives is checked, whatever the test is about."""
    known = set(ERRORS)
    yield
    faults = [fault for error in ERRORS - known for fault in misformed(error)]
    assert not faults, faults


def pytest_sessionfinish():
    """What was said, for `Scripts/support/errors.py`, which counts the errors that no test drives."""
    folder = pathlib.Path(__file__).resolve().parents[2] / ".build/logs"
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "errors.txt", "a", encoding="utf-8") as file:
        file.write("".join(sorted(ERRORS)))


@pytest.fixture
def dice(request):
    """Random numbers that depend on the printed seed and the test's name only."""
    return random.Random(f"{SEED} {request.node.nodeid}")


@pytest.fixture
def folder():
    """An empty folder that every user may enter; pytest's own are for its user alone."""
    path = pathlib.Path(tempfile.mkdtemp(prefix="a11y-test-")).resolve()
    path.chmod(0o755)
    yield path
    shutil.rmtree(path, ignore_errors=True)


COMPONENTS = ("home,screen", "search,screen", "sign-in/close-button,icon-button")


@pytest.fixture
def empty(folder):
    """A new tracker without components."""
    tracker = Tracker(folder / "tracker")
    tracker.folder.mkdir()
    tracker.begin()
    return tracker


def once(*rows, edition="2"):
    """A fixture: a new tracker with these components and with what a function does to it, which is done once a run; each test
    goes on with a copy."""
    def fixture(make):
        made = []

        @pytest.fixture(name=make.__name__)
        def copy(folder, tmp_path_factory):
            if not made:
                first = Tracker(tmp_path_factory.mktemp(make.__name__) / "tracker")
                first.folder.mkdir()
                first.begin(edition)
                if rows:
                    first.register(*rows)
                make(first)
                made.append(first)
            return made[0].again(folder / "tracker")
        return copy
    return fixture


@once(*COMPONENTS)
def tracker(tracker):
    """A new tracker with the components `home`, `search` and `sign-in/close-button`."""


@pytest.fixture(scope="module")
def registered(tmp_path_factory):
    """The same for what a file makes once."""
    tracker = Tracker(tmp_path_factory.mktemp("registered"))
    tracker.begin()
    tracker.register(*COMPONENTS)
    return tracker
