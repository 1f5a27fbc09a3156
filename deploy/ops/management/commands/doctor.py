"""`manage.py doctor`: look whether the site is well, and say what to do where it is not."""

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from deploy.ops.doctor.checks import look_at_all
from deploy.ops.doctor.result import Result


class Command(BaseCommand):
    help = (
        "Looks whether the site is well, and says of each fault what to do next. Ends with 0 if all"
        " is well, with 1 if anything is not."
    )
    # it makes them itself, and says more of what they find
    requires_system_checks = ()
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="say it as JSON, for programs")

    def handle(self, *_args: Any, **options: Any) -> None:
        results = look_at_all()
        say = in_json if options["json"] else in_words
        self.stdout.write(say(results))
        if not all(result.is_well for result in results.values()):
            sys.exit(1)


def in_words(results: dict[str, Result]) -> str:
    lines = [line for name, result in results.items() for line in _lines(name, result)]
    faults = sum(not result.is_well for result in results.values())
    whole = "The site is well." if not faults else f"Faults: {faults} of {len(results)} checks."
    return "\n".join([*lines, whole])


def _lines(name: str, result: Result) -> list[str]:
    if result.is_well:
        return [f"ok     {name}: {result.says}"]
    return [f"FAULT  {name}: {result.says}", f"       What to do: {result.do}"]


def in_json(results: dict[str, Result]) -> str:
    """Return {"well": ..., "checks": [{"name", "well", "says", "do", "figures"}]}."""
    checks = [
        {
            "name": name,
            "well": result.is_well,
            "says": result.says,
            "do": result.do,
            "figures": dict(result.figures),
        }
        for name, result in results.items()
    ]
    whole = {"well": all(result.is_well for result in results.values()), "checks": checks}
    return json.dumps(whole, indent=2, ensure_ascii=False)
