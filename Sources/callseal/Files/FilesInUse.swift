import SealKeyring
import SealPlatform

/// The one rule of what a command must not write to: a file that it reads or uses otherwise, whatever it is called there;
/// without `--force`, a private key; and a keyring never, which only the `keys` commands change.
extension Arguments {
  /// Holds the command line's outputs against the rule, before anything is done.
  func checkOutputs() throws(Failure) {
    var places: [FilePlace: OptionDescription] = [:]
    for option in command.options where option.value?.kind == .output {
      for path in values(of: option) where Output.stream(path) == nil {
        try checkOutput(path)
        guard let place = FilePlace(path) else { continue }
        if let other = places.updateValue(option, forKey: place) {
          throw Failure(.refused, "\(path): \(other.invocation) and \(option.invocation) are the same file")
        }
      }
    }
  }

  /// Holds one path against the rule.
  func checkOutput(_ path: String) throws(Failure) {
    guard !Folder.isCompanion(FileStore.name(of: path)) else {
      throw Failure(.refused, "\(path): a name for what stands beside a file while that is written; choose another one")
    }
    guard let place = FilePlace(path) else { return }
    if let use = uses.first(where: { $0.place == place }) {
      throw Failure(.refused, "\(path): the same file as \(use.name), and it is not written over")
    }
    let mayReplaceKeys = options["force"] != nil
    switch KeptSecret(in: path) {
    case .keyring: throw Failure(.refused, "\(path): a keyring, and it is not written over; choose another name")
    case .privateKey where !mayReplaceKeys:
      let force = command.option(named: "force") == nil ? "" : ", or --force"
      throw Failure(.refused, "\(path): a private key, and it is not written over; choose another name\(force)")
    case .unreadable where !mayReplaceKeys:
      throw Failure(.refused, "\(path): it cannot be read and may be a key, and it is not written over")
    default: return
    }
  }

  /// Every file that this run reads, keeps or has open, by its place, and as messages call it.
  private var uses: [(place: FilePlace, name: String)] {
    var uses: [(place: FilePlace, name: String)] = []
    func add(_ place: FilePlace?, _ name: String) { if let place { uses.append((place, name)) } }
    for option in command.options where [.input, .file].contains(option.value?.kind) {
      for path in values(of: option) where path != "-" {
        add(FilePlace(KeyFile.split(path).name), "\(option.spelling) \(path)")
      }
    }
    if let kind = command.operand?.kind, [.input, .file].contains(kind) {
      for path in operands where path != "-" {
        let files = System.isFolder(path) ? (try? System.files(in: path)) ?? [] : [KeyFile.split(path).name]
        for file in files { add(FilePlace(file), "\(command.operand?.name ?? "") \(file)") }
      }
    }
    for stream in [System.Stream.input, .output, .error] { add(FilePlace(descriptor: stream.rawValue), stream.name) }
    for option in [CommonOptions.passphraseDescriptor, KeysOptions.newPassphraseDescriptor] {
      guard let number = integer(option).flatMap({ Int32(exactly: $0) }) else { continue }
      add(FilePlace(descriptor: number), "\(option.spelling) \(number)")
    }
    return uses
  }
}
