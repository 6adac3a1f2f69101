"""REST of members, invitations and the audit log, and of the caller themselves."""

from typing import Final

import msgspec
from werkzeug.wrappers import Response

from chatapp.access import audit, invitations, members
from chatapp.access.audit import AuditView
from chatapp.access.invitations import InvitationView
from chatapp.access.members import MemberView
from chatapp.domain.errors import Unprocessable
from chatapp.domain.identity import MemberRole, PrincipalKind
from chatapp.web import bodies
from chatapp.web.answers import answer, nothing
from chatapp.web.auth import principal
from chatapp.web.context import infra
from chatapp.web.routes import NOTHING, Guard, Routes, Shape
from chatapp.web.schemas import InvitationBody, MemberPatch

ROUTES: Final = Routes("members")


class Me(msgspec.Struct):
    """Who a credential belongs to."""

    kind: PrincipalKind
    account_id: str
    id: str
    name: str
    role: MemberRole | None
    scopes: list[str]


class MemberList(msgspec.Struct):
    """The account's members."""

    members: tuple[MemberView, ...]


class InvitationList(msgspec.Struct):
    """The account's open invitations."""

    invitations: tuple[InvitationView, ...]


class InvitationAnswer(msgspec.Struct):
    """An invitation with its token, which is shown this once."""

    invitation: InvitationView


class MemberAnswer(msgspec.Struct):
    """One member."""

    member: MemberView


class AuditLog(msgspec.Struct):
    """The newest lines of the audit log."""

    entries: tuple[AuditView, ...]


@ROUTES.get("/api/me", Guard.CALLER, Shape(answer=Me))
def get_me() -> Response:
    """Who this credential belongs to, and what it may do."""
    caller = principal()
    return answer(
        Me(
            caller.kind,
            caller.account_id,
            caller.actor_id,
            caller.name,
            caller.role,
            sorted(caller.scopes),
        )
    )


@ROUTES.get("/api/members", Guard.ADMIN, Shape(answer=MemberList))
def list_members() -> Response:
    """The account's members, oldest first."""
    return answer(MemberList(members.list_members(principal(), infra())))


@ROUTES.patch("/api/members/<member_id>", Guard.ADMIN, Shape(body=MemberPatch, answer=MemberAnswer))
def change_member(member_id: str) -> Response:
    """Give a member another role, or shut them out; either signs them out everywhere."""
    body = bodies.parse(MemberPatch)
    view: MemberView | None = None
    if body.role is not None:
        view = members.set_role(principal(), infra(), member_id, body.role)
    if body.disabled is not None:
        view = members.set_disabled(principal(), infra(), member_id, is_disabled=body.disabled)
    if view is None:
        raise Unprocessable("Say what to change: role or disabled.")
    return answer(MemberAnswer(view))


@ROUTES.get("/api/invitations", Guard.ADMIN, Shape(answer=InvitationList))
def list_invitations() -> Response:
    """The open invitations, newest first."""
    return answer(InvitationList(invitations.list_invitations(principal(), infra())))


@ROUTES.post(
    "/api/invitations",
    Guard.ADMIN,
    Shape(body=InvitationBody, answer=InvitationAnswer, status=201),
)
def invite_member() -> Response:
    """Make a one-time link for a new member; its token is in this answer and never again."""
    body = bodies.parse(InvitationBody)
    view = invitations.invite(principal(), infra(), body.email, body.role)
    return answer(InvitationAnswer(view), 201)


@ROUTES.delete("/api/invitations/<invitation_id>", Guard.ADMIN, NOTHING)
def revoke_invitation(invitation_id: str) -> Response:
    """Make an open invitation worthless."""
    invitations.revoke_invitation(principal(), infra(), invitation_id)
    return nothing()


@ROUTES.get("/api/audit-log", Guard.ADMIN, Shape(answer=AuditLog))
def read_audit_log() -> Response:
    """The newest 200 lines of the audit log, newest first."""
    return answer(AuditLog(audit.entries(principal(), infra())))
