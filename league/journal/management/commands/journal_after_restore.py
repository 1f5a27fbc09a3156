"""To be run once when a dump was restored into a new PostgreSQL cluster, before the site starts."""

from typing import Any

from django.core.management.base import BaseCommand

from league.journal.restore import rewind_after_restore


class Command(BaseCommand):
    help = (
        "Sets the journal right after its database was restored into a new PostgreSQL cluster, "
        "which counts transactions from the start. Stop web servers and workers first."
    )

    def handle(self, *_args: Any, **_options: Any) -> None:
        owed = rewind_after_restore()
        for name, count in sorted(owed.items()):
            self.stdout.write(f"{name}: {count} happenings are still to be delivered")
        self.stdout.write("The journal is ready; the site can be started.")
