"""Files that show what a result says: what the tests of one machine and of several share."""

import json

import pytest

from pictures import jpeg
from program import CHECK, COMPONENT


@pytest.fixture
def photo(folder):
    path = folder / "photo.jpg"
    path.write_bytes(jpeg())
    return path


def fail(tracker, *words, **more):
    return tracker.run("log", "fail", CHECK, COMPONENT, *words, "--tester", "t1", **more)


def files(tracker):
    folder = tracker.folder / ".a11y/evidence"
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


def listed(tracker, *words):
    return json.loads(tracker.ok("list", "evidence", *words, "--json").out)["rows"]


def results(tracker):
    return tracker.rows("SELECT count(*) FROM result")[0][0]


def write(path, content):
    path.write_bytes(content)
    return path


def make(folder):
    folder.mkdir()
    return folder
