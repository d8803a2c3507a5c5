# `make conform` and `make test` set up everything they need in local environments (.venv, .venvs), from nothing.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
export DPMEAN_ENVIRONMENTS := $(CURDIR)/.venvs
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.DEFAULT_GOAL := help
.PHONY: help conform conform-all newest libraries test prove coq nightly dist pythons locked vectors lint coverage mutation bench audits auditors picture clean

help: ## show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 20

# what is installed has to have a hash that stands in reference/locked/, whatever index it comes from; the lists are complete, so pip
# looks for nothing else (--no-deps); the project itself is built by what is installed then
LOCKED = install --quiet --no-deps --require-hashes -r reference/locked/
ITSELF = install --quiet --no-deps --no-build-isolation

$(BIN)/.run: pyproject.toml reference/locked/run.txt reference/locked/build.txt
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "installing dpmean into $(VENV) ..."
	@$(BIN)/pip $(LOCKED)run.txt -r reference/locked/build.txt
	@$(BIN)/pip $(ITSELF) -e .
	@touch $@

$(BIN)/.dev: $(BIN)/.run reference/locked/dev.txt
	@echo "installing the test tools into $(VENV) ..."
	@$(BIN)/pip $(LOCKED)dev.txt
	@touch $@

$(BIN)/.prove: $(BIN)/.run reference/locked/prove.txt
	@echo "installing the two solvers into $(VENV) ..."
	@$(BIN)/pip $(LOCKED)prove.txt
	@touch $@

# tools of releases, in an environment of their own
.venvs/release/.ready: reference/locked/release.txt
	@test -x .venvs/release/bin/python || $(PYTHON) -m venv .venvs/release
	@echo "installing the tools of releases into .venvs/release ..."
	@.venvs/release/bin/pip $(LOCKED)release.txt
	@touch $@

conform: $(BIN)/.run ## judge our own implementation and the Python libraries
	@$(BIN)/dpmean conform --bundled quick --workers 2 --tier 2048

conform-all: $(BIN)/.run ## judge every library whose toolchain (Go, Rust, Java) is on this machine too
	@mkdir -p build
	@$(BIN)/dpmean conform --bundled all --json build/conform.json --html build/conform.html

newest: $(BIN)/.run ## judge the newest versions of the Python libraries: has one changed since it was judged?
	@mkdir -p build
	@$(BIN)/dpmean conform --bundled quick --newest --json build/newest.json

libraries: conform-all ## docs/LIBRARIES.md and the README's table, from a run of everything that can be judged here
	@$(BIN)/dpmean matrix build/conform.json --markdown reference/docs/LIBRARIES.md --html build/libraries.html --front README.md

# byte code is kept, whatever the environment says: the tests start hundreds of processes, each of which imports dpmean
test coverage: export PYTHONDONTWRITEBYTECODE :=
test: $(BIN)/.dev ## run all tests, on two processes
	@$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder

coverage: $(BIN)/.dev ## run all tests, and print which lines and branches of the package none of them reaches
	@$(BIN)/python -m pytest -n 2 --dist loadfile --cov --cov-report=term

$(BIN)/.mutation: $(BIN)/.dev reference/locked/mutation.txt
	@echo "installing the mutation tester into $(VENV) ..."
	@$(BIN)/pip $(LOCKED)mutation.txt
	@touch $@

mutation: $(BIN)/.mutation ## are the tests good? change the code in one place at a time and see (about an hour)
	@nice -n 10 $(BIN)/python tests/lab/mutation

bench: $(BIN)/.dev ## how fast is exact? our bulk samplers and releases beside those of others (half an hour)
	@$(BIN)/python -m tests.lab.bench

audits: $(BIN)/.dev ## audit the shipped mechanisms exactly and the Python libraries by their outputs; writes AUDITS.md
	@nice -n 10 $(BIN)/python -m tests.lab.audits

picture: $(BIN)/.dev ## the picture of the README: a report of a leak, photographed in headless Chromium
	@$(BIN)/python -m tests.lab.picture

auditors: $(BIN)/.dev ## how many draws does an audit need, beside the best possible and other auditors? (hours)
	@nice -n 10 $(BIN)/python -m tests.lab.auditors

prove: $(BIN)/.prove ## check every proof, print the ledger and what is trusted
	@$(BIN)/python -m proofs

coq: $(BIN)/.run ## check the theorems in Coq about the shipped functions (needs Coq, from apt)
	@nice -n 10 $(BIN)/python -m proofs.coq --check

nightly: $(BIN)/.dev ## the slow exhaustive checks, another python-flint, every Python that is here, the newest libraries
	@DPMEAN_PART=all $(BIN)/python -m pytest -m 'slow or not slow'
	@test -x .venvs/flint/bin/python || $(PYTHON) -m venv .venvs/flint
	@.venvs/flint/bin/pip $(LOCKED)run.txt -r reference/locked/build.txt
	@.venvs/flint/bin/pip $(LOCKED)flint.txt
	@.venvs/flint/bin/pip $(ITSELF) .
	@.venvs/flint/bin/dpmean fill --check --into vectors
	@$(MAKE) pythons newest

dist: $(BIN)/.dev .venvs/release/.ready ## wheel, sdist, SBOM and provenance of the last commit, into dist/, if two builds are equal
	@$(BIN)/python -m tests.lab.releases.dist

pythons: $(BIN)/.dev .venvs/release/.ready ## the wheel by pip, pipx and uvx in clean environments of every Python that is on this machine
	@nice -n 10 $(BIN)/python -m tests.lab.releases.pythons

locked: $(BIN)/.dev .venvs/release/.ready ## constraints.txt and reference/locked/ from pyproject.toml; CHANGE='--upgrade-package NAME' for a newer version
	@$(BIN)/python -m tests.lab.releases.locked $(CHANGE)

vectors: $(BIN)/.dev ## regenerate vectors/ and confirm every number by the second route
	@$(BIN)/dpmean fill --oracle "$(BIN)/python tests/oracle"
	@$(BIN)/dpmean verify

lint: $(BIN)/.dev ## ruff (format, rules) and mypy
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy

clean: ## remove the local environments and caches
	rm -rf .venv .venvs build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage*
