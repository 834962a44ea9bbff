"""Signed evidence: a team of three with a rotated key, a stolen laptop and a stranger, and all that can be wrong with a
signature. The keys are made with the tool that everyone has, and so are the forged signatures."""

import copy
import json
import shutil
import subprocess

import pytest

import facts
from forging import Chain, identifier
from program import CHECK, Tracker, require_sentence

PURPOSE = "a11y-bundle"


def make_key(path, passphrase=""):
    subprocess.run(
        ["ssh-keygen", "-q", "-t", "ed25519", "-N", passphrase, "-C", path.name, "-f", path], check=True,
        stdin=subprocess.DEVNULL)
    return path


def fingerprint(key):
    shown = subprocess.run(["ssh-keygen", "-l", "-f", key], capture_output=True, text=True, check=True).stdout
    return shown.split()[1]


def line(name, key, options=f'namespaces="{PURPOSE}"'):
    return f"{name} {options} {key.with_name(key.name + '.pub').read_text()}"


class Member:
    """A person with a machine and a key."""

    def __init__(self, name, folder):
        self.name = name
        folder.mkdir()
        self.tracker = Tracker(folder)
        self.key = make_key(folder / f"{name}-key")
        self.signers = folder / ".a11y/allowed_signers"

    def again(self, folder):
        """The same for one test."""
        member = copy.copy(self)
        member.tracker = self.tracker.again(folder)
        member.key, member.signers = (folder / path.relative_to(self.tracker.folder) for path in (self.key, self.signers))
        member.ok("config", "signing.key", member.key)
        return member

    def run(self, *words, **more):
        return self.tracker.run(*words, A11Y_TESTER=self.name, **more)

    def ok(self, *words, **more):
        return self.tracker.ok(*words, A11Y_TESTER=self.name, **more)

    def believe(self, *members):
        self.signers.write_text("".join(line(member.name, member.key) for member in members))

    def export(self, name="bundle"):
        path = self.tracker.folder.parent / f"{self.name}-{name}.a11y.json"
        self.ok("export", "-o", path, "--yes")
        return path

    def outcome(self, component="home"):
        rows = json.loads(self.ok("list", "cells", "--json").out)["rows"]
        return next((row["outcome"] for row in rows if row["component"] == component), None)

    def waiting(self):
        return json.loads(self.ok("waiting", "--json").out)["rows"]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Three who sign and take in nothing else."""
    folder = tmp_path_factory.mktemp("made")
    members = [Member(name, folder / name) for name in ("anna", "ben", "carla")]
    anna = members[0]
    anna.tracker.begin()
    anna.tracker.register("home,button", "search,button")
    start = folder / "start.json"
    anna.ok("export", "-o", start)
    for member in members[1:]:
        member.tracker.begin()
        member.ok("import", "--adopt", start)
    for member in members:
        member.believe(*members)
        member.ok("config", "signing.key", member.key)
        member.ok("edit", "tracker", "--unsigned", "refuse")
    return members


@pytest.fixture
def team(made, tmp_path):
    return [member.again(tmp_path / member.name) for member in made]


def sign(message, key):
    return subprocess.run(
        ["ssh-keygen", "-q", "-Y", "sign", "-n", PURPOSE, "-f", key], input=message, capture_output=True,
        check=True).stdout


def signature_of(path):
    return path.with_name(path.name + ".sig")


# What is signed.

def test_anyone_can_check_a_signature_with_the_tool_alone(team):
    anna = team[0]
    anna.ok("log", "fail", CHECK, "home", "--build", "1")
    path = anna.export()
    bundle = json.loads(path.read_bytes())
    heads = "".join(f"author {replica} {number} {identity}\n" for replica, number, identity in bundle["heads"])
    message = f"a11y-bundle 1\ntracker {bundle['tracker']}\ndigest {bundle['digest']}\n{heads}"
    replica = anna.tracker.rows("SELECT value FROM local WHERE name = 'replica'")[0][0]
    assert [head[0] for head in bundle["heads"]] == [replica]
    signers = path.with_name("signers")
    signers.write_text(line("anna", anna.key))
    subprocess.run(
        ["ssh-keygen", "-Y", "verify", "-n", PURPOSE, "-f", signers, "-I", "anna", "-s", signature_of(path)],
        input=message.encode(), check=True, capture_output=True)
    first = next(fact for fact in bundle["facts"] if fact["r"] == replica and fact["n"] == 1)
    assert first["kind"] == "replica" and first["body"]["signer"] == fingerprint(anna.key)


def test_a_signed_bundle_is_taken_in_and_its_signer_is_named(team):
    anna, ben, _ = team
    anna.ok("log", "fail", CHECK, "home", "--build", "1")
    path = anna.export()
    key = fingerprint(anna.key)
    assert f"Signed by anna ({key})." in ben.ok("verify", path).text
    assert json.loads(ben.ok("verify", path, "--json").out)["files"][0]["signature"] == {
        "state": "signed", "name": "anna", "key": key}
    assert f"Signed by anna ({key})." in ben.ok("import", "--dry-run", path).error
    assert f"Signed by anna ({key})." in ben.ok("import", path).error
    assert ben.outcome() == "fail"
    ben.tracker.require_sound()


def test_only_the_signer_of_a_fact_erases_it_without_a_question(team):
    anna, ben, carla = team
    anna.ok("log", "fail", CHECK, "home", "--build", "1", "-m", "a private matter")
    path = anna.export()
    ben.ok("import", path)
    carla.ok("import", path)
    name = json.loads(ben.ok("list", "results", "--json").out)["rows"][0]["id"]
    # Ben may not: his request waits where others decide.
    ben.ok("erase", "fact", name, "--reason", "personal", "--yes")
    carla.ok("import", ben.export())
    assert carla.outcome() == "fail" and [row["waiting"] for row in carla.waiting()] == [1]
    anna.ok("erase", "fact", name, "--reason", "personal", "--yes")
    answer = carla.ok("import", anna.export())
    assert "Erased by their author" in answer.error and carla.outcome() is None
    assert b"a private matter" not in carla.tracker.database.read_bytes()


def test_what_was_verified_is_handed_on_and_holds_elsewhere(team):
    """Carla never meets Anna: Anna's signature comes with Ben's bundle."""
    anna, ben, carla = team
    anna.ok("log", "fail", CHECK, "home", "--build", "1")
    ben.ok("import", anna.export())
    carla.ok("import", ben.export())
    names = {row[0] for row in carla.tracker.rows("SELECT name FROM signed WHERE number <> 0")}
    assert names == {"anna", "ben"}
    anna.ok("undo")
    ben.ok("import", anna.export())
    carla.ok("import", ben.export())
    assert carla.outcome() is None and carla.waiting() == []


def test_a_team_of_three_exchanges_through_a_folder(team, tmp_path):
    shared = tmp_path / "shared"
    shared.mkdir()
    anna, ben, carla = team
    anna.ok("log", "fail", CHECK, "home", "--build", "1")
    for member in team:
        # A build that Ben names closes what Anna found where he is followed.
        member.ok("follow", "*")
        member.ok("sync", shared)
    assert all(member.outcome() == "fail" for member in team[:1])
    for member in team:
        member.ok("sync", shared)
    assert all(member.outcome() == "fail" for member in team)
    bundles = [path for path in shared.rglob("*.a11y.json")]
    assert bundles and all(signature_of(path).is_file() for path in bundles)
    # A stranger's file is refused, and the rest goes on.
    forged = shared / "stranger.a11y.json"
    bundle = json.loads(bundles[0].read_bytes())
    forged.write_text(facts.bundle(bundle["tracker"], stranger().facts))
    ben.ok("log", "pass", CHECK, "home", "--build", "2")
    answer = ben.run("sync", shared, "--exit-code")
    assert answer.code == 4 and "not signed" in answer.error
    assert ben.outcome() == "pass"
    carla.run("sync", shared)
    assert carla.outcome() == "pass"


# A rotated key, a stolen laptop, a stranger.

def test_a_rotated_key_goes_on_as_the_same_person(team):
    anna, ben, _ = team
    anna.ok("log", "fail", CHECK, "home", "--build", "1")
    ben.ok("import", anna.export())
    old = anna.key
    anna.key = make_key(anna.tracker.folder / "new-key")
    anna.ok("config", "signing.key", anna.key)
    path = anna.export("new")
    answer = ben.run("import", path)
    assert answer.code == 4 and fingerprint(anna.key) in answer.error
    ben.signers.write_text(ben.signers.read_text() + line("anna", anna.key))
    ben.ok("import", path)
    # Both keys are Anna's, so what she says with the new one ends what she said with the old one.
    anna.signers.write_text(anna.signers.read_text() + line("anna", anna.key))
    anna.ok("log", "pass", CHECK, "home", "--build", "1", "--disagree")
    ben.ok("import", anna.export("later"))
    assert ben.outcome() == "pass", fingerprint(old)


def test_a_stolen_laptop_signs_nothing_more_once_its_key_is_revoked(team):
    anna, ben, carla = team
    anna.ok("log", "fail", CHECK, "home", "--build", "1")
    ben.ok("import", anna.export())
    (carla.tracker.folder / ".a11y/revoked_signers").write_bytes(
        anna.key.with_name(anna.key.name + ".pub").read_bytes())
    (ben.tracker.folder / ".a11y/revoked_signers").write_bytes(
        anna.key.with_name(anna.key.name + ".pub").read_bytes())
    anna.ok("undo")
    path = anna.export("stolen")
    for member in (ben, carla):
        answer = member.run("import", path)
        require_refused(answer, 4, "revoked")
    assert ben.outcome() == "fail", "what was verified before stays"
    # What the thief had signed before that was noticed no longer counts either, where somebody says so.
    ben.ok("edit", "tracker", "--withdraw", fingerprint(anna.key))
    assert ben.tracker.rows("SELECT count(*) FROM signed WHERE name = 'anna'") == [(0,)]
    require_sentence(ben.run("edit", "tracker", "--withdraw", fingerprint(anna.key)), 3)


def stranger():
    chain = Chain("z" * 12, "z")
    chain.result("pass", build="9")
    return chain


def forged(member, key=None):
    """A bundle of a stranger, signed with any key."""
    tracker = identifier(member.tracker)
    path = member.tracker.folder.parent / "forged.a11y.json"
    path.write_text(facts.bundle(tracker, stranger().facts))
    signature_of(path).unlink(missing_ok=True)
    if key:
        digest = json.loads(path.read_bytes())["digest"]
        signature_of(path).write_bytes(sign(f"a11y-bundle 1\ntracker {tracker}\ndigest {digest}\n".encode(), key))
    return path


def require_refused(answer, code, *words):
    assert answer.code == code, (answer.code, answer.error)
    assert all(word in answer.error for word in words), answer.error
    assert "0 added" in answer.text and "1 refused" in answer.text


def test_a_stranger_is_refused(team, tmp_path):
    ben = team[1]
    before = ben.tracker.notes()
    require_refused(ben.run("import", forged(ben)), 4, "not signed")
    require_refused(ben.run("import", "--unsigned", forged(ben)), 4, "not signed")
    key = make_key(tmp_path / "stranger-key")
    require_refused(ben.run("import", forged(ben, key)), 4, "unknown signer", fingerprint(key))
    assert ben.tracker.notes() == before


# Everything that may be wrong.

def test_a_signature_of_another_bundle_is_wrong_under_any_policy(team):
    anna, ben, _ = team
    anna.ok("log", "fail", CHECK, "home", "--build", "1")
    one = anna.export("one")
    anna.ok("log", "pass", CHECK, "search", "--build", "1")
    other = anna.export("other")
    shutil.copy(signature_of(one), signature_of(other))
    for policy in ("refuse", "ask", "accept"):
        ben.ok("edit", "tracker", "--unsigned", policy)
        require_refused(ben.run("import", other), 4, "does not match")
        require_refused(ben.run("import", "--unsigned", other), 4, "does not match")
    assert ben.run("verify", other).code == 1
    assert "Signature not valid" in ben.run("verify", other).text


@pytest.mark.parametrize("content", [b"", b"x", b"\0" * 100, b"-----BEGIN SSH SIGNATURE-----\n!\n", b"a" * (1 << 20)],
                         ids=["empty", "letter", "nul", "torn", "large"])
def test_a_damaged_signature_is_refused(team, content):
    anna, ben, _ = team
    path = anna.export()
    signature_of(path).write_bytes(content)
    assert ben.run("import", path).code == 4 and ben.run("verify", path).code == 1
    signature_of(path).unlink()
    signature_of(path).symlink_to("/dev/zero")
    assert ben.run("import", path).code == 4


def test_an_expired_key_is_refused(team):
    anna, ben, _ = team
    path = anna.export()
    ben.signers.write_text(line("anna", anna.key, f'namespaces="{PURPOSE}",valid-before="20200101Z"'))
    require_refused(ben.run("import", path), 4, "expired")


@pytest.mark.parametrize("bad", [
    "anna ssh-ed25519 x\n", "*@team namespaces=\"a11y-bundle\" {key}", "anna {key}", "anna cert-authority {key}",
    "anna namespaces=\"a11y-bundle\" {key}ben namespaces=\"a11y-bundle\" {key}"])
def test_one_bad_line_and_nothing_of_the_file_is_used(team, bad):
    anna, ben, _ = team
    path = anna.export()
    key = anna.key.with_name(anna.key.name + ".pub").read_text()
    ben.signers.write_text(line("carla", team[2].key) + bad.replace("{key}", key))
    answer = ben.run("import", path)
    assert answer.code == 4 and "line 2" in answer.error.replace("line 3", "line 2"), answer.error
    assert ben.run("sync", path.parent, "--exit-code").code == 4


def test_a_key_with_a_passphrase_and_no_agent_writes_nothing(team, tmp_path):
    anna = team[0]
    anna.key = make_key(tmp_path / "locked", "a passphrase")
    anna.ok("config", "signing.key", anna.key)
    path = tmp_path / "never.json"
    answer = anna.run("export", "-o", path)
    require_sentence(answer, answer.code)
    assert answer.code != 0 and "passphrase" in answer.error and not path.exists()
    assert not [found for found in tmp_path.iterdir() if "never" in found.name]
    anna.ok("export", "-o", path, "--unsigned")
    assert path.exists() and not signature_of(path).exists()


def test_without_the_tool_nothing_is_signed_and_nothing_is_believed(team, tmp_path):
    anna, ben, _ = team
    path = anna.export()
    empty = tmp_path / "empty"
    empty.mkdir()
    never = tmp_path / "never.json"
    answer = anna.run("export", "-o", never, PATH=str(empty))
    assert answer.code != 0 and "ssh-keygen" in answer.error and not never.exists()
    require_refused(ben.run("import", path, PATH=str(empty)), 4, "not checked", "ssh-keygen")
    ben.ok("edit", "tracker", "--unsigned", "accept")
    answer = ben.ok("import", path, PATH=str(empty))
    assert "Signature not checked" in answer.error
    assert ben.tracker.rows("SELECT count(*) FROM signed") == [(0,)]


def test_a_tracker_that_asks_takes_what_somebody_vouches_for(team):
    ben = team[1]
    ben.ok("edit", "tracker", "--unsigned", "ask")
    path = forged(ben)
    require_refused(ben.run("import", path), 5, "--unsigned")
    assert "you vouch for it" in ben.ok("import", "--unsigned", path).error
    report = json.loads(ben.tracker.rows("SELECT doc FROM exchange WHERE kind = 'bundle' ORDER BY name DESC")[0][0])
    assert "ben" in json.dumps(report)


def test_the_answers_of_a_page_stay_usable_where_unsigned_bundles_are_refused(team):
    """Who imports a page's answers vouches for them, and that is recorded."""
    ben = team[1]
    tracker = identifier(ben.tracker)
    path = ben.tracker.folder.parent / "answers.a11y.json"
    path.write_text(facts.bundle(tracker, stranger().facts, worksheet="0a-1b"))
    require_refused(ben.run("import", path), 5, "--unsigned")
    assert "you vouch for it" in ben.ok("import", "--unsigned", path).error
    assert ben.outcome() == "pass"


def test_a_bundle_changes_nothing_of_whom_we_believe(team):
    anna, ben, _ = team
    before = ben.signers.read_bytes()
    anna.signers.write_text(anna.signers.read_text() + "# mine\n")
    anna.ok("edit", "tracker", "--unsigned", "accept")
    ben.ok("import", anna.export())
    assert ben.signers.read_bytes() == before
    require_refused(ben.run("import", forged(ben)), 4, "not signed")


def test_a_key_that_cannot_be_used_is_not_kept(team, tmp_path):
    anna = team[0]
    for path in (tmp_path / "none", tmp_path):
        answer = anna.run("config", "signing.key", path)
        assert answer.code in (3, 4, 6) and "hint: " in answer.error, answer.error
    assert anna.ok("config", "signing.key").text.strip() == str(anna.key)


def test_unset_ends_signing(team):
    anna = team[0]
    anna.ok("config", "--unset", "signing.key")
    path = anna.tracker.folder.parent / "plain.json"
    anna.ok("export", "-o", path)
    assert not signature_of(path).exists()
    anna.tracker.require_sound()
