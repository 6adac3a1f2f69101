"""Sends turns through a real server while killing its parts at random; then audits the data.

``python scripts/chaos --turns 300 --kills 60 --seed 7``: web workers, the job worker, the embedded
Redis and the model server get SIGKILL; clients hang up, resume, repeat and send copies. Afterwards
every conversation is looked at (`audit`). The same seed gives the same decisions of clients and
killer; the machine's timing still differs. Exit code 1 and a list when a promise was broken.
"""

from gevent import monkey

monkey.patch_all()

import sys  # noqa: E402 - gevent patches before anything else is imported

from storm import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main())
