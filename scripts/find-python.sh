#!/bin/sh
# Prints the first Python of at least 3.11 that can make a virtual environment.
for python in "${PYTHON:-python3}" python3.13 python3.12 python3.11 python3.14 python; do
    if "$python" -c 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        echo "$python"
        exit 0
    fi
done
{
    echo "chatapp needs Python 3.11 or newer with its venv module, and found none."
    echo "python3 here is: $(python3 --version 2>&1 || true)"
    echo "Install one (Debian: apt-get install python3-venv), or name yours: make run PYTHON=/path/to/python3.12"
} >&2
exit 1
