"""API keys: a service's credential, shown once, stored as a keyed hash, with scopes and limits.

Managed by admins. A key is disabled at once; rotating gives the same key id a new secret, so that
what it owns stays its own. What a key may use right now is counted in `chatapp.access.quotas`.
"""

import json
import re
import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from chatapp.access import audit
from chatapp.access.accounts import plain_name
from chatapp.access.hashes import keyed_hash
from chatapp.access.models import ApiKey
from chatapp.access.quotas import Limits
from chatapp.access.roles import require_admin
from chatapp.domain.errors import Forbidden, NotAuthenticated, NotFound, Unprocessable
from chatapp.domain.identity import Principal, PrincipalKind
from chatapp.domain.ids import new_id
from chatapp.infra.handle import Infra

PREFIX: Final = "wa_"
DIALOGUE: Final = "dialogue:sse"
REPO_CHAT: Final = "repo:chat"
DEFAULT_LIMITS: Final = Limits()
_MCP_SCOPE: Final = re.compile(r"mcp:[A-Za-z0-9_-]{1,64}:[A-Za-z0-9_.-]{1,128}")
_SEEN_EVERY_S: Final = 60


@dataclass(frozen=True, slots=True)
class NewKey:
    """A wish for a key."""

    name: str
    scopes: tuple[str, ...]
    limits: Limits = DEFAULT_LIMITS
    expires_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class ApiKeyView:
    """A key as lists show it.

    Attributes:
        hint: The start of the secret, enough to recognise it.
        secret: The whole secret; set only in the answer that creates or rotates it.
    """

    key_id: str
    name: str
    hint: str
    scopes: tuple[str, ...]
    limits: Limits
    is_disabled: bool
    created_at: datetime
    expires_at: datetime | None
    last_used_at: datetime | None
    secret: str | None = None


def create_key(principal: Principal, infra: Infra, wanted: NewKey) -> ApiKeyView:
    """A new key with its secret, which is never shown again; admins only.

    Raises:
        Unprocessable: the name, a scope, a limit or the expiry cannot be used.
    """
    require_admin(principal)
    _check(infra, wanted)
    secret = _new_secret()
    row = ApiKey(
        id=new_id(),
        account_id=principal.account_id,
        name=plain_name(wanted.name),
        scopes=json.dumps(sorted(set(wanted.scopes))),
        is_disabled=False,
        created_by=principal.actor_id,
        created_at=infra.clock.now(),
        expires_at=wanted.expires_at,
        last_used_at=None,
        **_secret_columns(infra, secret),
        **_limit_columns(wanted.limits),
    )
    with infra.database.transaction() as session:
        session.add(row)
        audit.record(principal, infra, session, "key.create", row.id, row.name)
    return view(row, secret)


def list_keys(principal: Principal, infra: Infra) -> tuple[ApiKeyView, ...]:
    """The account's keys, newest first; admins only."""
    require_admin(principal)
    query = select(ApiKey).where(ApiKey.account_id == principal.account_id)
    with infra.database.reading() as session:
        rows = session.scalars(query.order_by(ApiKey.created_at.desc(), ApiKey.id)).all()
    return tuple(view(row) for row in rows)


def get_key(principal: Principal, infra: Infra, key_id: str) -> ApiKeyView:
    """One key of the account; admins only."""
    require_admin(principal)
    with infra.database.reading() as session:
        return view(_of_account(session, principal, key_id))


def set_key_disabled(
    principal: Principal, infra: Infra, key_id: str, *, is_disabled: bool
) -> ApiKeyView:
    """Turn a key off at once, or on again; admins only."""
    require_admin(principal)
    with infra.database.transaction() as session:
        row = _of_account(session, principal, key_id)
        row.is_disabled = is_disabled
        audit.record(principal, infra, session, "key.disabled", key_id, str(is_disabled))
        return view(row)


