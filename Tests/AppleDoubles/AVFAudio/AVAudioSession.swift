// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents what is declared here.

public import Foundation
import Synchronization

// Unchecked: what changes is under a mutex.
open class AVAudioSession: NSObject, @unchecked Sendable {
  public struct Category: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let playAndRecord = Category(rawValue: "AVAudioSessionCategoryPlayAndRecord")
  }
  public struct Mode: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let voiceChat = Mode(rawValue: "AVAudioSessionModeVoiceChat")
    public static let videoChat = Mode(rawValue: "AVAudioSessionModeVideoChat")
  }
  public struct CategoryOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The name in the SDK of iOS 26; before, `allowBluetooth`.
    public static let allowBluetoothHFP = CategoryOptions(rawValue: 4)
  }

  private static let shared = AVAudioSession()
  private let chosen = Mutex<(Category, Mode, CategoryOptions)?>(nil)

  open class func sharedInstance() -> AVAudioSession { shared }
  open var category: Category { chosen.withLock { $0?.0 } ?? Category(rawValue: "AVAudioSessionCategorySoloAmbient") }

  open var mode: Mode { chosen.withLock { $0?.1 } ?? Mode(rawValue: "AVAudioSessionModeDefault") }
  open var categoryOptions: CategoryOptions { chosen.withLock { $0?.2 } ?? [] }

  open func setCategory(_ category: Category, mode: Mode, options: CategoryOptions = []) throws {
    chosen.withLock { $0 = (category, mode, options) }
  }
}
