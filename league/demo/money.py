"""The money of the demo club: fees for evenings and the league, 25 pence a set, prizes, cards."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from league.clubs.models import Club, Player
from league.foundation.derived_state import mark_stale
from league.foundation.journal.actor import Actor
from league.office.kitty import services as kitties
from league.office.kitty.models import EventCharges, SetPayer, TransactionKind
from league.office.kitty.selectors import balance_of, cash_sheet, kitty_of
from league.office.kitty.services.booking import hold_kitty
from league.office.kitty.services.kitty_settings import EventTerms
from league.office.kitty.services.payments import Occasion
from league.office.kitty.services.prizes import prizes_of
from league.play.events.models import Evening, Event

CURRENCY = "GBP"
EVENING_FEE, LEAGUE_FEE, A_SET = 200, 1000, 25  # pence
PRIZE_SHARES = (5, 3, 2)
CARDS_COST = 1895


def open_kitty(club: Club, desk: Actor, at: datetime) -> None:
    """Switch the kitty on: two pounds an evening, and a set costs nothing but in the league."""
    by: dict[str, Any] = {"club": club, "actor": desk, "at": at}
    kitties.switch(is_on=True, currency=CURRENCY, **by)
    kitties.set_house_amounts(
        from_day=at.date(),
        evening_fee=EVENING_FEE,
        set_amount=0,
        set_payer=SetPayer.BIDDER,
        **by,
    )
    kitties.book(
        kind=TransactionKind.EXPENSE,
        amount=CARDS_COST,
        note=_("Six packs of cards and a box of pencils"),
        **by,
    )


def set_league_terms(event: Event, desk: Actor, at: datetime) -> None:
    """Ten pounds a pair, 25 pence a set; all of it goes into the pot, for three places."""
    if kitty_of(event.club) is None:
        return
    terms = EventTerms(
        fee=LEAGUE_FEE,
        fee_per="entry",
        set_amount=A_SET,
        pot_percent=100,
        prize_shares=PRIZE_SHARES,
    )
    kitties.set_event_amounts(event=event, terms=terms, actor=desk, at=at)


def settle_league(event: Event, desk: Actor, at: datetime) -> None:
    """Charge what was played; everybody pays but two, and the prizes are awarded."""
    kitty = kitty_of(event.club)
    if kitty is None:
        return
    hold_kitty(event.club_id)  # before the event's charges, as a worker does that charges meanwhile
    mark_stale(EventCharges, [event.pk], at=at)
    kitties.charge_event(event_id=event.pk, at=at)
    for row in cash_sheet(kitty, event=event).rows[:-2]:
        kitties.book(
            club=kitty.club,
            kind=TransactionKind.PAYMENT,
            amount=row.charged,
            player=row.player,
            occasion=Occasion(event=event),
            actor=desk,
            at=at,
        )
    event.refresh_from_db()
    prizes = prizes_of(kitty, event)
    kitties.award_prizes(event=event, seen=prizes.seen, actor=desk, at=at)


def take_fees_of_evening(
    evening: Evening, paying: Sequence[Player], desk: Actor, at: datetime
) -> None:
    """Charge who is here tonight; some have paid at the door."""
    kitty = kitty_of(evening.club)
    if kitty is None:
        return
    kitties.charge_evening(evening=evening, at=at)
    for player in paying:
        kitties.take_all(
            club=kitty.club,
            player=player,
            seen=balance_of(kitty, player),
            occasion=Occasion(evening=evening),
            actor=desk,
            at=at,
        )
