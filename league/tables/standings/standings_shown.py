"""The standings in words, for pages and paper: heads, figures, the caption, what is held back."""

from collections.abc import Mapping, Sequence
from decimal import Decimal, InvalidOperation

from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from games.services import render_sentence
from league.calendar.match_dates.selectors import with_dates
from league.foundation.compiled_queries import CompiledQuery
from league.foundation.doors.reasons import entries_in, reason_read
from league.play.events.entry_names import names_of
from league.play.events.models import Event, Qualifying, Stage, Takes
from league.play.events.setup_problems import COMPARING_DEALS
from league.play.rounds.drawing import format_named
from league.play.rounds.drawing.stage_options import NOT_COUNTED, STAY, WALK_OVERS
from league.play.rounds.selectors import numbers_in_words
from league.tables.standings.methods import criterion_label
from league.tables.standings.methods.deals.methods import PERCENTAGE
from league.tables.standings.models import SnapshotRow, StageStandings
from league.tables.standings.selectors import StandingsPage, with_snapshots

# --- Short heads ---
# The heads of the columns of standings in few letters, for where the whole words have no room.

BYES = "byes"
OF_DEALS = "deals_"  # before what is counted of deals in the place of matches

# by what is counted, or the name of a tie-break
SHORT: Mapping[str, str | Promise] = {
    "played": pgettext_lazy("short head of a column", "P"),
    "won": pgettext_lazy("short head of a column", "W"),
    "drawn": pgettext_lazy("short head of a column", "D"),
    "lost": pgettext_lazy("short head of a column", "L"),
    f"{OF_DEALS}won": pgettext_lazy("short head of a column", "> avg."),
    BYES: pgettext_lazy("short head of a column", "Byes"),
    "head_to_head": pgettext_lazy("short head of a column", "H2H"),
    "head_to_head_difference": pgettext_lazy("short head of a column", "H2H ±"),
    "point_difference": pgettext_lazy("short head of a column", "Diff."),
    "points_for": pgettext_lazy("short head of a column", "For"),
    "average": pgettext_lazy("short head of a column", "Avg."),
    "quotient": pgettext_lazy("short head of a column", "Quot."),
    "wins_with_first_deal": pgettext_lazy("short head of a column", "W 1st"),
    "buchholz": pgettext_lazy("short head of a column", "Bh."),
    "buchholz_cut_1": pgettext_lazy("short head of a column", "Bh. −1"),
    "buchholz_cut_2": pgettext_lazy("short head of a column", "Bh. −2"),
    "median_buchholz": pgettext_lazy("short head of a column", "Bh. M"),
    "median_buchholz_2": pgettext_lazy("short head of a column", "Bh. M2"),
    "sonneborn_berger": pgettext_lazy("short head of a column", "S-B"),
    "koya": pgettext_lazy("short head of a column", "Koya"),
    "progressive": pgettext_lazy("short head of a column", "Prog."),
    "progressive_cut_1": pgettext_lazy("short head of a column", "Prog. −1"),
    "opponents_strength": pgettext_lazy("short head of a column", "Opp."),
    "partners_strength": pgettext_lazy("short head of a column", "Part."),
    "opponents_to_partners": pgettext_lazy("short head of a column", "O : P"),
    "fewer_sets": pgettext_lazy("short head of a column", "Sets"),
    "bids_made": pgettext_lazy("short head of a column", "Bids"),
    "highest_deal": pgettext_lazy("short head of a column", "High"),
    "play_off": pgettext_lazy("short head of a column", "P.-off"),
    "lot": pgettext_lazy("short head of a column", "Lot"),
}


class Head(str):
    """The head of a column; `short` says the same in few letters, "" where it is short already."""

    __slots__ = ("short",)

    short: str

    def __new__(cls, label: str, short: str = "") -> "Head":
        head = super().__new__(cls, label)
        head.short = short if len(short) < len(label) else ""
        return head


def head_of(name: str, label: str) -> Head:
    """Return the head of what is counted under this name, or of a tie-break."""
    return Head(label, str(SHORT.get(name, "")))


