import Testing

/// Keys through their lives, on both sides, while pushes are in flight.
struct RotationTests {
  private let app = "--audience org.example.app"

  private func begin() throws -> Stage {
    let stage = try Stage()
    try stage.run(
      """
      callseal keys add -k device phone && callseal keys export -k device phone > phone.pub &&
      callseal keys add -k server --signing backend && callseal keys export -k server backend > backend.pub &&
      callseal keys import -k server --label anna phone.pub &&
      callseal keys trust -k device --label backend backend.pub
      """, exits: 0)
    return stage
  }

  private func seal(_ stage: Stage, _ name: String, exits code: Int32 = 0) throws {
    try stage.run(
      "callseal seal --to 'server#anna' --sign-with server \(app) -o \(name) event.json", exits: code)
  }

  @discardableResult
  private func open(_ stage: Stage, _ name: String, exits code: Int32) throws -> Stage.Ended {
    let ended = try stage.run("callseal open --key device --trust device \(app) \(name)", exits: code)
    #expect(ended.output.contains("canary-of-the-event") == (code == 0))
    return ended
  }

  @Test func aDeviceKeyIsRotatedWithPushesInFlight() throws {
    let stage = try begin()
    try seal(stage, "before")
    // The device makes the new key; the server has not heard of it yet.
    try stage.run("callseal keys rotate -k device phone", exits: 0)
    try seal(stage, "during")
    // The server has, and seals to the new key alone.
    try stage.run(
      "callseal keys export -k device phone > new.pub && callseal keys rotate -k server --to new.pub anna", exits: 0)
    try seal(stage, "after")
    for name in ["before", "during", "after"] { try open(stage, name, exits: 0) }
    let ids = try ["before", "during", "after"].map {
      try stage.run("callseal inspect --json \($0)", exits: 0).output.split(separator: "\"recipient\":\"")[1].prefix(16)
    }
    #expect(ids[0] == ids[1] && ids[1] != ids[2])

    // 31 days later.
    try stage.replace(#""until":\d+"#, in: "device", with: #""until":1700000000000"#)
    for name in ["before", "during"] {
      let ended = try open(stage, name, exits: 7)
      #expect(ended.error.contains("opened until 2023-11-14"))
    }
    try open(stage, "after", exits: 0)
    // To the phone's user it is an unknown key.
    let decision = try stage.run("callseal filter --key device --trust device \(app) before", exits: 0)
    #expect(decision.output.contains(#""reason":"unknown-key""#))
    // Within the grace time, by the filter's own clock.
    let earlier = try stage.run(
      "callseal filter --key device --trust device --now 1699999999999 \(app) before", exits: 0)
    #expect(earlier.output.contains(#""reason":"data""#))

    let old = try #require(try stage.keys("device").first { $0["state"] as? String == "retiring" }?["id"] as? String)
    try stage.run("callseal keys destroy -k device \(old)", exits: 0)
    try open(stage, "before", exits: 4)
    try open(stage, "after", exits: 0)
    #expect(try stage.keys("device").count == 2)
  }

  @Test func aSendersKeyIsRotatedTheOtherWayRound() throws {
    let stage = try begin()
    try seal(stage, "before")
    try stage.run(
      """
      callseal keys add -k server --signing next && callseal keys export -k server next > next.pub &&
      callseal keys rotate -k device --to next.pub backend && callseal keys retire -k server backend
      """, exits: 0)
    try seal(stage, "after")
    try open(stage, "before", exits: 0)
    try open(stage, "after", exits: 0)
    try stage.replace(#""until":\d+"#, in: "device", with: #""until":1700000000000"#)
    try open(stage, "before", exits: 5)
    try open(stage, "after", exits: 0)
    try stage.run("callseal keys distrust -k device backend", exits: 0)
    try open(stage, "after", exits: 5)
    try stage.run("callseal keys trust -k device --label backend next.pub", exits: 7)
    try stage.run("callseal keys trust -k device --label backend --force next.pub", exits: 0)
    try open(stage, "after", exits: 0)
  }

  /// From one keyring into another no key comes back to life.
  @Test func whatIsOutOfUseIsNotHandedOn() throws {
    let stage = try begin()
    try stage.run("callseal keys distrust -k device backend", exits: 0)
    try stage.run("callseal keys trust -k other --label backend 'device#backend'", exits: 7)
    try stage.run("callseal keys import -k other --label backend 'device#backend'", exits: 7)
    try stage.run("callseal keys retire -k device phone", exits: 0)
    try stage.run("callseal pubkey 'device#phone'", exits: 7)
    try stage.run("callseal pubkey device", exits: 7)
    try stage.run("callseal keys import -k other --label x 'device#nobody'", exits: 4)
    try stage.run("test -e other", exits: 1)
  }

  @Test func sealingRefusesRetiredAndExpiredKeys() throws {
    let stage = try begin()
    try stage.replace(
      #"("label":"anna","state":"active","created":\d+)"#, in: "server", with: #"$1,"expires":1700000000000"#)
    try seal(stage, "push", exits: 7)
    try stage.run("callseal keys check -k server", exits: 7)
    try stage.run("callseal keys retire -k server anna", exits: 0)
    try seal(stage, "push", exits: 7)
    try stage.run("callseal keys retire -k server backend", exits: 0)
    try stage.run("callseal seal --to phone.pub --sign-with server \(app) -o push event.json", exits: 7)
    try stage.run("callseal seal --to 'server#nobody' \(app) -o push event.json", exits: 4)
    try stage.run("callseal seal --to 'phone.pub#anna' \(app) -o push event.json", exits: 3)
    #expect(!stage.names.contains("push"))
  }

  @Test func aKeyInUseIsDestroyedByForceOnly() throws {
    let stage = try begin()
    let before = try stage.read("device")
    try stage.run("callseal keys destroy -k device phone", exits: 7)
    #expect(try stage.read("device") == before)
    try stage.run("callseal keys destroy -k device --force phone", exits: 0)
    #expect(try !stage.read("device").contains("\"d\""))
  }

  @Test func twoProcessesAddAtOnce() throws {
    let stage = try Stage()
    try stage.run(
      "for p in a b; do (for i in 1 2 3 4 5 6 7 8 9 10; do callseal keys add -k ring $p$i || exit 1; done) & done; wait",
      exits: 0)
    #expect(try stage.keys("ring").count == 20)
    #expect(!stage.names.contains { $0.hasPrefix(".ring") })
  }
}
