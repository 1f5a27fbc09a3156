"""`tricktable`: the site as one command, for whoever installed it as a package."""

import argparse
import os
import runpy
import sys
from pathlib import Path

from deploy.site.files import MANAGE, default_data_folder
from deploy.version import VERSION

DESCRIPTION = "Leagues and tournaments for clubs that play bidding trick-taking card games."


def main() -> int:
    # before Python's own reader of options, which would take those of a command for its own
    if sys.argv[1:2] == ["manage"]:
        return manage(sys.argv[2:])
    options = reader().parse_args()
    return run(options)


def reader() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tricktable", description=DESCRIPTION)
    parser.add_argument("--version", action="version", version=f"%(prog)s {VERSION}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    run_ = commands.add_parser(
        "run", help="start the whole site on this machine, with a demo club until told otherwise"
    )
    run_.add_argument("--data", type=Path, default=os.environ.get("DATA_DIR"), help=_data_help())
    run_.add_argument("--host", help="the address it listens on (default: 127.0.0.1)")
    run_.add_argument("--port", help="the port it listens on (default: 8000)")
    commands.add_parser("manage", help="Django's commands, and ours: 'tricktable manage help'")
    return parser


def _data_help() -> str:
    return f"where its data is kept (default: {default_data_folder()})"


def run(options: argparse.Namespace) -> int:
    """Start what `make run` starts, until Ctrl-C."""
    given = {"DATA_DIR": options.data, "HOST": options.host, "PORT": options.port}
    for name, value in given.items():
        if value:
            os.environ[name] = str(value.resolve() if isinstance(value, Path) else value)
    # it reads the environment when it is loaded
    from deploy.run.__main__ import main as run_site  # noqa: PLC0415

    return run_site()


def manage(words: list[str]) -> int:
    """Run a command of manage.py; it ends the process when it fails."""
    sys.argv = ["tricktable manage", *words]
    runpy.run_path(str(MANAGE), run_name="__main__")
    return 0


if __name__ == "__main__":
    sys.exit(main())
