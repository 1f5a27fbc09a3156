"""What the page "Tonight" shows: who could be there and who is, the plans in words and numbers."""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain
from math import cos, pi, sin
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import services as games
from games.sentences import Sentence
from games.services import RulesetRefused
from league.clubs.models import Player, User
from league.faces.desk.tonight.forms import TogetherForm
from league.foundation.compiled_queries import CompiledQuery
from league.foundation.lists import listed, partners
from league.foundation.names import alike_key
from league.foundation.related_rows import read_rows, rows_column
from league.play.events.evenings import MAY_COME, groups_of, present, rules_of_evening
from league.play.events.models import Attendance, Entry, Evening, Event, Stage
from league.play.events.selectors import entries_of_events
from league.play.results.selectors import RoomTable, rooms_of
from league.play.rounds.clock import Clock
from league.play.rounds.models import Placement, Round, RoundState
from league.play.rounds.planning import Plan, Proposal
from league.play.rounds.selectors import (
    clock_read,
    placements_of,
    read_resting,
    read_rounds,
    with_rounds,
)
from league.play.rounds.services import lost_draws, proposal_for
from league.play.rounds.without_table import Changes, WithoutTable, changes_of, without_tables
from league.tables.standings.models import SnapshotRow
from league.tables.standings.selectors import first_rows
from league.tables.standings.standings_shown import stages_of_events, with_standings

MOST_DRAWN = 30
REACH = 15.0  # from the middle of a table to its seats; the picture of one is 40 wide


class SeatDrawn(NamedTuple):
    """Where a seat is, in hundredths of the picture's width from the left and the top."""

    x: float
    y: float
    side: int


class RoomPicture(NamedTuple):
    """The seats of each table that is drawn, those who rest, and how many tables are left out."""

    tables: tuple[tuple[SeatDrawn, ...], ...]
    resting: int
    left_out: int


def picture_of(sizes: Sequence[int], sides: Sequence[int], *, players: int) -> RoomPicture:
    """Return the room of a round: the seats and the number of sides of each of its tables."""
    drawn = tuple(_seats(*shape) for shape in list(zip(sizes, sides, strict=True))[:MOST_DRAWN])
    return RoomPicture(drawn, players - sum(sizes), max(len(sizes) - MOST_DRAWN, 0))


def _seats(size: int, sides: int) -> tuple[SeatDrawn, ...]:
    """Return the seats in turn order, clockwise from the top; seat n is of side n modulo sides."""
    turn = 2 * pi / size
    return tuple(
        SeatDrawn(
            round(20 + REACH * sin(seat * turn), 1),
            round(20 - REACH * cos(seat * turn), 1),
            seat % sides,
        )
        for seat in range(size)
    )


@dataclass(slots=True)
class Room:
    """An evening with everybody who is there, and who could be if `players` were read."""

    evening: Evening
    there: Sequence[Attendance]
    players: Sequence[Player] = ()

    @classmethod
    def of(cls, evening: Evening) -> "Room":
        return cls(evening, list(present(evening)) if evening.pk else [])

    @classmethod
    def with_players(cls, evening: Evening) -> "Room":
        """Return the room with everybody who can be ticked, or is; one query."""
        players = PLAYERS(club=evening.club_id, evening=evening.pk or 0)
        there = []
        for player in players:
            for attendance in read_rows(Attendance, player.attended):  # type: ignore[attr-defined]
                attendance.player = player
                there.append(attendance)
        return cls(evening, there, players)

    @property
    def count(self) -> int:
        return len(self.there)

    def rows(self) -> list[dict[str, Any]]:
        """Return every player who can be ticked, and all who are, in the order of their names."""
        ticked = {attendance.player_id: attendance for attendance in self.there}
        return [
            row_of(player, ticked.get(player.pk))
            for player in sorted(self.players, key=lambda player: (player.sort_key, player.pk))
        ]

    def groups(self) -> list[tuple[int, str]]:
        return [
            (number, partners(attendance.player.name for attendance in side))
            for number, side in groups_of(list(self.there)).items()
        ]

    def together_form(self, data: Mapping[str, Any] | None = None) -> TogetherForm | None:
        """Return the form for partners, where the game has sides of several."""
        size = largest_side(self.evening)
        if size < 2:
            return None
        free = [attendance.player for attendance in self.there if attendance.together is None]
        return TogetherForm(data, free=free, size=size)


