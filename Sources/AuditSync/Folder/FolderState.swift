package import AuditStore

/// Who has what: this machine and a shared folder side by side, without changing either.
package struct FolderState: Sendable {
  package struct Replica: Sendable {
    package var state: ReplicaState
    /// How many of its facts that are here the folder holds as well.
    package var inFolder: Int
  }

  package var tracker: String
  package var own: String
  package var replicas: [Replica]
  /// Files that were not read yet, or have changed.
  package var unread: [String]
  package var skipped: [FolderReport.Skipped]
  /// Facts that another machine asks to have erased and that wait for a decision here.
  package var erasures: Int
  /// Other trackers that have a part in the folder.
  package var others: [String]

  /// - Throws: `BundleProblem` where the folder cannot be read, `StoreError`.
  package init(_ tracker: Tracker, path: String) throws {
    let path = Directory.canonical(path)
    self = try tracker.read { reader in
      let (name, own) = try reader.identity()
      let listing = try FolderListing(SharedFolder(path: path, tracker: name))
      let known = try reader.folderFiles(of: path)
      var present = FactRuns()
      var unread: [String] = []
      for file in listing.files {
        if let before = known[file.path], before.bytes == file.entry.bytes, before.stamp == file.entry.stamp {
          present = present.union(before.runs)
        } else {
          unread.append(file.path)
        }
      }
      let replicas = try reader.replicaStates().map {
        Replica(state: $0, inFolder: present.intersection($0.runs).count)
      }
      return FolderState(
        tracker: name, own: own, replicas: replicas, unread: unread, skipped: listing.skipped,
        erasures: try reader.disagreements().erasures,
        others: try SharedFolder.trackers(in: path).filter { $0 != name })
    }
  }

  private init(
    tracker: String, own: String, replicas: [Replica], unread: [String], skipped: [FolderReport.Skipped],
    erasures: Int, others: [String]
  ) {
    self.tracker = tracker
    self.own = own
    self.replicas = replicas
    self.unread = unread
    self.skipped = skipped
    self.erasures = erasures
    self.others = others
  }
}
