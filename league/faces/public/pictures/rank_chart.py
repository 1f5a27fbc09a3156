"""The places of entries round by round as a drawing: plain numbers for a template of SVG."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from unicodedata import east_asian_width

# how wide letters are drawn, in parts of their height; capitals and figures are a little wider
NARROW, WIDE = 0.56, 1.0
CAPITAL = 0.66
ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
MOST_LINES = 24
MOST_NAMED = 8
DEEPEST = 30  # places below run along the lower edge
LETTERS = 13
MOST_FOR_NAMES = 340
FOR_PLACES = 44
TOP, BOTTOM, START, SPACE = 14, 26, 30, 10
LEAST_STEP, MOST_STEP = 9, 30
ROOM = 420  # the height that a drawing of many places aims at
BETWEEN_LABELS = 17
BETWEEN_ROUNDS = 26


@dataclass(frozen=True, slots=True)
class Course:
    """An entry's place after each round; None where it had none."""

    key: int
    name: str
    places: Sequence[int | None]

    @property
    def last(self) -> int | None:
        return next((place for place in reversed(self.places) if place is not None), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line to draw. `style` is 1 to 8 for one that is named at its end, 0 for a pale one."""

    key: int
    name: str
    label: str
    place: int | str
    points: str
    dots: Sequence[tuple[float, float]]
    label_at: float
    style: int
    is_chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RankChart:
    """Lines, pale ones first; `marks` are (place, height), `rounds` (number, across).

    A `band` (across, down, width, height) is what places further down share.
    """

    width: int
    height: int
    lines: Sequence[Line]
    marks: Sequence[tuple[int | str, float]]
    rounds: Sequence[tuple[int, float]]
    left: float
    right: float
    foot: float
    is_cut: bool
    band: tuple[float, float, float, float] | None = None

    @property
    def named(self) -> list[Line]:
        """The lines that stand out, best place first."""
        return sorted((line for line in self.lines if line.style), key=lambda one: one.style)


def rank_chart(
    courses: Sequence[Course],
    rounds: Sequence[int],
    *,
    width: int,
    chosen: int | None = None,
    names: bool = True,
) -> RankChart | None:
    """Return the drawing, `width` wide in units of a pixel; None for fewer than two rounds.

    `courses` come in the order of the last standings: the first are named, the next are pale, and
    of a long field the rest is left out. Whoever is `chosen` is always drawn and named. Without
    `names` a line ends with its place alone: `named` are the lines for a list beside it.
    """
    known = [course for course in courses if course.last is not None]
    if len(rounds) < 2 or not known:
        return None
    drawn = known[:MOST_LINES]
    drawn += [course for course in known[MOST_LINES:] if course.key == chosen]
    named = _named(drawn, chosen)
    deepest = min(DEEPEST, max(place for course in drawn for place in course.places if place))
    step = min(MOST_STEP, max(LEAST_STEP, ROOM / max(1, deepest - 1)))
    span = max(step * (deepest - 1), BETWEEN_LABELS * (len(named) - 1))
    step = span / max(1, deepest - 1)
    height = round(TOP + span + BOTTOM)
    labels = {
        key: f"{course.last} {course.name}" if names else f"{course.last}"
        for key, course in named.items()
    }
    label_room = _label_room(labels.values()) if names else FOR_PLACES
    right = width - label_room - SPACE

    def across(number: int) -> float:
        return round(START + number * (right - START) / (len(rounds) - 1), 1)

    def down(place: int) -> float:
        return round(TOP + (min(place, deepest) - 1) * step, 1)

    at = _label_heights(named, down, TOP + span)
    styles = {key: number for number, key in enumerate(named, start=1)}
    lines = [
        Line(
            key=course.key,
            name=course.name,
            label=shortened(labels.get(course.key, ""), size=LETTERS, room=label_room - SPACE),
            place=course.last or 0,
            points=" ".join(f"{x:g},{y:g}" for x, y in dots),
            dots=dots if course.key in named else [],
            label_at=at.get(course.key, 0.0),
            style=styles.get(course.key, 0),
            is_chosen=course.key == chosen,
        )
        for course in sorted(drawn, key=lambda one: (one.key in named, one.key == chosen))
        for dots in [[(across(n), down(place)) for n, place in enumerate(course.places) if place]]
    ]
    return RankChart(
        width=width,
        height=height,
        lines=lines,
        marks=[(place, down(place)) for place in _marks(deepest)],
        rounds=[
            (rounds[number], across(number)) for number in numbers_shown(len(rounds), right - START)
        ],
        left=START,
        right=right,
        foot=height - 8,
        is_cut=len(drawn) < len(known)
        or any(place > deepest for course in drawn for place in course.places if place),
    )


def _named(drawn: Sequence[Course], chosen: int | None) -> dict[int, Course]:
    """Return who gets a name at the end of its line, by key, in the order of the last places."""
    first = [course for course in drawn if course.key != chosen][:MOST_NAMED]
    if any(course.key == chosen for course in drawn):
        first = first[: MOST_NAMED - 1]
    keys = {course.key for course in first} | {chosen}
    courses = [course for course in drawn if course.key in keys]
    return {course.key: course for course in sorted(courses, key=lambda one: one.last or 0)}


def _label_heights(
    named: Mapping[int, Course], down: Callable[[int], float], last: float
) -> dict[int, float]:
    wanted = [down(course.last or 1) for course in named.values()]
    heights = set_apart(wanted, gap=BETWEEN_LABELS, first=TOP, last=last)
    return dict(zip(named, heights, strict=True))


def _label_room(labels: Iterable[str]) -> float:
    """Return how much of the width names take: what the longest needs, within bounds."""
    longest = max((width_of(label, LETTERS) for label in labels), default=0)
    return min(MOST_FOR_NAMES, round(longest) + 2 * SPACE)


def _marks(deepest: int) -> list[int]:
    """Return the places that have a number at the side: all of a few, else the first and fives."""
    if deepest <= 12:
        return list(range(1, deepest + 1))
    return [1, *range(5, deepest + 1, 5)]


def numbers_shown(count: int, room: float) -> list[int]:
    """Return which rounds have their number below: the last always, as many as there is room."""
    apart = 1
    while (count - 1) / apart * BETWEEN_ROUNDS > room:
        apart += 1
    return [number for number in range(count) if (count - 1 - number) % apart == 0]


def set_apart(
    wanted: Sequence[float], *, gap: float, first: float, last: float
) -> tuple[float, ...]:
    """Return heights near the wanted ones, each at least `gap` from the next, in the same order.

    `wanted` ascends. All stay between `first` and `last` where there is room for them; where there
    is none, they begin at `first` and go beyond `last`.
    """
    heights: list[float] = []
    for height in wanted:
        least = heights[-1] + gap if heights else first
        heights.append(max(height, least))
    limit = last
    for number in reversed(range(len(heights))):
        heights[number] = max(min(heights[number], limit), first + number * gap)
        limit = heights[number] - gap
    return tuple(round(height, 1) for height in heights)


def width_of(text: str, size: float) -> float:
    """Return about how wide a text of this size is drawn, in the same units."""
    return size * sum(_width(letter) for letter in text)


def shortened(text: str, *, size: float, room: float) -> str:
    """Return the text, cut with an ellipsis where it would not fit into the room."""
    if width_of(text, size) <= room:
        return text
    kept = ""
    for letter in text:
        if width_of(kept + letter + ELLIPSIS, size) > room:
            break
        kept += letter
    return kept.rstrip() + ELLIPSIS


def _width(letter: str) -> float:
    if east_asian_width(letter) in "WF" or letter == ELLIPSIS:
        return WIDE
    return CAPITAL if letter.isupper() or letter.isdecimal() else NARROW
