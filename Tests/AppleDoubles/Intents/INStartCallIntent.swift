// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents what is declared here.

public import Foundation
public import UserNotifications

public enum INPersonHandleType: Int, Sendable {
  case unknown = 0
  case emailAddress = 1
  case phoneNumber = 2
}

open class INPersonHandle: NSObject {
  public let value: String?
  public let type: INPersonHandleType

  public init(value: String?, type: INPersonHandleType) {
    self.value = value
    self.type = type
  }
}

open class INImage: NSObject {}

open class INPerson: NSObject {
  public let personHandle: INPersonHandle?
  public let displayName: String

  public init(
    personHandle: INPersonHandle, nameComponents: PersonNameComponents?, displayName: String?, image: INImage?,
    contactIdentifier: String?, customIdentifier: String?
  ) {
    self.personHandle = personHandle
    self.displayName = displayName ?? ""
  }
}

open class INIntent: NSObject {}
open class INIntentResponse: NSObject {}
open class INCallRecordFilter: NSObject {}
open class INCallRecord: NSObject {}
public enum INCallAudioRoute: Int, Sendable { case unknown = 0 }
public enum INCallDestinationType: Int, Sendable {
  case unknown = 0
  case normal = 1
}
public enum INCallCapability: Int, Sendable {
  case unknown = 0
  case audioCall = 1
  case videoCall = 2
}

open class INStartCallIntent: INIntent, UNNotificationContentProviding {
  public let contacts: [INPerson]?
  public let callCapability: INCallCapability
  public let destinationType: INCallDestinationType

  public init(
    callRecordFilter: INCallRecordFilter?, callRecordToCallBack: INCallRecord?, audioRoute: INCallAudioRoute,
    destinationType: INCallDestinationType, contacts: [INPerson]?, callCapability: INCallCapability
  ) {
    self.contacts = contacts
    self.callCapability = callCapability
    self.destinationType = destinationType
  }
}

public enum INInteractionDirection: Int, Sendable {
  case unspecified = 0
  case outgoing = 1
  case incoming = 2
}

open class INInteraction: NSObject {
  public let intent: INIntent
  open var direction = INInteractionDirection.unspecified

  public init(intent: INIntent, response: INIntentResponse?) { self.intent = intent }

  open func donate(completion: (@Sendable ((any Error)?) -> Void)? = nil) {
    DispatchQueue.global().async { completion?(nil) }
  }
}

/// Foundation's at Apple.
open class NSUserActivity: NSObject {
  public let activityType: String
  /// Intents' at Apple.
  public private(set) var interaction: INInteraction?

  public init(activityType: String) { self.activityType = activityType }

  /// Not Apple's: an activity as the system makes it.
  public convenience init(double intent: INIntent?) {
    self.init(activityType: "INStartCallIntent")
    interaction = intent.map { INInteraction(intent: $0, response: nil) }
  }
}

extension INStartCallIntent: RefusingContentDouble {
  /// Not Apple's: a person named "refuse" makes the update fail.
  public var refusal: (any Error)? {
    contacts?.first?.displayName == "refuse" ? NSError(domain: "UNErrorDomain", code: 1401) : nil
  }
}
