/// Options that mean the same in every command that has them.
enum CommonOptions {
  static let audience = OptionDescription(
    name: "audience", value: .init(name: "ID", kind: .text), requirement: .always,
    help: "The app's bundle identifier, as in apns-topic; not the extension's own.")

  static let key = OptionDescription(
    name: "key", value: .init(name: "KEY", kind: .input), requirement: .always, isRepeatable: true,
    help: "A device's private key, a JWK or a JWK Set; every one that matches is tried.")

  static let trust = OptionDescription(
    name: "trust", value: .init(name: "PUB", kind: .input), isRepeatable: true,
    help: "A sender's public key, a JWK or a JWK Set; an event that nobody trusted has signed is refused.")

  static let acceptUnsigned = OptionDescription(
    name: "accept-unsigned", help: "Take events that nobody trusted has signed, as ones without a sender.")

  static let json = OptionDescription(name: "json", help: "Write one line of JSON, for a program.")

  static func output(_ help: String) -> OptionDescription {
    OptionDescription(name: "output", letter: "o", value: .init(name: "FILE", kind: .output), help: help)
  }

  static let output = output("Write to FILE, and only once there is something to write.")
}
