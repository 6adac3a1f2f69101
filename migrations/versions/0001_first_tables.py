"""first tables"""

import sqlalchemy as sa
from alembic import op

from chatapp.infra import columns

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("created_at", columns.UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_accounts")),
    )
    op.create_table(
        "audit_log",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("account_id", sa.String(length=32), nullable=False),
        sa.Column("actor_id", sa.String(length=32), nullable=False),
        sa.Column("actor_name", sa.String(length=120), nullable=False),
        sa.Column("action", sa.String(length=64), nullable=False),
        sa.Column("target", sa.String(length=190), nullable=False),
        sa.Column("detail", columns.LONG_TEXT, nullable=False),
        sa.Column("created_at", columns.UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit_log")),
    )
    with op.batch_alter_table("audit_log", schema=None) as batch_op:
        batch_op.create_index(
            "ix_audit_log_account_id_created_at", ["account_id", "created_at"], unique=False
        )

    op.create_table(
        "invitations",
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("account_id", sa.String(length=32), nullable=True),
        sa.Column("email", sa.String(length=190), nullable=False),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.Column("created_at", columns.UtcDateTime(), nullable=False),
        sa.Column("expires_at", columns.UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_invitations")),
        sa.UniqueConstraint("id", name=op.f("uq_invitations_id")),
    )
    op.create_table(
        "repositories",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("account_id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("source", columns.LONG_TEXT, nullable=False),
        sa.Column("source_key", sa.String(length=64), nullable=False),
        sa.Column("is_clone", sa.Boolean(), nullable=False),
        sa.Column("git_dir", columns.LONG_TEXT, nullable=False),
        sa.Column("branch", sa.String(length=255), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("phase", sa.String(length=32), nullable=False),
        sa.Column("files_done", sa.Integer(), nullable=False),
        sa.Column("files_total", sa.Integer(), nullable=False),
        sa.Column("percent", sa.Integer(), nullable=False),
        sa.Column("is_cancelled", sa.Boolean(), nullable=False),
        sa.Column("indexed_commit", sa.String(length=64), nullable=True),
        sa.Column("indexed_at", columns.UtcDateTime(), nullable=True),
        sa.Column("head_commit", sa.String(length=64), nullable=True),
        sa.Column("checked_at", columns.UtcDateTime(), nullable=True),
        sa.Column("files", sa.Integer(), nullable=False),
        sa.Column("skipped_files", sa.Integer(), nullable=False),
        sa.Column("error", columns.LONG_TEXT, nullable=True),
        sa.Column("created_at", columns.UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_repositories")),
        sa.UniqueConstraint("name", name=op.f("uq_repositories_name")),
        sa.UniqueConstraint("source_key", name=op.f("uq_repositories_source_key")),
    )
    with op.batch_alter_table("repositories", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_repositories_account_id"), ["account_id"], unique=False
        )
        batch_op.create_index(batch_op.f("ix_repositories_state"), ["state"], unique=False)

    op.create_table(
        "api_keys",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("account_id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("hint", sa.String(length=16), nullable=False),
        sa.Column("key_hash", sa.String(length=64), nullable=False),
        sa.Column("scopes", columns.LONG_TEXT, nullable=False),
        sa.Column("requests_per_minute", sa.Integer(), nullable=False),
        sa.Column("concurrency", sa.Integer(), nullable=False),
        sa.Column("tokens_per_minute", sa.BigInteger(), nullable=False),
        sa.Column("tokens_per_day", sa.BigInteger(), nullable=False),
        sa.Column("tokens_per_month", sa.BigInteger(), nullable=False),
        sa.Column("is_disabled", sa.Boolean(), nullable=False),
        sa.Column("created_by", sa.String(length=32), nullable=False),
        sa.Column("created_at", columns.UtcDateTime(), nullable=False),
        sa.Column("expires_at", columns.UtcDateTime(), nullable=True),
        sa.Column("last_used_at", columns.UtcDateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_api_keys_account_id_accounts")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_api_keys")),
        sa.UniqueConstraint("key_hash", name=op.f("uq_api_keys_key_hash")),
    )
    with op.batch_alter_table("api_keys", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_api_keys_account_id"), ["account_id"], unique=False)

    op.create_table(
        "conversations",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("account_id", columns.exact(64), nullable=False),
        sa.Column("actor_id", columns.exact(128), nullable=False),
        sa.Column("repository_id", sa.String(length=32), nullable=True),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("is_pinned", sa.Boolean(), nullable=False),
        sa.Column("is_archived", sa.Boolean(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("last_seq", sa.Integer(), nullable=False),
        sa.Column("live_turn_id", sa.String(length=32), nullable=True),
        sa.Column("forked_from", sa.String(length=32), nullable=True),
        sa.Column("share_hash", sa.String(length=64), nullable=True),
        sa.Column("created_at", columns.UtcDateTime(), nullable=False),
        sa.Column("updated_at", columns.UtcDateTime(), nullable=False),
        sa.Column("deleted_at", columns.UtcDateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["repository_id"],
            ["repositories.id"],
            name=op.f("fk_conversations_repository_id_repositories"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_conversations")),
        sa.UniqueConstraint("share_hash", name=op.f("uq_conversations_share_hash")),
    )
    with op.batch_alter_table("conversations", schema=None) as batch_op:
        batch_op.create_index(
            "ix_conversations_owner_updated", ["account_id", "actor_id", "updated_at"], unique=False
        )
        batch_op.create_index(
            "ix_conversations_repository_updated", ["repository_id", "updated_at"], unique=False
        )

    op.create_table(
        "members",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("account_id", sa.String(length=32), nullable=False),
        sa.Column("email", sa.String(length=190), nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("password_hash", sa.String(length=255), nullable=False),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.Column("is_disabled", sa.Boolean(), nullable=False),
        sa.Column("created_at", columns.UtcDateTime(), nullable=False),
        sa.Column("last_seen_at", columns.UtcDateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_members_account_id_accounts")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_members")),
        sa.UniqueConstraint("email", name=op.f("uq_members_email")),
    )
    with op.batch_alter_table("members", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_members_account_id"), ["account_id"], unique=False)

    op.create_table(
        "repository_grants",
        sa.Column("repository_id", sa.String(length=32), nullable=False),
        sa.Column("grantee_id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("created_at", columns.UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["repository_id"],
            ["repositories.id"],
            name=op.f("fk_repository_grants_repository_id_repositories"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("repository_id", "grantee_id", name=op.f("pk_repository_grants")),
    )
    op.create_table(
        "api_key_usage",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("key_id", sa.String(length=32), nullable=False),
        sa.Column("turn_id", sa.String(length=32), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("input_tokens", sa.BigInteger(), nullable=False),
        sa.Column("output_tokens", sa.BigInteger(), nullable=False),
        sa.Column("is_estimate", sa.Boolean(), nullable=False),
        sa.Column("latency_ms", sa.BigInteger(), nullable=False),
        sa.Column("created_at", columns.UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["key_id"], ["api_keys.id"], name=op.f("fk_api_key_usage_key_id_api_keys")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_api_key_usage")),
        sa.UniqueConstraint("turn_id", name=op.f("uq_api_key_usage_turn_id")),
    )
    with op.batch_alter_table("api_key_usage", schema=None) as batch_op:
        batch_op.create_index(
            "ix_api_key_usage_key_id_created_at", ["key_id", "created_at"], unique=False
        )

    op.create_table(
        "member_sessions",
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("member_id", sa.String(length=32), nullable=False),
        sa.Column("created_at", columns.UtcDateTime(), nullable=False),
        sa.Column("expires_at", columns.UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["member_id"], ["members.id"], name=op.f("fk_member_sessions_member_id_members")
        ),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_member_sessions")),
    )
    with op.batch_alter_table("member_sessions", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_member_sessions_member_id"), ["member_id"], unique=False
        )

    op.create_table(
        "messages",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("conversation_id", sa.String(length=32), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("request_id", columns.exact(128), nullable=False),
        sa.Column("parts", columns.LONG_TEXT, nullable=False),
        sa.Column("text", columns.LONG_TEXT, nullable=False),
        sa.Column("extras", columns.LONG_TEXT, nullable=False),
        sa.Column("provider", sa.String(length=64), nullable=True),
        sa.Column("model", sa.String(length=200), nullable=True),
        sa.Column("stop_reason", sa.String(length=64), nullable=True),
        sa.Column("error_code", sa.String(length=64), nullable=True),
        sa.Column("error_message", sa.Text(), nullable=True),
        sa.Column("input_tokens", sa.Integer(), nullable=False),
        sa.Column("output_tokens", sa.Integer(), nullable=False),
        sa.Column("created_at", columns.UtcDateTime(), nullable=False),
        sa.Column("finished_at", columns.UtcDateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["conversation_id"],
            ["conversations.id"],
            name=op.f("fk_messages_conversation_id_conversations"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_messages")),
        sa.UniqueConstraint(
            "conversation_id",
            "request_id",
            "role",
            name=op.f("uq_messages_conversation_id_request_id_role"),
        ),
        sa.UniqueConstraint("conversation_id", "seq", name=op.f("uq_messages_conversation_id_seq")),
    )
    with op.batch_alter_table("messages", schema=None) as batch_op:
        batch_op.create_index("ix_messages_state", ["state"], unique=False)

    op.create_table(
        "turn_claims",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.Column("conversation_id", sa.String(length=32), nullable=False),
        sa.Column("user_message_id", sa.String(length=32), nullable=False),
        sa.Column("assistant_message_id", sa.String(length=32), nullable=False),
        sa.Column("created_at", columns.UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["conversation_id"],
            ["conversations.id"],
            name=op.f("fk_turn_claims_conversation_id_conversations"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_turn_claims")),
    )
    op.create_table(
        "artifacts",
        sa.Column("message_id", sa.String(length=32), nullable=False),
        sa.Column("artifact_id", columns.exact(64), nullable=False),
        sa.Column("conversation_id", sa.String(length=32), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("type", sa.String(length=64), nullable=False),
        sa.Column("data", columns.LONG_TEXT, nullable=False),
        sa.Column("is_pinned", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["conversation_id"],
            ["conversations.id"],
            name=op.f("fk_artifacts_conversation_id_conversations"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["message_id"],
            ["messages.id"],
            name=op.f("fk_artifacts_message_id_messages"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("message_id", "artifact_id", name=op.f("pk_artifacts")),
    )
    with op.batch_alter_table("artifacts", schema=None) as batch_op:
        batch_op.create_index(
            "ix_artifacts_conversation", ["conversation_id", "artifact_id"], unique=False
        )


def downgrade() -> None:
    op.drop_table("artifacts")
    op.drop_table("turn_claims")
    op.drop_table("messages")
    op.drop_table("member_sessions")
    op.drop_table("api_key_usage")
    op.drop_table("repository_grants")
    op.drop_table("members")
    op.drop_table("conversations")
    op.drop_table("api_keys")
    op.drop_table("repositories")
    op.drop_table("invitations")
    op.drop_table("audit_log")
    op.drop_table("accounts")
