"""The `rank` door on the command line; it needs no database."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from league.foundation.doors.request_files import answer_file
from league.tables.standings.methods import answer


class Command(BaseCommand):
    help = (
        "Rank entries: reads one JSON object, or several, one a line, and answers one a line. "
        "Exit 0 when every request was answered, 2 when the input cannot be read as JSON at all."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="a file of requests, or - for the standard input")

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        code = answer_file(file, answer, self.stdout.write)
        if code:
            sys.exit(code)
