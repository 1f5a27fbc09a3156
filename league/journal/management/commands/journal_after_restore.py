"""To be run once when a dump was restored into a new PostgreSQL cluster, before the site starts."""

from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection, transaction
from django.db.models import Min, Q

from league.journal.models import Happening, Reader


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


# The journal is read in the order (transaction, id). A new cluster numbers its transactions from
# the start, so that new rows would sort before restored ones. Restored rows therefore get
# transaction 0, and among them the id alone decides.


@transaction.atomic
def rewind_after_restore() -> dict[str, int]:
    """Renumber rows and readers. Return by reader how many happenings it will be handed (again).

    No web server and no worker may run meanwhile. A reader that was behind may be handed some
    happenings a second time, which changes nothing. Run twice, it does nothing more.
    """
    places = {reader.name: _read_up_to(reader) for reader in Reader.objects.select_for_update()}
    with connection.cursor() as cursor:
        cursor.execute("LOCK TABLE journal_happening IN EXCLUSIVE MODE")
        cursor.execute("ALTER TABLE journal_happening DISABLE TRIGGER happening_is_final")
        Happening.objects.exclude(transaction=0).update(transaction=0)
        cursor.execute("ALTER TABLE journal_happening ENABLE TRIGGER happening_is_final")
    for name, happening_id in places.items():
        Reader.objects.filter(name=name).update(transaction=0, happening_id=happening_id)
    return {
        name: Happening.objects.filter(id__gt=happening_id).count()
        for name, happening_id in places.items()
    }


def _read_up_to(reader: Reader) -> int:
    """Return an id such that everything the reader has not read comes after it.

    What was written in the new cluster already has a small transaction but a large id.
    """
    unread = Happening.objects.filter(
        Q(transaction__gt=reader.transaction) | Q(id__gt=reader.happening_id)
    )
    first = unread.aggregate(first=Min("id"))["first"]
    if first is not None:
        return int(first) - 1
    newest = Happening.objects.order_by("-id").values_list("id", flat=True).first()
    return newest or 0
