import Seal

func sealACall(signingKey: SenderPrivateKey, jwk: String) throws -> [PushRequest] {
  let audience = try Audience("com.example.app")
  let sealer = Sealer(audience: audience, signingKey: signingKey)
  let template = try PushTemplate(audience: audience)

  let device = try RecipientPublicKey(parsingJWK: Array(jwk.utf8))
  let call = EventDraft.call(from: "+14155550123", name: "Ada", video: true)
  let envelope = try sealer.seal(call, to: device)
  let push = try template.alertPush(envelope)
  return [push, try sealAnEnd(EventID.random(), sealer, template, device), try voip(template, envelope)]
}

func sealAnEnd(
  _ id: EventID, _ sealer: Sealer, _ template: PushTemplate, _ device: RecipientPublicKey
) throws -> PushRequest {
  let end = EventDraft.callEnded(id, reason: .answeredElsewhere)
  let push = try template.alertPush(try sealer.seal(end, to: device))
  return push
}

func voip(_ template: PushTemplate, _ envelope: Envelope) throws -> PushRequest {
  let push = try template.voipPush(envelope)
  return push
}
