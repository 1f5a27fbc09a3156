"""What the club plays next: an event to sign up for, a league to draw, who is here tonight."""

from collections.abc import Sequence
from datetime import datetime, time, timedelta

from django.utils.translation import gettext as _

from league.calendar.stand_ins import services as stand_ins
from league.calendar.stand_ins.selectors import seats_with_rounds
from league.clubs.models import Club, Player, Role
from league.demo.money import take_fees_of_evening
from league.demo.playing import begin
from league.foundation.journal.actor import Actor
from league.play.events import services as events
from league.play.events.models import EntryKind, EntryMode, Event, TablePlay
from league.play.rounds.models import RoundState


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
        actor=desk,
        at=now,
    )
    events.open_event(event=event, actor=desk, at=now)
    for pair in pairs:
        events.add_entry(event=event, players=list(pair), actor=desk, at=now)
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
        actor=desk,
        at=now,
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
        actor=Actor(user_id=director.pk, name=director.name, via="desk"),
        at=now,
    )


def take_note_of_who_is_here(
    club: Club, players: Sequence[Player], desk: Actor, now: datetime
) -> None:
    """Tick who stays for a late game tonight; the first two play together, three have paid."""
    evening = events.open_evening(club=club, day=now.date(), actor=desk, at=now)
    chosen = {
        "name": _("Late game"),
        "variant": "double-deck-pinochle",
        "preset": "standard",
        "house_rules": None,
    }
    events.choose(evening=evening, changes=chosen, actor=desk, at=now)
    for player in players:
        events.check_in(evening=evening, player=player, actor=desk, at=now)
    events.put_together(evening=evening, players=players[:2], actor=desk, at=now)
    take_fees_of_evening(evening, players[:3], desk, now)
