// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents what is declared here.

public import Foundation

public struct UNNotificationSoundName: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.rawValue = rawValue }
}

// Sendable for the sake of the class properties: it holds one constant.
public final class UNNotificationSound: NSObject, Sendable {
  private let name: String

  public convenience init(named name: UNNotificationSoundName) { self.init("named:" + name.rawValue) }

  private init(_ name: String) { self.name = name }

  public class var `default`: UNNotificationSound { UNNotificationSound("default") }
  public class var defaultRingtone: UNNotificationSound { UNNotificationSound("ringtone") }
  public class func ringtoneSoundNamed(_ name: UNNotificationSoundName) -> UNNotificationSound {
    UNNotificationSound("ringtone:" + name.rawValue)
  }

  public override func isEqual(_ object: Any?) -> Bool { (object as? UNNotificationSound)?.name == name }
  public override var hash: Int { name.hashValue }
  public override var description: String { name }
}
