"""Measure the code index: time, CPU, peak memory and size for a tree, full, no-op and one change.

    python scripts/bench_index.py PATH [--commits 50000]

PATH is a repository or an unpacked release; it is copied to a temporary folder, never changed.
With ``--commits`` a made-up history of that length is put under the same tree, to see what the
history costs. Not part of CI: the figures depend on the machine and on what else it does.
"""

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from redis import Redis
from sqlalchemy import create_engine

from chatapp.codebase.index.build import build_index
from chatapp.codebase.registry import register
from chatapp.codebase.schema import index_path
from chatapp.domain.repositories import IndexProgress, RegisterRepository
from chatapp.infra.clock import SystemClock
from chatapp.infra.db import Base, Database
from chatapp.infra.environment import environment
from chatapp.infra.handle import Infra
from chatapp.infra.queue import RecordingQueue
from chatapp.infra.settings import load

SAMPLE_S = 0.05
BARS = {
    "full": "25 s, 400 MB, 60 MB on disk",
    "no-op": "1 s",
    "one file": "2 s",
    "with history": "10 s more for 50,000 commits",
}


@dataclass
class Figures:
    """What one build cost."""

    wall_s: float = 0.0
    cpu_s: float = 0.0
    peak_mb: float = 0.0


def main() -> None:
    """Build three times and print what each cost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("path", type=Path)
    parser.add_argument("--commits", type=int, default=0, help="length of a made-up history")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="bench-index-") as folder:
        _run(options.path, Path(folder), options.commits)


def _run(source: Path, folder: Path, commits: int) -> None:
    tree = _copied(source, folder / "tree")
    infra = _infra(folder / "data")
    repository = register(infra, RegisterRepository(str(tree)), account_id="a" * 32)
    size = index_path(infra, repository.repository_id)
    _build(infra, repository.repository_id, "full")
    _say(f"{'':14}{size.stat().st_size / 1e6:8.1f} MB on disk")
    _build(infra, repository.repository_id, "no-op")
    _change_one_file(tree)
    _build(infra, repository.repository_id, "one file")
    if commits:
        _make_history(tree, commits)
        _build(infra, repository.repository_id, "with history")
        _change_one_file(tree)
        _build(infra, repository.repository_id, "one file")


def _build(infra: Infra, repository_id: str, label: str) -> None:
    phases: list[tuple[str, float]] = []

    def note(progress: IndexProgress) -> None:
        if not phases or phases[-1][0] != progress.phase:
            phases.append((progress.phase, time.perf_counter()))

    with _measured() as figures:
        build_index(infra, repository_id, note)
    _say(
        f"{label:14}{figures.wall_s:8.2f} s wall {figures.cpu_s:8.2f} s CPU"
        f" {figures.peak_mb:7.0f} MB peak   (bar: {BARS[label]})"
    )
    ends = [moment for _, moment in phases[1:]]
    spans = [f"{n} {end - at:.1f}" for (n, at), end in zip(phases, ends, strict=False)]
    _say(f"{'':14}  " + ", ".join(spans))


@contextmanager
def _measured() -> Iterator[Figures]:
    figures, is_done = Figures(), threading.Event()
    sampler = threading.Thread(target=_sample, args=(figures, is_done), daemon=True)
    started, cpu = time.perf_counter(), _cpu_s()
    sampler.start()
    yield figures
    figures.wall_s, figures.cpu_s = time.perf_counter() - started, _cpu_s() - cpu
    is_done.set()
    sampler.join()


def _sample(figures: Figures, is_done: threading.Event) -> None:
    while not is_done.wait(SAMPLE_S):
        figures.peak_mb = max(figures.peak_mb, sum(map(_proportional_mb, _family(os.getpid()))))


def _family(pid: int) -> list[int]:
    """The process and its descendants."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return []
    return [pid] + [one for child in children for one in _family(int(child))]


def _proportional_mb(pid: int) -> float:
    """Memory of a process, shared pages divided among those that share them."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


def _cpu_s() -> float:
    uses = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(use.ru_utime + use.ru_stime for use in uses)


def _infra(folder: Path) -> Infra:
    settings = load({"CHATAPP_DATA_DIR": str(folder)})
    folder.mkdir(mode=0o700)
    engine = create_engine(settings.database_uri)
    Base.metadata.create_all(engine)
    return Infra(settings, Database(engine), Redis(), RecordingQueue(), SystemClock())


def _copied(source: Path, tree: Path) -> Path:
    """A repository of its own: a clone of a repository, or one commit of a plain folder."""
    if (source / ".git").exists() or (source / "HEAD").exists():
        _git(Path.cwd(), "clone", "--quiet", "--no-hardlinks", str(source.absolute()), str(tree))
        return tree
    shutil.copytree(source, tree, symlinks=True)
    _git(tree, "init", "--quiet", "--initial-branch=main")
    _commit(tree, "Import")
    return tree


def _change_one_file(tree: Path) -> None:
    files = _git(tree, "ls-files", "*.py").split("\n")
    longest = max((tree / name for name in files if name), key=lambda path: path.stat().st_size)
    with longest.open("a") as file:
        file.write(f"\n\ndef bench_{time.time_ns()}():\n    return 1\n")
    _commit(tree, "Change one file")


def _make_history(tree: Path, commits: int) -> None:
    """Commits of three touched paths each, by 40 authors, over ten years, before the present."""
    head = _git(tree, "rev-parse", "HEAD").strip()
    names = [name for name in _git(tree, "ls-files").split("\n") if name.isascii() and name][:3000]
    start = int(time.time_ns() // 10**9) - 10 * 365 * 86_400
    step = 10 * 365 * 86_400 // commits
    with subprocess.Popen(
        ["git", "fast-import", "--quiet", "--force"], cwd=tree, stdin=subprocess.PIPE
    ) as process:
        if process.stdin is None:
            raise RuntimeError("git was started without pipes")
        for number in range(commits):
            process.stdin.write(_fast_commit(number, start + number * step, names))
        process.stdin.write(b"done\n")
    message = "Join"
    joined = _git(tree, "commit-tree", f"{head}^{{tree}}", "-p", "past", "-p", head, "-m", message)
    _git(tree, "reset", "--quiet", "--hard", joined.strip())
    _commit(tree, "Go on")


def _fast_commit(number: int, at: int, names: list[str]) -> bytes:
    author = f"Author {number * 7 % 40} <a{number * 7 % 40}@example.org>"
    message = f"Fix #{number}: make {names[number % len(names)]} do what its {number % 97} say"
    lines = [
        f"commit refs/heads/past\ncommitter {author} {at} +0000\ndata {len(message)}\n{message}"
    ]
    for offset in (0, 11, 501):
        content = f"{number} {offset}\n"
        name = names[(number * 13 + offset) % len(names)]
        lines.append(f"M 100644 inline {name}\ndata {len(content)}\n{content}")
    return ("\n".join(lines) + "\n").encode()


def _commit(tree: Path, message: str) -> None:
    _git(tree, "add", "--all", "--force")
    _git(tree, "commit", "--quiet", "--allow-empty", "--no-verify", f"--message={message}")


def _git(tree: Path, *arguments: str) -> str:
    who = {"NAME": "Bench", "EMAIL": "bench@example.org"}
    env = {
        f"GIT_{role}_{key}": value for role in ("AUTHOR", "COMMITTER") for key, value in who.items()
    }
    done = subprocess.run(
        ["git", "-c", "safe.directory=*", *arguments],
        cwd=tree,
        env={"PATH": environment()["PATH"], **env},
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout


def _say(line: str) -> None:
    sys.stdout.write(line.rstrip() + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
