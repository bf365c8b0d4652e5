"""The Python verifier by itself: the wire, I-JSON, keys, sealing and opening. Needs no binary."""

from __future__ import annotations

import hashlib

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from pyhpke import AEADId, CipherSuite, KDFId, KEMId, KEMKey, KEMKeyPair

from support import AUDIENCE, to_body
from verifier import ijson, wire
from verifier.curves import L, P
from verifier.envelope import make_plaintext, open_envelope, seal, seal_padded, signature_message, verifies
from verifier.fault import Fault
from verifier.keys import DEVICE, SENDER, BadKey, PrivateKey, PublicKey, parse_private, parse_public

DEVICE_KEY = PrivateKey(DEVICE, bytes(range(32)))
SENDER_KEY = PrivateKey(SENDER, bytes(range(32, 64)))
STRANGER = PrivateKey(SENDER, bytes(range(64, 96)))


def layer_of(envelope: bytes, accepts_unsigned: bool = True) -> str:
    """The layer where opening fails."""
    with pytest.raises(Fault) as caught:
        open_envelope(envelope, [DEVICE_KEY], AUDIENCE, [SENDER_KEY.public], accepts_unsigned)
    return caught.value.layer


@pytest.mark.parametrize(
    ("size", "signed", "envelope"),
    [(510, False, 569), (511, False, 1081), (1022, False, 1081), (1023, False, 2105), (2046, False, 2105),
     (2047, False, 2617), (2558, False, 2617), (438, True, 569), (439, True, 1081), (950, True, 1081),
     (951, True, 2105), (1974, True, 2105), (1975, True, 2617), (2486, True, 2617), (0, False, 569)],
)  # fmt: skip
def test_round_trip_at_every_boundary(size: int, signed: bool, envelope: int) -> None:
    body = b"\x80" * size
    sealed = seal(body, DEVICE_KEY.public, AUDIENCE, SENDER_KEY if signed else None, floor=512)
    assert len(sealed) == envelope
    opened = open_envelope(sealed, [DEVICE_KEY], AUDIENCE, [SENDER_KEY.public], not signed)
    assert opened.body == body and opened.recipient == DEVICE_KEY.public
    assert opened.sender == (SENDER_KEY.public if signed else None)


@pytest.mark.parametrize(("size", "sender"), [(2559, None), (2487, SENDER_KEY)], ids=["unsigned", "signed"])
def test_refuses_a_body_over_the_largest_bucket(size: int, sender: PrivateKey | None) -> None:
    with pytest.raises(ValueError, match="1 bytes over"):
        seal(bytes(size), DEVICE_KEY.public, AUDIENCE, sender)


@pytest.mark.parametrize("sender", [None, SENDER_KEY], ids=["unsigned", "signed"])
def test_two_libraries_give_the_same_bytes(sender: PrivateKey | None) -> None:
    ephemeral = PrivateKey(DEVICE, bytes(range(100, 132)))
    sealed = seal(b"{}", DEVICE_KEY.public, AUDIENCE, sender, 512, ephemeral)
    assert sealed[9:41] == ephemeral.public.raw
    assert open_envelope(sealed, [DEVICE_KEY], AUDIENCE, [SENDER_KEY.public], sender is None).body == b"{}"
    plaintext = wire.pad(make_plaintext(b"{}", DEVICE_KEY.public, AUDIENCE, sender), 512)
    # What stands in hpke.py against `pyhpke`.
    suite = CipherSuite.new(KEMId.DHKEM_X25519_HKDF_SHA256, KDFId.HKDF_SHA256, AEADId.CHACHA20_POLY1305)
    secret = X25519PrivateKey.from_private_bytes(ephemeral.secret)
    pair = KEMKeyPair(*map(KEMKey.from_pyca_cryptography_key, (secret, secret.public_key())))
    to = KEMKey.from_pyca_cryptography_key(X25519PublicKey.from_public_bytes(DEVICE_KEY.public.raw))
    enc, context = suite.create_sender_context(to, info=wire.make_info(sealed[:9], AUDIENCE), eks=pair)
    assert sealed == sealed[:9] + enc + context.seal(plaintext, b"")


@pytest.mark.parametrize(
    ("at", "layer"), [(0, "version"), (1, "key"), (8, "key"), (9, "tag"), (41, "tag"), (568, "tag")]
)
def test_damage_is_found_in_its_layer(at: int, layer: str) -> None:
    sealed = bytearray(seal(b"{}", DEVICE_KEY.public, AUDIENCE, None, 512))
    sealed[at] ^= 1
    assert layer_of(bytes(sealed)) == layer


