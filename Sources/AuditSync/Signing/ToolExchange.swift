import Platform

/// What goes to a tool and what comes from it, all at once, so that neither waits for the other.
struct ToolExchange {
  let deadline: Int64
  /// What has come, for each of the outputs.
  private(set) var taken: [[UInt8]]

  /// Bytes of one output.
  private let most: Int

  private let sources: [(pipe: ToolPipe, bytes: [UInt8])]
  private let outputs: [ToolPipe]
  private var sent: [Int]

  /// - Parameters:
  ///   - sources: pipes whose reading ends the tool has. Ours stay open as long as these: no thread gets a signal for
  ///     writing to a tool that has ended.
  ///   - outputs: pipes whose writing ends only the tool has.
  init(_ sources: [(pipe: ToolPipe, bytes: [UInt8])], _ outputs: [ToolPipe], deadline: Int64, most: Int) {
    self.most = most
    self.sources = sources
    self.outputs = outputs
    self.deadline = deadline
    sent = Array(repeating: 0, count: sources.count)
    taken = Array(repeating: [], count: outputs.count)
    for source in sources { ToolPipe.neverWait(source.pipe.writing) }
    for output in outputs { ToolPipe.neverWait(output.reading) }
  }

  /// Runs until the tool has closed its outputs.
  mutating func run() throws(ToolProcess.Failure) {
    for index in sources.indices { send(index) }
    while outputs.contains(where: { $0.reading >= 0 }) {
      try wait()
      for index in sources.indices where sources[index].pipe.writing >= 0 { send(index) }
      for index in outputs.indices where outputs[index].reading >= 0 { try take(index) }
    }
  }

  /// Waits until there is something to do.
  private func wait() throws(ToolProcess.Failure) {
    let writing = sources.filter { $0.pipe.writing >= 0 }.map {
      pollfd(fd: $0.pipe.writing, events: Int16(POLLOUT), revents: 0)
    }
    let reading = outputs.filter { $0.reading >= 0 }.map { pollfd(fd: $0.reading, events: Int16(POLLIN), revents: 0) }
    var ends = writing + reading
    let rest = deadline - ToolClock.now
    guard rest > 0 else { throw .time }
    let found = poll(&ends, nfds_t(ends.count), Int32(clamping: rest))
    if found < 0, errno != EINTR, errno != EAGAIN { throw .system(errno) }
  }

  /// Sends what the pipe takes, and closes it behind the last byte.
  private mutating func send(_ index: Int) {
    let (pipe, bytes) = sources[index]
    while sent[index] < bytes.count {
      let start = sent[index]
      let count = bytes.withUnsafeBytes { write(pipe.writing, $0.baseAddress?.advanced(by: start), $0.count - start) }
      if count < 0 {
        if errno == EINTR { continue }
        if errno == EAGAIN { return }
        break
      }
      sent[index] += count
    }
    pipe.closeWriting()
  }

  /// Reads the available bytes; none at all is the end.
  private mutating func take(_ index: Int) throws(ToolProcess.Failure) {
    var piece = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = piece.withUnsafeMutableBytes { read(outputs[index].reading, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        if errno == EAGAIN { return }
        throw .system(errno)
      }
      guard count > 0 else {
        outputs[index].closeReading()
        return
      }
      taken[index] += piece.prefix(count)
      guard taken[index].count <= most else { throw .tooMuch }
    }
  }
}
