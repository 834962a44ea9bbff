"""Components that are proposed from SwiftUI sources: from the folder to the tracker, and what no folder may do."""

import csv
import io
import json
import os

import pytest

from program import TOP, Tracker, require_sentence
from test_unusable import as_nobody

SHAPES = TOP / "Tests/AppTests/Fixtures/Scan"
VIEW = 'struct %sView: View { var body: some View { Button("%s") {} } }\n'


@pytest.fixture
def desk(folder):
    (folder / "App/Deep").mkdir(parents=True)
    (folder / "App/Deep/PayView.swift").write_text(VIEW % ("Pay", "Pay now"))
    (folder / "App/CartView.swift").write_text(VIEW % ("Cart", '=SUM(A1), \\"quoted\\"'))
    return Tracker(folder)


def rows(answer):
    return list(csv.DictReader(io.StringIO(answer.text)))


def test_a_scan_works_without_a_tracker_and_adds_nothing(desk):
    answer = desk.ok("new", "component", "--scan", "App")
    assert [row["key"] for row in rows(answer)] == ["cart", "cart/sum-a1-quoted", "pay", "pay/pay-now"]
    assert rows(answer)[3] | {"line": "1", "kind": "button", "title": "Pay now", "screens": "pay"} == rows(answer)[3]
    assert rows(answer)[3]["source"] == "App/Deep/PayView.swift"
    assert "Found 4 components in 2 files." in answer.error
    assert not desk.database.exists()
    found = json.loads(desk.ok("new", "component", "--scan", "App", "--json").text)
    assert found["schema"] == "a11y.scan/1" and found["rows"][3]["screens"] == ["pay"]


@pytest.mark.parametrize("form", ["csv", "json"])
def test_the_file_is_read_back_and_known_components_are_omitted(desk, form):
    desk.begin()
    flags = ["--json"] if form == "json" else []
    for name in "truck", "social", "reader":
        (desk.folder / name).symlink_to(SHAPES / name)
    for place in "App", "truck", "social", "reader":
        desk.ok("new", "component", "--scan", place, "-o", "found", *flags, "-y")
        count = desk.ok("new", "component", "--from", "found").text
        assert ", 0 changed, 0 unchanged" in count, count
        assert " 0 changed, " in desk.ok("new", "component", "--from", "found").text
        assert "No new components found" in desk.ok("new", "component", "--scan", place).error
    shown = json.loads(desk.ok("list", "components", "--json").text)["rows"]
    assert [row["title"] for row in shown if row["key"] == "cart/sum-a1-quoted"] == ['=SUM(A1), "quoted"']
    # The tracker's folder is where paths begin, wherever the command runs.
    assert "No new components" in desk.ok("new", "component", "--scan", ".", folder=desk.folder / "App").error


@pytest.mark.parametrize("form", ["csv", "json"])
def test_what_the_code_names_is_said_and_decides_nothing(desk, form):
    """A scan cannot know all features of a component, and `has` leaves out the checks of those that it does not name."""
    (desk.folder / "App/CartView.swift").write_text(VIEW.replace("{} }", ".glassEffect() }", 1).replace('"%s")', '"%s", role: .destructive) { }')
                                                    % ("Cart", "Empty"))
    flags = ["--json"] if form == "json" else []
    desk.begin()
    desk.ok("new", "component", "--scan", "App", "-o", "found", *flags, "-y")
    text = (desk.folder / "found").read_text()
    found = json.loads(text)["rows"] if form == "json" else list(csv.DictReader(io.StringIO(text)))
    seen = {row["key"]: row["seen"] for row in found}
    assert seen["cart/empty"] == (["glass", "destructive"] if form == "json" else "glass;destructive") and not seen["pay"]
    desk.ok("new", "component", "--from", "found")
    components = json.loads(desk.ok("list", "components", "--json").out)["rows"]
    assert len(components) == len(found) and not any(row["has"] for row in components)


def test_a_folder_may_hold_anything(desk):
    app = desk.folder / "App"
    (app / "Loop").symlink_to(app)
    (app / "Link.swift").symlink_to(app / "CartView.swift")
    (app / "Broken.swift").symlink_to("nowhere")
    os.mkfifo(app / "Pipe.swift")
    (app / "Bytes.swift").write_bytes(b"\xff\xfe\x00struct \xc3View: View { Button(\"\xed\xa0\x80")
    (app / "Huge.swift").write_bytes(b"Button(\"x\") {}\n" * 400_000)
    for name in ".build", "Pods", "AppTests", "DerivedData", "Preview Content":
        (app / name).mkdir()
        (app / name / "A.swift").write_text(VIEW % ("Not", "Not here"))
    (app / os.fsdecode(b"\xff.swift")).write_text("x")
    answer = desk.ok("new", "component", "--scan", "App")
    assert {row["source"] for row in rows(answer)} >= {"App/CartView.swift", "App/Deep/PayView.swift"}
    assert "Not here" not in answer.text and "Loop" not in answer.text and "Link.swift" not in answer.text
    assert 'a11y: note: cannot read "App/Bytes.swift" and 1 more' in answer.error


