"""Ids that are made from what they name, so that every build of a commit has the same rows.

A path's id is 31 bits of its hash, small because every text list repeats it. Among a tree's paths
ids are unique: where two would share one (1 in 40 for a repository of 10,000 files), the later
path is hashed again. In history such a pair would count as one path.
"""

import hashlib
from collections.abc import Iterable
from typing import Final

ORDINALS: Final = 1 << 14
"""A symbol's or chunk's id is ``file_id * ORDINALS + ordinal``."""

_MASK: Final = (1 << 31) - 1
_COMMIT_DIGITS: Final = 12

COMMIT_DECISION: Final = 1 << 61
"""Added to a commit's id for the id of the decision that its message holds."""


def path_id(path: str, attempt: int = 0) -> int:
    """The id of a path, always positive."""
    salt = attempt.to_bytes(4, "big")
    digest = hashlib.blake2b(path.encode("utf-8", "surrogatepass"), digest_size=4, salt=salt)
    return (int.from_bytes(digest.digest(), "big") & _MASK) or 1


def unique_ids(paths: Iterable[str]) -> dict[str, int]:
    """The id of each path of a tree (in order of paths), no two alike."""
    taken: set[int] = set()
    ids: dict[str, int] = {}
    for path in paths:
        attempt, number = 0, path_id(path)
        while number in taken:
            attempt += 1
            number = path_id(path, attempt)
        taken.add(number)
        ids[path] = number
    return ids


def commit_row_id(commit: str) -> int:
    """The id of a commit."""
    return int(commit[:_COMMIT_DIGITS], 16)


def part_id(file_id: int, ordinal: int) -> int:
    """The id of a file's symbol, chunk or decision."""
    return file_id * ORDINALS + ordinal


def first_part(file_id: int) -> int:
    """The smallest id that a part of the file can have."""
    return part_id(file_id, 0)


def last_part(file_id: int) -> int:
    """The largest id that a part of the file can have."""
    return part_id(file_id, ORDINALS - 1)
