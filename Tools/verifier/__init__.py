"""An independent reader and writer of the CallSeal format, version 1, written to be read.

It shares no code with the Swift packages: HPKE, X25519 and Ed25519 come from the Python package `cryptography`,
everything else is here. The format itself is described in `Vectors/README.md`; `Tools/verify` runs the vectors beside
it (and needs `jsonschema` for that). The modules, from the wire inwards:

- `fault`: what can be wrong with an envelope, with the layer that says so
- `wire`: base64url, the header, buckets, padding, the audience, HPKE's `info`
- `curves`: which X25519 and Ed25519 encodings are refused before a library sees them
- `ijson`: the strict reader of I-JSON
- `keys`, `pem`: JWK, JWK Set, thumbprints, key ids; PEM
- `hpke`: sealing with an ephemeral key that is given
- `envelope`: sealing, opening, the sender's signature
- `graphemes`, `display`: how names, handles and notification text are cleaned
- `body`: the event inside
- `ledger`, `decision`: what a phone does with it
- `vectorfile`: files of vectors, as such
- `vectors`, `envelope_vectors`, `decision_vectors`, `difference`, `report`: running them, and what came of it

Needs Python 3.11. Times are milliseconds since 1970 throughout, sizes are bytes.
"""
