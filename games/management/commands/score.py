"""The `score` door for files as a command of the site; `manage.py` goes past it where it can."""

from argparse import Namespace
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.score_file import Printed, add_arguments, score_file
from games.wording import AS_IN_DATA


class Command(BaseCommand):
    help = (
        "Score deals, games and calls: one JSON object a line in, one answer a line out, in order."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.ending = self.stderr.ending = ""  # lines end themselves
        score_file(Namespace(**options), Printed(self.stdout, self.stderr, AS_IN_DATA))
