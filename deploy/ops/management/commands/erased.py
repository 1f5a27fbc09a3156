"""`manage.py erased write|read FILE`: who was erased, by numbers, and to erase them again."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from deploy.ops.backups.erased import erase_again, gone_now, read_list, write_list


class Command(BaseCommand):
    help = (
        "Writes the list of all players, accounts and clubs that were erased (numbers and times),"
        " or erases again who is on a list, after a recovery that brought them back."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("what", choices=["write", "read"])
        parser.add_argument("file", type=Path)

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["what"] == "write":
            gone = gone_now()
            write_list(options["file"], gone)
            self.stdout.write(f"{len(gone)} erased players, accounts and clubs written.")
        else:
            count = erase_again(read_list(options["file"]), at=timezone.now())
            self.stdout.write(f"{count} players, accounts and clubs erased again.")
