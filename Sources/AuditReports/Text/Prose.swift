/// Text made of our own words and of those of others, which each kind of output makes safe in its own way.
///
/// A literal is our own; an interpolated `String` is foreign. `own:` interpolates words that the program made.
package struct Prose: ExpressibleByStringInterpolation, Equatable, Sendable {
  fileprivate enum Piece: Equatable {
    case own(String)
    case foreign(String)
  }

  private var pieces: [Piece]

  package init(stringLiteral value: String) {
    pieces = [.own(value)]
  }

  package init(own words: String) {
    pieces = [.own(words)]
  }

  package init(stringInterpolation: StringInterpolation) {
    pieces = stringInterpolation.pieces
  }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var pieces: [Piece] = []

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { pieces.append(.own(literal)) }
    }

    package mutating func appendInterpolation(_ foreign: String) { pieces.append(.foreign(foreign)) }
    package mutating func appendInterpolation(own words: String) { pieces.append(.own(words)) }
    package mutating func appendInterpolation(_ number: Int) { pieces.append(.own(String(number))) }
    package mutating func appendInterpolation(_ prose: Prose) { pieces += prose.pieces }
  }

  package static func + (left: Prose, right: Prose) -> Prose { "\(left)\(right)" }

  package var isEmpty: Bool {
    pieces.allSatisfy { piece in
      switch piece {
      case .own(let text), .foreign(let text): text.isEmpty
      }
    }
  }

  /// As Markdown, where our own words are Markdown already.
  package var markdown: String {
    pieces.map { piece in
      switch piece {
      case .own(let text): text
      case .foreign(let text): MarkdownText(escaping: text).text
      }
    }.joined()
  }

  /// As HTML: nothing in it is markup.
  package var html: HTMLText {
    pieces.map { piece -> HTMLText in
      switch piece {
      case .own(let text): "\(text)"
      case .foreign(let text): .brief(text)
      }
    }.joined()
  }
}

extension [Prose] {
  package func joined(separator: String) -> Prose {
    var joined: Prose = ""
    for (place, prose) in enumerated() { joined = joined + (place > 0 ? Prose(own: separator) : "") + prose }
    return joined
  }
}
