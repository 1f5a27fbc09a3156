"""Writing into the journal what somebody booked."""

from typing import Any

from league.foundation.journal import services as journal
from league.foundation.journal.actor import Act
from league.office.kitty.models import Kitty, Transaction


def journal_booking(
    kind: str,
    kitty: Kitty,
    booked: Transaction,
    amount: int,
    by: Act,
    **data: Any,
) -> None:
    journal.append(
        kind=kind,
        by=by,
        club_id=kitty.club_id,
        event_id=booked.event_number,
        subject=booked,
        data={
            "number": booked.number,
            "amount": amount,
            "currency": kitty.currency,
            "note": booked.note,
            **data,
        },
    )
