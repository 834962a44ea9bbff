"""Dates of tables as people and their programs write them: read where they mean one day, refused where they mean two."""

import json
import re

import pytest

from conftest import once
from program import CHECK

HEADER = "outcome,check,component,at\n"
# What is written, and the moment in UTC, in a place where it is two hours earlier there.
ONE_DAY = {
    "2026-02-28T10:00:00.250+02:00": "2026-02-28T08:00:00.250Z", "2026/2/3": "2026-02-02T22:00:00Z",
    "2026-2-3 9:05": "2026-02-03T07:05:00Z", "2026. 02. 03.": "2026-02-02T22:00:00Z", "2026年2月3日": "2026-02-02T22:00:00Z",
    "20260203": "2026-02-02T22:00:00Z", "3.2.2026": "2026-02-02T22:00:00Z", "03.02.26": "2026-02-02T22:00:00Z",
    "3. 2. 2026 10.30": "2026-02-03T08:30:00Z", "28.02.2026, 10:00:05": "2026-02-28T08:00:05Z",
    "28.02.2026 10:00 Uhr": "2026-02-28T08:00:00Z", "28/02/2026 10h30": "2026-02-28T08:30:00Z",
    "2/28/2026 2:05 PM": "2026-02-28T12:05:00Z", "2/28/2026, 12:05:33\u202fAM": "2026-02-27T22:05:33Z",
    "2/2/2026 12 p.m.": "2026-02-02T10:00:00Z", "2/28/26": "2026-02-27T22:00:00Z", "03/Feb/26 2:05 PM": "2026-02-03T12:05:00Z",
    "3-Feb-2026": "2026-02-02T22:00:00Z", "Feb 3, 2026": "2026-02-02T22:00:00Z", "2026-Feb-03": "2026-02-02T22:00:00Z",
    "February 3rd, 2026 at 2:05 PM": "2026-02-03T12:05:00Z", "Tue, 03 Feb 2026 10:00:00 +0000": "2026-02-03T10:00:00Z",
    "Tue Feb 03 2026 10:00:00 GMT+0100 (Central European Standard Time)": "2026-02-03T09:00:00Z",
    "2026-02-03 10:00:00 UTC": "2026-02-03T10:00:00Z", "2026-02-03 10:00:00 +0100": "2026-02-03T09:00:00Z",
    "46056": "2026-02-02T22:00:00Z", "46056.5": "2026-02-03T10:00:00Z", "46056,4375": "2026-02-03T08:30:00Z",
    "２０２６/２/３": "2026-02-02T22:00:00Z",
    # The zone in parentheses was cut, and the time taken for a local one.
    "February 3, 2026 10:00 AM (GMT+9)": "2026-02-03T01:00:00Z", "2026-02-03 10:00 (UTC)": "2026-02-03T10:00:00Z",
    "28.02.2026 10:00 (GMT-5:30)": "2026-02-28T15:30:00Z", "2026/02/03 10:00:00 GMT+9 (JST)": "2026-02-03T01:00:00Z",
    "2026/02/03(火) 10:00": "2026-02-03T08:00:00Z", "3.2.2026 (Di.)": "2026-02-02T22:00:00Z"}


@once("a,button", "b,button", "c,button")
def shop(tracker):
    """Three buttons."""


def logged(shop, *times, words=(), code=0):
    """What becomes of rows with these times: an answer, and the moments by component."""
    rows = "".join(f'fail,{CHECK},{key},"{time}"\n' for key, time in zip("abc", times))
    answer = shop.run("log", "-", "--tester", "t1", *words, stdin=(HEADER + rows).encode(), TZ="EET-2")
    assert answer.code == code, answer.error
    moments = {line.split(",")[0]: line.split(",")[1] for line in
               shop.ok("list", "cells", "status:fail", "--columns", "component,at", "--format", "csv").text.split()[1:]}
    return answer, moments


@pytest.mark.parametrize("time", ONE_DAY)
def test_a_date_that_means_one_day_is_read(shop, time):
    _, moments = logged(shop, time)
    assert moments == {"a": ONE_DAY[time]}


@pytest.mark.parametrize("time, days", [
    ("3/2/2026", "2026-02-03 or 2026-03-02"), ("03-02-2026 10:00", "2026-02-03 or 2026-03-02"),
    ("3/2/26", "2026-02-03 or 2026-03-02"), ("12/3/11", "2012-03-11 or 2011-03-12 or 2011-12-03")])
def test_a_date_that_means_two_days_is_refused(shop, time, days):
    answer, moments = logged(shop, "2026-02-01", time, code=4)
    said = " ".join(answer.error.split())
    assert f"line 3: at: it can be {days}; write it as 2026-03-01" in said and "--map D/M/Y=at" in said and moments == {}


