# Two commands do everything on a fresh clone: `make play` and `make test`.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready

.PHONY: help setup play test test-full lint perft playthroughs bench clean

help:  ## show this list
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 16

setup: $(READY)  ## a virtual environment in .venv with everything, all games compiled

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Blockhaus needs Python 3.11 or newer; set PYTHON=/path/to/python3.11"; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || \
	  { echo "Python's venv module is missing (on Debian: apt-get install python3-venv)"; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --upgrade pip
	$(BIN)/pip install --quiet --editable '.[test]'
	$(BIN)/blockhaus warm
	@touch $(READY)

play: $(READY)  ## choose a game and play it in the terminal
	@$(BIN)/blockhaus play

test: $(READY) lint  ## all tests, each comparison with fewer games
	$(BIN)/blockhaus warm
	$(BIN)/pytest -q -n 2 --dist worksteal

test-full: $(READY) lint  ## the same with every comparison at full length (hours)
	$(BIN)/pytest -q -n 2 --dist worksteal --full

lint: $(READY)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

perft: $(READY)  ## write tests/perft.toml anew from the naive references
	PYTHONPATH=tests $(BIN)/python tests/make_perft.py

playthroughs: $(READY)  ## write tests/playthroughs anew
	PYTHONPATH=tests $(BIN)/python tests/make_playthroughs.py

bench: $(READY)  ## speed beside OpenSpiel and Pgx
	$(BIN)/pip install --quiet --editable '.[bench]'
	$(BIN)/blockhaus bench

clean:  ## remove the virtual environment and everything built
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
