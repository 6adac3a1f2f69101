"""What every template may use: translation, macros, the CSRF token, versioned assets, times.

Installed on the app once, by the blueprint of the pages. Views hand over everything else.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Final

from flask import Flask, current_app, request, url_for
from markupsafe import Markup

from chatapp.domain.json import Json
from chatapp.web import auth
from chatapp.web.i18n import gettext, language, ngettext
from chatapp.web.markdown.highlight import highlight_file
from chatapp.web.markdown.render import render
from chatapp.web.undo import toasts
from chatapp.web.views.message import question_html

THEME_COOKIE: Final = "chatapp_theme"
THEMES: Final = ("light", "dark")
_MACROS: Final = ("icon", "mark", "csrf", "notice", "field")


def install(app: Flask) -> None:
    """Make the template environment of `app` ours."""
    environment = app.jinja_env
    environment.add_extension("jinja2.ext.i18n")
    environment.install_gettext_callables(gettext, ngettext, newstyle=True)  # type: ignore[attr-defined]
    environment.trim_blocks = True
    environment.lstrip_blocks = True
    environment.filters.update(
        when=when,
        day=day,
        breakable=breakable,
        question=question_html,
        numbered_lines=numbered_lines,
        coloured=coloured,
        diagram=diagram,
    )
    environment.globals.update(asset=asset, csrf_token=auth.csrf, toasts=toasts)
    macros = environment.get_template("macros/ui.html").module
    environment.globals.update({name: getattr(macros, name) for name in _MACROS})
    app.context_processor(_reader)


def _reader() -> dict[str, object]:
    theme = request.cookies.get(THEME_COOKIE, "")
    return {
        "language": {"zh": "zh-CN"}.get(language(), "en"),
        "theme": theme if theme in THEMES else "",
    }


def asset(filename: str) -> str:
    """The address of a static file, with its version so that it may be cached for long."""
    return url_for("static", filename=filename, v=_version(current_app.static_folder, filename))


@lru_cache(maxsize=64)
def _version(folder: str | None, filename: str) -> str:
    file = Path(folder or "") / filename
    return f"{file.stat().st_mtime_ns:x}"[-9:] if file.is_file() else "0"


def when(moment: datetime | None) -> str:
    """A moment for people, UTC to the minute; empty for never."""
    return f"{moment:%Y-%m-%d %H:%M} UTC" if moment else ""


def day(seconds: float | None) -> str:
    """A Unix time as a day; empty for none."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d}" if seconds else ""


def breakable(path: str) -> Markup:
    """A path that may be broken behind its slashes, and there only."""
    return Markup("/<wbr>").join(path.split("/"))


def coloured(code: str, path: str) -> Markup:
    """Source text in the colours of its language."""
    return Markup("\n".join(highlight_file(code, path)))  # noqa: S704 - escaped by the highlighter


def diagram(source: str) -> Markup:
    """A Mermaid text as the figure that the browser draws into."""
    return render(f"~~~~mermaid\n{source}\n~~~~\n")


def numbered_lines(lines: Sequence[Mapping[str, Json]], path: str) -> Markup:
    """Quoted lines of a tool's result, coloured, matches marked."""
    shown = highlight_file("\n".join(str(line.get("text", "")) for line in lines), path)
    width = max((len(str(line.get("number", ""))) for line in lines), default=0)
    return Markup("\n").join(
        Markup('<span class="no">{}</span>{}').format(
            str(line.get("number", "")).rjust(width),
            _marked(html, is_match=bool(line.get("is_match"))),
        )
        for line, html in zip(lines, shown, strict=False)
    )


def _marked(html: str, *, is_match: bool) -> Markup:
    line = Markup(html)  # noqa: S704 - escaped by the highlighter
    return Markup("<mark>{}</mark>").format(line) if is_match else line