@pytest.mark.parametrize("enc", [0, 1, P - 1, P, P + 1, 2**255 - 1, 2**255 + 9], ids=hex)
def test_refuses_unsound_enc(enc: int) -> None:
    sealed = seal(b"{}", DEVICE_KEY.public, AUDIENCE, None, 512)
    assert layer_of(sealed[:9] + enc.to_bytes(32, "little") + sealed[41:]) == "encapsulation"


@pytest.mark.parametrize(
    ("padded", "layer"),
    [(bytes(512), "padding"), (b"\x00{}\x80\x01" + bytes(507), "padding"), (b"\x80" + bytes(511), "plaintext"),
     (b"\x02{}\x80" + bytes(508), "plaintext"), (b"\x01" + b"a" * 71 + b"\x80" + bytes(439), "plaintext")],
    ids=["zeros", "no-mark", "empty", "first-byte", "cut-short"],
)  # fmt: skip
def test_refuses_wrong_plaintexts(padded: bytes, layer: str) -> None:
    assert layer_of(seal_padded(padded, DEVICE_KEY.public, AUDIENCE)) == layer


def test_sender_and_signature_faults() -> None:
    unsigned = seal(b"{}", DEVICE_KEY.public, AUDIENCE)
    by_stranger = seal(b"{}", DEVICE_KEY.public, AUDIENCE, STRANGER)
    assert layer_of(unsigned, accepts_unsigned=False) == "sender"
    assert layer_of(by_stranger, accepts_unsigned=False) == "sender"
    assert open_envelope(by_stranger, [DEVICE_KEY], AUDIENCE, [SENDER_KEY.public], True).sender is None
    for_another_app = make_plaintext(b"{}", DEVICE_KEY.public, "org.example.other", SENDER_KEY)
    passed_on = seal_padded(wire.pad(for_another_app, 512), DEVICE_KEY.public, AUDIENCE)
    assert layer_of(passed_on) == "signature"


def test_refuses_signatures_that_libraries_take() -> None:
    message = signature_message(b"{}", DEVICE_KEY.public, AUDIENCE)
    public = SENDER_KEY.public.raw
    small = small_order_signature(SENDER_KEY, message)
    Ed25519PublicKey.from_public_bytes(public).verify(small, message)  # OpenSSL takes a small-order R
    assert not verifies(small, message, public)
    good = ed25519_sign(SENDER_KEY, message)
    assert verifies(good, message, public)
    malleable = good[:32] + (int.from_bytes(good[32:], "little") + L).to_bytes(32, "little")
    assert not verifies(malleable, message, public)


def small_order_signature(key: PrivateKey, message: bytes) -> bytes:
    """R is the neutral element, S = k·a: the equation holds, and only a check of R refuses it."""
    half = bytearray(hashlib.sha512(key.secret).digest()[:32])
    half[0] &= 248
    half[31] = half[31] & 63 | 64
    r = (1).to_bytes(32, "little")
    k = int.from_bytes(hashlib.sha512(r + key.public.raw + message).digest(), "little")
    return r + (k * int.from_bytes(half, "little") % L).to_bytes(32, "little")


def ed25519_sign(key: PrivateKey, message: bytes) -> bytes:
    return Ed25519PrivateKey.from_private_bytes(key.secret).sign(message)


def test_keys_that_cannot_be_read_now() -> None:
    locked = frozenset({DEVICE_KEY.public.key_id})
    with pytest.raises(Fault) as caught:
        open_envelope(seal(b"{}", DEVICE_KEY.public, AUDIENCE), [], AUDIENCE, unreadable=locked)
    assert (caught.value.layer, caught.value.reason) == ("key", "keys-unavailable")
    with pytest.raises(Fault) as caught:
        sealed = seal(b"{}", DEVICE_KEY.public, AUDIENCE, STRANGER)
        open_envelope(sealed, [DEVICE_KEY], AUDIENCE, [], True, unreadable_trust={STRANGER.public.key_id})
    assert caught.value.reason == "keys-unavailable"


@pytest.mark.parametrize(
    ("text", "expected"),
    [("AA", b"\0"), ("AA==", b"\0"), ("AAA", b"\0\0"), ("AAA=", b"\0\0"), ("AAAA", b"\0\0\0"), ("-_-_",
    b"\xfb\xff\xbf"),
     ("+/+/", b"\xfb\xff\xbf")],
)  # fmt: skip
def test_reads_every_spelling(text: str, expected: bytes) -> None:
    assert wire.decode_base64(text) == expected


