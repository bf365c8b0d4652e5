/// Help of the keyring's commands, and of what is made for shells.
extension Snapshots {
  static let keysPages = [
    "keys list": #"""
    callseal keys list: shows the keys of a keyring, and never a secret.

    usage: callseal keys list -k FILE [--passphrase-file FILE] [--passphrase-fd N]
                              [--strict] [--json] [-o FILE]

    What a locked keyring shows without its passphrase is as the file has it:
    whoever can write the file can have changed it. With --passphrase-file or
    --passphrase-fd it is authenticated first, and nothing is shown that was
    altered.

      -k FILE, --keyring      The keyring.
      --passphrase-file FILE  Read a locked keyring's passphrase from FILE, one
                              line; without it a terminal is asked.
      --passphrase-fd N       Read the passphrase from the open descriptor N.
      --strict                Refuse files of private keys or passphrases that
                              others can read, instead of warning.
      --json                  Write one line of JSON, for a program.
      -o FILE, --output       Write to FILE, and only once there is something to
                              write.
      -h, --help              Print this.

    examples:
      # what there is
      callseal keys list -k ring.jwks

    """#,
    "keys add": #"""
    callseal keys add: makes an own private key in a keyring.

    usage: callseal keys add -k FILE [--passphrase-file FILE] [--passphrase-fd N]
                             [--strict] [--signing] [--expires TIME] LABEL

    The keyring is made where there is none, readable by its owner alone.

      LABEL                   What you call the key.
      -k FILE, --keyring      The keyring.
      --passphrase-file FILE  Read a locked keyring's passphrase from FILE, one
                              line; without it a terminal is asked.
      --passphrase-fd N       Read the passphrase from the open descriptor N.
      --strict                Refuse files of private keys or passphrases that
                              others can read, instead of warning.
      --signing               Make a sender's signing key (Ed25519) instead of a
                              device's key (X25519).
      --expires TIME          From then on nothing is sealed to it or signed with
                              it: 2027-01-31, 2027-01-31T12:00:00Z, or milliseconds
                              since 1970.
      -h, --help              Print this.

    examples:
      # a device's key
      callseal keys add -k ring.jwks phone
      # a backend's, for a year
      callseal keys add -k ring.jwks --signing --expires 2030-01-01 backend

    """#,
    "keys import": #"""
    callseal keys import: takes keys from a file into a keyring.

    usage: callseal keys import -k FILE --label LABEL [--passphrase-file FILE]
                                [--passphrase-fd N] [--strict] [--as ROLE]
                                [--expires TIME] [FILE|-]

    Reads a JWK, a JWK Set, PEM as openssl writes it, or another keyring. All of its
    keys are taken, or none. The keyring is made where there is none.

    A label has one active key of a kind. So where the file has several of a kind,
    they are numbered in its order: LABEL-1, LABEL-2 and so on.

      FILE                    The keys; standard input where it is absent or '-'.
      -k FILE, --keyring      The keyring.
      --passphrase-file FILE  Read a locked keyring's passphrase from FILE, one
                              line; without it a terminal is asked.
      --passphrase-fd N       Read the passphrase from the open descriptor N.
      --strict                Refuse files of private keys or passphrases that
                              others can read, instead of warning.
      --label LABEL           What you call the key: 1 to 64 characters without '#'.
                              Keys that follow one another share it.
      --as ROLE               What the key is to you. Unless given, a private key is
                              your own, a public X25519 key a recipient's, a public
                              Ed25519 key a trusted sender's. One of own, recipient,
                              sender.
      --expires TIME          From then on nothing is sealed to it or signed with
                              it: 2027-01-31, 2027-01-31T12:00:00Z, or milliseconds
                              since 1970.
      -h, --help              Print this.

    examples:
      # a device to seal to
      callseal keys import -k ring.jwks --label anna anna.pub.jwk

    """#,
    "keys export": #"""
    callseal keys export: writes keys out of a keyring, public halves unless asked
    otherwise.

    usage: callseal keys export -k FILE [--passphrase-file FILE] [--passphrase-fd N]
                                [--strict] [--role ROLE] [--private]
                                [--format FORMAT] [--force] [-o FILE] [NAME]

    Without NAME it writes the public halves of the own keys that are active: what
    others seal to and trust. A private key goes out only by its name and with
    --private, to a file that its owner alone can read, or to a pipe.

      NAME                    The key, by its label, thumbprint or key id; of a
                              label's keys the active one.
      -k FILE, --keyring      The keyring.
      --passphrase-file FILE  Read a locked keyring's passphrase from FILE, one
                              line; without it a terminal is asked.
      --passphrase-fd N       Read the passphrase from the open descriptor N.
      --strict                Refuse files of private keys or passphrases that
                              others can read, instead of warning.
      --role ROLE             Which key is meant, where keys of several roles have
                              the label. One of own, recipient, sender.
      --private               Write the private half; only for a key that NAME
                              names.
      --format FORMAT         A JWK (the default for one key), a JWK Set, or PEM as
                              openssl reads it. One of jwk, set, pem.
      --force                 Write over an existing file, but never a keyring; its
                              mode is narrowed if that is needed.
      -o FILE, --output       Write to FILE, and only once there is something to
                              write.
      -h, --help              Print this.

    examples:
      # what the backend gets
      callseal keys export -k ring.jwks phone > phone.pub.jwk
      # for a tool that reads PEM
      callseal keys export -k ring.jwks --private --format pem -o phone.pem phone

    """#,
    "keys rotate": #"""
    callseal keys rotate: puts a new active key in the place of an old one, which
    opens for its grace time.

    usage: callseal keys rotate -k FILE [--passphrase-file FILE] [--passphrase-fd N]
                                [--strict] [--role ROLE] [--to FILE] [--grace SPAN]
                                [--expires TIME] NAME

    The order, for a device's key: the device rotates, and gives its new public key
    to the servers; each server rotates the recipient to it, and seals to the new
    key from then on; pushes sealed before still open, until the grace time is over;
    then the device destroys the old key.

    For a sender's key: the server makes the new key under another label, the
    devices rotate the sender to it, and when all have it, the server rotates its
    own key to the one that waits, and signs with that; the devices believe the old
    one until the grace time is over.

      NAME                    The key to replace: its label, thumbprint or key id.
      -k FILE, --keyring      The keyring.
      --passphrase-file FILE  Read a locked keyring's passphrase from FILE, one
                              line; without it a terminal is asked.
      --passphrase-fd N       Read the passphrase from the open descriptor N.
      --strict                Refuse files of private keys or passphrases that
                              others can read, instead of warning.
      --role ROLE             Which key is meant, where keys of several roles have
                              the label. One of own, recipient, sender.
      --to FILE               The new key: needed for a recipient's or a sender's;
                              an own key is made unless given. One that waits in the
                              keyring under another label (FILE#LABEL) moves to this
                              one.
      --grace SPAN            How long the old key goes on opening, or being
                              trusted: 31d (the default, longer than a push is
                              stored), 12h, 90m, 30s, 0s.
      --expires TIME          From then on nothing is sealed to it or signed with
                              it: 2027-01-31, 2027-01-31T12:00:00Z, or milliseconds
                              since 1970.
      -h, --help              Print this.

    examples:
      # on the device
      callseal keys rotate -k ring.jwks phone
      # on the server
      callseal keys rotate -k ring.jwks --to anna.new.jwk anna
      # the server's own, once devices know it
      callseal keys rotate -k ring.jwks --to ring.jwks#next backend

    """#,
    "keys retire": #"""
    callseal keys retire: takes a key out of use, at once or at a date.

    usage: callseal keys retire -k FILE [--passphrase-file FILE] [--passphrase-fd N]
                                [--strict] [--role ROLE] [--until TIME] NAME

      NAME                    The key: its label, thumbprint or key id.
      -k FILE, --keyring      The keyring.
      --passphrase-file FILE  Read a locked keyring's passphrase from FILE, one
                              line; without it a terminal is asked.
      --passphrase-fd N       Read the passphrase from the open descriptor N.
      --strict                Refuse files of private keys or passphrases that
                              others can read, instead of warning.
      --role ROLE             Which key is meant, where keys of several roles have
                              the label. One of own, recipient, sender.
      --until TIME            Let it open, or be trusted, until then: 2027-01-31,
                              2027-01-31T12:00:00Z, or milliseconds since 1970.
      -h, --help              Print this.

    """#,
    "keys destroy": #"""
    callseal keys destroy: wipes a key, and takes it out of the keyring for ever.

    usage: callseal keys destroy -k FILE [--passphrase-file FILE]
                                 [--passphrase-fd N] [--strict] [--role ROLE]
                                 [--force] NAME

    Of the keys with a label it is the one whose time is over, where that is one.
    Without --force no other is destroyed.

    The old file's bytes are overwritten where they stood. What a file system, a
    worn disk or a backup keeps of them is out of reach: a keyring that is locked
    with a passphrase leaves nothing there that is worth finding.

      NAME                    The key: its label, thumbprint or key id.
      -k FILE, --keyring      The keyring.
      --passphrase-file FILE  Read a locked keyring's passphrase from FILE, one
                              line; without it a terminal is asked.
      --passphrase-fd N       Read the passphrase from the open descriptor N.
      --strict                Refuse files of private keys or passphrases that
                              others can read, instead of warning.
      --role ROLE             Which key is meant, where keys of several roles have
                              the label. One of own, recipient, sender.
      --force                 Destroy a key that is active or still opens; what is
                              sealed to it is lost.
      -h, --help              Print this.

    """#,
    "keys trust": #"""
    callseal keys trust: trusts a sender's public key.

    usage: callseal keys trust -k FILE --label LABEL [--passphrase-file FILE]
                               [--passphrase-fd N] [--strict] [--expires TIME]
                               [--force] [FILE|-]

    The keyring is made where there is none.

      FILE                    The sender's public key; standard input where it is
                              absent or '-'.
      -k FILE, --keyring      The keyring.
      --passphrase-file FILE  Read a locked keyring's passphrase from FILE, one
                              line; without it a terminal is asked.
      --passphrase-fd N       Read the passphrase from the open descriptor N.
      --strict                Refuse files of private keys or passphrases that
                              others can read, instead of warning.
      --label LABEL           What you call the key: 1 to 64 characters without '#'.
                              Keys that follow one another share it.
      --expires TIME          From then on nothing is sealed to it or signed with
                              it: 2027-01-31, 2027-01-31T12:00:00Z, or milliseconds
                              since 1970.
      --force                 Take a key back that was distrusted.
      -h, --help              Print this.

    examples:
      # a backend
      callseal keys trust -k ring.jwks --label backend backend.pub.jwk

    """#,
    "keys distrust": #"""
    callseal keys distrust: trusts a sender no longer, from now on.

    usage: callseal keys distrust -k FILE [--passphrase-file FILE]
                                  [--passphrase-fd N] [--strict] NAME

    The key stays in the keyring as distrusted, so that nobody trusts it again
    unawares; 'keys destroy' removes it.

      NAME                    The sender: its label, thumbprint or key id.
      -k FILE, --keyring      The keyring.
      --passphrase-file FILE  Read a locked keyring's passphrase from FILE, one
                              line; without it a terminal is asked.
      --passphrase-fd N       Read the passphrase from the open descriptor N.
      --strict                Refuse files of private keys or passphrases that
                              others can read, instead of warning.
      -h, --help              Print this.

    """#,
    "keys check": #"""
    callseal keys check: looks for everything that is wrong with a keyring.

    usage: callseal keys check -k FILE [--passphrase-file FILE] [--passphrase-fd N]
                               [--strict] [--at-least N] [--json] [-o FILE]

    Private halves that do not belong to their public ones, expired keys, keys that
    stand there twice, a file that others can read, a passphrase that is cheap to
    guess: exit code 7 if there is any.

    With the passphrase of a locked keyring given, it is a fault too if any key in
    it was changed, added, removed or put elsewhere by somebody who does not have
    the passphrase. Without it, nothing of that shows. What never shows is that the
    file is an older copy of itself: so note the number of its last change
    elsewhere, and give it with --at-least.

      -k FILE, --keyring      The keyring.
      --passphrase-file FILE  Read a locked keyring's passphrase from FILE, one
                              line; without it a terminal is asked.
      --passphrase-fd N       Read the passphrase from the open descriptor N.
      --strict                Refuse files of private keys or passphrases that
                              others can read, instead of warning.
      --at-least N            A fault where the locked keyring is older than its
                              change number N, as an earlier check told it.
      --json                  Write one line of JSON, for a program.
      -o FILE, --output       Write to FILE, and only once there is something to
                              write.
      -h, --help              Print this.

    examples:
      # before the month begins
      callseal keys check -k ring.jwks
      # a locked one, and not older than it was
      callseal keys check -k ring.jwks --passphrase-file secret --at-least 17

    """#,
    "keys lock": #"""
    callseal keys lock: locks a keyring's private keys with a passphrase.

    usage: callseal keys lock -k FILE [--passphrase-file FILE] [--passphrase-fd N]
                              [--strict] [--cost COST]

    Argon2id makes a key of the passphrase, and XChaCha20-Poly1305 locks each
    private half with it. The whole keyring is sealed too: whenever the passphrase
    is given, a key that somebody changed, added, removed or put elsewhere is
    refused, exit code 5. Each change needs the passphrase for that.

    Public keys stay readable, so sealing to others and trusting senders needs no
    passphrase; what is read without it is not authenticated. A file cannot tell
    that it is an older copy of itself: 'keys check' says how often it was changed,
    for comparing.

    A passphrase is Unicode text in any of its forms. One of white space alone is
    refused; of one that is short you are warned.

      -k FILE, --keyring      The keyring.
      --passphrase-file FILE  Read a locked keyring's passphrase from FILE, one
                              line; without it a terminal is asked.
      --passphrase-fd N       Read the passphrase from the open descriptor N.
      --strict                Refuse files of private keys or passphrases that
                              others can read, instead of warning.
      --cost COST             What a guess at the passphrase costs: 64 MiB, 256 MiB
                              (the default) or 1 GiB of memory, and as much again
                              whenever the keyring is unlocked. One of interactive,
                              moderate, sensitive.
      -h, --help              Print this.

    examples:
      # asked for on the terminal
      callseal keys lock -k ring.jwks

    """#,
    "keys unlock": #"""
    callseal keys unlock: takes the passphrase off a keyring.

    usage: callseal keys unlock -k FILE [--passphrase-file FILE] [--passphrase-fd N]
                                [--strict] [--force]

      -k FILE, --keyring      The keyring.
      --passphrase-file FILE  Read a locked keyring's passphrase from FILE, one
                              line; without it a terminal is asked.
      --passphrase-fd N       Read the passphrase from the open descriptor N.
      --strict                Refuse files of private keys or passphrases that
                              others can read, instead of warning.
      --force                 Unlock it although keys were altered, added, removed
                              or moved. Private keys that open alone are kept; look
                              at all others before you use or lock it again.
      -h, --help              Print this.

    """#,
    "keys passphrase": #"""
    callseal keys passphrase: changes a keyring's passphrase.

    usage: callseal keys passphrase -k FILE [--passphrase-file FILE]
                                    [--passphrase-fd N] [--strict]
                                    [--new-passphrase-file FILE]
                                    [--new-passphrase-fd N] [--cost COST]

      -k FILE, --keyring        The keyring.
      --passphrase-file FILE    Read a locked keyring's passphrase from FILE, one
                                line; without it a terminal is asked.
      --passphrase-fd N         Read the passphrase from the open descriptor N.
      --strict                  Refuse files of private keys or passphrases that
                                others can read, instead of warning.
      --new-passphrase-file FILE
                                Read the new passphrase from FILE, one line; without
                                it a terminal is asked, twice.
      --new-passphrase-fd N     Read the new passphrase from the open descriptor N.
      --cost COST               What a guess at the passphrase costs: 64 MiB, 256
                                MiB (the default) or 1 GiB of memory, and as much
                                again whenever the keyring is unlocked. One of
                                interactive, moderate, sensitive.
      -h, --help                Print this.

    """#,
    "completions": #"""
    callseal completions: prints completions for a shell.

    usage: callseal completions SHELL

      SHELL       bash, zsh or fish.
      -h, --help  Print this.

    examples:
      # for bash, from its start-up file
      callseal completions bash > ~/.callseal.bash
      # for fish, for good
      callseal completions fish > ~/.config/fish/completions/callseal.fish

    """#,
    "man": #"""
    callseal man: prints the manual page.

    usage: callseal man [-o FILE]

      -o FILE, --output  Write to FILE, and only once there is something to write.
      -h, --help         Print this.

    examples:
      # to read it
      callseal man | man -l -

    """#,
  ]
}
