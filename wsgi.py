"""What gunicorn loads: the web application in a process patched by gevent."""

from gevent import monkey

monkey.patch_all()

import sys

from chatapp.bootstrap.application import create_app
from chatapp.domain.errors import ChatappError

CANNOT_START = 3
"""gunicorn's own exit code of a worker that failed to boot."""

try:
    app = create_app()
except ChatappError as error:
    sys.stderr.write(f"{error}\n")
    sys.exit(CANNOT_START)
