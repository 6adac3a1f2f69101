"""Which tools a repository offers, by the ``tools`` entry of its ``.chatapp/config.yaml``.

``lean`` and ``all`` are words for fixed sets; a list of names is an allowlist; a list in which
every name has ``+`` or ``-`` changes the default. A mistake in the file never takes the tools
away: what cannot be used is named in `problems`, the rest counts. Called by the registry.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import yaml

CONFIG_PATH: Final = ".chatapp/config.yaml"
LEAN: Final = ("get_overview", "search_codebase", "get_context")


@dataclass(frozen=True, slots=True)
class ToolSurface:
    """Names of the tools, in the order of the registry, and what was wrong with the file."""

    names: tuple[str, ...]
    problems: tuple[str, ...] = ()


def choose(config: str, *, known: Sequence[str], default: Sequence[str]) -> ToolSurface:
    """The surface that `config` (the file's text, may be empty) asks for."""
    try:
        loaded = yaml.safe_load(config) if config.strip() else None
    except yaml.YAMLError:
        return ToolSurface(tuple(default), (f"{CONFIG_PATH} is not valid YAML; using the default",))
    wish = loaded.get("tools") if isinstance(loaded, dict) else None
    if wish is None:
        return ToolSurface(tuple(default))
    return _granted(wish, known, default)


def _granted(wish: object, known: Sequence[str], default: Sequence[str]) -> ToolSurface:
    if wish == "all":
        return ToolSurface(tuple(known))
    if wish == "lean":
        return ToolSurface(LEAN)
    if not isinstance(wish, list) or not wish:
        problem = f"{CONFIG_PATH}: tools must be all, lean or a list of names; using the default"
        return ToolSurface(tuple(default), (problem,))
    return _listed([str(item) for item in wish], known, default)


def _listed(wish: Sequence[str], known: Sequence[str], default: Sequence[str]) -> ToolSurface:
    signs = {item[:1] for item in wish}
    is_delta = signs <= {"+", "-"}
    names = set(default) if is_delta else set()
    problems: list[str] = []
    for item in wish:
        name = item.lstrip("+-").strip()
        if name not in known:
            problems.append(f"{CONFIG_PATH}: there is no tool {name!r}; known: {', '.join(known)}")
        elif item.startswith("-"):
            names.discard(name)
        else:
            names.add(name)
    return ToolSurface(tuple(name for name in known if name in names), tuple(problems))
