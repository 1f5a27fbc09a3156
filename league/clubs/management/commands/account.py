"""`manage.py account`: make an account at the command line, and print a link to sign in with."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from league.clubs.services.accounts import account_for
from league.clubs.services.mails import sign_in_url
from league.foundation.languages import CODES
from league.foundation.refusal import Refused


class Command(BaseCommand):
    help = (
        "Makes the account of an e-mail address, unless there is one, and prints a link that signs "
        "it in. The first account of a site is made so; whoever signs in can make a club."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email", help="the e-mail address of the person")
        parser.add_argument("--name", default="", help="as the club knows the person")
        parser.add_argument("--language", default="en", choices=CODES)

    def handle(self, *, email: str, name: str, language: str, **_options: Any) -> None:
        try:
            user, is_new = account_for(email=email, name=name, language=language)
        except Refused as refused:
            raise CommandError(str(refused)) from refused
        opening = "Made the account" if is_new else "There is the account"
        minutes = settings.SESAME_MAX_AGE // 60
        self.stdout.write(f"{opening} of {user.name} ({user.email}).")
        self.stdout.write(f"This link signs in, once and within {minutes} minutes:")
        self.stdout.write(sign_in_url(user))
