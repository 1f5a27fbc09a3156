"""`manage.py demo`: put the demo club into an empty database and play its season."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from league.clubs.models import Club
from league.demo.club import ACCOUNTS, PASSWORD, SLUG, open_demo
from league.demo.progress import note_progress
from league.demo.season_behind import play_on, progress_now, season_to_play


class Command(BaseCommand):
    help = (
        "Make the demo club, its people and its events, and play the season behind it. What is "
        "there stays; a season that was interrupted is played on."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--tonight",
            action="store_true",
            help="make the club and its evenings of tonight; leave the season for another time",
        )

    def handle(self, *args: Any, tonight: bool, **options: Any) -> None:
        if not Club.objects.filter(slug=SLUG).exists():
            self._open()
        elif season_to_play() is None:
            self.stdout.write("The demo club is there already.")
        note_progress(progress_now())
        if not tonight:
            for progress in play_on():
                note_progress(progress)
            note_progress(None)

    def _open(self) -> None:
        club = open_demo(now=timezone.now())
        self.stdout.write(f"Made the demo club {club.name}.")
        for account in ACCOUNTS:
            self.stdout.write(f"  {account.role:<9} {account.email}  {PASSWORD}")
