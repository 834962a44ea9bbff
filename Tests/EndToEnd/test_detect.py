"""Results get device, system, and settings from the booted simulator; `xcrun` is a script that replays its outputs."""

import json
import os

import pytest

from conftest import once
from pictures import png
from program import CHECK, COMPONENT, FIXTURES, require_sentence
from walking import ASK, end, start

DEVICES = FIXTURES / "devices"
UDID = "D74A1C9B-9C5E-4E4B-8B1F-3E2F8E1C6A10"
DARK = {"appearance": "dark", "content_size": "accessibility-extra-large", "increase_contrast": "disabled"}
TAKEN = "From the booted simulator: iPhone 16 Pro Simulator, iOS 18.2, dark,text-ax3."


class Mac:
    """A folder for PATH with an `xcrun` that answers as on a Mac."""

    def __init__(self, folder):
        self.tools = folder / "tools"
        self.tools.mkdir()
        self.calls = folder / "calls"
        self.path = f"{self.tools}:/usr/bin:/bin"

    def says(self, booted="booted.json", ui=DARK, motion=None, devices=None, image=None):
        """What it says; a command that is not listed fails as xcrun does."""
        cases = [f'"simctl list devices booted --json") cat "{DEVICES / booted}";;']
        cases += [f'"simctl ui {UDID} {name}") echo {word};;' for name, word in ui.items()]
        if motion is not None:
            read = f"simctl spawn {UDID} defaults read com.apple.Accessibility ReduceMotionEnabled"
            cases.append(f'"{read}") echo {motion};;')
        if devices:
            cases.append(f'"devicectl list devices --json-output "*) cat "{DEVICES / devices}" >"$5";;')
        if image:
            cases.append(f'"simctl io {UDID} screenshot "*) cat "{image}" >"$5";;')
        script = self.tools / "xcrun"
        script.write_text("\n".join(
            ["#!/bin/sh", f'echo "$*" >>"{self.calls}"', 'case "$*" in', *cases,
             "*) echo 'An error was encountered processing the command' >&2; exit 148;;", "esac", ""]))
        script.chmod(0o755)


@pytest.fixture
def mac(folder):
    return Mac(folder)


@once(f"{COMPONENT},icon-button", "home,screen")
def desk(tracker):
    """A button and a screen."""


def stamps(desk):
    rows = json.loads(desk.ok("list", "results", "--json").text)["rows"]
    return sorted((row["device"], row["os"], row["condition"]) for row in rows)


def test_a_result_gets_what_the_simulator_shows(desk, mac):
    mac.says(motion=1)
    answer = desk.ok("log", "pass", CHECK, COMPONENT, "--tester", "t1", "--detect", PATH=mac.path)
    assert TAKEN.replace("dark,", "dark,reduce-motion,") in answer.error
    assert stamps(desk) == [("iPhone 16 Pro Simulator", "iOS 18.2", "dark,reduce-motion,text-ax3")]


def test_flags_win_and_the_configuration_does_not(desk, mac):
    mac.says()
    desk.ok("config", "devices", "iPhone 15 = iOS 18.1")
    desk.ok("config", "condition", "voiceover,text-xs")
    desk.ok("config", "detect", "yes")
    run = lambda *words: desk.ok("log", "pass", CHECK, COMPONENT, "--tester", "t1", *words, PATH=mac.path)  # noqa: E731
    # No tool can tell whether VoiceOver is on.
    assert "iOS 18.2, dark,text-ax3,voiceover." in run().error
    assert "simulator: dark,text-ax3,voiceover." in run("--device", "iPhone 15").error
    assert "iPhone 16 Pro Simulator." in run("--os", "iOS 18.3", "--condition", "default").error
    before = mac.calls.read_text()
    assert run("--device", "iPhone 15", "--condition", "dark").error == ""
    assert mac.calls.read_text() == before
    assert stamps(desk) == sorted([
        ("iPhone 16 Pro Simulator", "iOS 18.2", "dark,text-ax3,voiceover"), ("iPhone 15", "iOS 18.1", "dark,text-ax3,voiceover"),
        ("iPhone 16 Pro Simulator", "iOS 18.3", ""), ("iPhone 15", "iOS 18.1", "dark")])


def test_a_connected_device_tells_its_model_and_system(desk, mac):
    mac.says(booted="none-booted.json", devices="connected.json")
    answer = desk.ok("log", "pass", CHECK, COMPONENT, "--tester", "t1", "--detect", PATH=mac.path)
    assert "From the connected device: iPad Air (5th generation), iPadOS 18.2." in answer.error
    assert stamps(desk) == [("iPad Air (5th generation)", "iPadOS 18.2", "")]


def test_lines_are_logged_for_the_simulator_too(desk, mac):
    mac.says(ui={"appearance": "light", "increase_contrast": "unsupported"})
    answer = desk.ok("log", "-", "--tester", "t1", "--detect", stdin=f"pass\t{CHECK}\t{COMPONENT}\n".encode(), PATH=mac.path)
    assert "iOS 18.2, default, text size and contrast unknown." in answer.error
    assert stamps(desk) == [("iPhone 16 Pro Simulator", "iOS 18.2", "")]


