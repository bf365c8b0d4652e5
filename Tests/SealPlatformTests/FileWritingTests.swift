import Foundation
import SealPlatform
import TestSupport
import Testing

/// How files come into being: killed or failing at each step, with and without files that have no name.
struct FileWritingTests {
  private static let old = [UInt8](repeating: 1, count: 10_000)
  private static let new = [UInt8](repeating: 2, count: 20_000)

  /// Writes a file, asking `probe` before each step, by its number from 1; where `isNamed`, on a system that knows no
  /// file without a name.
  private static func write(
    _ path: String, replaces: Bool, isNamed: Bool, _ probe: @escaping @Sendable (Int) -> FileStep.Outcome
  ) throws -> [FileStep] {
    let steps = Locked<[FileStep]>([])
    try FileStep.probe.withValue({ step in
      let (number, isFirst) = steps.withLock { steps in
        let isFirst = step == .create && !steps.contains(.create)
        steps.append(step)
        return (steps.count, isFirst)
      }
      let outcome = probe(number)
      return outcome == .proceed && isNamed && isFirst ? .fail(EOPNOTSUPP) : outcome
    }) {
      if replaces {
        try FileStore.replace(path, new, for: .owner)
      } else {
        try FileStore.create(path, new, for: .owner)
      }
    }
    return steps.withLock { $0 }
  }

