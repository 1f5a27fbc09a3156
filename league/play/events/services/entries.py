"""Entries as the organiser keeps them: added, changed, accepted, withdrawn, reinstated, seeded."""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from league.clubs.models import Player
from league.foundation.journal.actor import Act
from league.foundation.names import clean_name
from league.foundation.refusal import Refused, RowsRefused
from league.play.events.entry_rules import demands_of, entries_seated
from league.play.events.journaling import journal_event, journal_subjects, locked
from league.play.events.models import (
    Entry,
    EntryKind,
    EntryMember,
    EntryState,
    Event,
    EventState,
    Reserve,
)
from league.play.events.names import name_by_number
from league.play.events.selectors import entered_players, members_with_players, places_left
from league.play.events.services.field import (
    ForeignPlayer,
    check_new,
    check_players,
    field_changed,
    fresh_name,
    join_all,
    join_stage,
    journal_entry_change,
    lock_entry,
    lock_field,
    noted_name,
    seat_all,
    seat_members,
)
from league.play.events.services.partner_requests import join_all_asked
from league.play.events.services.setup import EventInvalid, Frozen, change_event
from league.play.events.setup_problems import rounds
from league.play.events.states import OVER


class EntryIncomplete(Refused):
    """The entry still looks for a partner."""

    code = "entry_incomplete"


class NoPlaceLeft(Refused):
    code = "no_place_left"


@transaction.atomic
def add_entry(
    *,
    event: Event,
    players: Sequence[Player],
    name: str = "",
    state: str = EntryState.ACCEPTED,
    by: Act,
) -> Entry:
    """Enter players. A pair of one is kept as applied until it has a partner.

    While the event runs, the entry joins the next draw. Raises FieldClosed, WrongNumberOfPlayers,
    ForeignPlayer or PlayerAlreadyEntered.
    """
    event = lock_field(event)
    return enter(event, players, name=name, state=state, kind="entry.added", by=by)


@transaction.atomic
def add_entries(
    *,
    event: Event,
    sides: Sequence[Sequence[Player]],
    names: Sequence[str] = (),
    by: Act,
) -> list[Entry]:
    """Enter each of the sides as `add_entry` does, with a few queries for all of them.

    `names` are those of the entries, side by side; none where they are called by their players.
    Raises what `add_entry` raises, and then enters nobody.
    """
    event = lock_field(event)
    if found := first_refused(event, sides, names):
        _place, refused = found
        raise refused
    last = event.entries.aggregate(last=Max("number"))["last"] or 0
    entries = Entry.objects.bulk_create(
        Entry(
            event=event,
            number=last + place,
            name=name,
            state=_state_of_new(event, players),
            entered_at=by.at,
        )
        for place, (players, name) in enumerate(_named(sides, names), start=1)
    )
    seat_all(zip(entries, sides, strict=True), by.at)
    join_all(event, entries)
    field_changed(event)
    added = Entry.objects.filter(pk__in=[entry.pk for entry in entries]).order_by("number")
    journal_subjects(
        "entry.added",
        event,
        [
            (entry, {"entry": name_by_number(entry), "state": entry.state})
            for entry in added.prefetch_related(members_with_players())
        ],
        by=by,
    )
    return entries


def first_refused(
    event: Event, sides: Sequence[Sequence[Player]], names: Sequence[str] = ()
) -> tuple[int, Refused] | None:
    """Return the place of the first side that cannot be entered after those before it, and why."""
    return next(refused_sides(event, sides, names), None)


def refused_sides(
    event: Event, sides: Sequence[Sequence[Player]], names: Sequence[str] = ()
) -> Iterator[tuple[int, Refused]]:
    """Yield the place of each side that cannot be entered after those before it, and why."""
    entered, taken, demands = entered_players(event), _taken_names(event), demands_of(event)
    for place, (players, name) in enumerate(_named(sides, names)):
        try:
            check_new(event, players, entered, demands)
            _check_not_taken(name, taken)
        except Refused as refused:
            yield place, refused
        entered |= {player.pk for player in players}
        taken.add(name.casefold())


