// A process of its own, so that nothing else allocates while a service handles pushes. It prints two numbers of bytes: by
// how much its argument's number of pushes made it grow, and how much more it held at the worst moment than before that.

import CallKit
import FilterExtension
import Foundation
import Glibc
import Seal
import Synchronization
import UserNotifications

final class Service: FilterService {
  let configuration: FilterConfiguration
  init(_ configuration: FilterConfiguration) { self.configuration = configuration }
  override func makeConfiguration() throws -> FilterConfiguration { configuration }
}

/// A number of kilobytes that the kernel keeps of this process.
func kilobytes(_ name: String) -> Int {
  let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
  return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
}

// Sanitizers keep what is freed, which is their purpose; there is nothing to be measured under them.
let isSanitized = unsafe dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
if isSanitized {
  print("sanitized")
  exit(0)
}

let device = try RecipientPrivateKey.generate()
let sender = try SenderPrivateKey.generate()
let audience = try Audience("com.example.app")
let sealer = Sealer(audience: audience, signingKey: sender)
let service = Service(
  FilterConfiguration(
    audience: audience, keys: try KeySource([device]), senders: try KeySource([sender.publicKey]), ledger: .inMemory()))

/// Hostile text of the size that no push has, and of the largest that is decoded.
let huge = String(repeating: "A", count: 1 << 20)
let large = String(repeating: "A", count: 5120)

@MainActor func push(_ round: Int) throws -> (sealed: String, call: String?) {
  let id = try EventID.random()
  func seal(_ draft: EventDraft) throws -> String { try sealer.seal(draft, to: device.publicKey).text }
  switch round % 8 {
  case 0, 1: return (try seal(.call(from: "+14155550123", name: "Ada", id: id)), id.description)
  case 2:
    VoIPPushPayloadDouble.expect(id.description, .init(domain: "x", code: 1))
    return (try seal(.call(from: "+14155550123", name: String(repeating: "é", count: 600), id: id)), id.description)
  case 3:
    var text = Event.NotificationText()
    text.body = String(repeating: "word ", count: 400)
    return (try seal(.notification(text, id: id, data: ["list": [1, 2, 3, ["deep": "er"]]])), nil)
  case 4: return (try seal(.data(["key": .string(String(repeating: "v", count: 2000))], id: id)), nil)
  case 5: return (huge, nil)
  case 6: return (large, nil)
  default: return (String(try seal(.data(["a": 1])).reversed()), nil)
  }
}

@MainActor func handle(_ rounds: Range<Int>) throws {
  let finished = DispatchSemaphore(value: 0)
  for round in rounds {
    let (sealed, call) = try push(round)
    let content = UNMutableNotificationContent()
    content.userInfo = ["aps": ["alert": ["title": "x"]], "sealed": sealed]
    let request = UNNotificationRequest(identifier: "x", content: content, trigger: nil)
    service.didReceive(request) { _ in finished.signal() }
    finished.wait()
    if let call { VoIPPushPayloadDouble.forget(call) }
  }
}

// The ledger fills, and threads and the allocator get what they keep.
let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 10_000
try handle(0..<min(4_000, count))
// "5" resets the peak (proc(5)).
try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
let before = kilobytes("VmRSS")
try handle(0..<count)
print((kilobytes("VmRSS") - before) * 1024, (kilobytes("VmHWM") - before) * 1024)