@pytest.mark.parametrize("how, code, said", [
    (None, 3, "cannot find xcrun"),
    ({"booted": "none-booted.json"}, 3, "no simulator is booted, and no device is connected"),
    ({"booted": "connected.json"}, 4, "did not list devices as expected"),
    ({"booted": "missing.json"}, 4, "cannot detect the device: xcrun simctl list ended with 1: cat: "),
    ({"booted": "two.json"}, 5, "more than one device is in use: iPhone 16 Pro Simulator, iPhone 16 Pro Simulator"),
])
def test_without_a_device_the_flag_is_refused_and_the_setting_is_a_note(desk, mac, how, code, said):
    if how:
        if how["booted"] == "two.json":
            listed = json.loads((DEVICES / "booted.json").read_text())
            for devices in listed["devices"].values():
                devices += devices
            (desk.folder / "two.json").write_text(json.dumps(listed))
            how = {"booted": desk.folder / "two.json"}
        mac.says(**how)
    words = ["log", "pass", CHECK, COMPONENT, "--tester", "t1"]
    answer = desk.run(*words, "--detect", PATH=mac.path)
    require_sentence(answer, code)
    assert said in answer.error and stamps(desk) == []
    desk.ok("config", "detect", "yes")
    answer = desk.ok(*words, PATH=mac.path)
    assert answer.error.startswith("a11y: note: nothing detected: ") and said in answer.error
    assert desk.ok(*words, "-q", PATH=mac.path).error == ""
    assert set(stamps(desk)) == {(None, None, "")}


def test_a_walk_is_under_the_settings_of_the_simulator(desk, mac):
    mac.says()
    answer = desk.ok(
        "walk", "--tester", "t1", "--detect", "--check", CHECK, "--component", COMPONENT, stdin=b"p\n", PATH=mac.path)
    assert TAKEN in answer.error
    assert stamps(desk) == [("iPhone 16 Pro Simulator", "iOS 18.2", "dark,text-ax3")]


@pytest.fixture
def shots(desk):
    """Screenshots of the past, the newest in the middle of the alphabet."""
    place = desk.folder / "Shots"
    place.mkdir()
    for age, name in enumerate(["b.png", "a.png", "c.PNG"]):
        (place / name).write_bytes(png())
        os.utime(place / name, (1_700_000_000 - age, 1_700_000_000 - age))
    (place / "later.txt").write_text("no image")
    return place


def attach(desk, offered, *answers, then="Evidence for this item's answer: ", **variables):
    """Presses e and Enter in a walk, answers what is offered, and passes the item; the names of its evidence."""
    child = start(desk, "--check", CHECK, "--component", COMPONENT, **variables)
    child.expect_exact(ASK)
    child.send("e")
    child.expect_exact("Press Enter for the latest screenshot.")
    child.expect_exact("Evidence file: ")
    child.send("\r")
    if offered:
        child.expect(f"Attach {offered}\\? ")
    for prompt, answer in zip(["cancel\\): ", "none\\): "], answers):
        child.expect(prompt)
        child.send(answer)
    child.expect_exact(then)
    child.expect_exact(ASK)
    child.send("p")
    child.expect_exact(ASK)
    child.send("q")
    assert end(child) == 0
    return [row["name"] for row in json.loads(desk.ok("list", "evidence", "--json").text)["rows"]]


def test_e_and_enter_take_a_screenshot_of_the_simulator(desk, mac, folder, tmp_path):
    (folder / "shot.png").write_bytes(png())
    mac.says(image=folder / "shot.png")
    name, = attach(desk, r"simulator-\d{8}T\d{6}Z\.png", "\r", "\r", PATH=mac.path, TMPDIR=tmp_path)
    assert name.startswith("simulator-2") and os.listdir(tmp_path) == []


def test_else_the_newest_image_of_the_folder_is_proposed(desk, mac, shots):
    desk.ok("config", "screenshots", "Shots")
    assert desk.ok("config", "screenshots").text == f"{shots}\n"
    assert attach(desk, "b.png", "\r", "\r") == ["b.png"]
    desk.ok("undo", "--tester", "t1")
    (shots / "c.PNG").touch()
    mac.says(booted="none-booted.json")
    assert attach(desk, "c.PNG", "Shots/a.png\r", "\r", PATH=mac.path) == ["a.png"]


def test_nothing_is_attached_without_a_yes(desk, mac, shots, folder, tmp_path):
    (folder / "shot.png").write_bytes(png())
    mac.says(image=folder / "shot.png")
    assert attach(desk, "simulator-.*", "\x04", then="No file entered.", PATH=mac.path, TMPDIR=tmp_path) == []
    assert os.listdir(tmp_path) == []
    mac.says()
    desk.ok("undo", "--tester", "t1")
    assert attach(desk, "", then="No screenshot found.", PATH=mac.path) == []
