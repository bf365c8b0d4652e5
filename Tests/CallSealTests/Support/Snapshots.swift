/// Help as it was when somebody last looked at it. A change here is a change for people who read it.
enum Snapshots {
  static let overview = #"""
    callseal seals call metadata into pushes that tell nothing, opens them, and
    decides what a phone does.

    usage: callseal COMMAND [OPTION]… [FILE|-]

    commands:
      demo         shows the whole path in one go, with keys it makes up
      keygen       makes a private key
      pubkey       prints the public half of a private key
      seal         seals an event for one device
      open         opens what was sealed, and prints the event as it was written
      filter       decides what a phone does with a push
      inspect      shows what anyone can read of an envelope or a push without a key
      completions  prints completions for a shell
      man          prints the manual page
      keys         keeps keys for their whole lives, in a keyring: list, add,
                   import, export, rotate, retire, destroy, trust, distrust, check,
                   lock, unlock, passphrase
      vectors      makes test vectors, and runs them: generate, verify
      help         explains a command, with examples

    callseal demo            the whole path in one go; a good start
    callseal help COMMAND    how a command is used, with examples
    callseal --version       the version

    Data is on standard output, everything else on standard error; "-" is a stream.

    exit codes:
      0  done                        4  no key with the envelope's key id
      1  input or output failed      5  it did not open, or has no trusted sender
      2  wrong command line          6  a check failed, or none ran
      3  malformed input             7  refused: it would overwrite, or endanger a key

    """#

  static let pages = [
    "demo": #"""
    callseal demo: shows the whole path in one go, with keys it makes up.

    usage: callseal demo

    A call is sealed; the push is shown as Apple sees it, and what the phone makes
    of it. Then come the same call again, one that is late, one that has ended, a
    message, data, a forged one and a damaged one. Every line is computed; what is
    not as told ends the run with exit code 6. Nothing is read or written.

      -h, --help  Print this.

    examples:
      # the whole path
      callseal demo

    """#,
    "keygen": #"""
    callseal keygen: makes a private key.

    usage: callseal keygen -o FILE [--signing] [--force]

    A device's key opens what is sealed to its public half. A sender's key signs
    what a backend seals, so that a phone knows who rings it. Both are JWKs (RFC
    8037), and every command that takes a key takes them.

    The public half, which is what leaves this machine, is printed by 'callseal
    pubkey'.

      --signing          Make a sender's signing key (Ed25519) instead of a device's
                         key (X25519).
      --force            Write over an existing file, but never a keyring; its mode
                         is narrowed if that is needed.
      -o FILE, --output  The file to make: readable by its owner alone, and not over
                         an existing one.
      -h, --help         Print this.

    examples:
      # a device
      callseal keygen -o device.jwk
      # a backend that signs
      callseal keygen --signing -o sender.jwk
      # into a store of secrets, past the disk
      callseal keygen -o - | vault-put device

    """#,
    "pubkey": #"""
    callseal pubkey: prints the public half of a private key.

    usage: callseal pubkey [-o FILE] [--passphrase-file FILE] [--passphrase-fd N]
                           [--strict] [FILE|-]

    Takes a private key (a JWK, PEM, or a keyring), prints its public JWK: what a
    backend seals to (of a device's key), or what a phone trusts (of a sender's
    key). Of a JWK Set with several private keys it prints a set.

      FILE                    The private key; standard input where it is absent or
                              '-'.
      -o FILE, --output       Write to FILE, never over an existing one.
      --passphrase-file FILE  Read a locked keyring's passphrase from FILE, one
                              line; without it a terminal is asked.
      --passphrase-fd N       Read the passphrase from the open descriptor N.
      --strict                Refuse files of private keys or passphrases that
                              others can read, instead of warning.
      -h, --help              Print this.

    examples:
      # what the backend gets
      callseal pubkey device.jwk > device.pub.jwk

    """#,
    "seal": #"""
    callseal seal: seals an event for one device.

    usage: callseal seal --to PUB --audience ID [--sign-with KEY] [--as FORM]
                         [--floor BYTES] [--fit] [--headers FILE] [--token HEX]
                         [--voip] [--sandbox] [--stream] [-o FILE]
                         [--passphrase-file FILE] [--passphrase-fd N] [--strict]
                         [FILE|-]

    Reads the JSON of an event and writes the push to send: nothing in it or around
    it tells a call from anything else. 'id', 'sent' and 'expires' are filled in
    where they are absent: a random id, now, and 45 s for a call (180 s at most), 30
    days for anything else.

    A call may have a 'name' and 'video'; a handle is of type phone (+ and digits),
    email or generic. A call ends as cancelled, answered-elsewhere,
    declined-elsewhere or failed, under its own id: so give calls an id of your
    making, a random UUID, since whoever knows it can end the call. Every event may
    carry 'data', an object for the app.

