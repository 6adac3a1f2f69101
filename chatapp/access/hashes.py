"""How tokens and API keys are stored: HMAC-SHA256 with the server's secret, never as they are."""

import hashlib
import hmac

from chatapp.infra.handle import Infra
from chatapp.infra.secret_key import kept_secret


def keyed_hash(infra: Infra, purpose: str, value: str) -> str:
    """HMAC-SHA256 of `value` in hex; different purposes never give the same hash."""
    secret = infra.settings.secret_key or kept_secret(infra.settings.data_dir)
    message = f"{purpose}\x00{value}".encode()
    return hmac.new(secret.encode(), message, hashlib.sha256).hexdigest()
