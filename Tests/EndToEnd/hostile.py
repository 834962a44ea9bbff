"""Text that wants to be more than text, and what no output may contain."""

import csv
import io
import json
import re
import unicodedata

PAYLOADS = {
    "escape": "red \x1b[31malert\x1b[0m \x1b]0;title\x07",
    "c1": "next\u0085line \u009b31m \u009d0;title\u009c",
    "bidi": "user\u202egnp.exe \u2066isolated\u2069 \u200fmark\u061c",
    "script": "</script><script>alert(1)</script><img src=x onerror=alert(1)>",
    "formula": "=cmd|'/C calc'!A0",
    "plus": "+1+1",
    "at": "@SUM(A1:A9)",
    "markdown": "| a | b |\n[x](javascript:alert(1)) `code` **bold** <b>",
    "quotes": "\"double\" 'single' `back` $(touch pwned) ; rm x",
    "lines": "one\r\ntwo\nthree\rfour\u2028five",
    "tabs": "one\ttwo\tthree",
    "empty": "",
    "spaces": "   ",
    "long": "long " * 20_000,  # 100 kB: an argument may not be longer than 128 kB; a megabyte comes through a file
    "combining": "e" + "\u0301" * 500,
    "zero-width": "a\u200bb\u200dc\ufeffd",
    "surrogate-pairs": "\U0001f469\u200d\U0001f9bd \U0001f3f4\U000e0067\U000e0062\U000e007f",
    "percent": "%s%n%x %d {0} \\u{1b} \\x1b[31m \\e[31m",
    "sql": "'; DROP TABLE result; --",
}

# What acts instead of being seen. The tab is TSV's own, the line feed ends a line.
RAW = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]")
FORMULA = re.compile(r"^[=+@\t\r-]")


def require_harmless(answer, form, what):
    """No output may carry a raw control, whatever it shows; each form keeps its own rules."""
    for stream in (answer.out, answer.err):
        text = stream.decode()  # not UTF-8: the test fails
        body = text.replace("\r\n", "\n") if form == "csv" else text
        found = RAW.search(body)
        if found and form == "csv" and found.group() in "\r\n":
            found = None  # inside quotes, as RFC 4180 has it
        assert not found, f"{what}: U+{ord(found.group()):04X} {unicodedata.name(found.group(), '')} in {form}"
        if form not in ("tsv",):
            assert "\t" not in text or form == "csv", f"{what}: a tab in {form}"
    if answer.code != 0:
        return
    text = answer.out.decode()
    if form == "json" and text:
        json.loads(text)
    elif form == "ndjson":
        for line in text.splitlines():
            json.loads(line)
    elif form == "csv":
        rows = list(csv.reader(io.StringIO(text, newline="")))
        assert len({len(row) for row in rows}) <= 1, f"{what}: rows of different lengths in CSV"
        for row in rows[1:]:
            for cell in row:
                is_number = re.fullmatch(r"-?\d+(\.\d+)?", cell)
                assert is_number or not FORMULA.match(cell), f"{what}: a spreadsheet would run {cell[:40]!r}"
    elif form == "tsv":
        assert len({line.count("\t") for line in text.splitlines()}) <= 1, f"{what}: rows of different lengths in TSV"
    elif form == "md":
        assert "<script" not in text and "<img" not in text, f"{what}: HTML in Markdown"
