"""Runs the published vectors; see `Tools/verify --help`."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

from .report import Report
from .vectorfile import FOLDER, NotAsDescribed, read_files, what_is_missing

INPUT_FAILED, MALFORMED, FAILED = 1, 3, 6
"""Exit codes, as the command line's."""


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="Tools/verify",
        description="Runs test vectors through an independent implementation of the format, in Python.",
        epilog="Exits with 6 where a vector fails, there is none or not all are there, with 3 where a file is not one of vectors.",
    )
    parser.add_argument("paths", metavar="PATH", nargs="*", type=Path, default=[Path(os.path.relpath(FOLDER))],
                        help="a file of vectors, or a folder of such; the published ones by default")  # fmt: skip
    parser.add_argument("--part", action="store_true", help="the files are a part of the published ones, or your own")
    parser.add_argument("--json", action="store_true", help="for a program: one object")
    arguments = parser.parse_args()
    try:
        files = read_files(arguments.paths)
        report = Report.of(files)
        missing = None if arguments.part else what_is_missing(files)
    except NotAsDescribed as error:
        print(f"Tools/verify: {error}", file=sys.stderr)
        return MALFORMED
    except OSError as error:
        print(f"Tools/verify: {error.filename}: {error.strerror}", file=sys.stderr)
        return INPUT_FAILED
    sys.stdout.write(json.dumps(report.json(), ensure_ascii=False) + "\n" if arguments.json else report.table())
    if report.ran == 0:
        print("Tools/verify: no vectors ran", file=sys.stderr)
    elif report.failed:
        print(f"Tools/verify: {report.failed} of {report.ran} vectors failed", file=sys.stderr)
    elif missing:
        print(f"Tools/verify: not what is published, but {missing}; --part if that is meant", file=sys.stderr)
    return 0 if report.ran and not report.failed and not missing else FAILED


if __name__ == "__main__":
    sys.exit(main())
