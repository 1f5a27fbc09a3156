"""Which level entries could play a play-off now, and the play-offs so far."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal

from django.db.models import Prefetch, QuerySet

from league.foundation.lists import listed
from league.foundation.shown_numbers import figure
from league.play.events.models import Entry, Stage
from league.play.events.names import name_of
from league.play.events.selectors import members_with_players
from league.play.prepared.hiding import NOTHING_HIDDEN
from league.tables.standings.facts import facts_of
from league.tables.standings.methods import PLAY_OFF
from league.tables.standings.models import PlayOff, PlayOffPoints
from league.tables.standings.ranking import rows_after


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """Entries that share a rank, with all tie-breaks up to the play-off, play-offs so far too."""

    rank: int
    points: Decimal
    entries: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelNow:
    """Who is level in a stage, and after which round; `by_bracket`: places are not by points."""

    after_round: int | None = None
    levels: tuple[Level, ...] = ()
    by_bracket: bool = False


def has_play_offs(stage: Stage) -> bool:
    """Say whether the event separates level entries by a play-off."""
    return PLAY_OFF in stage.event.tiebreaks


def level_now(stage: Stage) -> LevelNow:
    """Return the level entries that could play a play-off, from the present facts.

    The number of queries does not depend on the size of the stage.
    """
    if not has_play_offs(stage):
        return LevelNow()
    facts = facts_of(stage, hidden=NOTHING_HIDDEN)
    if not facts.digests:
        return LevelNow()
    number = list(facts.digests)[-1]
    if facts.until(number)[-1].places:
        return LevelNow(after_round=number, by_bracket=True)
    applied = facts.tiebreaks[: facts.tiebreaks.index(PLAY_OFF) + 1]
    shared: dict[tuple[str, int], list[int]] = {}
    points: dict[tuple[str, int], Decimal] = {}
    for row in rows_after(replace(facts, tiebreaks=applied), number):
        if row.is_tied:
            key = facts.groups.get(row.entry_id, ""), row.rank
            shared.setdefault(key, []).append(row.entry_id)
            points[key] = row.points
    return LevelNow(
        after_round=number,
        levels=tuple(
            Level(rank=key[1], points=points[key], entries=tuple(entries))
            for key, entries in shared.items()
        ),
    )


def play_offs_of(stage: Stage) -> "QuerySet[PlayOff]":
    """Return the play-offs of a stage with entries and names, revoked ones too, first one first."""
    entries = Entry.objects.prefetch_related(members_with_players())
    points = PlayOffPoints.objects.order_by("-points", "entry_id").prefetch_related(
        Prefetch("entry", entries)
    )
    return (
        PlayOff.objects.filter(stage=stage)
        .select_related("round", "made_by", "revoked_by")
        .prefetch_related(Prefetch("points", points))
        .order_by("made_at", "id")
    )


def result_in_words(play_off: PlayOff, *, public: bool = False) -> str:
    """Return who made how many, best first: "Ann Lee 12, Bob Ray 7"; one of `play_offs_of`."""
    return listed(
        f"{name_of(row.entry, public=public)} {figure(row.points)}" for row in play_off.points.all()
    )


def entries_named(ids: Mapping[int, object] | tuple[int, ...]) -> dict[int, Entry]:
    """Return these entries by id, with their names loaded."""
    rows = Entry.objects.filter(pk__in=list(ids)).prefetch_related(members_with_players())
    return {entry.pk: entry for entry in rows.order_by("number")}
