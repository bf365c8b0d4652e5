import Testing

/// `openssl` reads what `callseal` exports and the other way round.
struct OpenSSLTests {
  @Test(arguments: [("X25519", ""), ("ED25519", "--signing")])
  func bothDirections(algorithm: String, flag: String) throws {
    let stage = try Stage()
    // Theirs to ours.
    try stage.run(
      """
      openssl genpkey -algorithm \(algorithm) -out theirs.pem && openssl pkey -in theirs.pem -pubout -out theirs.pub.pem &&
      callseal keys import -k ring --label theirs theirs.pem && callseal keys import -k ring --label public theirs.pub.pem &&
      callseal keys export -k ring --private --format pem --role own theirs > back.pem &&
      callseal keys export -k ring --format pem public > back.pub.pem && cmp theirs.pem back.pem && cmp theirs.pub.pem back.pub.pem
      """, exits: 0)
    // Ours to theirs.
    try stage.run(
      """
      callseal keys add -k ring \(flag) ours && callseal keys export -k ring --private --format pem ours > ours.pem &&
      callseal keys export -k ring --format pem ours > ours.pub.pem &&
      openssl pkey -in ours.pem -pubout | cmp - ours.pub.pem && openssl pkey -pubin -in ours.pub.pem -noout
      """, exits: 0)
    // And the same key by way of PEM and of JWK.
    let pem = try stage.run("callseal pubkey ours.pem", exits: 0).output
    #expect(try stage.run("callseal keys export -k ring ours", exits: 0).output == pem)
  }

  @Test func aSharedSecretAndASignatureAgree() throws {
    let stage = try Stage()
    // A signature of ours verifies with theirs only through the format, so the key pair itself is tried: openssl signs
    // with the exported seed, and verifies with the exported public half.
    try stage.run(
      """
      callseal keys add -k ring --signing s && callseal keys export -k ring --private --format pem s > s.pem &&
      callseal keys export -k ring --format pem s > s.pub.pem &&
      openssl pkeyutl -sign -rawin -inkey s.pem -in event.json -out sig &&
      openssl pkeyutl -verify -rawin -pubin -inkey s.pub.pem -in event.json -sigfile sig
      """, exits: 0)
  }
}
