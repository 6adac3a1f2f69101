"""A child that dies over any file named ``kill``, as a grammar whose stack overflows would."""

import os
import sys

from chatapp.codebase.index import parsing
from chatapp.codebase.parse.file import parse_file
from chatapp.codebase.parse.model import ParsedFile


def _parse(path: str, content: bytes) -> ParsedFile | str:
    if path.startswith("kill"):
        os._exit(139)
    return parse_file(path, content)


if __name__ == "__main__":
    parsing.parse_file = _parse
    parsing.main(sys.argv[1:])
