import Audit
import Testing

@Suite struct OwnChecklistsTests {
  private func read(_ text: String) throws -> [Checklist] {
    try OwnFiles.checklists(in: Array(text.utf8), teamChecks: ["login.hint"])
  }

  @Test(
    "a list may stand alone, in an array or in a document",
    arguments: [
      #"{"id":"ours","title":"Ours","checks":["login.hint","voiceover.label-present"]}"#,
      #"[{"id":"ours","title":"Ours","checks":["login.hint","voiceover.label-present"]}]"#,
      #"{"format":"a11y-checklists","version":1,"checklists":[{"id":"ours","title":"Ours","document":null,"#
        + #""checks":["login.hint","voiceover.label-present"]}]}"#,
    ])
  func forms(text: String) throws {
    let expected = Checklist(id: "ours", title: "Ours", checks: ["login.hint", "voiceover.label-present"])
    #expect(try read(text) == [expected])
  }

  @Test(
    "a malformed list is refused with its path and the reason",
    arguments: [
      (#"{"id":"ours","title":"T"}"#, "$.checks: expected an array, found nothing"),
      (#"{"id":"ours","title":"T","checks":[]}"#, "$.checks: expected at least one check, found an empty array"),
      (#"{"id":"ours","title":"T","checks":["login.hint","login.hint"]}"#, "$.checks[1]: login.hint is already"),
      (
        #"{"id":"ours","title":"T","checks":["voiceover.label-presnt"]}"#,
        #"$.checks[0]: expected the id of a check, found "voiceover.label-presnt"; did you mean "voiceover.label-present"?"#
      ),
      (#"{"id":"ours","title":"T","checks":[7]}"#, "$.checks[0]: expected text, found 7"),
      (#"{"id":"Ours","title":"T","checks":["login.hint"]}"#, "$.id: expected lower-case letters"),
      (#"{"id":"traits","title":"T","checks":["login.hint"]}"#, "$.id: traits is a built-in checklist"),
      (
        #"{"id":"ours","titel":"T","checks":["login.hint"]}"#,
        #"$.titel: unknown member of a checklist; did you mean "title"?"#
      ),
      (#"{"format":"a11y-catalog","version":1,"checks":[]}"#, #"$.format: expected "a11y-checklists""#),
      (#"{"format":"a11y-checklists","version":1}"#, "$.checklists: expected an array, found nothing"),
      (
        #"[{"id":"ours","title":"T","checks":["login.hint"]},{"id":"ours","title":"T","checks":["login.hint"]}]"#,
        "$[1].id: ours is already the id of [0]"
      ),
    ])
  func refused(text: String, reason: String) {
    let error = #expect(throws: CatalogProblem.self) { try read(text) }
    #expect(error?.description.hasPrefix(reason) == true, "\(error?.description ?? "nothing")")
  }
}