  /// A folder with the file that is to be replaced, if it is.
  private static func folder(replaces: Bool) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    if replaces { try FileStore.create(folder["file"], old, for: .owner) }
    return folder
  }

  private static func steps(replaces: Bool, isNamed: Bool) throws -> [FileStep] {
    let folder = try folder(replaces: replaces)
    let steps = try write(folder["file"], replaces: replaces, isNamed: isNamed) { _ in .proceed }
    #expect(try FileStore.read(folder["file"], limit: 20_000) == new)
    #expect(try folder.names == ["file"])
    return steps
  }

  #if os(Linux)
    @Test func takesTheStepsThatItShould() throws {
      let content: [FileStep] = [.create, .protect, .write, .synchronize]
      #expect(try Self.steps(replaces: false, isNamed: false) == content + [.link, .synchronize])
      #expect(
        try Self.steps(replaces: true, isNamed: false) == [.remove] + content + [.link, .rename, .synchronize])
      #expect(
        try Self.steps(replaces: false, isNamed: true)
          == [.create, .remove] + content + [.link, .remove, .synchronize])
      #expect(
        try Self.steps(replaces: true, isNamed: true)
          == [.remove, .create] + content + [.rename, .synchronize])
    }
  #endif

  @Test(arguments: [false, true], [false, true])
  func killedAtAnyStepItIsWholeOrAbsent(replaces: Bool, isNamed: Bool) async throws {
    for number in 1...(try Self.steps(replaces: replaces, isNamed: isNamed).count) {
      let folder = try Self.folder(replaces: replaces)
      let path = folder["file"]
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = path as String, replaces = replaces as Bool, isNamed = isNamed as Bool, number = number as Int] in
        _ = try Self.write(path, replaces: replaces, isNamed: isNamed) { step in
          if step == number { kill(getpid(), SIGKILL) }
          return .proceed
        }
      }
      let bytes = try? FileStore.read(path, limit: 20_000)
      #expect(bytes == Self.new || bytes == (replaces ? Self.old : nil), "step \(number)")
      // A new file has no name but its own, if the system knows files without one.
      if !replaces, !isNamed { #expect(try folder.names == (bytes == nil ? [] : ["file"]), "step \(number)") }
      // The next run works, and removes what is left.
      try FileStore.replace(path, [3], for: .owner)
      #expect(try FileStore.read(path, limit: 10) == [3])
      #expect(try folder.names == ["file"], "step \(number)")
    }
  }

  @Test(arguments: [false, true], [false, true])
  func whatFailsLeavesWhatWas(replaces: Bool, isNamed: Bool) throws {
    let count = try Self.steps(replaces: replaces, isNamed: isNamed).count
    var failures = 0
    for number in 1...count {
      let folder = try Self.folder(replaces: replaces)
      var isDone = false
      do {
        _ = try Self.write(folder["file"], replaces: replaces, isNamed: isNamed) {
          $0 == number ? .fail(EIO) : .proceed
        }
        isDone = true
      } catch {
        #expect(error as? FileError == FileError(.failed, path: "", reason: ""))
        failures += 1
      }
      let bytes = try? FileStore.read(folder["file"], limit: 20_000)
      // Where only the folder's synchronisation failed, the new file stands already, or is taken back.
      let expected = isDone || replaces && number == count ? Self.new : replaces ? Self.old : nil
      #expect(bytes == expected, "step \(number)")
      #expect(try folder.names.filter { $0 == "file" || $0.hasSuffix("-lock") } == (expected == nil ? [] : ["file"]))
    }
    #expect(failures >= count - 2)
  }

  // MARK: Rights

  @Test(arguments: [
    (0o600, FileAudience.everyone, 0o600), (0o644, .everyone, 0o644), (0o666, .everyone, 0o666),
    (0o400, .everyone, 0o400), (0o4755, .everyone, 0o755), (0o644, .owner, 0o600), (0o400, .owner, 0o400),
  ])
  func rightsStayOrAreNarrowed(before: Int, audience: FileAudience, after: Int) throws {
    let folder = try TemporaryFolder()
    try FileStore.create(folder["file"], [1], for: .owner)
    #expect(chmod(folder["file"], mode_t(before)) == 0)
    try FileStore.replace(folder["file"], [2], for: audience)
    #expect(try FileStore.read(folder["file"], limit: 10) == [2])
    let attributes = try FileManager.default.attributesOfItem(atPath: folder["file"])
    #expect(attributes[.posixPermissions] as? Int == after)
  }

  private static func owner(_ path: String) throws -> [UInt32] {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    let numbers = [attributes[.ownerAccountID], attributes[.groupOwnerAccountID]]
    return numbers.compactMap { ($0 as? NSNumber)?.uint32Value }
  }

  @Test(.enabled(if: geteuid() == 0)) func anOwnerStays() throws {
    let folder = try TemporaryFolder()
    try FileStore.create(folder["file"], [1], for: .owner)
    #expect(chown(folder["file"], 1111, 2222) == 0)
    for isNamed in [false, true] {
      _ = try Self.write(folder["file"], replaces: true, isNamed: isNamed) { _ in .proceed }
      #expect(try Self.owner(folder["file"]) == [1111, 2222])
    }
  }

  /// Somebody else's file in a folder where we may write would become ours: it stays as it is. One of a group that we
  /// are not in stays ours alone.
  @Test(.enabled(if: geteuid() == 0)) func nobodyElsesFileBecomesOurs() async throws {
    let folder = try TemporaryFolder()
    for (name, owner) in [("theirs", 1111), ("ours", 3333)] as [(String, uid_t)] {
      try FileStore.create(folder[name], [1], for: .owner)
      #expect(chmod(folder[name], 0o666) == 0 && chown(folder[name], owner, 2222) == 0)
    }
    #expect(chmod(folder.path, 0o777) == 0)
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      #expect(setgroups(0, nil) == 0 && setegid(3333) == 0 && seteuid(3333) == 0)
      #expect(throws: FileError(.failed, path: "", reason: "")) {
        try FileStore.replace(path + "/theirs", [2], for: .everyone)
      }
      try FileStore.replace(path + "/ours", [2], for: .everyone)
    }
    #expect(try FileStore.read(folder["theirs"], limit: 10) == [1])
    #expect(try Self.owner(folder["theirs"]) == [1111, 2222])
    #expect(try FileStore.read(folder["ours"], limit: 10) == [2])
    let attributes = try FileManager.default.attributesOfItem(atPath: folder["ours"])
    #expect(attributes[.posixPermissions] as? Int == 0o606)
    #expect(try folder.names == ["ours", "theirs"])
  }

  // MARK: Names

  /// The longest name that there is leaves room for what stands beside the file.
  @Test(arguments: [200, 201, 255]) func anyNameWillDo(_ length: Int) throws {
    let folder = try TemporaryFolder()
    let name = String(repeating: "n", count: length)
    for isNamed in [false, true] {
      _ = try Self.write(folder[name], replaces: true, isNamed: isNamed) { _ in .proceed }
      #expect(try folder.names == [name])
    }
    #expect(throws: FileError(.failed, path: "", reason: "")) {
      try FileStore.create(folder[String(repeating: "n", count: 256)], [1], for: .owner)
    }
  }

  @Test func onePlaceHasManyPaths() throws {
    let folder = try TemporaryFolder()
    try FileStore.create(folder["file"], [1], for: .owner)
    #expect(symlink("file", folder["link"]) == 0 && hardLink(folder["file"], folder["second"]) == 0)
    #expect(symlink("absent", folder["dangling"]) == 0 && symlink(folder.path, folder["folder"]) == 0)
    #expect(mkfifo(folder["pipe"], 0o600) == 0)
    let file = try #require(FilePlace(folder["file"]))
    for name in [
      "./file", "link", "second", "folder/file", "folder/../\((folder.path as NSString).lastPathComponent)/file",
    ] {
      #expect(FilePlace(folder[name]) == file, "\(name)")
    }
    let absent = try #require(FilePlace(folder["absent"]))
    for name in ["dangling", "folder/absent", "./absent"] { #expect(FilePlace(folder[name]) == absent, "\(name)") }
    #expect(file != absent && FilePlace(folder["other"]) != absent)
    for name in ["pipe", "folder", "none/file", "file/x", "file\0"] {
      #expect(FilePlace(folder[name]) == nil, "\(name)")
    }
    let descriptor = open(folder["second"], O_RDONLY)
    #expect(FilePlace(descriptor: descriptor) == file && FilePlace(descriptor: -1) == nil)
    close(descriptor)
  }
}

/// link(2), whose name the seam's step has too.
private func hardLink(_ file: String, _ name: String) -> Int32 { link(file, name) }
