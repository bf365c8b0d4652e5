// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents what is declared here.

import Synchronization

public struct Logger {
  private let category: String

  public init(subsystem: String, category: String) { self.category = category }

  public func debug(_ message: OSLogMessage) { LogDouble.append(message) }
  public func info(_ message: OSLogMessage) { LogDouble.append(message) }
  public func notice(_ message: OSLogMessage) { LogDouble.append(message) }
  public func error(_ message: OSLogMessage) { LogDouble.append(message) }
  public func fault(_ message: OSLogMessage) { LogDouble.append(message) }
}

public struct OSLogPrivacy: Sendable {
  public enum Mask: Sendable { case none, hash }
  enum Kind { case auto, `public`, `private` }
  let kind: Kind
  let mask: Mask

  public static var auto: OSLogPrivacy { OSLogPrivacy(kind: .auto, mask: .none) }
  public static var `public`: OSLogPrivacy { OSLogPrivacy(kind: .public, mask: .none) }
  public static var `private`: OSLogPrivacy { OSLogPrivacy(kind: .private, mask: .none) }
  public static func `private`(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(kind: .private, mask: mask) }
}

public struct OSLogMessage: ExpressibleByStringInterpolation, ExpressibleByStringLiteral {
  let text: String

  public init(stringLiteral value: String) { text = value }
  public init(stringInterpolation: OSLogInterpolation) { text = stringInterpolation.text }
}

public struct OSLogInterpolation: StringInterpolationProtocol {
  var text = ""

  public init(literalCapacity: Int, interpolationCount: Int) {}
  public mutating func appendLiteral(_ literal: String) { text += literal }

  /// A number is public unless something else is said.
  public mutating func appendInterpolation<T: FixedWidthInteger>(
    _ number: @autoclosure @escaping () -> T, privacy: OSLogPrivacy = .auto
  ) { append("\(number())", privacy, isPublic: true) }

  public mutating func appendInterpolation(_ bool: @autoclosure @escaping () -> Bool, privacy: OSLogPrivacy = .auto) {
    append("\(bool())", privacy, isPublic: true)
  }

  /// A string is private unless something else is said.
  public mutating func appendInterpolation(_ text: @autoclosure @escaping () -> String, privacy: OSLogPrivacy = .auto) {
    append(text(), privacy, isPublic: false)
  }

  private mutating func append(_ value: String, _ privacy: OSLogPrivacy, isPublic: Bool) {
    switch (privacy.kind, privacy.mask) {
    case (.public, _): text += value
    case (.auto, _) where isPublic: text += value
    case (_, .hash): text += "<mask.hash>"
    default: text += "<private>"
    }
  }
}

// MARK: Not Apple's

/// What anyone reads in the log of a device.
public enum LogDouble {
  private static let lines = Mutex<[String]>([])

  public static var all: [String] { lines.withLock { $0 } }
  static func append(_ message: OSLogMessage) { lines.withLock { $0.append(message.text) } }
}