def rotate_key(principal: Principal, infra: Infra, key_id: str) -> ApiKeyView:
    """A new secret for a key; the old one stops working at once. Admins only."""
    require_admin(principal)
    secret = _new_secret()
    with infra.database.transaction() as session:
        row = _of_account(session, principal, key_id)
        for column, value in _secret_columns(infra, secret).items():
            setattr(row, column, value)
        audit.record(principal, infra, session, "key.rotate", key_id)
        return view(row, secret)


def key_principal(infra: Infra, secret: str) -> Principal:
    """The caller this secret belongs to.

    Raises:
        NotAuthenticated: no such key.
        Forbidden: it is disabled or has expired.
    """
    query = select(ApiKey).where(ApiKey.key_hash == _hash(infra, secret))
    with infra.database.reading() as session:
        row = session.scalar(query) if secret.startswith(PREFIX) else None
    if row is None:
        raise NotAuthenticated("This API key is not known here. Check it, or make a new one.")
    if row.is_disabled:
        raise Forbidden("This API key is disabled. Ask an admin to enable it.")
    if row.expires_at is not None and row.expires_at <= infra.clock.now():
        raise Forbidden("This API key has expired. Ask an admin for a new one.")
    _note_use(infra, row)
    return Principal(
        kind=PrincipalKind.API_KEY,
        account_id=row.account_id,
        actor_id=row.id,
        name=row.name,
        scopes=frozenset(json.loads(row.scopes)),
    )


def limits_of(infra: Infra, key_id: str) -> Limits:
    """The limits of a key as they are now."""
    with infra.database.reading() as session:
        return _limits(session.get_one(ApiKey, key_id))


def is_scope(text: str) -> bool:
    """Whether this is a scope a key may have: two words, or exactly one tool of one MCP service."""
    return text in (DIALOGUE, REPO_CHAT) or _MCP_SCOPE.fullmatch(text) is not None


def view(row: ApiKey, secret: str | None = None) -> ApiKeyView:
    """The row without its hash."""
    return ApiKeyView(
        key_id=row.id,
        name=row.name,
        hint=row.hint,
        scopes=tuple(json.loads(row.scopes)),
        limits=_limits(row),
        is_disabled=row.is_disabled,
        created_at=row.created_at,
        expires_at=row.expires_at,
        last_used_at=row.last_used_at,
        secret=secret,
    )


def _check(infra: Infra, wanted: NewKey) -> None:
    wrong = sorted(scope for scope in wanted.scopes if not is_scope(scope))
    if wrong or not wanted.scopes:
        raise Unprocessable(
            f"Not a scope: {', '.join(wrong) or 'none given'}. Use {DIALOGUE}, {REPO_CHAT} or one"
            " tool as mcp:<service>:<tool>; there are no wildcards."
        )
    if any(value < 0 for value in _limit_columns(wanted.limits).values()):
        raise Unprocessable("A limit is 0 (none) or a positive whole number.")
    if wanted.expires_at is not None and wanted.expires_at <= infra.clock.now():
        raise Unprocessable("The expiry lies in the past.")


def _of_account(session: Session, principal: Principal, key_id: str) -> ApiKey:
    row = session.get(ApiKey, key_id)
    if row is None or row.account_id != principal.account_id:
        raise NotFound
    return row


def _note_use(infra: Infra, row: ApiKey) -> None:
    """Keep the time of the last use to the minute: a write for every request would be too many."""
    now = infra.clock.now()
    if row.last_used_at and (now - row.last_used_at).total_seconds() < _SEEN_EVERY_S:
        return
    with infra.database.transaction() as session:
        session.execute(update(ApiKey).where(ApiKey.id == row.id).values(last_used_at=now))


def _new_secret() -> str:
    return PREFIX + secrets.token_urlsafe(32)


def _secret_columns(infra: Infra, secret: str) -> dict[str, str]:
    return {"key_hash": _hash(infra, secret), "hint": secret[:9]}


def _limit_columns(limits: Limits) -> dict[str, int]:
    return {name: getattr(limits, name) for name in Limits.__slots__}


def _limits(row: ApiKey) -> Limits:
    return Limits(**{name: getattr(row, name) for name in Limits.__slots__})


def _hash(infra: Infra, secret: str) -> str:
    return keyed_hash(infra, "api-key", secret)
