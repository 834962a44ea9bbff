"""What Scripts/install leaves behind runs anywhere, and the scripts run from anywhere."""

import os
import shutil
import subprocess
import sys

import pytest

from program import CHECK, TOP


pytestmark = pytest.mark.costly


@pytest.fixture(scope="module")
def prefix(tmp_path_factory):
    place = tmp_path_factory.mktemp("install") / "a prefix"
    done = subprocess.run([TOP / "Scripts/install", place], capture_output=True, text=True, timeout=1800)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Installed a11y ")
    return place


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux links everything into one file")
def test_the_binary_needs_no_library(prefix):
    done = subprocess.run(["ldd", prefix / "bin/a11y"], capture_output=True, text=True)
    assert "not a dynamic executable" in done.stdout + done.stderr or "statically linked" in done.stdout


def test_the_binary_runs_when_moved_and_with_an_empty_environment(prefix, tmp_path):
    moved = tmp_path / "elsewhere"
    shutil.copy(prefix / "bin/a11y", moved)
    for words in (["--version"], ["init"], ["show", CHECK], ["status"], ["help", "--man"], ["doctor"]):
        done = subprocess.run([moved, *words], cwd=tmp_path, env={}, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, (words, done.stderr)
        assert done.stdout


@pytest.fixture
def bare_root(tmp_path):
    """A root in which there is nothing but /proc, which every system mounts and the language's runtime wants."""
    if sys.platform != "linux":
        pytest.skip("only Linux mounts /proc")
    if os.geteuid() != 0 and not os.environ.get("CI"):
        pytest.skip("only root may mount and change the root (in CI this is a failure)")
    root = tmp_path / "root"
    for name in ("proc", "work"):
        (root / name).mkdir(parents=True)
    subprocess.run(["mount", "-t", "proc", "proc", root / "proc"], check=True)
    yield root
    subprocess.run(["umount", root / "proc"], check=True)


def test_the_binary_runs_where_there_is_nothing_else(prefix, bare_root):
    """No library, no shell, no /etc, /dev or /tmp, as no system is."""
    shutil.copy(prefix / "bin/a11y", bare_root / "a11y")
    rows = f"pass\t{CHECK}\tone\n" * 100
    chroot = shutil.which("chroot", path="/usr/sbin:/usr/bin:/sbin:/bin")
    for line, given in [
            ("--version", ""), ("init /work", ""), ("new component one --kind button --db /work", ""),
            ("log - --tester t --db /work", rows), ("status --db /work", ""), ("report --html /r.html --db /work", ""),
            ("export -o /all.a11y.json --db /work", ""), ("verify /all.a11y.json", ""), ("backup /copy.db --db /work", ""),
            ("doctor --db /work", ""), ("help log", "")]:
        done = subprocess.run(
            [chroot, bare_root, "/a11y", *line.split()], input=given, env={}, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, (line, done.stderr)


def test_everything_stands_in_its_place(prefix):
    files = {str(path.relative_to(prefix)): path for path in prefix.rglob("*") if path.is_file()}
    assert sorted(files) == [
        "bin/a11y", "share/bash-completion/completions/a11y", "share/fish/vendor_completions.d/a11y.fish",
        *sorted(name for name in files if name.startswith("share/man/")), "share/zsh/site-functions/_a11y"]
    for name in "man1/a11y.1", "man1/a11y-log.1", "man1/a11y-new-component.1", "man7/a11y-query.7":
        assert files[f"share/man/{name}"].read_text().startswith(".TH \"A11Y")
    assert files["share/man/man1/a11y.1"].read_text().startswith('.TH "A11Y" 1')
    assert files["share/zsh/site-functions/_a11y"].read_text().startswith("#compdef a11y")
    assert oct(files["bin/a11y"].stat().st_mode)[-3:] == "755"


def need(tool):
    """Leaves a test out where a person lacks a tool; the gate may not lack it."""
    if shutil.which(tool) is None and not os.environ.get("CI"):
        pytest.skip(f"{tool} is missing (in CI this is a failure)")


@pytest.mark.parametrize("tool, option, file", [
    ("bash", "-n", "bash-completion/completions/a11y"), ("zsh", "-n", "zsh/site-functions/_a11y"),
    ("fish", "--no-execute", "fish/vendor_completions.d/a11y.fish")])
def test_completions_are_read_by_their_shell(prefix, tool, option, file):
    need(tool)
    done = subprocess.run([tool, option, prefix / "share" / file], capture_output=True, text=True)
    assert done.returncode == 0 and done.stderr == ""


def test_the_manual_pages_have_no_faults(prefix):
    need("mandoc")
    done = subprocess.run(
        ["mandoc", "-T", "lint", "-W", "warning", *(prefix / "share/man").glob("man*/*")], capture_output=True, text=True)
    faults = [line for line in done.stdout.splitlines() if "missing date" not in line]
    assert faults == []


def test_the_script_runs_the_program_where_the_caller_stands(tmp_path):
    environment = {**os.environ, "HOME": str(tmp_path)}
    link = tmp_path / "link to a11y"
    link.symlink_to(TOP / "Scripts/a11y")
    done = subprocess.run([link, "init"], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=1800)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / ".a11y/audit.db").exists()
    done = subprocess.run(
        [link, "show", "no such thing"], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 3 and "building" not in done.stderr


@pytest.mark.parametrize("words", [[], ["--nonsense"], ["a", "b"]], ids=str)
def test_install_says_how_it_is_used(words):
    done = subprocess.run([TOP / "Scripts/install", *words], capture_output=True, text=True)
    assert done.returncode == 2 and "usage: Scripts/install PREFIX" in done.stderr