@pytest.mark.parametrize("time", [
    "31.02.2026", "2/30/2026", "13/13/2026", "3.28.2026", "1/Foo/26", "3/1", "2026-02-03 25:00", "2/28/2026 13:00 PM", "1234", "99999.5",
    "2/28/2026 10:00 CET", "yesterday", "1/1/1999", "1/1/1", "１/２", "2026-02-03T", "2.2.2026 1e5", "12:30", "46056.5.1",
    "2/28/2026 10:00 (PDT)", "2026-02-03 10:00 (Japan Standard Time)", "2026-02-03 (UTC)", "2026-02-03 10:00 (UTC) x", "2026-02-03 10:00 ()"])
def test_what_is_no_date_is_refused(shop, time):
    answer, moments = logged(shop, time, code=4)
    assert "line 2: at: " in answer.error and "write it as 2026-03-01" in answer.error and moments == {}


def test_other_rows_show_the_order(shop):
    answer, moments = logged(shop, "3/2/2026", "2/28/2026", "12/5/25")
    assert "the order M/D/Y, as line 3 shows" in answer.error
    assert moments == {"a": "2026-03-01T22:00:00Z", "b": "2026-02-27T22:00:00Z", "c": "2025-12-04T22:00:00Z"}
    answer, _ = logged(shop, "3/2/2026", "2/28/2026", "28/2/2026", code=4)
    assert "line 2: at: it can be" in answer.error and "line 3" not in answer.error and "order" not in answer.error


def test_a_row_with_two_digits_and_one_shows_the_order(shop):
    _, moments = logged(shop, "13-4-2026", "03-4-2026")
    assert moments == {"a": "2026-04-12T22:00:00Z", "b": "2026-04-02T22:00:00Z"}


def test_a_map_tells_the_order(shop):
    answer, moments = logged(shop, "3/2/2026", "5/2/26", words=("--map", "dd/mm/yyyy=at"))
    assert moments == {"a": "2026-02-02T22:00:00Z", "b": "2026-02-04T22:00:00Z"} and "D/M/Y = at" in answer.error
    answer, _ = logged(shop, "2/28/2026", words=("--map", "D/M/Y=at"), code=4)
    assert "line 2: at: invalid date in the order D/M/Y" in answer.error


def test_numbers_of_days_are_told(shop):
    answer, _ = logged(shop, "2026-02-01", "46056.5", "46057")
    assert "46056.5 in line 3 as 2026-02-03 12:00" in answer.error and "46057" not in answer.error


def test_rows_are_in_the_order_of_their_dates(shop):
    lines = HEADER + f"pass,{CHECK},a,28.2.2026\nfail,{CHECK},a,3.2.2026\n"
    shop.ok("log", "-", "--tester", "t1", stdin=lines.encode())
    assert shop.ok("list", "cells", "status:pass,fail", "--columns", "outcome", "--format", "csv").text.split()[1:] == ["pass"]


def test_a_day_of_a_record_is_read_alike(shop):
    given = ("--reason", "third-party", "--approver", "lead", "--until")
    shop.ok("new", "waiver", "a", CHECK, *given, "1.3.2099")
    answer = shop.run("new", "waiver", "b", CHECK, *given, "3/1/2099")
    assert answer.code == 2 and "it can be 2099-01-03 or 2099-03-01" in answer.error, answer.error
    assert "2099-03-01" in shop.ok("list", "waivers").text


def test_rejected_rows_keep_the_order_of_their_dates(shop):
    """Another row showed it, which was logged: in the file of the rejected ones the date could be two days."""
    rows = f'fail,{CHECK},a,3/28/2026\nfine,{CHECK},b,3/1/2026\n'
    words = ["log", "-", "--tester", "t1", "--partial", "--rejects", "rest.csv"]
    said = shop.run(*words, stdin=(HEADER + rows).encode(), TZ="EET-2")
    assert "Logged 1 result." in said.text and 'rows are in "rest.csv"' in said.error
    assert "pass --map M/D/Y=at with them, as line 2 shows the order of their dates" in " ".join(said.error.split())
    rest = (shop.folder / "rest.csv").read_bytes().replace(b"fine", b"fail")
    assert "Logged 1 result." in shop.ok("log", "-", "--tester", "t1", "--map", "M/D/Y=at", stdin=rest, TZ="EET-2").text


# --- Days on pages

