/// The server's public signing key, as `callseal pubkey` prints it. What stands here is none: until yours does, there is no
/// configuration and every push shows the fallback.
nonisolated let serverKey = #"{"kty":"OKP","crv":"Ed25519","x":"PUT-YOUR-SERVERS-PUBLIC-KEY-HERE"}"#
