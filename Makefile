.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
SHELL := /bin/sh

VENV := .venv
BIN := $(VENV)/bin
PIP_INSTALL := $(BIN)/python -m pip install -qq --no-compile --disable-pip-version-check

.PHONY: help
help: ## Show what there is to do
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1	/' | expand -t 14

.PHONY: run
run: $(VENV)/run.stamp static/vendor/.stamp ## Start the server; the first time it sets everything up
	@exec $(BIN)/chatapp serve

.PHONY: test
test: $(VENV)/dev.stamp static/vendor/.stamp ## Run every test that this machine can run
	@$(BIN)/python -m pytest

.PHONY: check
check: lint types floors test ## Everything that CI checks

.PHONY: lint
lint: $(VENV)/dev.stamp ## Check the format and the rules of Python and templates
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/djlint --quiet --check --lint templates

.PHONY: format
format: $(VENV)/dev.stamp ## Bring Python and templates into the one format
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .
	@$(BIN)/djlint --quiet --reformat templates

.PHONY: types
types: $(VENV)/dev.stamp ## Check the types (mypy --strict)
	@$(BIN)/mypy

.PHONY: floors
floors: $(VENV)/dev.stamp ## Check that imports only go down
	@$(BIN)/lint-imports

.PHONY: bench
bench: $(VENV)/run.stamp ## Measure start, indexing and answers on this machine
	@$(BIN)/python scripts/bench.py

.PHONY: chaos
chaos: $(VENV)/dev.stamp ## Kill parts of a running server at random and check every conversation; SEED=<number>
	@$(BIN)/python scripts/chaos --turns 300 --kills 60 --seed $(or $(SEED),1)

.PHONY: bench-providers
bench-providers: $(VENV)/run.stamp ## Measure the provider layer beside the plain SDK loops
	@$(BIN)/python scripts/bench_providers.py

.PHONY: bench-index
bench-index: $(VENV)/run.stamp ## Measure an index build; REPO=<path of a git repository>
	@$(BIN)/python scripts/bench_index.py $(REPO)

.PHONY: bench-retrieval
bench-retrieval: $(VENV)/run.stamp ## Measure retrieval; REPOS=<folder> QUESTIONS=<file.jsonl>
	@$(BIN)/python scripts/bench_retrieval.py --repos $(REPOS) $(if $(QUESTIONS),--questions $(QUESTIONS)) --answers

.PHONY: docs
docs: $(VENV)/run.stamp ## Generate docs/settings.md and docs/tools.md
	@$(BIN)/chatapp settings --markdown > docs/settings.md
	@$(BIN)/python scripts/tools_reference.py

.PHONY: lock
lock: ## Resolve the lock files anew (needs uv)
	@scripts/lock.sh

.PHONY: clean
clean: ## Remove the environment and the front-end files; data in var/ stays
	@rm -rf $(VENV) static/vendor

# Stamps: a second run does nothing here.
$(VENV)/bin/python:
	@python=$$(scripts/find-python.sh) && echo "setting up: $$($$python --version)" && $$python -m venv $(VENV)

$(VENV)/pip.stamp: requirements/pip.txt | $(VENV)/bin/python
	@$(PIP_INSTALL) --upgrade --require-hashes -r requirements/pip.txt
	@touch $@

$(VENV)/run.stamp: requirements/run.txt pyproject.toml $(VENV)/pip.stamp
	@echo "installing the packages of requirements/run.txt (the first time this takes a minute or two)"
	@$(PIP_INSTALL) --require-hashes -r requirements/run.txt
	@$(PIP_INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/dev.stamp: requirements/dev.txt $(VENV)/run.stamp
	@echo "installing the packages of requirements/dev.txt"
	@$(PIP_INSTALL) --require-hashes -r requirements/dev.txt
	@touch $@

static/vendor/.stamp: frontend.lock.json scripts/vendor.py $(VENV)/pip.stamp
	@$(BIN)/python scripts/vendor.py
	@touch $@
