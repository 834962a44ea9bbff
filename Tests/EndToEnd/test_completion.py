"""What the Tab key does in a real shell: parts of names, words of a query with their values, settings, and entries."""

import subprocess

import pexpect
import pytest

from program import PROGRAM, environment
from test_install import need

#: What is typed before Tab, and what the line then is.
LINES = [
    ("a11y log pass label-pr", "a11y log pass voiceover.label-present"),
    ("a11y log pass voiceover.label-present close", "a11y log pass voiceover.label-present sign-in/close-button"),
    ("a11y show touch.icon", "a11y show touch-target.icon-button-44pt"),
    ("a11y show close", "a11y show sign-in/close-button"),
    ("a11y show critical-r", "a11y show critical-rules"),
    ("a11y lookup trait isB", "a11y lookup trait isButton"),
    ("a11y config color al", "a11y config color always"),
    ("a11y list findi", "a11y list findings"),
    ("a11y list findings own", "a11y list findings owner:"),
    ("a11y list findings owner:qa-l", "a11y list findings owner:qa-lead"),
    ("a11y list findings state:re", "a11y list findings state:regressed"),
    ("a11y list status:unt", "a11y list status:untested"),
    ("a11y list findings severity:1,cri", "a11y list findings severity:1,critical"),
    ("a11y gate screen:ho", "a11y gate screen:home"),
    # The values that this command takes: other commands have a format "tsv", and a reason "mistake".
    ("a11y tap report --format t", "a11y tap report --format table"),
    ("a11y tap void KTR4WX --reason m", "a11y tap void KTR4WX --reason moderator"),
]


@pytest.fixture
def shop(tracker):
    tracker.ok("edit", "component", "sign-in/close-button", "--owner", "qa-lead", "--screen", "home")
    return tracker


def variables(tracker) -> dict:
    return environment(tracker.folder, PATH=f"{PROGRAM.parent}:/usr/bin:/bin", TERM="dumb", PS1="> ")


def terminal(tracker, command, setup):
    """An interactive shell that has read the script of the program; its prompt is @."""
    need(command[0])
    shell = pexpect.spawn(command[0], command[1:], cwd=tracker.folder, env=variables(tracker), encoding="utf-8",
                          dimensions=(50, 200), timeout=60)
    shell.delaybeforesend = None
    shell.sendline(f"{setup}; source <(a11y completion {command[0]}); PS1='@''@ '")
    shell.expect_exact("@@ ")
    return shell


def after_tab(shell, line) -> str:
    """The line after Tab, which `echo` prints between marks."""
    shell.send(f"{line}\t\x01echo '<<' \x05 '>>'\r")
    shell.expect(r"\n<< (.*?) +>>|\n<< (.*?)>>")
    return (shell.match.group(1) or shell.match.group(2)).strip()


def test_bash_completes_the_word(shop):
    shell = terminal(shop, ["bash", "--norc", "--noprofile", "-i"], ":")
    for typed, line in LINES:
        assert after_tab(shell, typed) == line, typed
    assert after_tab(shell, "a11y log pass lab") == "a11y log pass lab", "several are listed, and the word stays"


def test_zsh_completes_the_word(shop):
    shell = terminal(shop, ["zsh", "-f", "-i"],
                     "unsetopt zle_bracketed_paste prompt_sp; bindkey -e; autoload -Uz compinit && compinit -u -D")
    for typed, line in LINES:
        assert after_tab(shell, typed) == line, typed
    assert after_tab(shell, "a11y log pass lab") == "a11y log pass lab", "several are listed, and the word stays"


def test_fish_offers_the_word(shop):
    need("fish")
    for typed, line in LINES:
        done = subprocess.run(
            ["fish", "--no-config", "-c", f"a11y completion fish | source; complete -C '{typed}' | string split -f1 \\t"],
            cwd=shop.folder, env=variables(shop), capture_output=True, text=True, timeout=60)
        assert line.split()[-1] in done.stdout.splitlines(), (typed, done.stdout, done.stderr)
        assert "tsv" not in done.stdout.splitlines(), typed