@pytest.mark.parametrize(
    ("text", "layer"),
    [("", "encoding"), ("A" * 5121, "length"), ("A", "encoding"), ("=", "encoding"), ("====", "encoding"),
     ("AA=", "encoding"), ("AA===", "encoding"), ("AAA==", "encoding"), ("AAAA=", "encoding"), ("AAAA====", "encoding"),
     ("AB", "encoding"), ("AAB", "encoding"), ("-/AA", "encoding"), ("+_AA", "encoding"), ("AA AA", "encoding"),
     ("AAAA\n", "encoding"), ("AA=A", "encoding"), ("AÄAA", "encoding"), ("AA\0A", "encoding")],
)  # fmt: skip
def test_refuses_every_other_spelling(text: str, layer: str) -> None:
    with pytest.raises(Fault) as caught:
        wire.decode_base64(text)
    assert (caught.value.layer, caught.value.reason) == (layer, "malformed")


@pytest.mark.parametrize(
    "text",
    [b"", b"{", b"{}x", b"\xef\xbb\xbf{}", b'{"a":1,}', b"[1,]", b"[,1]", b'{"a":1,"a":1}',
    b'{"a":1,"\\u0061":2}', b"01",
     b"+1", b".5", b"1.", b"1e", b"-", b"NaN", b"Infinity", b"1e309", b"-1e309", b"9007199254740992",
     b"-9007199254740992", b"1" * 5000, b'"\\ud800"', b'"\\udc00\\ud800"', b'"\\ud800x"', b'"\\uffff"', b'"\\ufdd0"',
     b'"\\ud83f\\udffe"', b'"\xef\xbf\xbf"', b'"\xed\xa0\x80"', b'"\xc0\xaf"', b'"\xf4\x90\x80\x80"',
     b'"\xff"', b'"\n"',
     b'"\x00"', b'"\\x"', b'"\\u12"', b'"', b"tru", b"nulL", b"'a'", b"[" * 33 + b"]" * 33, b"/**/1", b"\x0b1", b"1 2",
     b'{"a" 1}', b'{1:1}', b"\xc2\xa01", b"[1 2]", b'{"a":1 "b":2}', b"\xff\xfe{\x00}\x00"],
)  # fmt: skip
def test_refuses_what_is_not_ijson(text: bytes) -> None:
    with pytest.raises(ijson.NotIJson):
        ijson.parse(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [(b" \t\r\n{} ", {}), (b"-0", 0), (b"1.0", 1.0), (b"1e3", 1000.0), (b"9007199254740991", 2**53 - 1),
    (b"1e-400", 0.0),
     (b"123456789012345678901234567890.0", 1.2345678901234568e29), (b'"\\ud83d\\ude00"', "😀"), (b'"\\u0000\\/"', "\0/"),
     (b"[" * 32 + b"]" * 32, None), ('{"e\u0301":1,"\u00e9":2}'.encode(), {"e\u0301": 1, "\u00e9": 2})],
)  # fmt: skip
def test_reads_ijson(text: bytes, expected: ijson.Json) -> None:
    read = ijson.parse(text)
    assert expected is None or (read == expected and type(read) is type(expected))


def test_thumbprint_and_key_id() -> None:
    # RFC 8037 Appendix A.1 to A.3.
    seed = "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"
    jwk = {"kty": "OKP", "crv": "Ed25519", "d": seed, "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}
    (key,) = parse_private(to_body(jwk), SENDER)
    assert key.public.thumbprint == "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"
    assert key.public.key_id == wire.decode_base64(key.public.thumbprint)[:8]
    assert parse_private(to_body(key.jwk()), SENDER) == [key]
    assert seed not in repr(key)


def test_sets_and_refusals() -> None:
    good = DEVICE_KEY.public.jwk()
    foreign = [{"kty": "EC", "crv": "P-256", "x": "", "y": ""}, SENDER_KEY.public.jwk()]
    assert parse_public(to_body({"keys": [*foreign, good, {**good, "use": "enc"}]}), DEVICE) == [DEVICE_KEY.public] * 2
    low_order, high = wire.encode_base64url(bytes(32)), wire.encode_base64url(b"\xff" * 32)
    refused = [
        {"keys": foreign}, {"keys": []}, {"keys": [1]}, {}, [], foreign[0], DEVICE_KEY.jwk(),
        {**good, "kid": SENDER_KEY.public.thumbprint}, {**good, "kid": None}, {**good, "x": good["x"] + "="},
        {**good, "x": good["x"][:-2]}, {"kty": "OKP", "crv": "X25519", "x": low_order},
        {"kty": "OKP", "crv": "X25519", "x": high}, {"kty": "OKP", "crv": "X25519"},
    ]  # fmt: skip
    for jwk in refused:
        with pytest.raises(BadKey):
            parse_public(to_body(jwk), DEVICE)
    for jwk in (good, {**DEVICE_KEY.jwk(), "d": wire.encode_base64url(bytes(32))}):
        with pytest.raises(BadKey):
            parse_private(to_body(jwk), DEVICE)
    for y in (0, 1, P - 1, P, P + 1, 2):
        with pytest.raises(BadKey):
            PublicKey(SENDER, y.to_bytes(32, "little"))
