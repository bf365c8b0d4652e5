// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents what is declared here.

public import Foundation

public let CXErrorDomain = "com.apple.CallKit.error"
public let CXErrorDomainIncomingCall = "com.apple.CallKit.error.incomingcall"
public let CXErrorDomainRequestTransaction = "com.apple.CallKit.error.requesttransaction"
public let CXErrorDomainCallDirectoryManager = "com.apple.CallKit.error.calldirectorymanager"
public let CXErrorDomainNotificationServiceExtension = "com.apple.CallKit.error.notificationserviceextension"

public struct CXErrorCodeIncomingCallError: CustomNSError, Sendable {
  public enum Code: Int, Sendable {
    case unknown = 0
    case unentitled = 1
    case callUUIDAlreadyExists = 2
    case filteredByDoNotDisturb = 3
    case filteredByBlockList = 4
    case filteredDuringRestrictedSharingMode = 5
    case callIsProtected = 6
    case filteredBySensitiveParticipants = 7
  }

  public let code: Code
  public init(_ code: Code) { self.code = code }
  public static var errorDomain: String { CXErrorDomainIncomingCall }
  public var errorCode: Int { code.rawValue }
}

public struct CXErrorCodeRequestTransactionError: CustomNSError, Sendable {
  public enum Code: Int, Sendable {
    case unknown = 0
    case unentitled = 1
    case unknownCallProvider = 2
    case emptyTransaction = 3
    case unknownCallUUID = 4
    case callUUIDAlreadyExists = 5
    case invalidAction = 6
    case maximumCallGroupsReached = 7
    case callIsProtected = 8
  }

  public let code: Code
  public init(_ code: Code) { self.code = code }
  public static var errorDomain: String { CXErrorDomainRequestTransaction }
  public var errorCode: Int { code.rawValue }
}

public struct CXErrorCodeNotificationServiceExtensionError: CustomNSError, Sendable {
  public enum Code: Int, Sendable {
    case unknown = 0
    case invalidClientProcess = 1
    case missingNotificationFilteringEntitlement = 2
  }

  public let code: Code
  public init(_ code: Code) { self.code = code }
  public static var errorDomain: String { CXErrorDomainNotificationServiceExtension }
  public var errorCode: Int { code.rawValue }
}

public struct CXErrorCodeCallDirectoryManagerError: CustomNSError, Sendable {
  public enum Code: Int, Sendable {
    case unknown = 0
    case noExtensionFound = 1
    case loadingInterrupted = 2
    case entriesOutOfOrder = 3
    case duplicateEntries = 4
    case maximumEntriesExceeded = 5
    case extensionDisabled = 6
    case currentlyLoading = 7
    case unexpectedIncrementalRemoval = 8
  }

  public let code: Code
  public init(_ code: Code) { self.code = code }
  public static var errorDomain: String { CXErrorDomainCallDirectoryManager }
  public var errorCode: Int { code.rawValue }
}
