"""Every module with logic has a test file that mirrors it."""

import ast
from pathlib import Path

ROOT = Path(__file__).parents[2]
MODULES = sorted(path for path in (ROOT / "chatapp").rglob("*.py") if path.name != "__init__.py")

ON_THE_WIRE = "tests/contracts/providers: through the real SDK over a real socket"
IN_PROCESSES = "tests/integration: test_serve and test_terminal start the real command"

PROVEN_ELSEWHERE = {
    "chatapp/__main__.py": IN_PROCESSES,
    "chatapp/cli/ask.py": IN_PROCESSES,
    "chatapp/cli/desk.py": IN_PROCESSES,
    "chatapp/cli/redis.py": IN_PROCESSES,
    "chatapp/cli/serve.py": IN_PROCESSES,
    "chatapp/cli/wiring.py": IN_PROCESSES,
    "chatapp/providers/anthropic/client.py": ON_THE_WIRE,
    "chatapp/providers/gemini/client.py": ON_THE_WIRE,
    "chatapp/providers/gemini/listing.py": ON_THE_WIRE,
    "chatapp/providers/litellm/adapter.py": ON_THE_WIRE,
    "chatapp/providers/ollama/adapter.py": ON_THE_WIRE,
    "chatapp/providers/ollama/client.py": ON_THE_WIRE,
    "chatapp/providers/ollama/listing.py": ON_THE_WIRE,
    "chatapp/providers/openai/adapter.py": ON_THE_WIRE,
    "chatapp/providers/openai/client.py": ON_THE_WIRE,
    "chatapp/providers/wire/transport.py": ON_THE_WIRE,
}
"""Modules whose proof is not a mirror file, and where it is instead."""


def _has_logic(path: Path) -> bool:
    tree = ast.parse(path.read_text("utf-8"))
    return any(isinstance(node, ast.If | ast.For | ast.While | ast.Try) for node in ast.walk(tree))


def _mirror_exists(path: Path) -> bool:
    relative = path.relative_to(ROOT / "chatapp")
    name = f"test_{relative.name}"
    places = (ROOT / "tests" / kind / relative.parent / name for kind in ("unit", "functional"))
    return any(place.exists() for place in places)


def test_every_module_with_logic_has_a_mirror() -> None:
    missing = [
        name
        for path in MODULES
        if _has_logic(path)
        and not _mirror_exists(path)
        and (name := str(path.relative_to(ROOT))) not in PROVEN_ELSEWHERE
    ]
    assert missing == []