IN_FULL: tuple[tuple[str, str | Promise], ...] = (
    ("played", gettext_lazy("Played")),
    ("won", gettext_lazy("Won")),
    ("drawn", gettext_lazy("Drawn")),
    ("lost", gettext_lazy("Lost")),
)
COUNTED: dict[str, tuple[tuple[str, str | Promise], ...]] = {
    "match_points": IN_FULL,
    "victory_points": IN_FULL,
    # deals: how many, and on how many of them better than the average
    **dict.fromkeys(
        COMPARING_DEALS,
        (("played", gettext_lazy("Deals")), ("won", gettext_lazy("Above average"))),
    ),
}
POINTS_LABELS: dict[str, str | Promise] = {
    "matchpoints": gettext_lazy("Matchpoints"),
    **dict.fromkeys(("cross_imps", "butler", "imps"), gettext_lazy("IMPs")),
}
COUNTED_ELSE: tuple[tuple[str, str | Promise], ...] = (
    ("played", gettext_lazy("Played")),
    ("won", gettext_lazy("Won")),
)


def name_in(row: SnapshotRow, full: bool) -> str:
    """Return the name of a row: in full, or as the players show it to everybody."""
    return row.names.shown(full=full)


def reasons_in_words(
    rows: Sequence[SnapshotRow], *, beside: Sequence[SnapshotRow] = (), full: bool
) -> dict[int, str]:
    """Return by entry why each of the rows stands where it does.

    One query where they name entries that are neither in them nor in the rows `beside`.
    """
    known = {row.entry_id: row.names for row in (*beside, *rows)}
    others = {entry for row in rows for entry in entries_in(row.why)} - known.keys()
    called = {entry: names.shown(full=full) for entry, names in (known | names_of(others)).items()}
    return {
        row.entry_id: render_sentence(reason_read(row.why, called)) if row.why else ""
        for row in rows
    }


def provisional_note(standings: StandingsPage) -> str:
    """Return that the standings can still change; "" where they cannot."""
    if not standings.snapshot.is_provisional:
        return ""
    return _("Provisional until all tables are confirmed.")


def group_in_words(row: SnapshotRow) -> str:
    return _("Group %(name)s") % {"name": row.group} if row.group else ""


def held_back_note(stage: Stage | None) -> str:
    """Return which deals were played and do not count yet; empty where all count.

    The stage is loaded with its standings.
    """
    state = getattr(stage, "standings", None)
    if state is None or not state.held_back:
        return ""
    return ngettext(
        "Deal %(numbers)s does not count yet: its results are shown, and count, once every "
        "table that plays it has finished.",
        "Deals %(numbers)s do not count yet: the results of a deal are shown, and count, once "
        "every table that plays it has finished.",
        len(state.held_back),
    ) % {"numbers": numbers_in_words(state.held_back)}


DEPARTURES: dict[str, str | Promise] = {
    NOT_COUNTED: gettext_lazy(
        "%(name)s withdrew after %(played)d of %(due)d matches: those results do not count."
    ),
    STAY: gettext_lazy(
        "%(name)s withdrew after %(played)d of %(due)d matches: those results count, and the "
        "matches left give nobody anything."
    ),
    WALK_OVERS: gettext_lazy(
        "%(name)s withdrew after %(played)d of %(due)d matches: those results count, and the "
        "matches left are walk-overs."
    ),
}


def departure_notes(stage: Stage, *, full: bool) -> list[str]:
    """Return what became of the results of those who withdrew, a sentence each.

    The stage is loaded with its standings; one query where somebody withdrew, else none.
    """
    state = getattr(stage, "standings", None)
    departures = [row for row in state.departures if row[1]] if state else []
    if not departures:
        return []
    names = names_of([entry for entry, *_ in departures])
    return [
        str(DEPARTURES[outcome])
        % {
            "name": names[entry].shown(full=full),
            "played": played,
            "due": due,
        }
        for entry, played, due, outcome in departures
        if entry in names
    ]


def caption_of(standings: StandingsPage) -> str:
    """Return what stands above the standings: after a round, or during one being played."""
    which = {"round": standings.snapshot.round_number}
    if standings.is_during:
        return _("Standings during round %(round)d") % which
    return _("Standings after round %(round)d") % which


def ranked_by_bracket(stage: Stage) -> bool:
    """Say whether how far an entry came ranks it, and not its points."""
    return format_named(stage.format).has_bracket


def reached_in_words(row: SnapshotRow) -> str:
    """Return how far an entry came in a bracket: "won the final", "waits for the semi-final 1"."""
    return render_sentence(reason_read(row.why))


def ranking_figure(stage: Stage, row: SnapshotRow) -> Decimal | str:
    """Return what ranks an entry: how far it came in a bracket, else its points."""
    if ranked_by_bracket(stage):
        return reached_in_words(row)
    return row.points.normalize() if row.points else Decimal(0)


