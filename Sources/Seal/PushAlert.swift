/// The visible text of every push of a sealer: what the user reads where the extension could not run.
///
/// It is one constant, whatever is inside; Apple's servers read it. An extension runs only for a push that shows text
/// (Apple: "Modifying content in newly delivered notifications").
public struct PushAlert: Equatable, Sendable {
  let members: JSONObject

  /// A text as it is.
  ///
  /// - Parameters:
  ///   - title: The title, or nothing.
  ///   - body: The body, or nothing.
  /// - Returns: The alert.
  /// - Throws: `SealError` with code `invalidAlert` where neither has anything visible.
  public static func text(title: String? = nil, body: String? = nil) throws(SealError) -> PushAlert {
    try PushAlert([("title", title), ("body", body)])
  }

  /// Keys of the app's `Localizable.strings`, so that the phone shows its user's language.
  ///
  /// - Parameters:
  ///   - titleKey: `title-loc-key`, or nothing.
  ///   - bodyKey: `loc-key`, or nothing.
  /// - Returns: The alert.
  /// - Throws: `SealError` with code `invalidAlert` where neither has anything visible.
  public static func localized(titleKey: String? = nil, bodyKey: String? = nil) throws(SealError) -> PushAlert {
    try PushAlert([("title-loc-key", titleKey), ("loc-key", bodyKey)])
  }

  /// "New activity", for a start.
  public static let generic = PushAlert(members: ["title": "New activity"])

  private init(members: JSONObject) { self.members = members }

  private init(_ texts: [(String, String?)]) throws(SealError) {
    var members = JSONObject()
    for case (let name, let text?) in texts where DisplayText.isVisible(text) { members[name] = .string(text) }
    guard !members.members.isEmpty else {
      throw SealError(.invalidAlert, "a push shows text, or the phone does not start the extension")
    }
    self.members = members
  }
}
