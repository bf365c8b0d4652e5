/// One of the things `callseal` does.
protocol Command: SendableMetatype {
  /// What the parser, the help, and whatever else is made from it know of the command.
  static var description: CommandDescription { get }

  /// Does it.
  static func run(_ arguments: Arguments) throws(Failure)
}