def ranking_label(event: Event, stage: Stage) -> str:
    """Return the head of a column of what ranks in this stage."""
    return _("Reached") if ranked_by_bracket(stage) else points_label(event)


def columns_of(event: Event, *, with_byes: bool = False, reached: bool = False) -> list[Head]:
    """Return the heads of the columns of figures; the last is what ranks, in its whole word.

    With byes, the one before it says how much of that is for rounds without a table. In a bracket
    the only one says what was `reached`.
    """
    if reached:
        return [Head(_("Reached"))]
    of = "" if counts_matches(event) else OF_DEALS
    counted = [head_of(f"{of}{name}", str(label)) for name, label in _counted(event)]
    tiebreaks = [
        head_of(name, capfirst(render_sentence(criterion_label(name))))
        for name in _with_columns(event)
    ]
    byes = [head_of(BYES, _("Of which byes"))] if with_byes else []
    return [*counted, *tiebreaks, *byes, Head(points_label(event))]


def points_label(event: Event) -> str:
    """Return the head of the column that ranks."""
    if event.method.get("points_as") == PERCENTAGE:
        return "%"
    return str(POINTS_LABELS.get(event.method.get("name", ""), _("Points")))


def figures_of(
    event: Event, row: SnapshotRow, *, with_byes: bool = False, reached: bool = False
) -> list[int | Decimal | str]:
    """Return the figures of a row below the heads of `columns_of`."""
    if reached:
        return [reached_in_words(row)]
    byes: int | Decimal | str = ""
    if row.byes:
        byes = row.byes_points.normalize() if row.byes_points else 0
    numbers = dict(row.tiebreaks)
    return [
        *(getattr(row, name) for name, _label in _counted(event)),
        *(_number(numbers.get(name, "")) for name in _with_columns(event)),
        *([byes] if with_byes else []),
        row.points.normalize() if row.points else 0,
    ]


def with_standings(stages: "QuerySet[Stage]") -> "QuerySet[Stage]":
    """Return stages in their order with what is known of their standings, and their rule.

    They say whether they have dates (`match_dates.selectors.with_dates`).
    """
    stages = stages.select_related("standings", "qualifying__source")
    return with_snapshots(with_dates(stages)).order_by("event_id", "number")


STAGES_OF = CompiledQuery(
    lambda value: with_standings(Stage.objects.filter(event__any_of=value("events")))
)


def stages_of(event: Event) -> list[Stage]:
    """Return the stages of an event `with_standings`; one query."""
    return stages_of_events([event])[event.pk]


def stages_of_events(
    events: Sequence[Event], asked: CompiledQuery[Stage] = STAGES_OF
) -> dict[int, list[Stage]]:
    """Return the stages of each event, by its id, as `asked` reads them; one query."""
    found: dict[int, list[Stage]] = {event.pk: [] for event in events}
    by_id = {event.pk: event for event in events}
    for stage in asked(events=list(by_id)):
        stage.event = by_id[stage.event_id]
        found[stage.event_id].append(stage)
    return found


def counts_matches(event: Event) -> bool:
    """Say whether what is won and lost are matches: where deals are compared they are deals."""
    return event.method.get("name") not in COMPARING_DEALS


def _counted(event: Event) -> tuple[tuple[str, str | Promise], ...]:
    return COUNTED.get(event.method.get("name", ""), COUNTED_ELSE)


def _with_columns(event: Event) -> list[str]:
    """Return the tie-breaks that have a column of their own: wins stand there already."""
    return [name for name in event.tiebreaks if name != "wins"]


def _number(text: str) -> Decimal | str:
    try:
        return Decimal(text)
    except InvalidOperation:
        return text


# --- Which stage of an event decides it, and which of them has the newest standings ---


def best_last(stages: Sequence[Stage]) -> list[Stage]:
    """Return the stages so that the one that decides the event is last: never one for the rest."""
    return sorted(stages, key=lambda stage: not is_for_the_rest(stage))


def is_for_the_rest(stage: Stage) -> bool:
    qualifying: Qualifying | None = getattr(stage, "qualifying", None)
    return qualifying is not None and qualifying.takes == Takes.REST


def newest(stages: list[Stage]) -> Stage:
    """Return the last stage that has standings, the rest's after all others, else the first."""
    with_standings = [
        stage for stage in best_last(stages) if (state := _state(stage)) and state.version
    ]
    return with_standings[-1] if with_standings else stages[0]


def _state(stage: Stage) -> StageStandings | None:
    return getattr(stage, "standings", None)