def _named(
    sides: Sequence[Sequence[Player]], names: Sequence[str]
) -> list[tuple[Sequence[Player], str]]:
    return list(zip(sides, [clean_name(name) for name in names or [""] * len(sides)], strict=True))


def _state_of_new(
    event: Event, players: Sequence[Player], wanted: str = EntryState.ACCEPTED
) -> str:
    """Return the state in which players are entered: a pair of one looks for a partner."""
    lacks_partner = event.entry_kind == EntryKind.PAIR and len(players) == 1
    return EntryState.APPLIED if lacks_partner else wanted


def enter(
    event: Event,
    players: Sequence[Player],
    *,
    name: str,
    state: str,
    kind: str,
    by: Act,
) -> Entry:
    """Add an entry to an event that is locked."""
    check_players(event, players, partner_missing=True)
    state = _state_of_new(event, players, state)
    check_name(event, name)
    last = event.entries.aggregate(last=Max("number"))["last"] or 0
    entry = Entry.objects.create(
        event=event, number=last + 1, name=clean_name(name), state=state, entered_at=by.at
    )
    seat_members(entry, players, by.at)
    join_stage(entry)
    field_changed(event)
    journal_entry_change(kind, entry, by=by, data={"state": str(state)})
    return entry


def check_name(event: Event, name: str, but: Entry | None = None) -> None:
    """Refuse a name that another entry of the event has. Raises EventInvalid."""
    if clean_name(name):
        _check_not_taken(clean_name(name), _taken_names(event, but))


def _taken_names(event: Event, but: Entry | None = None) -> set[str]:
    """Return what the entries of the event are called by names of their own, capitals aside."""
    named = event.entries.exclude(name="").exclude(state=EntryState.WITHDRAWN)
    if but is not None:
        named = named.exclude(pk=but.pk)
    return {name.casefold() for name in named.values_list("name", flat=True)}


def _check_not_taken(name: str, taken: Container[str]) -> None:
    if name and name.casefold() in taken:
        raise EventInvalid(
            _("Another entry is called “%(name)s”; give this one another name.") % {"name": name},
            field="name",
        )


@transaction.atomic
def change_entry(
    *,
    entry: Entry,
    players: Sequence[Player] | None = None,
    name: str | None = None,
    by: Act,
) -> Entry:
    """Change an entry's name or its members. Rounds already drawn keep the seats they gave out.

    A member who stays keeps the time of joining; one who leaves stays in the table with `left_at`.
    """
    entry = lock_entry(entry)
    before = noted_name(entry)
    if name is not None:
        check_name(entry.event, name, but=entry)
        entry.name = clean_name(name)
        entry.save(update_fields=["name"])
    if players is not None:
        check_players(entry.event, players, but=entry, partner_missing=True)
        _change_members(entry, players, by.at)
        # players who were asked are members now, or no longer wanted
        inside = [player.pk for player in players]
        entry.asked.filter(answered_at=None).exclude(player__in=inside).delete()
        entry.asked.filter(player__in=inside).update(answered_at=by.at, agreed=True)
    field_changed(entry.event)
    journal_entry_change("entry.changed", entry, by=by, data={"before": before})
    return entry


def _change_members(entry: Entry, players: Sequence[Player], at: datetime) -> None:
    """Close every membership and open those that are wanted, so that no position clashes."""
    current = {m.player_id: m for m in entry.members.all() if m.left_at is None}
    EntryMember.objects.filter(entry=entry, left_at__isnull=True).update(left_at=at)
    new: list[EntryMember] = []
    for position, player in enumerate(players):
        member = current.get(player.pk)
        if member is None:
            member = EntryMember(event_id=entry.event_id, entry=entry, player=player, joined_at=at)
        member.position, member.left_at = position, None
        new.append(member)
    for member in new:
        member.save()
    entries_seated(entry.event, [entry])
    if entry.event.entry_kind == EntryKind.PAIR and len(players) < 2:
        _wait_for_partner(entry)


def _wait_for_partner(entry: Entry) -> None:
    if entry.state == EntryState.ACCEPTED and entry.event.state == EventState.RUNNING:
        raise EntryIncomplete(
            _("A pair that takes part needs two players; withdraw it if one has left.")
        )
    if entry.state == EntryState.ACCEPTED:
        entry.state = EntryState.APPLIED
        entry.save(update_fields=["state"])


