"""What goes from a ledger that is never changed: words about a person, or a kitty with its club."""

from collections.abc import Iterable

from django.db import connection
from django.db import transaction as database

from league.clubs.models import Club, Player
from league.kitty.models import Kitty, Transaction


@database.atomic
def forget_words_about(players: Iterable[Player]) -> int:
    """Take the notes out of what was booked on the players' accounts; return of how many.

    Amounts stay, so that the club's books still balance.
    """
    booked = Transaction.objects.filter(lines__account__player__in=list(players))
    rows = Transaction.objects.filter(pk__in=booked.values("pk")).exclude(note="")
    return rows.update(note="")


@database.atomic
def forget_account_of_actor(user_id: int) -> int:
    """Take the name of an account out of what it booked; return of how many."""
    rows = Transaction.objects.filter(actor_user_id=user_id).exclude(actor_name="")
    return rows.update(actor_name="")


@database.atomic
def delete_kitty(club: Club) -> None:
    """Delete a club's kitty with everything in it, for a club that is deleted."""
    for kitty in Kitty.objects.filter(club=club).select_for_update():
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT set_config('tricktable.kitty_deleted', %s, true)", [str(kitty.pk)]
            )
        kitty.delete()
