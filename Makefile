# Tricktable: the commands we type. `make help` lists them.

SHELL := /bin/bash
.DEFAULT_GOAL := help
VENV := .venv/bin
# the first Python on the path that is new enough; PYTHON=/path/to/python3 names another
PYTHON ?= $(shell for name in python3 python3.14 python3.13 python3.12 python3.11; do \
	"$$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { command -v "$$name"; break; }; done)
INSTALL := $(PYTHON) -m deploy.run.install
TESTED = $(INSTALL) test traces && $(VENV)/python -m deploy.workshop.chromium

.PHONY: help run install test test-all check fmt lock bench drill client wheel release messages fresh clean python
.NOTPARALLEL:

help: ## list these commands
	@grep -hE '^[a-z-]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 12

python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed and was not found: install it ('sudo apt-get install python3 python3-venv'), or name it with PYTHON=/path/to/python3." >&2; exit 1; }

run: python ## install, start everything, and say the address (PORT=8000, HOST=127.0.0.1)
	@$(INSTALL) && exec $(VENV)/python -m deploy.run

install: python ## install what the site needs into .venv and node_modules
	@$(INSTALL) $(SETS)

test: python ## install what the tests need and run them, in about ten minutes (ARGS="tests/games -q" for some)
	@$(TESTED) && exec $(VENV)/pytest $(if $(ARGS),$(ARGS),-n auto --maxprocesses 4 --dist worksteal -q -m "not long")

test-all: python ## the same and all that is long: every address in every way, nights by lot, killed processes ...
	@$(TESTED) && $(VENV)/python -m deploy.workshop.ops_programs && $(VENV)/python -m deploy.workshop.java && API_EXAMPLES=50 PERMISSION_WALK=all exec $(VENV)/pytest -n auto --maxprocesses 4 --dist worksteal -q

check: python ## lint, types, import contracts, templates, migrations, catalogues
	@$(INSTALL) test check traces && exec $(VENV)/python -m deploy.workshop.check

fmt: python ## format our Python and templates' loads
	@$(INSTALL) test check && $(VENV)/ruff check --fix --quiet . ; $(VENV)/ruff format .

lock: python ## refresh the locks: requirements/*.txt and package-lock.json
	@$(INSTALL) && exec $(VENV)/python -m deploy.workshop.lock

bench: python ## measure what people feel, in some seven minutes (docs/performance.md has the goals)
	@$(INSTALL) test bench && exec $(VENV)/python -m deploy.workshop.bench $(ARGS)

drill: python ## run the whole site as root and break one part after the other (docs/CONTRIBUTING.md)
	@$(INSTALL) test && exec $(VENV)/python -m deploy.workshop.drill $(ARGS)

client: python ## generate a Python client of the API into .build/client (docs/api.md)
	@$(INSTALL) test && exec $(VENV)/python -m deploy.workshop.api_client

wheel: python ## build the package that `pip install` takes, into .build/wheel
	@$(INSTALL) test && exec $(VENV)/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir .build/wheel .

release: python ## give what is unreleased a number (VERSION=0.2.0), check, run all tests, and build the package
	@$(INSTALL) test check && $(VENV)/python -m deploy.workshop.release_cut "$(VERSION)" && $(VENV)/python -m deploy.workshop.api_promise && $(VENV)/python -m deploy.workshop.check && $(MAKE) --no-print-directory test-all && exec $(MAKE) --no-print-directory wheel

messages: python ## bring the catalogues of all subjects up to date with the texts in the code
	@$(INSTALL) && exec $(VENV)/python -m deploy.workshop.messages update

fresh: ## forget the demo's data, so that the next `make run` plays it again
	@$(PYTHON) -m deploy.run.clean data

clean: ## remove everything that the other commands made, the demo's data too
	@$(PYTHON) -m deploy.run.clean all
