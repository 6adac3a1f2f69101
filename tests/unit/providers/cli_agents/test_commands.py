import pytest

from chatapp.domain.errors import InvalidRequest
from chatapp.providers.cli_agents.commands import COMMANDS, passed_on


@pytest.mark.parametrize("provider_id", sorted(COMMANDS))
def test_the_agents_own_model_needs_no_argument(provider_id: str) -> None:
    argv = COMMANDS[provider_id].argv("/bin/agent", "default")
    assert argv[0] == "/bin/agent"
    assert "--model" not in argv


def test_a_model_comes_after_the_subcommand() -> None:
    argv = COMMANDS["codex"].argv("/bin/codex", "gpt-5.3-codex")
    assert argv[:4] == ["/bin/codex", "exec", "--model", "gpt-5.3-codex"]


@pytest.mark.parametrize("model", ["--dangerous", "-x", "a b", "a;b", "$(x)", "", "m" * 300])
def test_a_model_that_could_be_something_else_is_refused(model: str) -> None:
    with pytest.raises(InvalidRequest, match="cannot be the name"):
        COMMANDS["claude_code"].argv("/bin/claude", model)


@pytest.mark.requirement("U04")
def test_the_servers_own_secrets_are_not_passed_on() -> None:
    environ = {
        "PATH": "/bin",
        "HOME": "/home/x",
        "ANTHROPIC_API_KEY": "agent's",
        "CHATAPP_SECRET_KEY": "ours",
        "DATABASE_URL": "postgres://user:pw@host/db",
        "REDIS_URL": "redis://:pw@host",
    }
    assert passed_on(environ) == {
        "PATH": "/bin",
        "HOME": "/home/x",
        "ANTHROPIC_API_KEY": "agent's",
    }
