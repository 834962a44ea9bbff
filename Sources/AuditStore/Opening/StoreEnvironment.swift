/// What the store needs from outside: it reads no clock, random source or host name by itself.
package struct StoreEnvironment {
  /// Milliseconds UTC since 1970.
  package var now: () -> Int64
  /// That many bytes from a cryptographic source.
  package var random: (Int) -> [UInt8]
  /// Something that stays the same on one machine and differs on others.
  package var host: String
  /// Seconds that local time is ahead of UTC at a moment in milliseconds UTC: the zone of who asks.
  package var localOffset: (Int64) -> Int = { _ in 0 }
  /// Who looks on while long work is done.
  package var watch = ProgressWatch()

  package init(now: @escaping () -> Int64, random: @escaping (Int) -> [UInt8], host: String) {
    self.now = now
    self.random = random
    self.host = host
  }

  /// A new identifier for a tracker or a replica: twelve characters without look-alikes, 60 random bits.
  func newIdentifier() -> String {
    let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
    return String(decoding: random(12).prefix(12).map { alphabet[Int($0 & 31)] }, as: UTF8.self)
  }
}
