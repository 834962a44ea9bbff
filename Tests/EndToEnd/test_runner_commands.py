"""What others wrote is no command of the build server that reads the output of a release check."""

import json

import pytest

from forging import Chain, give
from program import CHECK

KEY = "::stop-commands::home"
NOTE = "::error file=x::all is well\n##vso[task.complete result=Succeeded]\n##[group]"
SERVERS = [{"GITHUB_ACTIONS": "true"}, {"TF_BUILD": "True"}]
COMMANDS = [
    ("gate", "--max-critical", "0"), ("gate", "--max-critical", "0", "--width", "20"), ("status", "--width", "40"),
    ("report",), ("report", "--width", "20"), ("list", "findings", "--width", "24"), ("list", "results"), ("show", KEY),
    ("list", "findings", "--plain"), ("gate", "--max-critical", "0", "--md"), ("waiting",), ("trend",),
]


@pytest.fixture
def given(tracker):
    """A stranger's names and notes."""
    chain = Chain("m" * 12, "::error::mal")
    chain.component(KEY)
    fields = {"title": "::notice::t", "owner": "::add-mask::o", "screens": ["::group::s"], "tags": ["##[error]t"]}
    chain.add("set", kind="component", key="home", fields=fields, by="x")
    for component in KEY, "home":
        chain.result("fail", component, note=NOTE, severity=1, build="::notice::b", device="##[command]d")
    tracker.ok("import", give(tracker, *chain.facts), **SERVERS[0])
    return tracker


def commands(answer) -> list:
    lines = (answer.text + answer.error).splitlines()
    return [line for line in lines if line.lstrip().startswith("::") or "##[" in line or "##vso[" in line]


@pytest.mark.parametrize("server", SERVERS, ids=["github", "azure"])
@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_no_line_is_a_command_of_a_build_server(given, words, server):
    answer = given.run(*words, **server)
    assert not commands(answer)
    assert answer.code == given.run(*words).code


def test_a_name_is_shown_whole_with_an_escape(given):
    assert f"{KEY} " in given.ok("list", "findings").text
    assert ":\\u{3a}stop-commands::home " in given.ok("list", "findings", **SERVERS[0]).text


def test_json_says_the_same_and_tables_and_bundles_stay_as_they_are(given):
    for form in "json", "ndjson":
        answer = given.ok("list", "findings", "--format", form, **SERVERS[0])
        assert not commands(answer)
        first = [json.loads(line) for line in answer.text.splitlines()] if form == "ndjson" else json.loads(answer.out)["rows"]
        assert {(row["component"], row["note"], row["device"]) for row in first} == {
            (component, NOTE, "##[command]d") for component in (KEY, "home")}
    for words in [("list", "findings", "--format", "csv"), ("list", "results", "--format", "tsv"), ("export", "-o", "-")]:
        assert given.ok(*words, **SERVERS[0]).out == given.ok(*words).out


def test_a_source_with_double_colons_reads_as_it_is(tracker):
    tracker.ok("log", "fail", CHECK, "home", "-m", "std::min of ::before, ## first", "--tester", "t1")
    assert "std::min of ::before, ## first" in tracker.ok("list", "findings", "--plain", **SERVERS[0]).text
