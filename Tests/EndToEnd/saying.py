"""The form of errors: what every error that a test drives looks like, and which ones no test drives."""

import importlib.util
import pathlib
import re

TOP = pathlib.Path(__file__).resolve().parents[2]
_SPEC = importlib.util.spec_from_file_location("words", TOP / "Scripts/support/words.py")
words = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(words)

# What is no error: a remark beside a result.
REMARK = re.compile(r"a11y: (note|warning): ")


def misformed(error: str) -> list:
    """What is wrong with the form of the errors and hints in a standard error output."""
    found = []
    for line in error.splitlines():
        if line.startswith("a11y: ") and not REMARK.match(line):
            fault = words.misformed(line.removeprefix("a11y: "), False)
        elif line.startswith("hint: "):
            fault = words.misformed(line.removeprefix("hint: "), True)
        else:
            fault = None
        if fault:
            found.append(f"{fault}: {line}")
    return found


def templates():
    """Each error whose message is written where it is made: where, and a pattern of what it prints."""
    for path in sorted((TOP / "Sources").rglob("*.swift")):
        for line, isHint, text in words.errors(path.read_text()):
            if not isHint:
                # `\\` stands for an interpolation, a space for an escaped quotation mark.
                pattern = ".*".join(re.escape(part).replace(r"\ ", ".") for part in text.split("\\"))
                yield f"{path.relative_to(TOP)}:{line}", text, re.compile(pattern, re.S)