@transaction.atomic
def accept_entry(*, entry: Entry, by: Act) -> Entry:
    """Let an entry take part that applied or waits. Accepting it twice changes nothing.

    Partners who were asked and have not answered are in it then: the director says so.
    """
    entry = lock_entry(entry)
    if entry.state == EntryState.ACCEPTED:
        return entry
    if entry.state == EntryState.WITHDRAWN:
        raise EventInvalid(_("The entry is withdrawn: reinstate it instead."))
    entry = join_all_asked(entry, by.at)
    check_complete(entry)
    if places_left(entry.event) == 0:
        raise NoPlaceLeft(
            _("All %(places)d places are taken: allow more places, or let somebody withdraw first.")
            % {"places": entry.event.most_entries}
        )
    entry.state = EntryState.ACCEPTED
    entry.save(update_fields=["state"])
    join_stage(entry)
    field_changed(entry.event)
    journal_entry_change("entry.accepted", entry, by=by)
    return entry


def check_complete(entry: Entry) -> None:
    count = sum(1 for member in entry.members.all() if member.left_at is None)
    if entry.event.entry_kind == EntryKind.PAIR and count < 2:
        raise EntryIncomplete(
            _("%(entry)s still needs a partner: add the second player first.")
            % {"entry": fresh_name(entry)}
        )


@transaction.atomic
def withdraw_entry(*, entry: Entry, by: Act, reason: str = "") -> Entry:
    """Withdraw an entry. What it has played stays; opponents it would have met later have a bye.

    Before the event runs, the first of the waiting list gets its place. Withdrawing an entry again
    changes nothing.
    """
    entry = lock_entry(entry)
    if entry.state == EntryState.WITHDRAWN:
        return entry
    had_a_place = entry.state == EntryState.ACCEPTED
    entry.state, entry.withdrawn_at = EntryState.WITHDRAWN, by.at
    entry.save(update_fields=["state", "withdrawn_at"])
    EntryMember.objects.filter(entry=entry, left_at__isnull=True).update(left_at=by.at)
    field_changed(entry.event)
    journal_entry_change("entry.withdrawn", entry, by=by, data={"reason": reason})
    rounds().entry_left(entry, by=by)
    if had_a_place and entry.event.state == EventState.OPEN:
        move_up(entry.event, by=by)
    return entry


def move_up(event: Event, *, by: Act) -> None:
    """Give a free place to the entry that has been on the waiting list longest."""
    if places_left(event) == 0:
        return
    waiting = event.entries.filter(state=EntryState.WAITING).order_by("number")
    first = waiting.prefetch_related(members_with_players()).first()
    if first is None:
        return
    first.event = event
    first.state = EntryState.ACCEPTED
    first.save(update_fields=["state"])
    field_changed(event)
    journal_entry_change("entry.accepted", first, by=by)


@transaction.atomic
def reinstate_entry(*, entry: Entry, by: Act) -> Entry:
    """Take an entry back that had withdrawn, with the members it had then.

    Rounds not yet played get it back where its places are still free; later draws have it.
    """
    entry = lock_entry(entry)
    if entry.state != EntryState.WITHDRAWN:
        return entry
    members = [m for m in entry.members.all() if m.left_at == entry.withdrawn_at]
    check_players(entry.event, [m.player for m in members], partner_missing=True)
    for member in members:
        member.left_at = None
        member.save(update_fields=["left_at"])
    full = places_left(entry.event) == 0
    entry.state = EntryState.WAITING if full else EntryState.ACCEPTED
    if entry.event.entry_kind == EntryKind.PAIR and len(members) < 2:
        entry.state = EntryState.APPLIED
    entry.withdrawn_at = None
    entry.save(update_fields=["state", "withdrawn_at"])
    join_stage(entry)
    field_changed(entry.event)
    journal_entry_change("entry.reinstated", entry, by=by)
    if entry.state == EntryState.ACCEPTED:
        rounds().entry_came_back(entry, by=by)
    return entry


