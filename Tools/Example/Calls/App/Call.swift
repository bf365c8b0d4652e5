import CallKit
import Foundation

/// A call as the app knows it.
@MainActor struct Call {
  enum Stage: Equatable { case ringing, connecting, active }

  var stage: Stage
  var isVideo: Bool
  var isMuted = false
  var isHeld = false
  var isTranslating = false
  /// The answer that waits for media. It is fulfilled or failed, whatever becomes of the call.
  var answer: CXAnswerCallAction?
}
