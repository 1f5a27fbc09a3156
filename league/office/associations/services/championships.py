"""A championship of an association, filled with the first places of events of its clubs."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.clubs.models import Club, Player
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import happenings_about, last_of
from league.foundation.journal.versions import change_made, change_to_undo, is_undone
from league.foundation.lists import labelled, listed
from league.foundation.refusal import OutOfDate, Refused
from league.office.associations.championship_field import (
    MOST_PLACES,
    MOST_SOURCES,
    ChampionshipField,
    Qualified,
    Source,
    field_of,
    possible_sources,
)
from league.office.associations.models import Association, Registration
from league.office.associations.selectors import is_in, registered_players
from league.office.associations.services.registering import CannotRegister
from league.office.associations.two_journals import journal_in_club
from league.play.events.entry_rules import CheckPlayers, EntryRule
from league.play.events.journaling import journal_event
from league.play.events.models import Entry, EntryClub, EntryMember, EntryState, Event, EventState
from league.play.events.names import name_of
from league.play.events.selectors import entries_of, places_left
from league.play.events.services import (
    add_entry,
    reinstate_entry,
    set_seeds,
    take_out,
    withdraw_entry,
)
from league.play.events.services.field import FieldClosed, lock_field
from league.tables.standings.methods.unrankable import CannotRank

FILLED = "championship.filled"


class CannotFillChampionship(Refused):
    """The championship cannot be filled from these events; the sentence says why."""

    code = "cannot_fill_championship"


def preview_championship(*, event: Event, sources: Sequence[Source]) -> ChampionshipField:
    """Say who would go through; nothing is changed. Raises CannotFillChampionship."""
    _check(event, sources)
    try:
        return field_of(event, sources)
    except CannotRank as refused:
        raise CannotFillChampionship(str(refused), field="sources") from None


def _check(event: Event, sources: Sequence[Source]) -> None:
    association = Association.objects.filter(club=event.club_id).first()
    if association is None or event.season_id is None:
        raise CannotFillChampionship(
            _("Only an event of an association, in one of its seasons, is filled from others.")
        )
    if not 1 <= len(sources) <= MOST_SOURCES:
        raise CannotFillChampionship(
            _("Choose from 1 to %(most)d events.") % {"most": MOST_SOURCES}, field="sources"
        )
    if not all(1 <= source.places <= MOST_PLACES for source in sources):
        raise CannotFillChampionship(
            _("From 1 to %(most)d places of an event go through.") % {"most": MOST_PLACES},
            field="sources",
        )
    wanted = {source.event.pk for source in sources}
    allowed = possible_sources(association, event).filter(pk__in=wanted).count()
    if len(wanted) < len(sources) or allowed < len(wanted):
        raise CannotFillChampionship(
            _(
                "Choose each event once, and only public events that are over, of clubs of the "
                "association, with entries of the same kind."
            ),
            field="sources",
        )


@transaction.atomic
def fill_championship(
    *,
    event: Event,
    sources: Sequence[Source],
    expected_digest: str | None = None,
    by: Act,
) -> ChampionshipField:
    """Enter those who go through, seeded by their places. Filled again it is the same field.

    Who was entered by hand stays, without a seed. Raises CannotFillChampionship, NoPlaceLeft or
    OutOfDate when it is not the field of `expected_digest`.
    """
    event = lock_field(event)
    if has_begun(event):
        raise CannotFillChampionship(
            _("%(event)s has begun: its field stays as it is.") % {"event": event.name}
        )
    field = preview_championship(event=event, sources=sources)
    if expected_digest not in (None, field.digest):
        raise OutOfDate(
            _("The results or the entries have changed in the meantime. Check again who qualifies.")
        )
    _check_places(event, field)
    there = set(event.entries.values_list("pk", flat=True))
    order = [_entered(event, one, by=by).pk for one in field.entering]
    before = seeds_of(event)
    set_seeds(event=event, order=order, by=by)
    after = seeds_of(event)
    if before != after:
        named = listed(labelled(source.event.club.name, source.event.name) for source in sources)
        entered = [pk for pk in order if pk not in there]
        data: dict[str, Any] = {"sources": named, "count": len(order)}
        data |= {"was": {"entered": entered, "before": before, "after": after}}
        journal_event(FILLED, event, by=by, **data)
    return preview_championship(event=event, sources=sources)


def has_begun(event: Event) -> bool:
    return event.state not in (EventState.DRAFT, EventState.OPEN)


def seeds_of(event: Event) -> list[list[Any]]:
    """Return the entries that have a seed, with it, the best first; as JSON has them."""
    rows = event.entries.filter(seed__isnull=False).order_by("seed", "pk")
    return [list(row) for row in rows.values_list("pk", "seed")]


def _check_places(event: Event, field: ChampionshipField) -> None:
    left = places_left(event)
    more = sum(one.entry is None for one in field.entering)
    if left is not None and more > left:
        raise CannotFillChampionship(
            _("%(more)d more would be entered, and %(left)d places are free: allow more places.")
            % {"more": more, "left": left}
        )


def _entered(event: Event, one: Qualified, *, by: Act) -> Entry:
    if one.entry is not None:
        return one.entry
    return add_entry(
        event=event,
        players=_players(event, one),
        state=EntryState.ACCEPTED,
        by=by,
    )


def _players(event: Event, one: Qualified) -> list[Player]:
    """Return the association's players for those who qualified in their club."""
    if one.source.club_id == event.club_id:
        return list(one.players)
    rows = Registration.objects.filter(
        season=event.season_id, home_player__in=one.players, ended_at__isnull=True
    )
    known = {row.home_player_id: row.player for row in rows.select_related("player")}
    return [known[player.pk] for player in one.players]


