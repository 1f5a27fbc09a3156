"""Makes the next event from one there was: its rules, stages and reserves, and who competed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple, TypeAlias

from django.db import transaction

from league.clubs.models import Player
from league.foundation.journal.actor import Act
from league.play.events.evenings import is_evening
from league.play.events.journaling import journal_event, locked
from league.play.events.models import EntryState, Event, Qualifying, Season, Stage
from league.play.events.names import current_members
from league.play.events.selectors import members_with_players
from league.play.events.services.entries import add_entries, first_refused, set_reserves
from league.play.events.services.setup import create_event
from league.play.events.services.stages import add_stage, change_stage

# every column of an event is in one of these (a test looks)
COPIED = (
    *("about", "visibility", "begins_at", "variant", "preset", "options", "house_rules"),
    *("entry_kind", "entry_mode", "most_entries", "least_seats", "most_seats"),
    *("table_play", "deals_a_round", "minutes_a_round", "method", "tiebreaks"),
    *("final_scores", "is_evening"),
    *("substitutes", "rounds_a_substitute", "substituted_rounds", "substitutes_until_round"),
    "substitute_points",
)
MOVED = ("entries_close_at", "substitutes_until")  # by as many days as the event
OF_ITS_OWN = (
    *("id", "club", "season", "name", "slug", "starts_on", "state", "entries_version"),
    *("place_codes_number", "updated_at"),
    *("created_at", "opened_at", "started_at", "finished_at"),
)


# (event, the new draft) -> copies what the event has in a subject above this one
CopyAlong: TypeAlias = Callable[[Event, Event], None]
_COPIED_ALONG: dict[str, CopyAlong] = {}


def copy_along(subject: str, copy: CopyAlong) -> None:
    """Have a subject copy what it keeps of an event, in the transaction that copies the event."""
    _COPIED_ALONG[subject] = copy


class Competing(NamedTuple):
    """Who competed together, as they are today, and the name of their own if they had one."""

    players: list[Player]
    name: str


@dataclass(frozen=True, slots=True)
class Copied:
    """The new draft, the players whose entries could not be made again, and who had withdrawn."""

    event: Event
    left_out: tuple[str, ...] = ()
    withdrawn: tuple[str, ...] = ()


@transaction.atomic
def copy_event(
    *,
    event: Event,
    name: str,
    starts_on: date,
    season: Season | None,
    with_entries: bool,
    instead: Sequence[Competing] | None = None,
    draw_lot: Callable[[], int],
    by: Act,
) -> Copied:
    """Make a draft with the rules, stages, prices and reserves of this event, on another day.

    With entries, those who were not withdrawn are entered again, in their order and without seeds;
    who is not (withdrawn, merged or gone) is named. `instead` are entered in their place.
    `draw_lot` gives the seeds of lots for places in later stages. Raises EventInvalid,
    LimitReached.
    """
    event = locked(Event.objects.select_related("house_rules"), pk=event.pk)
    first, *further = event.stages.order_by("number")
    copied = create_event(
        club=event.club,
        name=name,
        starts_on=starts_on,
        season=season,
        format=first.format,
        stage_options=first.options,
        rounds_planned=first.rounds_planned,
        **_columns(event, starts_on),
        by=by,
    )
    _copy_stages(copied, first, further, draw_lot, by=by)
    for copy in _COPIED_ALONG.values():
        copy(event, copied)
    reserves = Player.objects.filter(
        pk__in=event.reserves.values("player"), is_active=True, merged_into=None
    )
    set_reserves(event=copied, players=list(reserves), by=by)
    same = instead is None and with_entries
    competing = competing_in(event) if same else instead or ()
    left_out = _enter(copied, competing, by=by)
    journal_event("event.copied", copied, by=by, source=event.name)
    return Copied(copied, left_out, _withdrawn(event, competing) if same else ())


def _columns(event: Event, starts_on: date) -> dict[str, Any]:
    columns = {name: getattr(event, name) for name in COPIED}
    columns["is_evening"] = is_evening(event) or None
    later = starts_on - event.starts_on
    for name in MOVED:
        moment = getattr(event, name)
        columns[name] = None if moment is None else moment + later
    if event.house_rules is not None and event.house_rules.is_archived:
        columns["house_rules"] = None  # what they said is copied all the same
    return columns


def _copy_stages(
    copied: Event,
    first: Stage,
    further: list[Stage],
    draw_lot: Callable[[], int],
    *,
    by: Act,
) -> None:
    made = {first.pk: copied.stages.get()}
    if first.name:
        change_stage(stage=made[first.pk], changes={"name": first.name}, by=by)
    ways = {way.stage_id: way for way in Qualifying.objects.filter(stage__in=further)}
    for stage in further:
        way = ways[stage.pk]
        made[stage.pk] = add_stage(
            event=copied,
            format=stage.format,
            name=stage.name,
            options=stage.options,
            rounds_planned=stage.rounds_planned,
            source=made[way.source_id],
            takes=way.takes,
            places=way.places,
            carried_percent=way.carried_percent,
            lot_seed=draw_lot(),
            by=by,
        )


def competing_in(event: Event) -> list[Competing]:
    """Return who competes in an event and did not withdraw, in the order of the entries."""
    entries = event.entries.exclude(state=EntryState.WITHDRAWN).order_by("number")
    return [
        Competing(
            [_now(member.player) for member in entry.members.all() if member.left_at is None],
            entry.name,
        )
        for entry in entries.prefetch_related(members_with_players())
    ]


def _withdrawn(event: Event, competing: Sequence[Competing]) -> tuple[str, ...]:
    """Return the players of withdrawn entries who do not compete in another one, by name."""
    here = {player.pk for one in competing for player in one.players}
    entries = event.entries.filter(state=EntryState.WITHDRAWN).order_by("number")
    members = [
        _now(member.player)
        for entry in entries.prefetch_related(members_with_players())
        for member in current_members(entry)
    ]
    gone = {player.pk: player.name for player in members if player.pk not in here}
    return tuple(gone.values())


def _enter(copied: Event, competing: Sequence[Competing], *, by: Act) -> tuple[str, ...]:
    """Enter those who can be entered; return the names of the others."""
    left_out: list[str] = []
    wanted: list[Competing] = []
    for one in competing:
        gone = [player.name for player in one.players if not player.is_active]
        left_out += gone
        if one.players and not gone:
            wanted.append(one)
    while refused := first_refused(copied, *_columns_of(wanted)):
        left_out += [player.name for player in wanted.pop(refused[0]).players]
    sides, names = _columns_of(wanted)
    if sides:
        add_entries(event=copied, sides=sides, names=names, by=by)
    return tuple(left_out)


def _columns_of(wanted: Sequence[Competing]) -> tuple[list[list[Player]], list[str]]:
    return [one.players for one in wanted], [one.name for one in wanted]


def _now(player: Player) -> Player:
    """Return who the player is today: a double counts as the player who stayed."""
    return player.merged_into or player
