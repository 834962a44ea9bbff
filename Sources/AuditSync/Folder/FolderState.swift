package import AuditStore

/// Who has what: this machine and a shared folder side by side, without changing either.
package struct FolderState: Sendable {
  package struct Replica: Sendable {
    package var state: ReplicaState
    /// How many of its facts that are here the folder holds as well.
    package var inFolder: Int
    /// How many are of tests with children, which stay here.
    package var withheld: Int
  }

  package var tracker: String
  package var own: String
  package var replicas: [Replica]
  /// Files that were not read yet, or have changed.
  package var unread: [String]
  package var skipped: [FolderReport.Skipped]
  /// Files and parts of the folder with which something is wrong as far as a first look tells.
  package var refused: [FolderReport.Refused]
  /// Requests of others that wait for a decision here.
  package var waiting: Int
  /// Changes of others that wait because their authors are not followed.
  package var proposals = 0
  /// What came under a name that is not its author's.
  package var imposture = Imposture()
  /// Other trackers that have a part in the folder.
  package var others: [String]

  /// - Throws: `BundleProblem` where the folder cannot be read, `StoreError`.
  package init(_ tracker: Tracker, path: String) throws {
    let path = Directory.canonical(path)
    self = try tracker.read { reader in
      let (name, own) = try reader.identity()
      let listing = try FolderListing(SharedFolder(path: path, tracker: name))
      let (known, aside) = (try reader.folderFiles(of: path), try reader.setAsideFiles(of: path))
      var (unread, skipped, refused) = ([String](), listing.skipped, listing.refused)
      var runs: [FactRuns] = []
      for file in listing.files {
        let before = known[Array(file.path.utf8)]
        if let before, file.isUnchanged(since: before) {
          runs.append(before.runs)
        } else if let set = aside[Array(file.path.utf8)], file.isUnchanged(since: set) {
          refused.append(set.refused)
        } else if let problem = Self.problem(of: "\(path)/\(file.path)", tracker: name) {
          if let word = FolderReport.Skipped(path: file.path, problem) {
            skipped.append(word)
          } else {
            refused.append(.init(path: file.path, problem: problem))
          }
        } else {
          unread.append(file.path)
        }
      }
      let present = FactRuns(unionOf: runs)
      let children = try reader.childFacts().subtracting(present)
      let replicas = try reader.replicaStates().map {
        Replica(
          state: $0, inFolder: present.intersection($0.runs).count, withheld: children.intersection($0.runs).count)
      }
      var state = FolderState(
        tracker: name, own: own, replicas: replicas, unread: unread, skipped: skipped, refused: refused,
        waiting: try reader.waitingRequests().count,
        others: try SharedFolder.trackers(in: path, besides: name))
      state.proposals = try reader.proposalCount()
      state.imposture = try reader.imposture()
      return state
    }
  }

  /// Why a file that was not read yet cannot be imported, by its first bytes; nil where it can.
  private static func problem(of path: String, tracker: String) -> BundleProblem? {
    do {
      let header = try BundleFile(path: path).header()
      return header.tracker == tracker ? nil : BundleProblem(.tracker, "belongs to tracker \(header.tracker)")
    } catch let problem as BundleProblem {
      return problem
    } catch {
      return nil
    }
  }

  private init(
    tracker: String, own: String, replicas: [Replica], unread: [String], skipped: [FolderReport.Skipped],
    refused: [FolderReport.Refused], waiting: Int, others: [String]
  ) {
    self.tracker = tracker
    self.own = own
    self.replicas = replicas
    self.unread = unread
    self.skipped = skipped
    self.refused = refused
    self.waiting = waiting
    self.others = others
  }
}
