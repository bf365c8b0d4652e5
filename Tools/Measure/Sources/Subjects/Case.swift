package import Filter
package import Seal

/// One thing to measure: which bucket, how full, and whether it is signed.
package struct Case: Sendable {
  /// The smallest bucket that is used, and the one that is.
  package let bucket: Bucket
  package let isSigned: Bool
  /// Whether `data` fills the bucket to its last byte; otherwise the event is a call as an app would send it.
  package let isFull: Bool

  package init(bucket: Bucket, isSigned: Bool, isFull: Bool) {
    self.bucket = bucket
    self.isSigned = isSigned
    self.isFull = isFull
  }

  package var name: String { "\(bucket.rawValue) \(isSigned ? "signed" : "unsigned")\(isFull ? " full" : "")" }
}

/// Keys, and what is made from them once in a process.
package struct Parties: Sendable {
  package let audience: Audience
  package let device: RecipientPrivateKey
  package let sender: SenderPrivateKey

  package init() throws {
    audience = try Audience("org.example.app")
    device = try RecipientPrivateKey.generate()
    sender = try SenderPrivateKey.generate()
  }

  package func sealer(_ subject: Case) -> Sealer {
    Sealer(audience: audience, signingKey: subject.isSigned ? sender : nil, floor: subject.bucket)
  }

  /// A filter with a ledger in memory that is full already: the state it is in after the first thousand pushes.
  package func filter() throws -> PushFilter {
    var configuration = FilterConfiguration(
      audience: audience, keys: try KeySource([device]), senders: try KeySource([sender.publicKey]),
      ledger: .inMemory())
    configuration.policy.acceptsUnsigned = true
    let filter = PushFilter(configuration)
    let subject = Case(bucket: .bytes512, isSigned: true, isFull: false)
    let work = try SealWork(self, subject)
    for _ in 0..<1100 { _ = filter.decide(userInfo(try work.push())) }
    return filter
  }

  /// The push as `request.content.userInfo` has it.
  package func userInfo(_ push: PushRequest) -> [AnyHashable: Any] {
    let body = String(decoding: push.body, as: UTF8.self)
    let start = body.range(of: "\"sealed\":\"")
    return [
      "aps": ["alert": ["title": "New activity"], "mutable-content": 1] as [String: Any],
      "sealed": String(body[start...].dropLast(2)),
    ]
  }
}

extension String {
  /// Behind the first occurrence of `word`, without Foundation.
  fileprivate func range(of word: String) -> Index {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(word) { return index(start, offsetBy: word.count) }
      start = index(after: start)
    }
    return endIndex
  }
}
