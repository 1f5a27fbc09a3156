"""`manage.py housekeeping`: what the beat does every hour, now, and said in numbers."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from deploy.housekeeping import keep_house
from deploy.journal_kept import keep_journal


class Command(BaseCommand):
    help = "Deletes what is past its age and is no fact (docs/configuration.md lists it)."

    def handle(self, *_args: Any, **_options: Any) -> None:
        for what, count in keep_house(timezone.now()).items():
            self.stdout.write(f"{what}: {count} deleted")
        kept = keep_journal(timezone.now())
        self.stdout.write(f"partitions of the journal: {int(kept.is_partition_made)} made")
        self.stdout.write(f"happenings that have passed: {kept.archived} moved to the archive")
