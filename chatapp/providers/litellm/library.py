"""The LiteLLM library, set up around its import: quiet, offline, without a helper thread."""

import os
from typing import Any

os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")  # noqa: TID251 - read at import only

import litellm as _litellm

_litellm.disable_streaming_logging = True  # its shared executor makes streams queue at their end
_litellm.suppress_debug_info = True
_litellm.telemetry = False

completion: Any = _litellm.completion
