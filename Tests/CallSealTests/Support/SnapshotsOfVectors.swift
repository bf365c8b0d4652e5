/// Help of the commands for test vectors.
extension Snapshots {
  static let vectorsPages = [
    "vectors generate": #"""
    callseal vectors generate: makes the test vectors, the same bytes each time.

    usage: callseal vectors generate -o DIR

    Every key, id and ephemeral key in them comes from a name by SHA-256: they are
    for tests, everybody has them, and no other command takes them. Nothing is
    written before all is made.

      -o DIR, --output  The folder to write them to. It is made where there is none;
                        files of the same names are replaced.
      -h, --help        Print this.

    examples:
      # to compare them with the published ones
      callseal vectors generate -o out

    """#,
    "vectors verify": #"""
    callseal vectors verify: runs test vectors, and fails where one fails or is
    missing.

    usage: callseal vectors verify [--part] [--json] [-o FILE] PATH…

    Reads files of vectors, and every .json but schema.json of folders; their format
    is described in Vectors/. Prints a table by group, the vectors that failed with
    what was expected and what came, and the totals. Exits with 6 where a vector
    fails, there is none, or not all are there that this version publishes, and with
    3 where a file is not one of vectors.

      PATH               A file of vectors, or a folder of such.
      --part             The files are a part of the published ones, or vectors of
                         your own.
      --json             Write one line of JSON, for a program.
      -o FILE, --output  Write to FILE, and only once there is something to write.
      -h, --help         Print this.

    examples:
      # all that there are
      callseal vectors verify Vectors
      # one file
      callseal vectors verify --part Vectors/keys.json

    """#,
  ]
}
