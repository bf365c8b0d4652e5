"""The service itself: a socket, TLS with a certificate made on the spot, HTTP/2."""

from __future__ import annotations

import datetime
import ipaddress
import json
import socket
import ssl
import threading
import uuid
from dataclasses import dataclass, field
from pathlib import Path

import h2.config
import h2.connection
import h2.events
import h2.exceptions
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from apns.rules import Refusal, Reply, Request, Service

HOSTS = ["api.push.apple.com", "api.sandbox.push.apple.com", "localhost"]
LARGEST = 1 << 16
"""No body is held beyond this."""


@dataclass(frozen=True)
class Delivery:
    """A push that was accepted."""

    token: str
    headers: dict[str, str]
    body: bytes

    @property
    def payload(self) -> dict:
        return json.loads(self.body)


def make_certificate(folder: Path) -> tuple[Path, Path]:
    """A self-signed certificate for Apple's names, good for a day, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "a double of APNs")])
    now = datetime.datetime.now(datetime.timezone.utc)
    names = [x509.DNSName(host) for host in HOSTS] + [x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    certificate = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(hours=1)).not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256()))
    paths = folder / "certificate.pem", folder / "certificate-key.pem"
    paths[0].write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    paths[1].write_bytes(key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
    return paths


@dataclass
class _Stream:
    headers: list[tuple[str, str]]
    body: bytearray = field(default_factory=bytearray)


class Double:
    """Serves until it is closed, or for as long as it was given; `with Double(…) as double:`."""

    def __init__(self, service: Service, folder: Path, seconds: float = 600) -> None:
        self.service = service
        self.certificate, key = make_certificate(folder)
        self.delivered: list[Delivery] = []
        self.refused: list[Reply] = []
        self.injected: list[Reply] = []
        """Answers that come next, whatever the request: a service that is overloaded, or goes down."""
        self._lock = threading.Lock()
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.minimum_version = ssl.TLSVersion.TLSv1_2
        self._context.load_cert_chain(self.certificate, key)
        self._context.set_alpn_protocols(["h2"])
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        # It ends by itself, whatever becomes of the test.
        self._timer = threading.Timer(seconds, self.close)
        self._timer.daemon = True

    def __enter__(self) -> Double:
        self._timer.start()
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Takes no more connections."""
        self._timer.cancel()
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, raw: socket.socket) -> None:
        raw.settimeout(30)
        try:
            with self._context.wrap_socket(raw, server_side=True) as connection:
                if connection.selected_alpn_protocol() == "h2":
                    self._speak(connection)
        except (OSError, h2.exceptions.ProtocolError):
            return

    def _speak(self, connection: ssl.SSLSocket) -> None:
        http = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False, header_encoding="utf-8"))
        http.initiate_connection()
        connection.sendall(http.data_to_send())
        streams: dict[int, _Stream] = {}
        while received := connection.recv(1 << 16):
            for event in http.receive_data(received):
                if isinstance(event, h2.events.RequestReceived):
                    streams[event.stream_id] = _Stream(list(event.headers))
                elif isinstance(event, h2.events.DataReceived):
                    stream = streams[event.stream_id]
                    stream.body += event.data[: LARGEST - len(stream.body)]
                    http.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
                elif isinstance(event, h2.events.StreamEnded):
                    self._answer(http, event.stream_id, streams.pop(event.stream_id))
            connection.sendall(http.data_to_send())

    def _answer(self, http: h2.connection.H2Connection, number: int, stream: _Stream) -> None:
        pseudo = {name: value for name, value in stream.headers if name.startswith(":")}
        headers = [(name, value) for name, value in stream.headers if name.startswith(("apns-", "authorization"))]
        request = Request(pseudo[":method"], pseudo[":path"], headers, bytes(stream.body))
        reply = self._reply(request)
        answer = [(":status", str(reply.status)), ("apns-id", dict(headers).get("apns-id", str(uuid.uuid4())))]
        body = b""
        if reply.reason:
            told = {"reason": reply.reason} | ({"timestamp": reply.timestamp} if reply.timestamp else {})
            body = json.dumps(told).encode()
        http.send_headers(number, answer, end_stream=not body)
        if body:
            http.send_data(number, body, end_stream=True)

    def _reply(self, request: Request) -> Reply:
        with self._lock:
            if self.injected:
                reply = self.injected.pop(0)
            else:
                try:
                    self.service.check(request)
                except Refusal as refusal:
                    reply = refusal.reply
                else:
                    token = request.path.removeprefix("/3/device/")
                    self.delivered.append(Delivery(token, dict(request.headers), request.body))
                    return Reply(200)
            self.refused.append(reply)
            return reply
