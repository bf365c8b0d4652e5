import Foundation
import SealPlatform
import TestSupport
import Testing

struct FileStoreTests {
  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  // MARK: Reading

  @Test func readsUpToItsLimitAndNotOneByteMore() throws {
    let folder = try TemporaryFolder()
    let bytes = [UInt8](repeating: 7, count: 100_000)
    try FileStore.create(folder["file"], bytes, for: .owner)
    #expect(try FileStore.read(folder["file"], limit: 100_000) == bytes)
    #expect(try FileStore.read(folder["file"], limit: 100_001) == bytes)
    #expect(throws: FileError(.tooLarge, path: "", reason: "")) {
      try FileStore.read(folder["file"], limit: 99_999)
    }
    #expect(throws: FileError(.tooLarge, path: "", reason: "")) { try FileStore.read(folder["file"], limit: 0) }
    try FileStore.create(folder["empty"], [], for: .owner)
    #expect(try FileStore.read(folder["empty"], limit: 0) == [])
  }

  /// Without a limit on what is read, this would not come back.
  @Test func readsAnEndlessDeviceNoFurtherThanItsLimit() {
    #expect(throws: FileError(.tooLarge, path: "", reason: "")) { try FileStore.read("/dev/zero", limit: 1_000_000) }
  }

  /// In a process of its own, which an alarm ends if it hangs.
  @Test func doesNotHangOnAPipeThatNobodyWritesTo() async throws {
    let folder = try TemporaryFolder()
    let path = folder["pipe"]
    #expect(mkfifo(path, 0o600) == 0)
    await #expect(processExitsWith: .success) { [path = path as String] in
      alarm(20)
      #expect(throws: FileError(.failed, path: "", reason: "")) { try FileStore.read(path, limit: 10) }
    }
  }

  @Test func namesWhatCannotBeRead() throws {
    let folder = try TemporaryFolder()
    #expect(throws: FileError(.notFound, path: "", reason: "")) { try FileStore.read(folder["none"], limit: 10) }
    #expect(throws: FileError(.failed, path: "", reason: "")) { try FileStore.read(folder.path, limit: 10) }
    #expect(throws: FileError(.failed, path: "", reason: "")) {
      try FileStore.read(folder["none"] + "\0", limit: 10)
    }
    do throws(FileError) {
      _ = try FileStore.read(folder["none"], limit: 10)
    } catch {
      #expect(error.path == folder["none"])
      #expect(error.description == "\(folder["none"]): No such file or directory")
    }
  }

  // MARK: Creating

  @Test func createsOnlyWhatIsNotThere() throws {
    let folder = try TemporaryFolder()
    try FileStore.create(folder["key"], [1, 2, 3], for: .owner)
    #expect(throws: FileError(.alreadyExists, path: "", reason: "")) {
      try FileStore.create(folder["key"], [4], for: .owner)
    }
    #expect(try FileStore.read(folder["key"], limit: 10) == [1, 2, 3])

    try FileManager.default.createDirectory(atPath: folder["folder"], withIntermediateDirectories: false)
    #expect(throws: FileError(.alreadyExists, path: "", reason: "")) {
      try FileStore.create(folder["folder"], [4], for: .owner)
    }
    #expect(try folder.names == ["folder", "key"])
  }

  @Test func createsNothingThroughALink() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(atPath: folder["link"], withDestinationPath: folder["target"])
    #expect(throws: FileError(.alreadyExists, path: "", reason: "")) {
      try FileStore.create(folder["link"], [4], for: .owner)
    }
    #expect(try folder.names == ["link"])
  }

  @Test func createsNothingInAFolderThatIsNotThere() throws {
    let folder = try TemporaryFolder()
    #expect(throws: FileError(.notFound, path: "", reason: "")) {
      try FileStore.create(folder["none/key"], [4], for: .owner)
    }
    #expect(try folder.names == [])
  }

  /// The umask belongs to the whole process, so it is changed in one of its own.
  @Test(arguments: [0o000, 0o022, 0o077, 0o777] as [UInt32])
  func givesAFileItsModeWhateverTheUmask(_ mask: UInt32) async throws {
    let folder = try TemporaryFolder()
    let path = folder["key"]
    await #expect(processExitsWith: .success) { [path = path as String, mask = mask as UInt32] in
      umask(mode_t(mask))
      try FileStore.create(path, [1], for: .owner)
      try FileStore.replace(path + "-replaced", [1], for: .owner)
      try FileStore.create(path + "-shared", [1], for: .everyone)
    }
    for name in ["", "-replaced"] { #expect(try self.mode(path + name) == 0o600) }
    #expect(try mode(path + "-shared") == Int(0o666 & ~mask))
    #expect(try folder.names == ["key", "key-replaced", "key-shared"])
  }

  /// A limit on file sizes stands for a disk that fills up in the middle of a file.
  @Test func leavesNothingBehindWhenTheDiskFillsUp() async throws {
    let folder = try TemporaryFolder()
    let old = folder["old"]
    try FileStore.create(old, [1, 2, 3], for: .owner)
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit()
      getrlimit(fileSizes, &limit)
      limit.rlim_cur = 1000
      #expect(setrlimit(fileSizes, &limit) == 0)
      let bytes = [UInt8](repeating: 9, count: 4096)
      #expect(throws: FileError(.failed, path: "", reason: "")) {
        try FileStore.create(path + "/new", bytes, for: .owner)
      }
      #expect(throws: FileError(.failed, path: "", reason: "")) {
        try FileStore.replace(path + "/old", bytes, for: .owner)
      }
    }
    #expect(try folder.names == ["old"])
    #expect(try FileStore.read(old, limit: 10) == [1, 2, 3])
  }

  // MARK: Replacing

  @Test func replacesWhatIsThereAndMakesWhatIsNot() throws {
    let folder = try TemporaryFolder()
    for bytes in [[1], [2, 2], []] as [[UInt8]] {
      try FileStore.replace(folder["state"], bytes, for: .owner)
      #expect(try FileStore.read(folder["state"], limit: 10) == bytes)
      #expect(try folder.names == ["state"])
      #expect(try mode(folder["state"]) == 0o600)
    }
  }

  @Test func leavesNoTemporaryFileWhenItCannotReplace() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder["state"], withIntermediateDirectories: false)
    #expect(throws: FileError(.failed, path: "", reason: "")) {
      try FileStore.replace(folder["state"], [1], for: .owner)
    }
    #expect(try folder.names == ["state"])
  }

  /// What a writer left that was killed between writing and renaming.
  @Test func clearsAwayTheTemporaryFileOfAWriterThatWasKilled() throws {
    let folder = try TemporaryFolder()
    try FileStore.create(folder[".state.callseal-new"], [9, 9], for: .owner)
    try FileStore.create(folder[".state.callseal-lock"], [], for: .owner)
    try FileStore.replace(folder["state"], [1], for: .owner)
    #expect(try FileStore.read(folder["state"], limit: 10) == [1])
    #expect(try folder.names == ["state"])
  }

  @Test func showsAReaderTheOldBytesOrTheNewOnes() async throws {
    let folder = try TemporaryFolder()
    let path = folder["state"]
    try FileStore.replace(path, [UInt8](repeating: 0, count: 50_000), for: .owner)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for round in 1...60 as ClosedRange<UInt8> {
          let bytes = [UInt8](repeating: round, count: 50_000)
          try FileStore.replace(path, bytes, for: .owner)
        }
      }
      group.addTask {
        var last: UInt8 = 0
        for _ in 0..<200 {
          let bytes = try FileStore.read(path, limit: 50_000)
          #expect(bytes.count == 50_000)
          let first = try #require(bytes.first)
          #expect(bytes.allSatisfy { $0 == first })
          #expect(first >= last)
          last = first
        }
      }
      try await group.waitForAll()
    }
  }

  /// Killed at any moment: one of the two states is there, whole, and one temporary file at most.
  @Test(arguments: [0, 100, 500, 2000, 5000] as [UInt32])
  func survivesAKillAtAnyMoment(_ microseconds: UInt32) async throws {
    let folder = try TemporaryFolder()
    let path = folder["state"]
    try FileStore.create(path, [UInt8](repeating: 1, count: 20_000), for: .owner)
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = path as String, microseconds = microseconds as UInt32] in
      Thread.detachNewThread {
        usleep(microseconds)
        kill(getpid(), SIGKILL)
      }
      while true {
        for byte in [1, 2] as [UInt8] {
          let bytes = [UInt8](repeating: byte, count: 20_000)
          try FileStore.replace(path, bytes, for: .owner)
        }
      }
    }
    let bytes = try FileStore.read(path, limit: 20_000)
    #expect(bytes == [UInt8](repeating: 1, count: 20_000) || bytes == [UInt8](repeating: 2, count: 20_000))
    #expect(Set(try folder.names).subtracting([".state.callseal-new", ".state.callseal-lock"]) == ["state"])
    try FileStore.replace(path, [3], for: .owner)
    #expect(try folder.names == ["state"])
  }

  @Test(arguments: [
    ("a/b", "a"), ("/b", "/"), ("b", "."), ("/a/b/c", "/a/b"), ("./b", "."), ("a/é/b", "a/é"), ("a//b", "a/"),
  ])
  func knowsTheFolderOfAPath(_ path: String, _ folder: String) {
    #expect(FileStore.folder(of: path) == folder)
  }
}

#if canImport(Glibc)
  private let fileSizes = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
#else
  private let fileSizes = RLIMIT_FSIZE
#endif