    With --stream there is one such event in each line: 'to' is a JWK, a name in the
    keyring of --to, or absent where --to is one key; 'context' comes back as it
    was. What cannot be sealed is an error in its place. SIGTERM finishes what has
    been read. Events, and then a line of a stream and two answers:

      {"kind":"call","call":{"handle":{"type":"phone","value":"+14155550123"}}}
      {"kind":"call-ended","id":"<the call's>","ended":{"reason":"cancelled"}}
      {"kind":"notification","notification":{"title":"Ada","body":"At eight?"}}
      {"kind":"data","data":{"sync":"inbox"}}
      {"to":"ada-phone","event":{"kind":"data"},"token":"00ff","context":7}
      {"line":1,"context":7,"push":{"aps":{…},"sealed":"…"}}
      {"line":2,"error":{"code":"invalid-event","message":"…"}}

      FILE                    The event; standard input where it is absent or '-'.
      --to PUB                The device's public key: a JWK, PEM, or a keyring's
                              active recipient (FILE#LABEL). With --stream also a
                              keyring whose recipients the lines name.
      --audience ID           The app's bundle identifier, as in apns-topic; not the
                              extension's own.
      --sign-with KEY         The sender's signing key, in a file or a keyring.
                              Without it nobody knows who sent the event, and a
                              phone refuses it unless told otherwise.
      --as FORM               What to write: the push's JSON (the default); the
                              envelope's text alone; for a server that knows it is a
                              call, a plain VoIP push around the same envelope, or
                              one in the clear; the whole HTTP/2 request as JSON, or
                              as a configuration for 'curl -K -'; or the file that
                              'xcrun simctl push' takes, which shows the alert and
                              runs no extension. One of push, envelope, voip,
                              voip-clear, request, curl, simulator.
      --floor BYTES           The smallest size of a padded event, 2560 unless
                              given, so that all look the same. A smaller one saves
                              bytes, and tells that whatever is longer is hardly a
                              call. One of 512, 1024, 2048, 2560.
      --fit                   Cut a notification's text, between characters as a
                              person sees them, where it would not fit, and say so.
      --headers FILE          Write the push's APNs headers to FILE, one a line, as
                              'curl -H @FILE' takes them.
      --token HEX             The device token, for --as request and curl: two
                              hexadecimal digits for each byte.
      --voip                  With --as request or curl: a plain VoIP push, for a
                              server that knows it is a call.
      --sandbox               With --as curl: Apple's service for apps that Xcode
                              has installed.
      --stream                Read a line of JSON for each event and write a line
                              for each, in order, until the input ends: see above.
      -o FILE, --output       Write to FILE, and only once there is something to
                              write.
      --passphrase-file FILE  Read a locked keyring's passphrase from FILE, one
                              line; without it a terminal is asked.
      --passphrase-fd N       Read the passphrase from the open descriptor N.
      --strict                Refuse files of private keys or passphrases that
                              others can read, instead of warning.
      -h, --help              Print this.

    examples:
      # a call, as a push
      echo '{"kind":"call","call":{"name":"Ada",
             "handle":{"type":"phone","value":"+14155550123"}}}' |
        callseal seal --to device.pub.jwk --sign-with sender.jwk \
                      --audience org.example.app -o push.json
      # the same with its headers, and off to Apple
      callseal seal --to device.pub.jwk --sign-with sender.jwk \
                    --audience org.example.app --headers headers.txt \
                    -o push.json call.json
      curl --http2 -H @headers.txt -H "authorization: bearer $TOKEN" \
           --data-binary @push.json https://api.push.apple.com/3/device/$DEVICE
      # in one step; the file has the line 'authorization: bearer …'
      callseal seal --to device.pub.jwk --sign-with sender.jwk \
                    --audience org.example.app --as curl --token $DEVICE call.json |
        curl -K - -H @authorization.txt
      # as a service's companion, for as long as it runs
      callseal seal --stream --to devices.keyring --sign-with sender.jwk \
                    --audience org.example.app --as request

    """#,
    "open": #"""
    callseal open: opens what was sealed, and prints the event as it was written.

    usage: callseal open --key KEY… --audience ID [--trust PUB]… [--accept-unsigned]
                         [--explain] [-o FILE] [--passphrase-file FILE]
                         [--passphrase-fd N] [--strict] [FILE|-]

    Reads an envelope's text, or a push or VoIP push (it begins with '{'), and
    writes the event's JSON to the byte. Times are not looked at, and nothing is
    remembered; 'callseal filter' decides as a phone does.

      FILE                    The envelope or push; standard input where it is
                              absent or '-'.
      --key KEY               A device's private key: a JWK, a JWK Set, PEM, or a
                              keyring (FILE or FILE#LABEL); every one that matches
                              and may still open is tried. Can be repeated.
      --audience ID           The app's bundle identifier, as in apns-topic; not the
                              extension's own.
      --trust PUB             A sender's public key: a JWK, a JWK Set, PEM, or a
                              keyring; an event that nobody trusted has signed is
                              refused. Can be repeated.
      --accept-unsigned       Take events that nobody trusted has signed, as ones
                              without a sender.
      --explain               Say on standard error at which stage it failed, or who
                              sent it to whom.
      -o FILE, --output       Write to FILE, and only once there is something to
                              write.
      --passphrase-file FILE  Read a locked keyring's passphrase from FILE, one
                              line; without it a terminal is asked.
      --passphrase-fd N       Read the passphrase from the open descriptor N.
      --strict                Refuse files of private keys or passphrases that
                              others can read, instead of warning.
      -h, --help              Print this.

    examples:
      # what the backend sealed
      callseal open --key device.jwk --trust sender.pub.jwk \
                    --audience org.example.app push.json
      # why it does not open
      callseal open --explain --key device.jwk --accept-unsigned \
                    --audience org.example.app push.json

    """#,
    "filter": #"""
    callseal filter: decides what a phone does with a push.

    usage: callseal filter --key KEY… --audience ID [--trust PUB]…
                           [--accept-unsigned] [--now MS] [--ledger FILE]
                           [--settle ANSWER] [-o FILE] [--passphrase-file FILE]
                           [--passphrase-fd N] [--strict] [FILE|-]

    Reads the JSON of a push (an extension's userInfo) and writes the decision as
    one line of JSON: report a call, notify with a content, suppress, or pass it
    through; with the reason, the event, and what CallKit gets or the user sees.
    Whatever arrives, there is exactly one decision, and the exit code is 0; only
    what is not a JSON object is malformed.

    It never looks at the clock where --now is given, so a past or a future can be
    tried out.

      FILE                    The push; standard input where it is absent or '-'.
      --key KEY               A device's private key: a JWK, a JWK Set, PEM, or a
                              keyring (FILE or FILE#LABEL); every one that matches
                              and may still open is tried. Can be repeated.
      --audience ID           The app's bundle identifier, as in apns-topic; not the
                              extension's own.
      --trust PUB             A sender's public key: a JWK, a JWK Set, PEM, or a
                              keyring; an event that nobody trusted has signed is
                              refused. Can be repeated.
      --accept-unsigned       Take events that nobody trusted has signed, as ones
                              without a sender.
      --now MS                The time to decide at, in milliseconds since 1970; the
                              clock's unless given.
      --ledger FILE           Remember calls and messages in FILE, so that nothing
                              rings twice or after it ended. It is made where there
                              is none, and may be shared by several processes.
      --settle ANSWER         How CallKit answers a report: accepted unless given
                              where there is a ledger, none where there is not. A
                              report without an answer is what a killed extension
                              leaves. One of accepted, refused, failed, none.
      -o FILE, --output       Write to FILE, and only once there is something to
                              write.
      --passphrase-file FILE  Read a locked keyring's passphrase from FILE, one
                              line; without it a terminal is asked.
      --passphrase-fd N       Read the passphrase from the open descriptor N.
      --strict                Refuse files of private keys or passphrases that
                              others can read, instead of warning.
      -h, --help              Print this.

    examples:
      # what the phone would do
      callseal filter --key device.jwk --trust sender.pub.jwk \
                      --audience org.example.app push.json
      # the second time it is a duplicate
      callseal filter --key device.jwk --trust sender.pub.jwk \
                      --audience org.example.app --ledger calls.ledger push.json

    """#,
    "inspect": #"""
    callseal inspect: shows what anyone can read of an envelope or a push without a
    key.

    usage: callseal inspect [--json] [-o FILE] [FILE|-]

    Version, recipient's key id, size and encapsulated key of an envelope; what
    Apple reads of a push, and how many bytes of those it takes are used. Damaged
    input is shown as far as it can be read, with exit code 3.

      FILE               The envelope or push; standard input where it is absent or
                         '-'.
      --json             Write one line of JSON, for a program.
      -o FILE, --output  Write to FILE, and only once there is something to write.
      -h, --help         Print this.

    examples:
      # what Apple sees
      callseal inspect push.json

    """#,
    "help": #"""
    callseal help: explains a command, with examples.

    usage: callseal help [COMMAND…]

      COMMAND     The command; all of them where it is absent.
      -h, --help  Print this.

    """#,
  ]
}