@pytest.mark.parametrize("zone", ["America/Los_Angeles", "Europe/Zurich", "Asia/Kathmandu", "UTC"])
def test_pages_have_the_days_that_were_typed(shop, zone):
    """A day ends and begins on another one in UTC, of which the pages were."""
    for component, time in ("a", "2025-03-01"), ("b", "2025-03-31T23:30"):
        shop.ok("log", "fail", CHECK, component, "--tester", "t1", "--at", time, TZ=zone)
    page = shop.ok("report", "--html", "-", "--as-of", "2025-03-31", "--compare", "2025-03-08", TZ=zone).text
    assert ">31 March 2025</time>, compared with 8 March 2025." in page and "What changed since 8 March 2025" in page
    # What was tested on the first day stands in the charts of a month.
    assert re.search(r"\b1 March 2025", page) and not re.search("(Feb|February|Apr|April) 2025", page)
    page = shop.ok("trend", "--html", "-", "--since", "2025-03-01", "--until", "2025-03-31", TZ=zone).text
    assert "<p>1 March 2025 to 31 March 2025, " in page and not re.search("(Feb|February|Apr|April) 2025", page)
    shop.ok("worksheet", "--component", "a", "--check", CHECK, "-o", "sheet.html", TZ=zone)
    assert "<strong>FAIL</strong>, 2025-03-01" in (shop.folder / "sheet.html").read_text()
    shop.ok("report", "--openacr", "acr.yaml", "--openacr-html", "acr.html", "--as-of", "2025-03-31", TZ=zone)
    assert "report_date: 2025-03-31" in (shop.folder / "acr.yaml").read_text().replace('"', "").replace("'", "")
    assert '<time datetime="2025-03-31">31 March 2025</time>' in (shop.folder / "acr.html").read_text()


# --- Times in text

@pytest.mark.parametrize("zone, name", [("EET-2", "EET"), ("<+0530>-5:30", "+05:30")])
def test_people_see_their_own_times_with_the_zone_named_once(shop, zone, name):
    for component, time in ("a", "2025-03-01"), ("b", "2025-03-31T23:30"):
        shop.ok("log", "fail", CHECK, component, "--tester", "t1", "--at", time, TZ=zone)
    utc = re.compile(r"\d\d:\d\d(:\d\d)?Z")
    for words in (["status"], ["status", "--plain"], ["status", "--by", "owner"], ["report"], ["gate", "--report-only"],
                  ["gate", "--report-only", "--plain"], ["list", "findings"]):
        answer = shop.ok(*words, "--as-of", "2025-03-31", TZ=zone)
        text = " ".join(answer.text.split())
        assert text.count(f"2025-03-31 23:59 {name}") == 1 and not utc.search(text), words
        text = " ".join(shop.ok(*words, "--as-of", "2025-03-31").text.split())
        assert "2025-03-31T23:59:59Z" in text, words
        # What goes to others keeps its Z.
        if "--plain" not in words:
            assert utc.search(shop.ok(*words, "--as-of", "2025-03-31", "--format", "md", TZ=zone).text), words
    text = shop.ok("trend", "--explain", "2025-03-08", "2025-03-31", TZ=zone).text
    assert f"2025-03-08 23:59 {name} to 2025-03-31 23:59 {name}" in " ".join(text.split())
    for words in (["list", "results"], ["list", "results", "--plain"], ["show", CHECK, "b"]):
        text = shop.ok(*words, TZ=zone).text
        assert "2025-03-31 23:30" in text and text.count(f"Times are in {name}.") == 1, words
        assert "Times are in" not in shop.ok(*words).text, words
    assert "Times are in" not in shop.ok("list", "findings", TZ=zone).text


def test_the_days_of_a_trend_are_those_of_who_reads_it(shop):
    """Status and report named days of UTC beside times of the reader, and the trend other figures for these days."""
    zone = "<+12>-12"
    for component, time in ("a", "2025-03-01T00:30"), ("b", "2025-03-03T12:00"):
        shop.ok("log", "fail", CHECK, component, "--tester", "t1", "--at", time, TZ=zone)
    then = ["--as-of", "2025-03-04"]
    points = json.loads(shop.ok("trend", "--every", "day", "--until", "2025-03-04", "--json", TZ=zone).out)["points"]
    course = [(point["period"], point["open"]) for point in points]
    assert course == [("2025-03-01", 1), ("2025-03-02", 1), ("2025-03-03", 2), ("2025-03-04", 2)]
    for form in [], ["--plain"]:
        assert "1 open at the end of 2025-03-01, 2 now" in " ".join(shop.ok("status", *form, *then, TZ=zone).text.split())
        text = " ".join(shop.ok("report", *form, *then, TZ=zone).text.split())
        assert "From 2025-03-01 to 2025-03-04: " in text and "2025-02-28" not in text
    # What goes to others has the days of no place.
    for words in (["status", "--json"], ["report", "--json"]):
        trend = json.loads(shop.ok(*words, *then, TZ=zone).out)["trend"]
        assert trend["points"][0]["period"] == "2025-02-28", words
