#if CALLSEAL_DOUBLES || (canImport(CallKit) && (os(iOS) || os(visionOS)))
  public import CallKit

  /// What an app's calls can do besides talking. CallKit offers a button for each that it is not told to leave out, and one
  /// that does nothing is worse than none.
  public struct CallFeatures: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Wraps bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// A call can be held, or swapped with another one: `CXSetHeldCallAction`.
    public static let holding = CallFeatures(rawValue: 1)
    /// A call can be joined with another one: `CXSetGroupCallAction`.
    public static let grouping = CallFeatures(rawValue: 2)
    /// A call can be taken out of a group: `CXSetGroupCallAction` without a partner.
    public static let ungrouping = CallFeatures(rawValue: 4)
    /// Tones can be played: `CXPlayDTMFCallAction`.
    public static let tones = CallFeatures(rawValue: 8)
  }

  extension CXCallUpdate {
    /// An update that says of every feature whether there is it. What an update leaves unsaid CallKit takes for true.
    ///
    /// - Parameter features: What the app's calls can do.
    public convenience init(features: CallFeatures) {
      self.init()
      supportsHolding = features.contains(.holding)
      supportsGrouping = features.contains(.grouping)
      supportsUngrouping = features.contains(.ungrouping)
      supportsDTMF = features.contains(.tones)
    }
  }
#endif
