"""The installed program on the bare roots of other systems, as debootstrap makes them. `Scripts/soak roots` runs this:
it takes root, the network and minutes, and so is not part of each run."""

import json
import os
import shutil
import subprocess

import pytest

from program import CHECK
from test_install import prefix

# Each with the mirror it is taken from, where that is not debootstrap's own, and the recipe where its name is newer
# than debootstrap.
ROOTS = {"debian": ["bookworm"], "ubuntu": ["noble", "http://archive.ubuntu.com/ubuntu", "gutsy"]}
# Debian has no key of Ubuntu's archive: what is tested is ours, and the root is thrown away.
UNSIGNED = ["--no-check-gpg"]

DAY = f"""set -eu
export PATH='/opt/our tools/bin:/usr/bin:/bin' HOME=/home/ann LANG=C
cd "$HOME"
a11y --version
a11y init
a11y new component 'song/stop' --kind button --title 'Stäng'
a11y log pass {CHECK} song/stop --tester ann
a11y log fail traits.button song/stop --tester ann -m 'no trait: "<b>"' -s 2
printf 'pass\\t{CHECK}\\tsong/stop\\n' | a11y log - --tester bob
a11y undo --tester bob
a11y status
a11y report --html report.html
a11y export -o all.a11y.json
a11y verify all.a11y.json
a11y backup copy.db
mkdir shared
a11y sync shared
a11y doctor
bash -c 'source "/opt/our tools/share/bash-completion/completions/a11y" && complete -p a11y'
test -s "/opt/our tools/share/man/man1/a11y.1"
"""


@pytest.fixture(params=ROOTS)
def system(request, tmp_path):
    folder = tmp_path / request.param
    suite, *mirror = ROOTS[request.param]
    made = subprocess.run(
        ["debootstrap", "--variant=minbase", *(UNSIGNED if mirror else []), suite, folder, *mirror],
        capture_output=True, text=True, timeout=1200)
    assert made.returncode == 0, made.stdout[-2000:] + made.stderr
    subprocess.run(["mount", "-t", "proc", "proc", folder / "proc"], check=True)
    yield folder
    subprocess.run(["umount", folder / "proc"], check=True)


def test_a_day_of_an_ordinary_user_on_a_bare_system(system, prefix, tmp_path):
    shutil.copytree(prefix, system / "opt/our tools")
    home = system / "home/ann"
    home.mkdir(parents=True)
    os.chown(home, 1000, 1000)
    chroot = shutil.which("chroot", path="/usr/sbin:/usr/bin:/sbin:/bin")
    done = subprocess.run(
        [chroot, "--userspec=1000:1000", system, "/bin/sh", "-c", DAY], env={}, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    print(done.stdout)
    # What it made there is read here, to the byte.
    bundle = home / "all.a11y.json"
    own = prefix / "bin/a11y"
    for words in (["init"], ["import", "--adopt", bundle], ["export", "-o", "again.a11y.json"]):
        subprocess.run([own, *words], cwd=tmp_path, env={"HOME": str(tmp_path)}, check=True, capture_output=True)
    assert (tmp_path / "again.a11y.json").read_bytes() == bundle.read_bytes()
    assert json.loads(bundle.read_bytes())["count"] >= 5
