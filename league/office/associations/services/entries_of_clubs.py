"""Entries of an association's event belong to the club for which their players are registered.

It holds for events of a season, whoever enters them and however; others are open to all players.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.clubs.models import Club, Player
from league.foundation.journal.actor import Actor
from league.foundation.lists import listed
from league.foundation.refusal import Refused
from league.office.associations.models import Association, Registration
from league.office.associations.selectors import is_in, registered_players
from league.office.associations.services.registering import CannotRegister
from league.office.associations.two_journals import journal_in_club
from league.play.events.entry_rules import CheckPlayers, EntryRule
from league.play.events.models import Entry, EntryClub, EntryMember, EntryState, Event, EventState
from league.play.events.selectors import places_left
from league.play.events.services import add_entry, withdraw_entry
from league.play.events.services.field import FieldClosed, lock_field


class NotRegistered(Refused):
    """Players of an entry are not registered for its club in the season of the event."""

    code = "not_registered"


def demands(event: Event) -> CheckPlayers | None:
    """Return the check for the entries of an event; None where it is not an association's."""
    if event.season_id is None or not Association.objects.filter(club=event.club_id).exists():
        return None
    return lambda players, entry: _check_registered(event, players, entry)


def _check_registered(event: Event, players: Sequence[Player], entry: Entry | None) -> None:
    assert event.season is not None  # noqa: S101
    known = registered_players(event.season, [player.pk for player in players])
    lacking = [player.name for player in players if player.pk not in known]
    if lacking:
        raise NotRegistered(
            ngettext(
                "%(names)s is not registered for a club in %(season)s: the club registers the "
                "player first, then enter %(names)s.",
                "%(names)s are not registered for a club in %(season)s: the club registers the "
                "players first, then enter them.",
                len(lacking),
            )
            % {"names": listed(lacking), "season": event.season.name},
            field="players",
        )
    clubs = {known[player.pk].club_id for player in players} | _club_of(entry)
    if len(clubs) > 1:
        raise NotRegistered(
            _("An entry plays for one club: %(players)s. Enter players of one club together.")
            % {
                "players": listed(
                    _("%(player)s is registered for %(club)s since %(day)s")
                    % {
                        "player": player.name,
                        "club": known[player.pk].club.name,
                        "day": date_format(known[player.pk].registered_at.date()),
                    }
                    for player in players
                )
            },
            field="players",
        )


def _club_of(entry: Entry | None) -> set[int]:
    if entry is None:
        return set()
    return set(EntryClub.objects.filter(entry=entry).values_list("club_id", flat=True))


def seated(event: Event, entries: Sequence[Entry]) -> None:
    """Write for which club each of the entries plays, as their players are registered."""
    if demands(event) is None:
        return
    assert event.season is not None  # noqa: S101
    rows = EntryMember.objects.filter(entry__in=entries, left_at__isnull=True)
    members = dict(rows.values_list("entry_id", "player_id"))
    known = registered_players(event.season, members.values())
    EntryClub.objects.bulk_create(
        (
            EntryClub(entry_id=entry, club=known[player].club)
            for entry, player in members.items()
            if player in known
        ),
        ignore_conflicts=True,
    )


def eligible(entry: Entry) -> Q | None:
    """Return who may play for an entry of a club: the players registered for that club now."""
    of_club = getattr(entry, "of_club", None)
    if of_club is None:
        return None
    rows = Registration.objects.filter(
        season=entry.event.season_id, club=of_club.club_id, ended_at__isnull=True
    )
    return Q(pk__in=rows.values("player"))


RULE = EntryRule(demands, seated, eligible)


@transaction.atomic
def enter_for_club(
    *,
    event: Event,
    club: Club,
    players: Sequence[Player],
    name: str = "",
    actor: Actor,
    at: datetime,
) -> Entry:
    """Enter players of the association for a club, while the event is open for entries.

    A full event has a waiting list. Raises FieldClosed, NotRegistered and what `add_entry` raises.
    """
    event = lock_field(event)
    check_in_association(event, club)
    _check_open(event, at)
    _check_of_club(event, club, players)
    state = EntryState.WAITING if places_left(event) == 0 else EntryState.ACCEPTED
    return add_entry(event=event, players=players, name=name, state=state, actor=actor, at=at)


def _check_open(event: Event, at: datetime) -> None:
    is_over = event.entries_close_at is not None and at > event.entries_close_at
    if event.state != EventState.OPEN or is_over:
        raise FieldClosed(
            _("%(event)s takes no entries of clubs now: ask the organiser to enter them.")
            % {"event": event.name}
        )


def check_in_association(event: Event, club: Club) -> None:
    """Refuse a club that is not in the association of the event, and events without a season."""
    association = Association.objects.filter(club=event.club_id).first()
    if association is None or not is_in(association, club):
        raise CannotRegister(
            _("%(club)s is not a member of the association of %(event)s.")
            % {"club": club.name, "event": event.name}
        )
    if event.season_id is None:
        raise CannotRegister(
            _(
                "%(event)s belongs to no season, so nobody is registered for it: the organiser "
                "chooses a season first."
            )
            % {"event": event.name}
        )


def _check_of_club(event: Event, club: Club, players: Sequence[Player]) -> None:
    assert event.season is not None  # noqa: S101
    known = registered_players(event.season, [player.pk for player in players])
    other = [
        player.name
        for player in players
        if player.pk not in known or known[player.pk].club_id != club.pk
    ]
    if other:
        raise NotRegistered(
            ngettext(
                "%(names)s is not registered for %(club)s in %(season)s: register the player "
                "first.",
                "%(names)s are not registered for %(club)s in %(season)s: register the players "
                "first.",
                len(other),
            )
            % {"names": listed(other), "club": club.name, "season": event.season.name},
            field="players",
        )


@transaction.atomic
def withdraw_club(
    *, event: Event, club: Club, reason: str = "", actor: Actor, at: datetime
) -> list[Entry]:
    """Withdraw all entries of a club from an event; what they have played stays.

    Returns those withdrawn now: done twice there are none. Raises FieldClosed.
    """
    event = lock_field(event)
    entries = event.entries.filter(of_club__club=club).exclude(state=EntryState.WITHDRAWN)
    found = list(entries.order_by("number"))
    for entry in found:
        entry.event = event
    withdrawn = [withdraw_entry(entry=entry, reason=reason, actor=actor, at=at) for entry in found]
    if withdrawn:
        named: dict[str, Any] = {"club": club, "event": event.name, "reason": reason or "–"}
        named["event_id"] = event.pk
        for number in dict.fromkeys((event.club_id, club.pk)):
            journal_in_club("association.club_withdrawn", number, club, actor=actor, at=at, **named)
    return withdrawn
