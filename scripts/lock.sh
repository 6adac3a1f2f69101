#!/bin/sh
# Resolves the lock files: exact versions with hashes, for every platform and Python from 3.11 on.
set -eu
cd "$(dirname "$0")/.."
UV="${UV:-$(command -v uv || echo .venv/bin/uv)}"
compile() {
    "$UV" pip compile --quiet --universal --python-version 3.11 --generate-hashes \
        --no-emit-index-url --no-header --no-annotate "$@"
}
compile requirements/pip.in --output-file requirements/pip.txt
compile requirements/node.in --output-file requirements/node.txt
compile pyproject.toml --output-file requirements/run.txt
compile pyproject.toml --group dev --output-file requirements/dev.txt
