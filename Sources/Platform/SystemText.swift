/// The system's words for its error numbers.
package enum SystemText {
  package static func of(_ error: Int32) -> String {
    guard let text = strerror(error) else { return "error \(error)" }
    return String(cString: text)
  }
}