# --- Entries of clubs ---
# Entries of an association's event belong to the club for which their players are registered.
#
# It holds for events of a season, whoever enters them and however; others are open to all players.


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
    by: Act,
) -> Entry:
    """Enter players of the association for a club, while the event is open for entries.

    A full event has a waiting list. Raises FieldClosed, NotRegistered and what `add_entry` raises.
    """
    event = lock_field(event)
    check_in_association(event, club)
    _check_open(event, by.at)
    _check_of_club(event, club, players)
    state = EntryState.WAITING if places_left(event) == 0 else EntryState.ACCEPTED
    return add_entry(event=event, players=players, name=name, state=state, by=by)


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
def withdraw_club(*, event: Event, club: Club, reason: str = "", by: Act) -> list[Entry]:
    """Withdraw all entries of a club from an event; what they have played stays.

    Returns those withdrawn now: done twice there are none. Raises FieldClosed.
    """
    event = lock_field(event)
    entries = event.entries.filter(of_club__club=club).exclude(state=EntryState.WITHDRAWN)
    found = list(entries.order_by("number"))
    for entry in found:
        entry.event = event
    withdrawn = [withdraw_entry(entry=entry, reason=reason, by=by) for entry in found]
    if withdrawn:
        named: dict[str, Any] = {"club": club, "event": event.name, "reason": reason or "–"}
        named["event_id"] = event.pk
        for number in dict.fromkeys((event.club_id, club.pk)):
            journal_in_club("association.club_withdrawn", number, club, by=by, **named)
    return withdrawn


# --- Entries that a club made or withdrew by mistake, undone by it while nobody changed them ---


@transaction.atomic
def take_entry_out(*, event: Event, club: Club, entry: int, by: Act) -> None:
    """Take an entry out that the club just made; one that is gone stays so.

    Raises OutOfDate where somebody has changed it since.
    """
    event = lock_field(event)
    for found in _of_club(event, club, [entry]):
        _check_last(found, "entry.added")
        take_out(event=event, entries=[found], by=by)


