"""``chatapp doctor``: checks the installation, and says what is wrong and how to mend it."""

import sys
from collections.abc import Iterator
from typing import NamedTuple

import click

from chatapp.cli.wiring import Wiring
from chatapp.domain.errors import ChatappError
from chatapp.infra.diagnosis import CHECKS, Trouble
from chatapp.infra.migrate import current_revision, newest_revision
from chatapp.infra.settings import Settings, SettingsError
from chatapp.providers.config.base_urls import mistyped


class Finding(NamedTuple):
    """The result of one check: ``ok``, ``warn`` or ``fail``, with the remedy for the latter."""

    verdict: str
    part: str
    text: str
    remedy: str = ""


@click.command()
@click.pass_obj
def doctor(wiring: Wiring) -> None:
    """Check the installation. Ends with 1 when something has to be mended."""
    findings = list(examine(wiring))
    for finding in findings:
        click.echo(f"{finding.verdict:<5} {finding.part}: {finding.text}")
        if finding.remedy:
            click.echo(f"      → {finding.remedy}")
    failed = sum(finding.verdict == "fail" for finding in findings)
    click.echo(f"{failed} to mend." if failed else "Everything is in order.")
    sys.exit(1 if failed else 0)


def examine(wiring: Wiring) -> Iterator[Finding]:
    """Every finding, in order; without readable settings there is only one."""
    try:
        settings = wiring.settings()
    except SettingsError as error:
        yield Finding("fail", "settings", str(error), "Mend the environment or .env.")
        return
    yield Finding("ok", "settings", "every value can be used")
    for part in CHECKS:
        yield _checked(part, settings)
    yield _providers(wiring)
    yield _database(wiring, settings)


def _checked(part: str, settings: Settings) -> Finding:
    try:
        return Finding("ok", part, CHECKS[part](settings))
    except Trouble as trouble:
        verdict = "fail" if trouble.is_fatal else "warn"
        return Finding(verdict, part, trouble.what, trouble.remedy)


def _providers(wiring: Wiring) -> Finding:
    problems = mistyped(wiring.environ())
    if problems:
        return Finding("fail", "providers", " ".join(problems), "Mend the environment or .env.")
    return Finding("ok", "providers", "every address can be used")


def _database(wiring: Wiring, settings: Settings) -> Finding:
    if not settings.database_url and not (settings.data_dir / "chatapp.db").exists():
        return Finding("ok", "database", "SQLite, will be made by the first start")
    try:
        database = wiring.infra(settings, migrates=False).database
        revision = current_revision(database)
    except ChatappError as error:
        return Finding("fail", "database", "cannot be used", str(error))
    found = f"{database.engine.dialect.name} at revision {revision or '(none)'}"
    if revision == newest_revision():
        return Finding("ok", "database", found)
    return Finding("warn", "database", f"{found}, not {newest_revision()}", "Run: chatapp migrate")
