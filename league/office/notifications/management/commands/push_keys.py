"""`manage.py push_keys`: a new key with which this site signs what it pushes to phones."""

from typing import Any

from django.core.management.base import BaseCommand

from league.office.notifications.push_keys import new_private_key


class Command(BaseCommand):
    help = "Make a key for web push, and say which setting it belongs into."

    def handle(self, *_args: Any, **_options: Any) -> None:
        self.stdout.write(f"VAPID_PRIVATE_KEY={new_private_key()}")
        self.stderr.write(
            "Put this line into the settings of the site and keep it secret. With another key "
            "every phone has to be added again."
        )
