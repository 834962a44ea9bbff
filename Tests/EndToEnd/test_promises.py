"""What help says is so, and what a message advises works as it is printed."""

import json
import re

from program import CHECK, COMPONENT, Tracker, require_sentence


def words(tracker, *command, **more):
    """What a command says, in one line."""
    return " ".join(tracker.ok(*command, **more).text.split())


def test_each_program_that_is_started_is_in_the_text_on_privacy(empty):
    told = words(empty, "help", "privacy")
    for name in ("ssh-keygen", "xcrun", "sips", "ImageMagick", "pager", "editor"):
        assert name in told.split("Data about you")[0], name