@transaction.atomic
def set_seeds(*, event: Event, order: Sequence[int], by: Act) -> None:
    """Seed the entries with these ids 1, 2, 3 ...; all others lose their seed.

    Raises EventInvalid for an id that is not an entry of the event, or one named twice.
    """
    event = lock_field(event)
    known = set(event.entries.values_list("pk", flat=True))
    if not set(order) <= known or len(set(order)) < len(order):
        raise EventInvalid(_("Each entry of this event can have only one seed."), field="seeds")
    entries = {entry.pk: entry for entry in event.entries.all()}
    seeds = {pk: place for place, pk in enumerate(order, start=1)}
    if all(entry.seed == seeds.get(pk) for pk, entry in entries.items()):
        return
    # cleared first: a seed is unique in its event at every moment
    event.entries.filter(seed__isnull=False).update(seed=None)
    for pk, seed in seeds.items():
        entries[pk].seed = seed
    Entry.objects.bulk_update([entries[pk] for pk in seeds], ["seed"])
    field_changed(event)
    journal_event("entries.seeded", event, by=by, count=len(seeds))


# --- Many entries written at once: all of them, or none and every reason ---

MOST_ENTRIES_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry as it is sent: its players by their numbers, and its own name, or ""."""

    players: Sequence[int]
    name: str = ""


@transaction.atomic
def enter_many(*, event: Event, rows: Sequence[NewEntry], by: Act) -> list[Entry]:
    """Enter all of them in their order, each as `add_entry` does.

    Raises FieldClosed, and RowsRefused with the reason of every row that cannot be entered.
    """
    event = lock_field(event)
    wanted = {pk for row in rows for pk in row.players}
    players = {player.pk: player for player in event.club.players.filter(pk__in=wanted)}
    sides = [[players[pk] for pk in row.players if pk in players] for row in rows]
    names = [row.name for row in rows]
    refused = dict(refused_sides(event, sides, names)) | _foreign(rows, players)
    if refused:
        raise RowsRefused(refused, field="entries")
    return add_entries(event=event, sides=sides, names=names, by=by)


def _foreign(rows: Sequence[NewEntry], players: Mapping[int, Player]) -> dict[int, Refused]:
    """Return the rows that name somebody who is no player of the club, and who that is."""
    return {
        place: ForeignPlayer(
            _("The club has no player with the number %(id)d.") % {"id": missing[0]},
            field="players",
        )
        for place, row in enumerate(rows)
        if (missing := [pk for pk in row.players if pk not in players])
    }


# --- The rule on substitutes of an event, and the list of its reserves ---


@transaction.atomic
def change_substitutes(
    *,
    event: Event,
    changes: Mapping[str, Any],
    reserves: Sequence[Player],
    by: Act,
) -> Event:
    """Change an event's rule on substitutes and the list of its reserves, or neither."""
    changed = change_event(event=event, changes=changes, by=by)
    set_reserves(event=changed, players=reserves, by=by)
    return changed


@transaction.atomic
def set_reserves(*, event: Event, players: Sequence[Player], by: Act) -> list[Player]:
    """Make these players the event's reserves, whoever was before; return them by name.

    Substitutes who are seated already stay at their tables. Raises ForeignPlayer for players of
    another club, and Frozen when the event is over.
    """
    event = locked(Event.objects.all(), pk=event.pk)
    if event.state in OVER:
        raise Frozen(
            _("The event is %(state)s: substitutes can no longer be named.")
            % {"state": event.get_state_display()}
        )
    wanted = {player.pk: player for player in players}
    for player in wanted.values():
        if player.club_id != event.club_id:
            raise ForeignPlayer(
                _("%(name)s is not a player of this club: add %(name)s to its players first.")
                % {"name": player.name}
            )
    reserves = sorted(wanted.values(), key=lambda player: (player.sort_key, player.pk))
    before = set(event.reserves.values_list("player_id", flat=True))
    if before == wanted.keys():
        return reserves
    event.reserves.exclude(player__in=wanted).delete()
    Reserve.objects.bulk_create(
        Reserve(event=event, player=player) for player in reserves if player.pk not in before
    )
    journal_event(
        "event.reserves_changed",
        event,
        by=by,
        count=len(reserves),
        players=[p.pk for p in reserves],
    )
    return reserves
