enum DemoCommand: Command {
  static let description = CommandDescription(
    name: "demo", summary: "shows the whole path in one go, with keys it makes up")

  static func run(_ arguments: Arguments) throws(Failure) {}
}
