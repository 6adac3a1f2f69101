"""The sample repository of the tests that only read: a shop with sessions."""

SAMPLE = {
    "README.md": "# Sample\n\nA shop with sessions and carts.\n",
    "shop/__init__.py": "",
    "shop/sessions.py": '''"""Sessions in signed cookies."""

import hmac

from shop.settings import SECRET


class SessionStore:
    """Keeps sessions.

    The cookie is signed so that a client cannot forge it.
    """

    def load_session(self, cookie: str) -> dict:
        """Read a session from its cookie."""
        return self._verify(cookie)

    def save_session(self, data: dict) -> str:
        """Sign a session into a cookie."""
        if not data:
            return ""
        return hmac.new(SECRET, str(data).encode(), "sha256").hexdigest()

    def _verify(self, cookie: str) -> dict:
        return {"cookie": cookie}
''',
    "shop/settings.py": 'SECRET = b"secret"\nLIMIT = 10\n',
    "shop/cart.py": '''"""The cart."""

from shop.sessions import SessionStore


def add_item(store: SessionStore, item: str) -> str:
    """Put an item into the cart of a session."""
    # We sign on every write because a lost cookie must not lose the cart,
    # rather than keeping carts on the server.
    session = store.load_session("c")
    session[item] = 1
    return store.save_session(session)


def forgotten_total(items: list) -> int:
    """Nobody calls this."""
    return sum(items)
''',
    "tests/test_sessions.py": """from shop.sessions import SessionStore


def test_session_survives():
    store = SessionStore()
    assert store.load_session("x") == {"cookie": "x"}
""",
    "docs/adr/0001-signed-cookies.md": """# Sign cookies instead of storing sessions

## Decision

Sessions live in signed cookies, because the server must stay stateless.
""",
    "CHANGELOG.md": (
        "# Changelog\n\n## 1.0\n\n- Sessions are signed now, because unsigned ones were forged.\n"
    ),
}
