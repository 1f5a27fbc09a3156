"""`manage.py housekeeping`: what the beat does every hour, now, and said in numbers."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from deploy.site.housekeeping import keep_house


class Command(BaseCommand):
    help = "Deletes what is past its age and is no fact (docs/configuration.md lists it)."

    def handle(self, *_args: Any, **_options: Any) -> None:
        for what, count in keep_house(timezone.now()).items():
            self.stdout.write(f"{what}: {count} deleted")
