"""`python manage.py formats`: docs/formats.md, made from what the formats say of themselves."""

from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand

from league.play.rounds.drawing import FORMATS
from league.play.rounds.drawing.stage_options import FormatOption

HEAD = """# Formats

What a stage of an event can be, and what can be chosen of it (`options` of a stage in the API).
Made by `python manage.py formats`; a test keeps it true.
"""
WHO = {
    "sides": "Entries meet two by two.",
    "alone": "Single players, each for itself.",
    "partners": "Single players whom the draw gives partners.",
}
RESULTS = {
    "none": "Results are not needed for the draw.",
    "wished": "Drawn from the results of the round before; the director may go without some.",
    "needed": "Drawn from the results of the round before, all of them.",
}


class Command(BaseCommand):
    help = "Prints docs/formats.md."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write("\n".join(_lines()), ending="\n")


def _lines() -> Iterator[str]:
    yield HEAD
    for name, format in FORMATS.items():
        when = "All rounds at once." if format.all_at_once else "One round at a time."
        yield f"## {format.label} (`{name}`)\n"
        yield f"{format.help}\n"
        yield f"{WHO[format.who]} {when} {RESULTS[format.results]}\n"
        for option in format.stage_options:
            yield f"- `{option.name}`: {option.label}. {option.help} {_values(option)}"
        yield ""


def _values(option: FormatOption) -> str:
    if option.choices:
        values = ", ".join(f"`{choice.value}` ({choice.label})" for choice in option.choices)
    elif option.numbers is not None:
        values = "{} to {}".format(*option.numbers)
    else:
        values = "`true` or `false`"
    default = option.default
    if isinstance(default, bool):
        default = str(default).lower()
    return f"{values}; " + ("left out by default." if default is None else f"default `{default}`.")