@pytest.mark.parametrize("path", [
    "SourcePackages/checkouts/Lib/Sources", "Carthage/Checkouts/Lib", "Pods/Lib", "build/Gen", "Build/Gen", ".build/x",
    "DerivedData/App/SourcePackages", "node_modules/a",
    "Vendor/Lib", "External/Lib", "vendored", "3rdParty/Lib", "out/Index.noindex/a", "Lib.xcframework/ios", "Lib.framework/Headers"])
def test_packages_and_builds_are_left_out(desk, path):
    place = desk.folder / "App" / path
    place.mkdir(parents=True)
    (place / "LibView.swift").write_text(VIEW % ("Lib", "Not here"))
    answer = desk.ok("new", "component", "--scan", "App")
    assert "Not here" not in answer.text
    if path.split("/")[0] in ("SourcePackages", "Pods", "build", ".build", "Vendor", "External"):
        assert f'a11y: note: left out packages, submodules, and built files in "App/{path.split("/")[0]}"' in answer.error
    # Who names such a folder means it.
    assert "Not here" in desk.ok("new", "component", "--scan", f"App/{path}").text


@pytest.mark.parametrize("marks", [
    {"App/Kit/.git": "gitdir: ../../.git/modules/Kit\n"}, {"App/.gitmodules": '[submodule "Kit"]\n\tpath = Kit\n\turl = ../kit.git\n'},
    {"App/.gitmodules": '[submodule "a"]\n  path="Kit/"\n[submodule "b"]\n  path = Not/there\n'}], ids=["file", "list", "spelled"])
def test_submodules_are_left_out_and_named_once(desk, marks):
    """Their sources were those of the app."""
    (desk.folder / "App/Kit/Sources").mkdir(parents=True)
    (desk.folder / "App/Kit/Sources/KitView.swift").write_text(VIEW % ("Kit", "Not here"))
    # The repository of the app itself, and a copy of another one that nobody called a submodule.
    for own in (".git", "Deep/.git"):
        (desk.folder / "App" / own).mkdir(parents=True)
    for path, text in marks.items():
        (desk.folder / path).write_text(text)
    answer = desk.ok("new", "component", "--scan", "App")
    assert "Not here" not in answer.text and "App/Deep/PayView.swift" in {row["source"] for row in rows(answer)}
    assert answer.error.count('left out packages, submodules, and built files in "App/Kit"; scan such a folder by its name') == 1
    assert "Not/there" not in answer.error
    assert "Not here" in desk.ok("new", "component", "--scan", "App/Kit").text


def test_what_was_not_looked_at_is_said(desk):
    """Sources in UTF-16 and behind links were missing in silence, and a folder with nothing else had no Swift files."""
    (desk.folder / "App/Wide.swift").write_bytes((VIEW % ("Wide", "Wide")).encode("utf-16"))
    away, app = desk.folder / "Away", desk.folder / "App"
    away.mkdir()
    (away / "AwayView.swift").write_text(VIEW % ("Away", "Not here"))
    (app / "Behind").symlink_to(away)
    (app / "Above").symlink_to(desk.folder)
    (app / "Within").symlink_to(app / "Deep")
    answer = desk.ok("new", "component", "--scan", "App")
    assert "Wide" in {row["title"] for row in rows(answer)} and "Not here" not in answer.text
    assert 'left out what is behind "App/Behind", as links are not followed' in answer.error
    (away / "Vendor").mkdir()
    (away / "AwayView.swift").rename(away / "Vendor/AwayView.swift")
    answer = desk.run("new", "component", "--scan", "Away")
    assert answer.code == 3 and 'Name "Away/Vendor" to scan what was left out.' in answer.error


@pytest.mark.parametrize("mark", ["workspace-state.json", "CACHEDIR.TAG", "ModuleCache.noindex"])
def test_packages_and_builds_are_known_by_what_is_in_them(desk, mark):
    """-clonedSourcePackagesDirPath and -derivedDataPath name folders as they like."""
    place = desk.folder / "App/third/checkouts/Lib"
    place.mkdir(parents=True)
    (place / "LibView.swift").write_text(VIEW % ("Lib", "Not here"))
    assert "Not here" in desk.ok("new", "component", "--scan", "App").text
    (desk.folder / "App/third" / mark).write_text("{}")
    assert "Not here" not in desk.ok("new", "component", "--scan", "App").text


