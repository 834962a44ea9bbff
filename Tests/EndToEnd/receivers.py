"""What the receivers of our files ask for, beyond the schemas: stated anew from what they document."""

import re

import lxml.etree

from pathlib import Path

FIXTURES = Path(__file__).parent / "Fixtures"
JUNIT = {name: lxml.etree.XMLSchema(file=str(FIXTURES / "junit" / f"{name}.xsd"))
         for name in ("junit-10", "surefire-test-report", "windyroad-junit")}
FORMS = {"ant": {"junit-10", "windyroad-junit"}, "surefire": {"junit-10", "surefire-test-report"}, "properties": set()}


def require_junit(path, form="ant"):
    """The file is valid by the schemas that its form promises, and parses in any case."""
    document = lxml.etree.parse(str(path))
    assert {name for name, schema in JUNIT.items() if schema.validate(document)} >= FORMS[form], [
        str(schema.error_log) for schema in JUNIT.values()]
    return document


def ingestion_problems(log):
    """What GitHub's code scanning would refuse, or show otherwise than it is meant."""
    problems = []

    def need(holds, what):
        if not holds:
            problems.append(what)

    need(log.get("version") == "2.1.0", "version")
    for run in log["runs"]:
        rules = {rule["id"]: rule for rule in run["tool"]["driver"]["rules"]}
        need(len(run["results"]) <= 25_000 and len(rules) <= 25_000, "too many for one run")
        for name, rule in rules.items():
            for member in ("shortDescription", "fullDescription", "help"):
                need(rule.get(member, {}).get("text"), f"rule {name}: {member}.text")
            need(rule["help"].get("markdown"), f"rule {name}: help.markdown")
            need(len(rule["properties"]["tags"]) <= 20, f"rule {name}: tags")
            need("security-severity" not in rule["properties"], f"rule {name}: an accessibility finding is no security one")
            need(rule["properties"]["problem.severity"] in ("error", "warning", "recommendation"), f"rule {name}: severity")
        prints = set()
        for result in run["results"]:
            name = result["ruleId"]
            need(name in rules, f"{name}: a rule that is not told")
            # These are ignored: the result would be an alert although it says it is none.
            need(result.get("kind", "fail") == "fail" and "suppressions" not in result, f"{name}: kind or suppressions")
            need(result["message"].get("text"), f"{name}: message.text")
            need(0 < len(result["locations"]) <= 1_000, f"{name}: locations")
            for location in result["locations"]:
                place = location.get("physicalLocation", {})
                need(re.match(r"(?!/)[^\\\\ ]+$", place.get("artifactLocation", {}).get("uri", "")), f"{name}: uri")
                need(place.get("region", {}).get("startLine", 0) > 0, f"{name}: region.startLine")
            mark = result["partialFingerprints"].get("primaryLocationLineHash", "")
            need(re.fullmatch(r"[0-9a-f]{16}:1", mark) and mark not in prints, f"{name}: fingerprint {mark}")
            prints.add(mark)
    return problems
