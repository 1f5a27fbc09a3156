"""A night in progress: who asks what of the services, what they answer, and what must hold then."""

import json
from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any

from django.utils.functional import cached_property

from league.clubs.models import Club, Player
from league.clubs.sorting import sort_key
from league.foundation.doors.reasons import stored_reason
from league.foundation.journal.actor import Act, Actor
from league.foundation.journal.services import deliver_all
from league.foundation.refusal import Refused
from league.play.events.models import Entry, EntryState, Event, Season, Stage
from league.play.prepared.hiding import hidden_in_stages
from league.play.rounds.drawing import format_named
from league.play.rounds.drawing.stage_options import GROUPS
from league.play.rounds.models import Round, RoundState, Table
from league.tables.standings.facts import facts_of
from league.tables.standings.models import SnapshotRow
from league.tables.standings.ranking import rows_after
from league.tables.standings.services import rebuild
from tests.league.play.events.factories import DIRECTOR, NAMES, NOW
from tests.nights.adding_up import season_adds_up, why_adds_up
from tests.nights.highlights_kept import highlights_hold
from tests.nights.kept_pages import kept_pages_hold
from tests.nights.sums import points_by_hand, sums_of_deals_hold
from tests.nights.tally import Tally
from tests.nights.truths import (
    Picture,
    look,
    picture_of,
    whole_sentence,
)

REMEMBERED = 40
# of so many looks one is at the pages: they take longer than all the rest
LOOKS_AT_PAGES = 4
FAMILIES = ("Lee", "Lee 1", "Lee 2", "Lee 3", "Lee 4")


class Night:
    """An event of a club, played by lot. `refusal` is what the last request was refused with.

    `steps` are the last requests with their answers, for whoever looks for what went wrong.
    """

    def __init__(self, rng: Random, tally: Tally, club: Club, director: Actor) -> None:
        self.rng = rng
        self.tally = tally
        self.club = club
        self.director = director
        self.now = NOW
        self.refusal: Refused | None = None
        self.steps: list[str] = []
        self.picture = Picture()
        self.looks = 0
        self.season: Season | None = None
        self.event: Event
        self.stage: Stage

    # --------------------------------------------------------------------------- asking

    def ask(
        self, what: str, act: Callable[..., Any], /, actor: Actor = DIRECTOR, **asked: Any
    ) -> Any:
        """Ask a service for something; return what it answers, or None where it says no.

        Only a refusal with a whole sentence is an answer: everything else fails the night.
        """
        self.now += timedelta(minutes=1)
        asked = {"by": Act(actor, self.now)} | asked
        self.tally.happenings[what] += 1
        self.refusal = None
        try:
            answer = act(**asked)
        except Refused as refused:
            self.refusal = refused
            whole_sentence(str(refused))
            self.tally.refused(type(refused).__name__, str(refused))
            self.note(f"{what}: {type(refused).__name__}: {refused}")
            return None
        self.note(what)
        return answer

    def do(self, what: str, act: Callable[..., Any], /, **asked: Any) -> Any:
        """Ask, and look whether all is as it should be."""
        answer = self.ask(what, act, **asked)
        self.look()
        return answer

    def note(self, line: str) -> None:
        self.steps = [*self.steps[1 - REMEMBERED :], line]

    def count(self, kind: str) -> None:
        self.tally.happenings[kind] += 1
        self.note(kind)

    def look(self) -> None:
        self.refresh()
        picture = picture_of(self.stage)
        look(self.event, self.stage, self.picture, picture)
        self.picture = picture
        self.looks += 1
        if self.looks % LOOKS_AT_PAGES == 0:
            kept_pages_hold(self.event)
            highlights_hold(self.event)

    def refresh(self) -> None:
        self.stage = Stage.objects.select_related("event__club").get(pk=self.stage.pk)
        self.event = self.stage.event

    # --------------------------------------------------------------------------- who and what

    @cached_property
    def people(self) -> list[Player]:
        """Players of the club: the first ones enter, the others may come later or stand in."""
        names = [f"{first} {family}" for family in FAMILIES for first in NAMES]
        rows = [Player(club=self.club, name=name, sort_key=sort_key(name)) for name in names]
        return Player.objects.bulk_create(rows)

    def somebody(self, state: EntryState = EntryState.ACCEPTED) -> Entry | None:
        found = list(self.event.entries.filter(state=state).order_by("number"))
        return self.rng.choice(found) if found else None

    @property
    def active(self) -> set[int]:
        rows = Entry.objects.filter(stage_entries__stage=self.stage, state=EntryState.ACCEPTED)
        return set(rows.values_list("pk", flat=True))

    @property
    def has_bracket(self) -> bool:
        return format_named(self.stage.format).has_bracket

    @property
    def plays_in_groups(self) -> bool:
        """Whether a group that is done stands nowhere while the others go on."""
        return self.stage.options.get(GROUPS, 1) > 1

    def rounds(self, *states: RoundState) -> list[Round]:
        rows = Round.objects.filter(stage=self.stage, state__in=states or RoundState.values)
        found = list(rows.order_by("number"))
        for one in found:
            one.stage = self.stage
        return found

    def tables(self, round: Round) -> list[Table]:
        found = list(Table.objects.filter(round=round).order_by("number"))
        for one in found:
            one.round = round
        return found

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    # --------------------------------------------------------------------------- standings

    def follow(self) -> None:
        """Bring the standings up to the facts, as the worker does after a happening."""
        deliver_all()
        rebuild(stage_id=self.stage.pk, at=self.now)

    def standings_hold(self) -> None:
        """Assert that standings kept up step by step are those made from scratch."""
        self.follow()
        hidden = hidden_in_stages([self.stage.pk])
        facts = facts_of(self.stage, hidden=hidden)
        stored = dict(self.stage.snapshots.values_list("round_number", "digest"))
        assert stored == facts.digests
        for number in facts.digests:
            rows = SnapshotRow.objects.filter(
                snapshot__stage=self.stage, snapshot__round_number=number
            ).order_by("position")
            kept = [
                (r.entry_id, r.rank, r.is_tied, r.points, r.played, r.won, r.drawn, r.lost, r.why)
                for r in rows
            ]
            fresh = [
                (r.entry_id, r.rank, r.is_tied, r.points, r.played, r.won, r.drawn, r.lost, why)
                for r in rows_after(facts, number)
                for why in [json.loads(stored_reason(r.why))]
            ]
            assert kept == fresh, f"the standings after round {number} are not those of the facts"
        numbers = list(facts.digests)
        for number in {*numbers[-1:], *self.rng.sample(numbers, min(1, len(numbers)))}:
            snapshot = self.stage.snapshots.get(round_number=number)
            why_adds_up(self.stage, snapshot, self.tally.why)
        if self.season is not None:
            season_adds_up(self.season, self.tally.why)
        sums_of_deals_hold(self.stage)
        # tables that are held back do not count yet: the sum by hand waits for them too
        by_hand = None if hidden.held_back else points_by_hand(self.stage)
        if facts.digests and by_hand is not None:
            last = self.stage.snapshots.order_by("-round_number").first()
            shown = dict(last.rows.values_list("entry_id", "points"))
            found = {entry: by_hand.get(entry, 0) for entry in shown}
            assert shown == found, f"the points are not those added up by hand: {shown} {found}"