def test_a_folder_that_cannot_be_read_is_named(desk, folder):
    prefix, program = as_nobody(folder)
    (desk.folder / "App/Deep").chmod(0)
    try:
        answer = desk.ok("new", "component", "--scan", "App", prefix=prefix, program=program)
        assert 'a11y: note: cannot read "App/Deep"' in answer.error and "cart" in answer.text
        require_sentence(desk.run("new", "component", "--scan", "App/Deep", prefix=prefix, program=program), 4)
    finally:
        (desk.folder / "App/Deep").chmod(0o755)


@pytest.mark.parametrize("words, code, said", [
    (["--scan", "nowhere"], 3, 'cannot scan "nowhere": not a folder'),
    (["--scan", "App/CartView.swift"], 4, "not a folder"),
    (["--scan", "Empty"], 3, 'no readable Swift files found in "Empty"'),
    (["--scan", "App", "--kind", "button"], 2, "--kind cannot be combined with --scan"),
    (["--scan", "App", "--from", "x.csv"], 2, "cannot be combined"),
    (["cart", "--scan", "App"], 2, "--scan cannot be combined with KEY"),
    (["--like", "cart"], 2, "missing argument KEY, --from FILE, or --scan DIR"),
])
def test_what_is_no_folder_is_refused(desk, words, code, said):
    (desk.folder / "Empty").mkdir()
    answer = desk.run("new", "component", *words)
    require_sentence(answer, code)
    assert said in answer.error


def test_a_second_scan_after_renaming_proposes_only_what_is_new(desk):
    """Keys, titles, and a kind were made better by hand; then a control was written, one was deleted, and a file moved."""
    desk.begin()
    (desk.folder / "App/en.lproj").mkdir()
    (desk.folder / "App/en.lproj/Localizable.strings").write_text('"pay_now" = "Pay now";\n', encoding="utf-16")
    lines = ["struct PayView: View { var body: some View {", "Button(L10n.payNow) {}", 'Toggle("Save card", isOn: $saves)', "", "", "",
             "#if os(macOS)", 'Button("Print") {}', "#endif", "} }"]
    view = desk.folder / "App/Deep/PayView.swift"
    view.write_text("\n".join(lines))
    desk.ok("new", "component", "--scan", "App", "-o", "found.csv")
    found = rows(desk.ok("new", "component", "--scan", "App"))
    assert [(row["title"], row["platforms"]) for row in found[2:]] == [("", ""), ("Pay now", ""), ("Save card", ""), ("Print", "macOS")]
    desk.ok("new", "component", "--from", "found.csv")
    assert "0 added, 0 changed" in desk.ok("new", "component", "--from", "found.csv").text
    shown = json.loads(desk.ok("show", "pay/pay-now", "--json").text)
    assert "App/Deep/PayView.swift:2" in json.dumps(shown)
    # A query and a digest are about the file.
    assert "3 components" in desk.ok("list", "components", "source:App/Deep/PayView.swift", "kind:button,toggle").text
    desk.ok("edit", "component", "pay/pay-now", "--rename", "checkout/confirm", "--title", "Confirm")
    desk.ok("edit", "component", "pay/save-card", "--rename", "checkout/remember", "--title", "")
    desk.ok("edit", "component", "pay", "--rename", "checkout")
    answer = desk.ok("new", "component", "--scan", "App")
    assert not rows(answer) and "No new components found" in answer.error and "6 components of the tracker found again" in answer.error
    view.write_text("\n".join([*lines[:1], 'Button("Help") {}', *lines[1:6], *lines[9:]]))
    (desk.folder / "App/CartView.swift").rename(desk.folder / "App/Deep/BasketView.swift")
    answer = desk.ok("new", "component", "--scan", "App")
    assert [row["key"] for row in rows(answer)] == ["checkout/help"]
    assert "no longer in the sources: pay/print;" in answer.error and "moved: cart is in App/Deep/BasketView.swift:1 now" in answer.error


def test_what_is_for_a_system_without_a_platform_is_counted(desk):
    (desk.folder / "App/App tvOS").mkdir()
    (desk.folder / "App/App tvOS/Home.swift").write_text(VIEW % ("Home", "Not here"))
    answer = desk.ok("new", "component", "--scan", "App")
    assert "Not here" not in answer.text and "left out 2 components only for tvOS, watchOS, or visionOS" in answer.error


def test_roots_of_documents_are_screens_and_keys_of_the_app_have_their_words(desk):
    """The view had no screen, and its button no title."""
    (desk.folder / "App/App.swift").write_text(
        "struct Notes: App { var body: some Scene { DocumentGroup(newDocument: Note()) { file in EditorView(note: file.$document) } } }\n"
        'extension LocalizedStringKey { static let archive: LocalizedStringKey = "Move to archive" }\n'
        "struct EditorView: View { var body: some View { Button(.archive) {} } }\n")
    found = {row["key"]: (row["kind"], row["title"], row["screens"]) for row in rows(desk.ok("new", "component", "--scan", "App"))}
    assert found["editor"] == ("screen", "", "editor")
    assert found["editor/move-to-archive"] == ("button", "Move to archive", "editor")
