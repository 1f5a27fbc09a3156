"""The money of the demo club: fees for evenings and the league, 25 pence a set, prizes, cards."""

from collections.abc import Sequence
from datetime import datetime, time, timedelta
from typing import Any

from django.utils.translation import gettext as _

from league.calendar.stand_ins import services as stand_ins
from league.calendar.stand_ins.selectors import seats_with_rounds
from league.clubs.models import Club, Player, Role
from league.demo.playing import begin
from league.foundation.derived_state import mark_stale
from league.foundation.journal.actor import Act, Actor
from league.foundation.records import services as records
from league.office.kitty import services as kitties
from league.office.kitty.models import (
    EventAmounts,
    EventCharges,
    HouseAmounts,
    Kitty,
    TransactionKind,
)
from league.office.kitty.selectors import balance_of, cash_sheet, kitty_of
from league.office.kitty.services.booking import Occasion, hold_kitty
from league.office.kitty.services.prizes import prizes_of
from league.play.events import services as events
from league.play.events.models import EntryKind, EntryMode, Evening, Event, TablePlay
from league.play.rounds.models import RoundState

CURRENCY = "GBP"
EVENING_FEE, LEAGUE_FEE, A_SET = 200, 1000, 25  # pence
PRIZE_SHARES = [5, 3, 2]
CARDS_COST = 1895


def open_kitty(club: Club, desk: Actor, at: datetime) -> None:
    """Switch the kitty on: two pounds an evening, and a set costs nothing but in the league."""
    by: dict[str, Any] = {"club": club, "by": Act(desk, at)}
    kitty = Kitty(club=club, is_on=True, currency=CURRENCY)
    records.save(kitty, by=by["by"])
    amounts = HouseAmounts(kitty=kitty, from_day=at.date(), evening_fee=EVENING_FEE)
    records.save(amounts, by=by["by"])
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
    terms = {"fee": LEAGUE_FEE, "fee_per": "entry", "set_amount": A_SET}
    terms |= {"pot_percent": 100, "prize_shares": PRIZE_SHARES}
    records.save(EventAmounts(event=event, **terms), by=Act(desk, at))


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
            by=Act(desk, at),
        )
    event.refresh_from_db()
    prizes = prizes_of(kitty, event)
    kitties.award_prizes(event=event, seen=prizes.seen, by=Act(desk, at))


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
            by=Act(desk, at),
        )


# --- What the club plays next: an event to sign up for, a league to draw, who is here tonight ---


def invite_to_sign_up(
    club: Club, pairs: Sequence[Sequence[Player]], desk: Actor, now: datetime
) -> Event:
    """An event of next week, for which players sign up themselves."""
    starts = now + timedelta(days=8)
    event = events.create_event(
        club=club,
        name=_("Harvest pairs"),
        slug="harvest-pairs",
        about=_("An afternoon for everybody, with soup at the break. Guests are welcome."),
        starts_on=starts.date(),
        begins_at=time(15),
        variant="double-deck-pinochle",
        entry_kind=EntryKind.PAIR,
        entry_mode=EntryMode.GUESTS,
        entries_close_at=starts - timedelta(days=1),
        most_entries=16,
        format="mitchell",
        table_play=TablePlay.DEALS,
        deals_a_round=4,
        method={"name": "total_points"},
        by=Act(desk, now),
    )
    events.open_event(event=event, by=Act(desk, now))
    for pair in pairs:
        events.add_entry(event=event, players=list(pair), by=Act(desk, now))
    return event


def begin_in_groups(
    club: Club, pairs: Sequence[Sequence[Player]], desk: Actor, now: datetime
) -> Event:
    """The next league: everybody is in one of two groups, and nothing is drawn yet."""
    event = events.create_event(
        club=club,
        name=_("Winter league"),
        slug="winter-league",
        starts_on=now.date(),
        variant="double-deck-pinochle",
        entry_kind=EntryKind.PAIR,
        format="round_robin",
        stage_options={"groups": 2},
        table_play=TablePlay.DEALS,
        deals_a_round=6,
        method={"name": "match_points", "win": 2, "draw": 1, "loss": 0},
        by=Act(desk, now),
    )
    begin(event, pairs, desk, now)
    return event


def ask_to_stand_in(player: Player, now: datetime) -> None:
    """The director looks for somebody for a seat of tonight's Pitch, and asks the player."""
    director = player.club.members.get(role=Role.DIRECTOR).user
    waiting = seats_with_rounds().filter(
        round__state=RoundState.OPEN, round__stage__event__slug="friday-pitch"
    )
    untouched = waiting.filter(table__submissions=None, table__result=None)
    stand_ins.ask(
        seat=untouched.earliest("pk"),
        players=[player.pk],
        by=Act(Actor(user_id=director.pk, name=director.name, via="desk"), now),
    )


def take_note_of_who_is_here(
    club: Club, players: Sequence[Player], desk: Actor, now: datetime
) -> None:
    """Tick who stays for a late game tonight; the first two play together, three have paid."""
    evening = events.open_evening(club=club, day=now.date(), by=Act(desk, now))
    chosen = {
        "name": _("Late game"),
        "variant": "double-deck-pinochle",
        "preset": "standard",
        "house_rules": None,
    }
    events.choose(evening=evening, changes=chosen, by=Act(desk, now))
    for player in players:
        events.check_in(evening=evening, player=player, by=Act(desk, now))
    events.put_together(evening=evening, players=players[:2], by=Act(desk, now))
    take_fees_of_evening(evening, players[:3], desk, now)
