"""What every change to the entries of an event shares: the lock, the version, the journal."""

from collections.abc import Container, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.clubs.models import Player
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.lists import listed
from league.foundation.refusal import Refused
from league.play.events.entry_rules import CheckPlayers, demands_of, entries_seated
from league.play.events.journaling import journal_event, locked
from league.play.events.models import (
    Entry,
    EntryKind,
    EntryMember,
    EntryState,
    Event,
    EventState,
    StageEntry,
)
from league.play.events.names import name_by_number, name_of
from league.play.events.selectors import entered_players, members_with_players
from league.play.events.setup_problems import rounds

LARGEST_TEAM = 12


class FieldClosed(Refused):
    """The event is over: nobody can enter or leave."""

    code = "field_closed"


class PlayerAlreadyEntered(Refused):
    code = "player_already_entered"


class WrongNumberOfPlayers(Refused):
    code = "wrong_number_of_players"


class ForeignPlayer(Refused):
    """The player is of another club."""

    code = "player_of_another_club"


def lock_field(event: Event) -> Event:
    """Return the event, locked: entries of one event are changed one after the other."""
    event = locked(Event.objects.all(), pk=event.pk)
    if event.state in (EventState.FINISHED, EventState.ARCHIVED):
        raise FieldClosed(
            _("The event is %(state)s: resume it before you change its entries.")
            % {"state": event.get_state_display()}
        )
    return event


def lock_entry(entry: Entry) -> Entry:
    """Return the entry with its event locked."""
    event = lock_field(entry.event)
    entry = locked(event.entries.prefetch_related(members_with_players()), pk=entry.pk)
    entry.event = event
    return entry


def field_changed(event: Event) -> None:
    """Count the version of the entries up, so that a draw made for another field is noticed."""
    Event.objects.filter(pk=event.pk).update(entries_version=F("entries_version") + 1)
    event.refresh_from_db(fields=["entries_version"])


def journal_entry_change(
    kind: str,
    entry: Entry,
    *,
    by: Act,
    data: Mapping[str, Any] | None = None,
) -> Happening:
    """Write into the journal what happened to an entry."""
    event = entry.event
    return journal_event(kind, event, subject=entry, by=by, entry=noted_name(entry), **data or {})


def fresh_name(entry: Entry) -> str:
    return name_of(_fresh(entry))


def noted_name(entry: Entry) -> Any:
    """Return what the entry is called now, as the journal keeps it."""
    return name_by_number(_fresh(entry))


def _fresh(entry: Entry) -> Entry:
    return Entry.objects.prefetch_related(members_with_players()).get(pk=entry.pk)


def seat_members(entry: Entry, players: Sequence[Player], at: datetime) -> None:
    """Put the players into the entry, in their order."""
    seat_all([(entry, players)], at)


def seat_all(entered: Iterable[tuple[Entry, Sequence[Player]]], at: datetime) -> None:
    """Put players into entries of one event, into each in their order."""
    sides = list(entered)
    EntryMember.objects.bulk_create(
        EntryMember(
            event_id=entry.event_id, entry=entry, player=player, position=position, joined_at=at
        )
        for entry, players in sides
        for position, player in enumerate(players)
    )
    if sides:
        entries_seated(sides[0][0].event, [entry for entry, _players in sides])


def join_stage(entry: Entry) -> StageEntry | None:
    """Put an entry that came while the event runs into the first stage.

    Into those that follow one comes by going through.
    """
    if entry.event.state != EventState.RUNNING or entry.state != EntryState.ACCEPTED:
        return None
    stage = entry.event.stages.order_by("number").first()
    if stage is None:
        return None
    joined, _created = StageEntry.objects.get_or_create(
        stage=stage, entry=entry, defaults={"from_round": rounds().next_round(stage)}
    )
    return joined


def join_all(event: Event, entries: Sequence[Entry]) -> None:
    """Do for new entries of one event what `join_stage` does for one."""
    stage = event.stages.order_by("number").first()
    if event.state != EventState.RUNNING or stage is None:
        return
    from_round = rounds().next_round(stage)
    StageEntry.objects.bulk_create(
        StageEntry(stage=stage, entry=entry, from_round=from_round)
        for entry in entries
        if entry.state == EntryState.ACCEPTED
    )


def check_players(
    event: Event,
    players: Sequence[Player],
    *,
    but: Entry | None = None,
    partner_missing: bool = False,
) -> None:
    """Refuse players who cannot make up an entry of this event together.

    `but` is the entry they are in already; `partner_missing` allows a pair of one.
    """
    _check_number(event, players, partner_missing=partner_missing)
    inside = set() if but is None else {m.player_id for m in but.members.all() if not m.left_at}
    _check_free(event, players, entered_players(event) - inside)
    for check in demands_of(event):
        check(players, but)


def check_new(
    event: Event,
    players: Sequence[Player],
    entered: Container[int],
    demands: Iterable[CheckPlayers],
) -> None:
    """Refuse players who cannot make up a new entry beside who is `entered`; a pair may be one.

    `demands` are those of the event (`entry_rules.demands_of`).
    """
    _check_number(event, players, partner_missing=True)
    _check_free(event, players, entered)
    for check in demands:
        check(players, None)


def _check_free(event: Event, players: Sequence[Player], entered: Container[int]) -> None:
    """Refuse players named twice, of other clubs, or entered elsewhere."""
    if len({player.pk for player in players}) < len(players):
        raise WrongNumberOfPlayers(_("The same player is named twice: name each one once."))
    for player in players:
        if player.club_id != event.club_id:
            raise ForeignPlayer(
                _("%(name)s is not a player of this club: add %(name)s to its players first.")
                % {"name": player.name}
            )
    taken = [player for player in players if player.pk in entered]
    if taken:
        raise PlayerAlreadyEntered(
            ngettext(
                "%(names)s is in another entry of this event already; "
                "a player can be in one entry of an event only.",
                "%(names)s are in other entries of this event already; "
                "a player can be in one entry of an event only.",
                len(taken),
            )
            % {"names": listed(player.name for player in taken)}
        )


def _check_number(event: Event, players: Sequence[Player], *, partner_missing: bool) -> None:
    count = len(players)
    match event.entry_kind:
        case EntryKind.INDIVIDUAL:
            right, wanted = count == 1, _("one player")
        case EntryKind.PAIR:
            right = count == 2 or (partner_missing and count == 1)
            wanted = _("two players")
        case _team:
            right = 1 <= count <= LARGEST_TEAM
            wanted = _("1 to %(most)d players") % {"most": LARGEST_TEAM}
    if not right:
        raise WrongNumberOfPlayers(
            _("An entry of this event has %(wanted)s; %(count)d were named.")
            % {"wanted": wanted, "count": count},
            field="players",
        )
