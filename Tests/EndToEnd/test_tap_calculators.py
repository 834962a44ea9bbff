"""First-tap success as a calculator: the reference values through the program itself, anywhere and without a tracker."""

import json

import pytest

from program import TOP, Tracker, require_sentence

VECTORS = json.loads((TOP / "Tests/ChildrenTests/Fixtures/statistics.json").read_text())["vectors"]
GROUPS = [vector for vector in VECTORS if vector["method"] == "primary_child_mean_exact"]
DIFFERENCES = [vector for vector in VECTORS if vector["method"] == "mover_difference_clustered"]


def words(hits, taps):
    return [f"{x}/{m}" for x, m in zip(hits, taps)]


@pytest.fixture
def nowhere(folder):
    """A folder without a tracker."""
    return Tracker(folder)


@pytest.mark.parametrize("by", ["arguments", "standard input"])
@pytest.mark.parametrize("vector", [pytest.param(group, id=group["id"]) for group in GROUPS])
def test_estimates_are_the_reference_values(nowhere, vector, by):
    children = words(vector["inputs"]["x"], vector["inputs"]["m"])
    for target in (80, 90):
        wanted = vector["expected"].get(f"verdict_target_{target}")
        if wanted is None:
            continue
        if by == "arguments" and children:
            answer = nowhere.run("tap", "estimate", *children, "--target", str(target), "--json")
        else:
            answer = nowhere.run("tap", "estimate", "-", "--target", str(target), "--json",
                                 stdin="\n".join(children).encode())
        assert answer.code == (3 if wanted == "no data" else 0), answer.error
        found = json.loads(answer.out)
        assert found["schema"] == "a11y.estimate/1"
        assert found["verdict"] == wanted
        assert found["target"] == target / 100
        for key, name in [("child_mean", "rate"), ("low", "low"), ("high", "high"), ("neff", "n_eff")]:
            if vector["expected"].get(key) is not None:
                assert found[name] == pytest.approx(vector["expected"][key], rel=vector["rel_tol"], abs=1e-12)
    assert not (nowhere.folder / ".a11y").exists()


@pytest.mark.parametrize("vector", [pytest.param(vector, id=vector["id"]) for vector in DIFFERENCES])
def test_differences_are_the_reference_values(nowhere, vector):
    inputs, wanted = vector["inputs"], vector["expected"]
    first, second = words(inputs["x1"], inputs["m1"]), words(inputs["x2"], inputs["m2"])
    found = json.loads(nowhere.ok("tap", "compare", "old: " + " ".join(first), "new: " + " ".join(second), "--json").out)
    assert found["finding"] == wanted["wording"]
    for key, name in [("diff", "difference"), ("low", "low"), ("high", "high")]:
        assert found[name] == pytest.approx(wanted[key], rel=vector["rel_tol"], abs=1e-12)


def test_the_plan_is_a_table_in_every_form(nowhere):
    assert nowhere.ok("tap", "plan", "--target", "90", "--columns", "taps,children", "--format", "csv").text.split() == [
        "taps,children", "1,36", "2,22", "3,17", "5,13", "8,11", "10,10", "20,9"]
    assert "Taps each" in nowhere.ok("tap", "plan").text
    assert nowhere.ok("tap", "plan", "--format", "md").text.count("\n| ") >= 8
    assert "Item 7 of 7" in nowhere.ok("tap", "plan", "--plain").text


def test_the_lower_limit_is_shown_rounded_down_and_the_upper_one_up(nowhere):
    text = nowhere.ok("tap", "estimate", *["10/10"] * 20, *["9/10"] * 5).text
    assert "as low as 92%" in text and "as high as 100%" in text and "is met" in text


@pytest.mark.parametrize("command, stdin, code", [
    (["tap", "estimate", "9/8"], b"", 2),
    (["tap", "estimate", "3/0"], b"", 2),
    (["tap", "estimate", "-1/3"], b"", 2),
    (["tap", "estimate", "nine/ten"], b"", 2),
    (["tap", "estimate", "9/10", "--target", "100"], b"", 2),
    (["tap", "estimate", "-"], b"9/10\n9/8\n", 4),
    (["tap", "compare", "-", "--paired"], b"9/10\n", 4),
    (["tap", "compare", "9/10"], b"", 2),
    (["tap", "plan", "--rate", "80"], b"", 2),
])
def test_bad_input_is_refused_with_a_sentence(nowhere, command, stdin, code):
    require_sentence(nowhere.run(*command, stdin=stdin), code)
