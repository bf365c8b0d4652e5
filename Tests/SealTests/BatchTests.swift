import Seal
import SealCrypto
import Testing

/// Many at once: everything once, in its place, and no more in memory than there has to be.
struct BatchTests {
  private let device: Device
  private let sender: SenderPrivateKey
  private let sealer: Sealer

  init() throws {
    device = try Device()
    sender = try SenderPrivateKey.generate()
    sealer = Sealer(audience: device.audience, signingKey: sender, floor: .bytes512)
  }

  private func item(_ number: Int) -> BatchItem {
    BatchItem(.data(["n": .integer(Int64(number))]), to: device.key.publicKey)
  }

  private func number(_ envelope: Envelope) throws -> Int {
    let body = try device.open(envelope, sender: sender.publicKey).body
    let text = String(decoding: body, as: UTF8.self)
    let digits = text.split(separator: "\"n\":").last?.prefix { $0.isNumber } ?? ""
    return try #require(Int(digits))
  }

  @Test(arguments: [0, 1, 31, 32, 33, 500]) func givesEveryResultInOrder(_ count: Int) async throws {
    var numbers: [Int] = []
    try await sealer.sealAll((0..<count).lazy.map(item)) { result in
      #expect(result.index == numbers.count)
      numbers.append(try number(result.envelope.get()))
    }
    #expect(numbers == Array(0..<count))
  }

  @Test func givesEveryResultAsItComes() async throws {
    var numbers: [Int: Int] = [:]
    try await sealer.sealAll((0..<500).lazy.map(item), order: .asReady) { result in
      #expect(numbers[result.index] == nil)
      numbers[result.index] = try number(result.envelope.get())
    }
    #expect(numbers == Dictionary(uniqueKeysWithValues: (0..<500).map { ($0, $0) }))
  }

  @Test func aBadItemIsAnErrorInItsPlace() async throws {
    let tooLarge = EventDraft.data(["a": .string(String(repeating: "x", count: 3000))])
    let bad: [Int: SealError.Code] = [0: .invalidEvent, 40: .tooLarge, 99: .unknownKind]
    let items = (0..<100).map { number in
      switch bad[number] {
      case .invalidEvent?: BatchItem(EventDraft(members: [:]), to: device.key.publicKey)
      case .tooLarge?: BatchItem(tooLarge, to: device.key.publicKey)
      case .unknownKind?: BatchItem(EventDraft(members: ["kind": "x"]), to: device.key.publicKey)
      default: item(number)
      }
    }
    var count = 0
    try await sealer.sealAll(items) { result in
      switch result.envelope {
      case .success(let envelope):
        let number = try number(envelope)
        #expect(number == result.index)
      case .failure(let error): #expect(error.code == bad[result.index])
      }
      #expect((bad[result.index] != nil) == ((try? result.envelope.get()) == nil))
      count += 1
    }
    #expect(count == 100)
  }

  @Test func sealsOneEncodedEventForMany() async throws {
    let event = try EncodedEvent(.data(["n": 7]))
    var keys: Set<[UInt8]> = []
    try await sealer.sealAll((0..<100).lazy.map { _ in BatchItem(event, to: device.key.publicKey) }) { result in
      let envelope = try result.envelope.get()
      #expect(try number(envelope) == 7)
      keys.insert(envelope.encapsulatedKey)
    }
    #expect(keys.count == 100)
  }

  /// Items are taken as results are given: an endless sequence, of which only so much is ever taken.
  @Test(arguments: [BatchOrder.asGiven, .asReady]) func takesNoMoreThanItHasRoomFor(_ order: BatchOrder) async throws {
    struct Enough: Error {}
    var taken = 0
    var given = 0
    var most = 0
    let endless = sequence(first: 0) { $0 + 1 }.lazy.map { number in
      taken += 1
      return item(number)
    }
    await #expect(throws: Enough.self) {
      try await sealer.sealAll(endless, order: order) { _ in
        most = max(most, taken - given)
        given += 1
        if given == 2000 { throw Enough() }
      }
    }
    #expect(given == 2000)
    // Two chunks of 32 for each core, whatever that machine has, and the one being given.
    #expect(most <= (2 * 256 + 1) * 32)
    #expect(taken < 2000 + most + 32)
  }

  @Test func stopsWhereItIsCancelled() async throws {
    let sealer = sealer
    let key = device.key.publicKey
    let task = Task {
      var given = 0
      let endless = sequence(first: 0) { $0 + 1 }.lazy.map { _ in BatchItem(.data([:]), to: key) }
      do {
        try await sealer.sealAll(endless) { _ in
          given += 1
          if given == 10 { withUnsafeCurrentTask { $0?.cancel() } }
        }
      } catch is CancellationError { return given }
      return -1
    }
    let given = try await task.value
    // The chunk that was being given is given to its end, and none after it.
    #expect(10...32 ~= given)
  }
}