@transaction.atomic
def reinstate_for_club(*, event: Event, club: Club, entries: Iterable[int], by: Act) -> None:
    """Let entries play again that the club just withdrew; those that play already stay.

    Raises OutOfDate where somebody has changed one since, and what `reinstate_entry` raises.
    """
    event = lock_field(event)
    check_in_association(event, club)
    for found in _of_club(event, club, entries):
        if found.state == EntryState.WITHDRAWN:
            _check_last(found, "entry.withdrawn")
            reinstate_entry(entry=found, by=by)


def _of_club(event: Event, club: Club, entries: Iterable[int]) -> list[Entry]:
    rows = entries_of(event).filter(of_club__club=club, pk__in=list(entries))
    found = list(rows.order_by("number"))
    for entry in found:
        entry.event = event
    return found


def _check_last(entry: Entry, kind: str) -> None:
    last = last_of("entry", entry.pk)
    if last is None or last.kind != kind:
        raise OutOfDate(
            _("This can no longer be undone: somebody has changed the entry of %(entry)s since.")
            % {"entry": name_of(entry)}
        )


# --- Undo filling ---
# Undo of a championship that was filled: whoever it entered leaves, unless somebody changed it.

UNDONE = "championship.filling_undone"


@dataclass(frozen=True, slots=True)
class Unfilled:
    """How many entries were removed, and those that somebody has changed since, which stay."""

    removed: int = 0
    changed: Sequence[Entry] = field(default_factory=list)


def filling_made(event: Event, *, by: Act) -> Happening | None:
    """Return what somebody's filling of a championship at a moment wrote, if anything."""
    return change_made("event", event.pk, (FILLED,), by=by)


@transaction.atomic
def undo_filling(*, event: Event, change: int, by: Act) -> Unfilled:
    """Remove the entries that a filling made, a happening by its number; twice it is done once.

    The seeds are as before, unless somebody has changed entries or seeds since. Raises OutOfDate
    where it was filled again or every entry was changed since, and CannotFillChampionship when it
    has begun.
    """
    event = lock_field(event)
    made = change_to_undo("event", event.pk, (FILLED,), change)
    if made is not None and is_undone(made):
        return Unfilled()
    if made is None or _is_filled_again(made):
        raise OutOfDate(
            _("This can no longer be undone: the championship has been filled again since then.")
        )
    if has_begun(event):
        raise CannotFillChampionship(
            _("%(event)s has begun: its field stays as it is.") % {"event": event.name}
        )
    was, seeds = made.data["was"], seeds_of(event)
    entered = list(event.entries.filter(pk__in=was["entered"]).order_by("number"))
    changed = [entry for entry in entered if _is_changed(entry, made)]
    leaving = [entry for entry in entered if entry not in changed]
    if not leaving and (changed or seeds != was["after"]):
        raise OutOfDate(
            _("This can no longer be undone: the entries have been changed since then.")
        )
    take_out(event=event, entries=leaving, by=by)
    if not changed and seeds == was["after"]:
        there = set(event.entries.values_list("pk", flat=True))
        before = [pk for pk, _seed in was["before"] if pk in there]
        set_seeds(event=event, order=before, by=by)
    journal_event(UNDONE, event, by=by, count=len(leaving), undoes=made.pk)
    return Unfilled(len(leaving), changed)


def _is_filled_again(made: Happening) -> bool:
    later = happenings_about(made.subject_type, made.subject_id or 0)
    return any(not is_undone(one) for one in later.filter(kind=FILLED, pk__gt=made.pk))


def _is_changed(entry: Entry, made: Happening) -> bool:
    """Say whether the entry has another seed, or anything happened to it since."""
    seeds = dict(made.data["was"]["after"])
    since = happenings_about("entry", entry.pk).filter(pk__gt=made.pk)
    return entry.seed != seeds.get(entry.pk) or since.exists()
