"""Who qualifies for a stage by the results so far, and how that differs from who is in it.

Read from the facts of the stage before, never from its snapshots: a decision trusts no table that
a task keeps.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import partial
from hashlib import sha256
from typing import Any, NamedTuple

import orjson
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import services as games
from games.wording import join_sentences
from league.foundation.lists import listed
from league.foundation.refusal import Refused
from league.play.events.models import Entry, EntryState, Qualifying, Stage, StageEntry, Takes
from league.play.events.names import name_of, stage_name
from league.play.events.selectors import members_with_players
from league.play.prepared.hiding import NOTHING_HIDDEN
from league.play.rounds.drawing import CannotDraw
from league.play.rounds.drawing.qualifying import (
    LOT,
    PLAY_OFF,
    Decision,
    Qualified,
    Standing,
    Tie,
    carried,
    qualified,
)
from league.play.rounds.models import RoundState
from league.play.rounds.selectors import has_begun, numbers_in_words
from league.play.rounds.stage_results import wanting_of
from league.tables.standings.facts import facts_of
from league.tables.standings.ranking import RankedRow, rows_after
from league.tables.standings.stage_facts import StageFacts

# --- What filling a stage would do, and which results of the stage before it are missing ---


@dataclass(frozen=True, slots=True, kw_only=True)
class Qualifier:
    """An entry that goes through: its seed, its points, and how many of them it carries over."""

    entry: Entry
    seed: int
    points: Decimal
    carried: Decimal


class TieShown(NamedTuple):
    """A tie for the last places with its entries; `through` is empty while it is open."""

    tie: Tie
    level: list[Entry]
    through: list[Entry]

    @property
    def sentence(self) -> str:
        sentence = games.whole_sentence(games.render_sentence(self.tie.why))
        if not self.tie.group:
            return sentence
        return _("Group %(name)s: %(sentence)s") % {"name": self.tie.group, "sentence": sentence}


@dataclass(frozen=True, slots=True, kw_only=True)
class FillPreview:
    """What filling a stage would do now.

    `digest` names everything it was made from: a fill that was looked at is refused when it
    differs. `waits_for` says which results are missing, "" when all are confirmed.
    `coming` and `leaving` are the differences to who is in the stage. While a tie is open its
    places are free.
    """

    qualifying: Qualifying
    after_round: int
    qualifiers: list[Qualifier]
    ties: list[TieShown]
    waits_for: str
    has_begun: bool
    coming: list[Entry]
    leaving: list[Entry]
    is_as_filled: bool
    digest: str

    @property
    def open_ties(self) -> list[TieShown]:
        return [tie for tie in self.ties if tie.tie.is_open]


def waits_for_results(source: Stage) -> str:
    """Say what of the source is not played or not confirmed yet, and what can be done."""
    rounds = list(source.rounds.order_by("number"))
    drawn = [round.number for round in rounds if round.state == RoundState.DRAWN]
    last = rounds[-1].number if rounds else 0
    unplayed = [*drawn, *range(last + 1, (source.rounds_planned or 0) + 1)]
    wanting = [
        round
        for round in wanting_of(round for round in rounds if round.state != RoundState.DRAWN)
        if round.tables
    ]
    parts = []
    if unplayed:
        sentence = ngettext(
            "Round %(rounds)s of %(source)s is still to be played.",
            "Rounds %(rounds)s of %(source)s are still to be played.",
            len(unplayed),
        )
        named = {"rounds": numbers_in_words(unplayed), "source": stage_name(source)}
        parts.append(sentence % named)
    for unfinished in wanting:
        sentence = ngettext(
            "Table %(tables)s of round %(round)d has no confirmed result.",
            "Tables %(tables)s of round %(round)d have no confirmed result.",
            len(unfinished.tables),
        )
        tables = listed(unfinished.tables)
        parts.append(sentence % {"tables": tables, "round": unfinished.round.number})
    return join_sentences(parts)


def names_in_words(entries: list[Entry]) -> str:
    return listed(name_of(entry) for entry in entries)


LEAST = 2  # entries that make a stage


class CannotFill(Refused):
    """It is not decided yet who goes through; the sentence says what is missing."""

    code = "stage_cannot_be_filled"


class WrongPlayOff(Refused):
    """Those named as the winners of a play-off cannot be it."""

    code = "wrong_play_off"


def preview_filling(stage: Stage, decisions: Mapping[str, Decision] | None = None) -> FillPreview:
    """Return who goes through to the stage as its source stands now.

    `decisions` are by group, in ids of entries as text; ties that were decided before stay so as
    long as the same entries are level. Raises CannotFill or WrongPlayOff. The number of queries
    does not depend on the size of the field.
    """
    qualifying = _qualifying_of(stage)
    facts = _facts_for(qualifying)
    number = list(facts.digests)[-1]
    field = _active(facts)
    rows = [row for row in rows_after(facts, number) if row.entry_id in field]
    groups = facts.groups if qualifying.takes == Takes.OF_GROUPS else {}
    qualified = _qualified(qualifying, rows, groups, field, decisions or {})
    points = {row.entry_id: row.points for row in rows}
    qualifiers = [
        Qualifier(
            entry=entry,
            seed=seed,
            points=points[entry.pk],
            carried=carried(points[entry.pk], qualifying.carried_percent),
        )
        for seed, entry in enumerate(_entries(qualified.through, field), start=1)
    ]
    if len(qualifiers) + sum(tie.places for tie in qualified.open_ties) < LEAST:
        raise CannotFill(
            _("Fewer than %(least)d entries would go through to %(stage)s: let more go through.")
            % {"least": LEAST, "stage": stage_name(stage)}
        )
    waits_for = waits_for_results(qualifying.source)
    inside = {row.entry_id: row for row in StageEntry.objects.filter(stage=stage)}
    ids = {qualifier.entry.pk for qualifier in qualifiers}
    return FillPreview(
        qualifying=qualifying,
        after_round=number,
        qualifiers=qualifiers,
        ties=[
            TieShown(tie, _entries(tie.level, field), _entries(tie.through, field))
            for tie in qualified.ties
        ],
        waits_for=waits_for,
        has_begun=has_begun(stage),
        coming=[qualifier.entry for qualifier in qualifiers if qualifier.entry.pk not in inside],
        leaving=_named(sorted(inside.keys() - ids)),
        is_as_filled=not qualified.open_ties
        and [(qualifier.entry.pk, qualifier.seed, qualifier.carried) for qualifier in qualifiers]
        == sorted(
            ((row.entry_id, row.seed, row.carried_points) for row in inside.values()),
            key=lambda row: row[1] or 0,
        ),
        digest=_digest(qualifying, number, rows, groups, waits_for),
    )


def _qualifying_of(stage: Stage) -> Qualifying:
    qualifying = Qualifying.objects.select_related("source__event").filter(stage=stage).first()
    if qualifying is None:
        raise CannotFill(_("Everybody who takes part is in the first stage."))
    qualifying.stage = stage
    return qualifying


def _facts_for(qualifying: Qualifying) -> StageFacts:
    """Return the facts of the source as this cut ranks it: in its groups, or all together."""
    facts = facts_of(qualifying.source, hidden=NOTHING_HIDDEN)
    if not facts.digests:
        raise CannotFill(
            _("%(source)s has no results yet: who goes through depends on them.")
            % {"source": stage_name(qualifying.source)}
        )
    return facts if qualifying.takes == Takes.OF_GROUPS else replace(facts, groups={})


def _active(facts: StageFacts) -> dict[int, Entry]:
    active = Entry.objects.filter(pk__in=facts.ids, state=EntryState.ACCEPTED)
    return {entry.pk: entry for entry in active.prefetch_related(members_with_players())}


def _qualified(
    qualifying: Qualifying,
    rows: list[RankedRow],
    groups: Mapping[int, str],
    field: Mapping[int, Entry],
    decisions: Mapping[str, Decision],
) -> Qualified:
    standings = [
        Standing(_key(field[row.entry_id]), row.rank, groups.get(row.entry_id, "")) for row in rows
    ]
    if qualifying.takes == Takes.REST:
        elsewhere = _elsewhere(qualifying)
        out = {_key(field[pk]) for pk in field.keys() & elsewhere}
        standings = [standing for standing in standings if standing.entry not in out]
    top = qualifying.places or max(1, len(standings))
    cut = partial(
        qualified,
        standings,
        top,
        of_groups=qualifying.takes == Takes.OF_GROUPS,
        seed=qualifying.lot_seed,
    )
    ties = cut().ties
    keys = {str(entry.pk): _key(entry) for entry in field.values()}
    known = _decided_before(qualifying, ties, keys) | {
        group: Decision(decision.by, tuple(keys.get(pk, "") for pk in decision.best_first))
        for group, decision in decisions.items()
    }
    try:
        return cut(decisions=known)
    except CannotDraw as fault:
        raise WrongPlayOff(games.whole_sentence(games.render_sentence(fault.sentence))) from fault


def _key(entry: Entry) -> str:
    """Return the id of an entry for drawing lots: its number, which everybody can see."""
    return str(entry.number)


def _entries(keys: tuple[str, ...], field: Mapping[int, Entry]) -> list[Entry]:
    by_key = {_key(entry): entry for entry in field.values()}
    return [by_key[key] for key in keys]


def _elsewhere(qualifying: Qualifying) -> set[int]:
    """Return the entries in other stages that are filled from the same stage."""
    others = Qualifying.objects.filter(source_id=qualifying.source_id).exclude(takes=Takes.REST)
    waiting = others.filter(filled_at__isnull=True).select_related("stage").first()
    if waiting is not None:
        raise CannotFill(
            _("Fill %(other)s first: those who do not go through to it are the rest.")
            % {"other": stage_name(waiting.stage)}
        )
    rows = StageEntry.objects.filter(stage__in=others.values("stage"))
    return set(rows.values_list("entry_id", flat=True))


def _decided_before(
    qualifying: Qualifying, ties: tuple[Tie, ...], keys: Mapping[str, str]
) -> dict[str, Decision]:
    """Return the decisions of an earlier filling that still answer a tie."""
    decisions: dict[str, Decision] = {}
    for kept in qualifying.filling.get("ties", []):
        level = {keys.get(str(pk)) for pk in kept["level"]}
        for tie in ties:
            same = (tie.group, set(tie.level), tie.places) == (kept["group"], level, kept["places"])
            if same and kept["by"] == LOT:
                decisions[tie.group] = Decision(LOT)
            elif same:
                best = tuple(keys[str(pk)] for pk in kept["through"])
                decisions[tie.group] = Decision(PLAY_OFF, best)
    return decisions


def _digest(
    qualifying: Qualifying,
    number: int,
    rows: list[RankedRow],
    groups: Mapping[int, str],
    waits_for: str,
) -> str:
    asked: list[Any] = [
        *(qualifying.source_id, qualifying.takes, qualifying.places),
        *(qualifying.carried_percent, qualifying.lot_seed, number, bool(waits_for)),
    ]
    ranks = [
        [row.entry_id, groups.get(row.entry_id, ""), row.rank, str(row.points)] for row in rows
    ]
    return sha256(orjson.dumps([asked, ranks])).hexdigest()[:32]


def _named(ids: list[int]) -> list[Entry]:
    entries = Entry.objects.filter(pk__in=ids).prefetch_related(members_with_players())
    return list(entries.order_by("number"))
