"""The places of the first of a stage round by round, small, for beside its standings.

What is drawn does not grow with the field: places further down than the lines share a band.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from league.faces.public.pictures.links import PROGRESS, has_meetings
from league.faces.public.pictures.rank_chart import (
    BETWEEN_LABELS,
    BOTTOM,
    LETTERS,
    SPACE,
    START,
    TOP,
    Course,
    Line,
    RankChart,
    numbers_shown,
    set_apart,
    shortened,
    width_of,
)
from league.faces.public.visitors import EventPage
from league.foundation.compiled_queries import CompiledQuery
from league.tables.standings.models import SnapshotRow
from league.tables.standings.selectors import StandingsPage
from league.tables.standings.standings_shown import name_in

MOST_DRAWN = 10
MOST_COLOURED = 3
MOST_GROUPS = 4
WIDTH, STEP, BAND = 352, 22, 40
# names have what the lines leave, which want so much: so far apart are rounds that are few or many
LEAST_LINES, MOST_LINES = 110, 180
BETWEEN_DOTS = 14

PLACES: "CompiledQuery[tuple[int, int, int]]" = CompiledQuery(
    lambda value: SnapshotRow.objects.filter(
        snapshot__any_of=value("snapshots"), entry__any_of=value("entries")
    ).values_list("snapshot_id", "entry_id", "rank")
)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeadingLines:
    """The drawing of a group, which has a name where there are several."""

    group: str
    chart: RankChart


def leading_lines(page: EventPage, found: StandingsPage | None) -> dict[str, Any] | None:
    """Return what `public/_leading_lines.html` needs, or None for fewer than two rounds.

    One query. Of a later page of the standings there is none: the first are not on it.
    """
    if found is None or found.number != 1 or len(found.until) < 2 or not has_meetings(found.stage):
        return None
    groups = _groups(found)
    drawn = {group: rows[:MOST_DRAWN] for group, rows in groups.items()}
    courses = _courses(found, drawn, full_names=page.visitor.sees_full_names)
    rounds = [snapshot.round_number for snapshot in found.until]
    address = reverse(f"public:{PROGRESS}", args=[page.club.slug, page.event.slug])
    return {
        "groups": [
            LeadingLines(
                group=group,
                chart=leading_chart(courses[group], rounds, is_cut=len(rows) > MOST_DRAWN),
            )
            for group, rows in groups.items()
        ],
        "url": f"{address}?stage={found.stage.number}",
    }


def _courses(
    found: StandingsPage, drawn: Mapping[str, Sequence[SnapshotRow]], *, full_names: bool
) -> dict[str, list[Course]]:
    """Return the places of these rows after each round up to theirs, by group; one query."""
    numbers = {snapshot.pk: number for number, snapshot in enumerate(found.until)}
    entries = [row.entry_id for rows in drawn.values() for row in rows]
    places: dict[int, list[int | None]] = {entry: [None] * len(numbers) for entry in entries}
    for snapshot, entry, rank in PLACES(snapshots=list(numbers), entries=entries):
        places[entry][numbers[snapshot]] = rank
    return {
        group: [
            Course(row.entry_id, name_in(row, full_names), places[row.entry_id]) for row in rows
        ]
        for group, rows in drawn.items()
    }


def _groups(found: StandingsPage) -> dict[str, list[SnapshotRow]]:
    """Return the rows by group; one that goes on behind these rows only if enough of it is here."""
    groups: dict[str, list[SnapshotRow]] = {}
    for row in found.rows:
        groups.setdefault(row.group, []).append(row)
    last = found.rows[-1].group
    if found.pages > 1 and len(groups) > 1 and len(groups[last]) < MOST_DRAWN:
        del groups[last]
    return {name: groups[name] for name in list(groups)[:MOST_GROUPS]}


def leading_chart(courses: Sequence[Course], rounds: Sequence[int], *, is_cut: bool) -> RankChart:
    """Return the drawing of courses in the order of their last places, over at least two rounds.

    The first are coloured, each has its name at the end of its line. `is_cut`: there are more than
    these. Places below those of as many as are drawn lie in a band along the lower edge.
    """
    count = len(courses)
    deepest = max((place for course in courses for place in course.places if place), default=1)
    has_band = is_cut or deepest > count
    edge = TOP + STEP * (count - 0.5)
    foot = edge + (BAND if has_band else 0)
    labels = [f"{course.last or 0} {course.name}" for course in courses]
    longest = max((width_of(label, LETTERS) for label in labels), default=0)
    wanted = max(LEAST_LINES, min(MOST_LINES, BETWEEN_DOTS * len(rounds)))
    room = min(WIDTH - START - SPACE - wanted, round(longest) + 2 * SPACE)
    right = WIDTH - room - SPACE
    step = (right - START) / (len(rounds) - 1)

    def down(place: int) -> float:
        """As many places as are drawn have a height of their own, others lie in the band."""
        if place <= count:
            return TOP + (place - 1) * STEP
        far = (place - count) / max(1, deepest - count)
        return round(edge + (0.1 + 0.8 * far) * BAND, 1)

    ends = [down(course.last or count) for course in courses]
    at = set_apart(ends, gap=BETWEEN_LABELS, first=TOP, last=foot - TOP / 2)
    lines = [
        Line(
            key=course.key,
            name=course.name,
            label=shortened(labels[number], size=LETTERS, room=room - SPACE),
            place=course.last or 0,
            points=" ".join(f"{x:g},{y:g}" for x, y in dots),
            dots=dots if number < MOST_COLOURED and step >= BETWEEN_DOTS else [],
            label_at=at[number],
            style=number + 1 if number < MOST_COLOURED else 0,
            is_chosen=False,
        )
        # what is coloured lies on top
        for number, course in reversed(list(enumerate(courses)))
        for dots in [
            [
                (round(START + after * step, 1), down(place))
                for after, place in enumerate(course.places)
                if place
            ]
        ]
    ]
    shown = numbers_shown(len(rounds), right - START)
    return RankChart(
        width=WIDTH,
        height=round(foot + BOTTOM),
        lines=lines,
        marks=[(place, down(place)) for place in range(1, count + 1)],
        rounds=[(rounds[number], round(START + number * step, 1)) for number in shown],
        left=START,
        right=right,
        foot=round(foot + BOTTOM) - 8,
        is_cut=is_cut,
        band=(START, edge, right - START, BAND) if has_band else None,
    )