def _players(value: Callable[[str], Any]) -> "QuerySet[Player]":
    attended = Attendance.objects.filter(
        evening=value("evening"), player=OuterRef("pk"), left_at__isnull=True
    )
    columns = ("id", "evening_id", "player_id", "by_phone", "left_at", "together", "place")
    return (
        Player.objects.filter(MAY_COME | Exists(attended), club=value("club"))
        .annotate(attended=rows_column(attended, *columns))
        .order_by("sort_key", "id")
    )


PLAYERS = CompiledQuery(_players)


def sought(rows: Sequence[dict[str, Any]], text: str) -> list[dict[str, Any]]:
    """Return the rows with all words of the text."""
    wanted = alike_key(text).split()
    return [row for row in rows if all(word in row["sought"] for word in wanted)]


def _sought(player: Player) -> str:
    return alike_key(f"{player.name} {player.sort_name} {player.member_number}")


def row_of(player: Player, attendance: Attendance | None) -> dict[str, Any]:
    return {
        "id": player.pk,
        "name": player.name,
        "number": player.member_number,
        "sought": _sought(player),
        "is_here": attendance is not None and attendance.left_at is None,
        "by_phone": attendance is not None and attendance.by_phone,
    }


def largest_side(evening: Evening) -> int:
    """Return how many partners a side has at the largest table of the game."""
    rules = rules_of_evening(evening)
    try:
        rulesets = games.rulesets_by_players(rules["variant"], rules["preset"], rules["options"])
    except RulesetRefused:
        return 1
    return max(seats // one.sides for seats, one in rulesets.items())


def plans_shown(room: Room, at: datetime) -> dict[str, Any]:
    """Return the plans in words and numbers, or why there are none."""
    proposal: Proposal = proposal_for(room.evening, room.count)
    return {
        "plans": [_plan_shown(plan, at) for plan in proposal.plans],
        "why_none": _said(proposal.why_none),
        "not_tried": _said(proposal.not_tried),
    }


def _said(sentence: Sentence | None) -> str:
    return games.whole_sentence(games.render_sentence(sentence)) if sentence else ""


def _plan_shown(plan: Plan, at: datetime) -> dict[str, Any]:
    ends = timezone.localtime(at + timedelta(minutes=plan.minutes))
    return {
        "key": plan.key,
        "label": games.render_sentence(plan.label),
        "help": games.render_sentence(plan.help),
        "length": _length(plan),
        "ends": formats.date_format(ends, "TIME_FORMAT"),
        "who": _who(plan),
        "tables": _tables(plan.quality.table_sizes),
        "room": picture_of(
            plan.quality.table_sizes,
            plan.quality.table_sides,
            players=(plan.quality.others + 1) * plan.side_size,
        ),
        "numbers": list(_numbers(plan)),
        "reasons": [_said(reason) for reason in plan.reasons()],
        "warning": _said(plan.warning()),
    }


def _who(plan: Plan) -> str:
    if plan.gives_partners:
        return _("new partners every round")
    if plan.side_size == 2:
        return _("partners stay together")
    if plan.side_size > 2:
        return _("teams of %(size)d stay together") % {"size": plan.side_size}
    return _("everybody plays alone")


def _length(plan: Plan) -> str:
    rounds = ngettext("%(count)d round", "%(count)d rounds", plan.rounds) % {"count": plan.rounds}
    deals = ngettext("%(count)d deal each", "%(count)d deals each", plan.deals)
    return _("%(rounds)s of %(deals)s") % {"rounds": rounds, "deals": deals % {"count": plan.deals}}


def _tables(sizes: Sequence[int]) -> str:
    """Return "2 tables of 5, 1 table of 4"."""
    counted = {size: sizes.count(size) for size in sizes}
    return listed(
        ngettext("%(count)d table of %(size)d", "%(count)d tables of %(size)d", count)
        % {"count": count, "size": size}
        for size, count in counted.items()
    )


def _numbers(plan: Plan) -> Iterable[tuple[str, str]]:
    quality = plan.quality
    if plan.gives_partners:
        yield str(quality.partners_again), _("repeated partners")
    yield str(quality.opponents_again), _("repeated opponents")
    yield _span(quality.met), _("opponents met, of %(others)d") % {"others": quality.others}
    yield _span(quality.sit_outs), _("rounds sat out")
    yield _span(quality.first_deals), _("times first dealer")


def _span(numbers: tuple[int, int]) -> str:
    least, most = numbers
    return str(least) if least == most else f"{least}–{most}"


# --- What the events of an evening are shown from, loaded for all of them together ---

MOST_ROUNDS = 3
MOST_PLACES = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """By the ids of events `stages`, `rounds` and `entries`, by that of a stage its first `places`.

    By the ids of the rounds that are shown the rest; `flags_seen` are those of which one may see
    what is flagged, `lost_draws` the ids of stages whose draw cannot be brought back.
    """

    stages: Mapping[int, list[Stage]]
    rounds: Mapping[int, list[Round]]
    entries: Mapping[int, list[Entry]]
    places: Mapping[int, list[SnapshotRow]]
    tables: Mapping[int, list[RoomTable]]
    flags_seen: Set[int]
    waiting: Mapping[int, list[Placement]]
    without_table: Mapping[int, list[WithoutTable]]
    changes: Mapping[int, Changes]
    lost_draws: Set[int]
    clocks: Mapping[int, Clock]
    silent_since: datetime | None


def loaded(
    events: Sequence[Event], user: User, at: datetime, *, silent_since: datetime | None
) -> Loaded:
    """Load what is shown of these events: as many queries for six as for one."""
    stages = stages_of_events(events, STAGES)
    rounds = {pk: [*chain.from_iterable(map(read_rounds, some))] for pk, some in stages.items()}
    entries = entries_of_events(events)
    shown = [round for event in events for round in rounds_shown(rounds[event.pk])]
    being_played = [round for round in shown if round.state == RoundState.OPEN]
    drawn = [round for round in shown if round.state == RoundState.DRAWN]
    last = [last_played(stages[event.pk], rounds[event.pk]) for event in events]
    tables = rooms_of(shown, at)
    waiting = {one.pk: read_resting(one, entries[one.stage.event_id]) for one in shown}
    placements = {
        one.pk: [
            *waiting[one.pk],
            *chain.from_iterable(placements_of(here.table) for here in tables[one.pk]),
        ]
        for one in shown
    }
    return Loaded(
        stages=stages,
        rounds=rounds,
        entries=entries,
        places=first_rows([stage.pk for stage in last if stage], most=MOST_PLACES),
        tables=tables,
        flags_seen={one.pk for one in being_played if user.has_perm("results.view_flags", one)},
        waiting=waiting,
        without_table=without_tables(shown, entries, placements),
        changes=changes_of(drawn),
        lost_draws=lost_draws({round.stage_id for round in drawn}) if drawn else set(),
        clocks={round.pk: clock for round in being_played if (clock := clock_read(round))},
        silent_since=silent_since if being_played else None,
    )


STAGES = CompiledQuery(
    lambda value: with_rounds(with_standings(Stage.objects.filter(event__any_of=value("events"))))
)


def rounds_shown(rounds: Sequence[Round]) -> list[Round]:
    """Return which rounds of an event are shown: those being played, else the first drawn one."""
    being_played = [round for round in rounds if round.state == RoundState.OPEN]
    drawn = [round for round in rounds if round.state == RoundState.DRAWN]
    return being_played[:MOST_ROUNDS] or drawn[:1]


def last_played(stages: Sequence[Stage], rounds: Sequence[Round]) -> Stage | None:
    """Return the stage that was played last."""
    played = [round.stage_id for round in rounds if round.state != RoundState.DRAWN]
    return next((one for one in stages if played and one.pk == played[-1]), None)
