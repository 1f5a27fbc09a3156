"""`manage.py demo`: put the demo club into an empty database."""

from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction
from django.utils import timezone

from league.demo.club import ACCOUNTS, PASSWORD, build_demo, demo_exists


class Command(BaseCommand):
    help = "Make the demo club, its people and its events. Does nothing when it is there."

    def handle(self, *args: Any, **options: Any) -> None:
        if demo_exists():
            self.stdout.write("The demo club is there already.")
            return
        with transaction.atomic():
            club = build_demo(now=timezone.now())
        self.stdout.write(f"Made the demo club {club.name}.")
        for account in ACCOUNTS:
            self.stdout.write(f"  {account.role:<9} {account.email}  {PASSWORD}")
