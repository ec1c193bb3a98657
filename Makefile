# Two commands matter: `make demo` (hear a round) and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: lock demo test soak soak-audio lint rehearse reliability clean

# Runs a spoken round with synthetic players: fetches the voices and the ear it needs first.
demo: $(STAMP)
	$(BIN)/tertulia models pull kokoro kokoro-voices-ja whisper-base
	$(BIN)/tertulia demo --out demo-out

# Formatting, lint, types and every test. Tests that need a downloaded model skip by name.
test: $(STAMP) lint
	$(BIN)/python -m pytest -n auto --dist worksteal

# An hour of simulated play through es-mesa, in a minute or two: memory, threads, processes.
soak: $(STAMP)
	$(BIN)/python -m pytest tests/ears/soak.py

# Thirty minutes of real audio through each ear, as fast as it hears: memory, threads, processes,
# files, crashes, watermark. make soak-audio ARGS="--ear es-mesa --clips TABLE --noise TABLE"
soak-audio: $(STAMP)
	$(BIN)/python -m tests.ears.soak_audio $(ARGS)

lint: $(STAMP)
	$(BIN)/ruff format --check host tests models/training
	$(BIN)/ruff check host tests models/training
	$(BIN)/mypy

# What checks the pages for accessibility (MPL-2.0, not part of the program): the browser tests use
# it where it is there. They need Chromium as well: sudo apt install chromium
axe:
	mkdir -p build/axe
	npm pack --silent --pack-destination build/axe axe-core@4
	tar -xzf build/axe/axe-core-*.tgz -C build/axe

# Every worked example of the rules, as written-down tables.
rehearse: $(STAMP)
	$(BIN)/tertulia rehearse tests/guiones/*/*.guion

# Games killed with kill -9, hostile evenings, eight simulated hours: the figures of
# docs/reliability.md.
reliability: $(STAMP)
	$(BIN)/python -m tests.reliability

$(STAMP): pyproject.toml requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Tertulia needs Python 3.11 or newer; try: make PYTHON=python3.11"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	  { echo "This Python has no venv. On Debian or Ubuntu: sudo apt install python3-venv"; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing what Tertulia needs into $(VENV) (about 700 MB, a few minutes)..."
	@# The versions and hashes of requirements.lock; where an index lacks one of them, what fits.
	$(PIP) --require-hashes -r requirements.lock && $(PIP) --no-deps --no-build-isolation -e . || \
	  { echo "requirements.lock could not be installed here: installing versions that fit instead."; \
	    $(PIP) -e '.[speech,serve,dev]'; }
	touch $@

# Writes requirements.lock anew: the newest versions that pyproject.toml allows, with their hashes.
lock: $(STAMP)
	$(PIP) uv
	$(BIN)/uv pip compile pyproject.toml --extra speech --extra serve --extra dev --universal \
	  --python-version 3.11 --generate-hashes --no-header --no-annotate --upgrade --quiet \
	  --output-file requirements.lock

clean:
	rm -rf $(VENV) demo-out
