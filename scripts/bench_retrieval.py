"""Measure `search_codebase` on questions whose answer files are known, beside two baselines.

    python scripts/bench_retrieval.py --repos DIR [--questions FILE] [--answers]

DIR holds a git repository for each ``repo`` of the questions, as ``owner/name``, ``owner+name`` or
``name`` (a work tree, a bare repository, or a folder ``repo`` inside). Each is indexed at the
questions' commit through the product's own build; the questions then go through the tool itself.

With ``--answers`` the keyless provider answers each question too, and its row shows the files its
answer cites: "named" is the share of answers that cite a gold file at all.

recall@k is the share of a question's gold files among the first k files returned, MRR the mean of
1 / rank of the first one. Never run in CI: it needs repositories of other people.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from retrieval_answers import cited_files
from retrieval_baselines import FullTextBaseline, KeywordBaseline

from chatapp.codebase import registry
from chatapp.codebase.index.build import build_index
from chatapp.codebase.schema import open_index
from chatapp.codebase.search.contents import text_of
from chatapp.codebase.tools.registry import repository_tools
from chatapp.domain.repositories import RegisterRepository, RepositoryView
from chatapp.infra.handle import Infra
from tests.fakes import make_infra

LIMIT = 10
QUESTIONS = Path("../shared/bench/retrieval_dev.jsonl")
ACCOUNT = "0" * 32
Search = Callable[[str], list[str]]


@dataclass(frozen=True, slots=True)
class Score:
    """How one question went."""

    recall_5: float
    recall_10: float
    reciprocal_rank: float
    is_named: bool
    latency_ms: float


def main() -> None:
    """Index, ask, print."""
    options = _options()
    questions = [json.loads(line) for line in options.questions.read_text("utf-8").splitlines()]
    by_repo: dict[tuple[str, str], list[dict[str, list[str]]]] = defaultdict(list)
    for question in questions:
        if question["gold_files"]:
            by_repo[question["repo"], question["commit"]].append(question)
    table: dict[str, dict[str, list[Score]]] = defaultdict(dict)
    with tempfile.TemporaryDirectory() as folder:
        infra = make_infra(Path(folder))
        for (repo, commit), asked in sorted(by_repo.items()):
            for name, search in _rivals(infra, options, repo, commit):
                table[name][repo] = [_score(search, question) for question in asked]
    _print(table, sum(map(len, by_repo.values())))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--repos", type=Path, required=True, help="folder with the repositories")
    parser.add_argument("--questions", type=Path, default=QUESTIONS, help="JSON lines, gold files")
    parser.add_argument("--answers", action="store_true", help="measure the keyless answers too")
    return parser.parse_args()


def _rivals(
    infra: Infra, options: argparse.Namespace, repo: str, commit: str
) -> Iterator[tuple[str, Search]]:
    """The product's search and the baselines over the same files."""
    started = time.perf_counter()
    repository = _indexed(infra, _find(options.repos, repo), repo, commit)
    print(f"{repo}: indexed in {time.perf_counter() - started:.1f} s", file=sys.stderr)
    tools = {tool.spec.name: tool for tool in repository_tools(infra, repository)}

    def ask(question: str) -> list[str]:
        data = tools["search_codebase"].call({"query": question, "limit": LIMIT}).data
        return [hit["path"] for hit in data["hits"]]

    yield "search_codebase", ask
    if options.answers:
        yield "keyless answer", lambda question: cited_files(infra, repository, question)
    files = _texts(infra, repository)
    for baseline in (KeywordBaseline(files), FullTextBaseline(files)):
        yield baseline.name, lambda question, rival=baseline: rival.search(question, LIMIT)


def _find(repos: Path, repo: str) -> Path:
    name = repo.rpartition("/")[2]
    for folder in (repos / repo, repos / repo.replace("/", "+"), repos / name):
        for candidate in (folder / "repo", folder):
            if (candidate / ".git").exists() or (candidate / "HEAD").exists():
                return candidate
    raise SystemExit(f"{repo} is not below {repos}: clone it there as {repo} or {name}.")


def _indexed(infra: Infra, source: Path, repo: str, commit: str) -> RepositoryView:
    """An index of exactly `commit`, through a clone that shares the objects."""
    clone = infra.settings.data_dir / f"{repo.replace('/', '+')}.git"
    _git("clone", "--bare", "--shared", "--quiet", str(source), str(clone))
    _git("--git-dir", str(clone), "update-ref", "refs/heads/bench", commit)
    wish = RegisterRepository(str(clone), name=repo.replace("/", "-"), branch="bench")
    repository = registry.register(infra, wish, account_id=ACCOUNT)
    build_index(infra, repository.repository_id)
    return registry.get(infra, repository.repository_id)


def _git(*arguments: str) -> None:
    subprocess.run(["git", "-c", "safe.directory=*", *arguments], check=True)


def _texts(infra: Infra, repository: RepositoryView) -> dict[str, str]:
    index = open_index(infra, repository.repository_id)
    rows = index.execute("SELECT id, path FROM files WHERE kind <> 'link'").fetchall()
    return {row["path"]: text_of(index, row["id"]) for row in rows}


def _score(search: Search, question: dict[str, list[str]]) -> Score:
    gold = set(question["gold_files"])
    started = time.perf_counter()
    found = search(str(question["question"]))
    latency_ms = 1000 * (time.perf_counter() - started)
    rank = next((at for at, path in enumerate(found, start=1) if path in gold), 0)
    shares = [len(gold & set(found[:count])) / len(gold) for count in (5, 10)]
    return Score(shares[0], shares[1], 1 / rank if rank else 0.0, bool(rank), latency_ms)


def _print(table: dict[str, dict[str, list[Score]]], total: int) -> None:
    print(f"{total} questions with gold files; recall@5 / recall@10 / MRR / named; ms p50 / p99\n")
    for name, by_repo in table.items():
        every = [score for scores in by_repo.values() for score in scores]
        print(f"{name:20} {_line(every)}")
        for repo, scores in by_repo.items():
            print(f"  {repo:18} {_line(scores)}")


def _line(scores: list[Score]) -> str:
    means = [
        _mean(score.recall_5 for score in scores),
        _mean(score.recall_10 for score in scores),
        _mean(score.reciprocal_rank for score in scores),
        _mean(score.is_named for score in scores),
    ]
    latency = sorted(score.latency_ms for score in scores)
    median, worst = latency[len(latency) // 2], latency[int(len(latency) * 0.99)]
    return f"{' / '.join(f'{mean:.3f}' for mean in means)}   {median:6.1f} / {worst:.1f}"


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return sum(listed) / len(listed)


if __name__ == "__main__":
    main()
