"""Matches as captains and organisers see them, and what they send."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.calendar.captains.line_up_facts import players_in, why_not_seated
from league.calendar.captains.matches import Match, state_of
from league.calendar.captains.models import MATCH_RULES, MatchRules, Postponement, WalkoverState
from league.calendar.captains.selectors import MatchState
from league.calendar.captains.services.postponing import LONGEST_REASON, MOST_PROPOSALS
from league.calendar.match_dates.models import DateProposal, DateState
from league.faces.api.access import hidden_from
from league.faces.api.inputs import MomentField
from league.faces.api.records import RecordSerializer
from league.foundation.limits import LARGEST_ID, check_year
from league.play.events.entry_rules import captain_of
from league.play.events.models import Event
from league.play.results.models import TableState
from league.play.rounds.models import Table

# --- What somebody may know of a match: a captain, who runs the event, or who decides in it ---


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """`led` are the sides whose captain one is."""

    led: frozenset[int]
    scores: bool
    directs: bool

    def sees_line_up(self, state: MatchState, side: int) -> bool:
        """Say whether one sees who plays: scorers may play themselves, and wait as captains do."""
        return self.directs or side in self.led or state.are_shown


class SeenMatch(NamedTuple):
    """A match as somebody sees it."""

    state: MatchState
    sight: Sight

    @property
    def match(self) -> Match:
        return self.state.match

    @property
    def event(self) -> Event:
        return self.match.round.stage.event

    def side(self, side: int) -> dict[str, Any]:
        """Return what is said of a side."""
        state, sight = self
        entry, line_up = self.match.entries[side], state.line_ups.get(side)
        sees = line_up is not None and sight.sees_line_up(state, side)
        return {
            "entry": entry,
            "name": self.match.names[side],
            "home": state.home == side,
            "led": side in sight.led,
            "captain": captain_of(entry),
            "line_up_in": line_up is not None,
            "line_up": players_in(line_up) if sees and line_up else [],
            "not_seated": (
                why_not_seated(self.match, side, line_up, state.rules, at=state.at)
                if sight.scores and line_up
                else ""
            ),
        }


MOST_IN_A_LINE_UP = 24
ROOM = (
    "0: the only table. A match of teams at two tables has one in the open room (1) and one in the "
    "closed room (2), where the sides are turned."
)


class NamedPlayerSerializer(serializers.Serializer[Any]):
    player = serializers.IntegerField(source="pk")
    name = serializers.CharField()


class MatchPlaceSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    address = serializers.CharField(allow_blank=True)
    map_link = serializers.CharField(allow_blank=True)


class MatchSideSerializer(serializers.Serializer[Any]):
    entry = serializers.IntegerField(source="entry.pk")
    name = serializers.CharField()
    home = serializers.BooleanField()
    led = serializers.BooleanField(help_text="Whether you are the captain.")
    captain = NamedPlayerSerializer(allow_null=True)
    line_up_in = serializers.BooleanField()
    line_up = NamedPlayerSerializer(
        many=True,
        help_text="Who plays, in turn order. Of the other side it is empty until both line-ups are "
        "in or their time is up.",
    )
    not_seated = serializers.CharField(
        allow_blank=True,
        help_text="Why the players could not be seated; only for those who run the event.",
    )


class MatchTableSerializer(serializers.Serializer[Any]):
    table = serializers.IntegerField(source="pk")
    room = serializers.IntegerField(help_text=ROOM)
    state = serializers.SerializerMethodField()
    totals = serializers.SerializerMethodField(
        help_text="By side at the table; empty without a result, and where it is not shown yet.",
    )

    @extend_schema_field(serializers.ChoiceField(choices=TableState.choices))
    def get_state(self, table: Table) -> str:
        return state_of(table)

    def get_totals(self, table: Table) -> list[int]:
        result = getattr(table, "result", None)
        is_shown = not hidden_from(self.context["request"], table).holds_back(table.pk)
        return result.totals if result is not None and is_shown else []


class DateRequestSerializer(serializers.Serializer[Any]):
    entry = serializers.IntegerField(source="entry_id", help_text="Who asked for another date.")
    was_at = serializers.DateTimeField(format=None, allow_null=True)
    asked_at = serializers.DateTimeField(format=None)
    decide_by = serializers.DateTimeField(format=None, help_text="Then the organiser decides.")
    overdue = serializers.SerializerMethodField()

    def get_overdue(self, asked: Postponement) -> bool:
        return asked.overdue_at is not None


class ProposalSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    entry = serializers.SerializerMethodField(help_text="Who proposed it; the other side answers.")
    begins_at = serializers.DateTimeField(format=None)
    venue = MatchPlaceSerializer(allow_null=True)
    reason = serializers.CharField(allow_blank=True)

    def get_entry(self, proposal: DateProposal) -> int:
        match: Match = self.context["match"]
        return match.entries[proposal.by_side].pk


class MatchSerializer(serializers.Serializer[Any]):
    """A match between its rounds, with what is open in it."""

    club = serializers.SlugField(source="event.club.slug")
    event = serializers.IntegerField(source="event.pk")
    event_name = serializers.CharField(source="event.name")
    stage = serializers.IntegerField(source="match.round.stage_id")
    round = serializers.IntegerField(source="match.round.pk", help_text="The id of the round.")
    round_number = serializers.IntegerField(source="match.round.number")
    number = serializers.IntegerField(
        source="match.number", help_text="Of its table, or of both of a match of teams."
    )
    sides = serializers.SerializerMethodField()
    tables = MatchTableSerializer(source="match.tables", many=True)
    has_line_ups = serializers.BooleanField(source="state.has_line_ups")
    line_ups_due = serializers.SerializerMethodField()
    line_ups_shown = serializers.BooleanField(source="state.are_shown", help_text="To both sides.")
    line_ups_missing = serializers.SerializerMethodField(
        help_text="The entries whose line-up is overdue."
    )
    begins_at = serializers.DateTimeField(
        source="state.plays_at",
        format=None,
        allow_null=True,
        help_text="Its date, or the deadline of its round, or null.",
    )
    date_state = serializers.SerializerMethodField()
    venue = MatchPlaceSerializer(source="state.date.venue", allow_null=True)
    date_request = DateRequestSerializer(source="state.asked", allow_null=True)
    proposals = serializers.SerializerMethodField(help_text="Dates that wait for an answer.")
    to_confirm = serializers.BooleanField(
        source="state.waits_for_confirmation", help_text="A result waits for the other side."
    )
    confirm_by = serializers.DateTimeField(source="state.confirm_by", format=None, allow_null=True)
    confirmation_overdue = serializers.BooleanField(source="state.is_confirmation_overdue")
    overdue = serializers.BooleanField(
        source="state.is_overdue",
        help_text="It should be over and has no result that counts.",
    )
    walkover = serializers.ChoiceField(
        source="state.walkover.state", choices=WalkoverState.choices, allow_null=True
    )

    @extend_schema_field(MatchSideSerializer(many=True))
    def get_sides(self, seen: SeenMatch) -> Any:
        return MatchSideSerializer([seen.side(side) for side in (0, 1)], many=True).data

    def get_line_ups_due(self, seen: SeenMatch) -> datetime | None:
        return seen.state.due if seen.state.has_line_ups else None

    def get_line_ups_missing(self, seen: SeenMatch) -> list[int]:
        entries = seen.match.entries
        return [entries[side].pk for side in seen.state.missing_line_ups()]

    @extend_schema_field(
        serializers.ChoiceField(
            choices=DateState.choices,
            allow_null=True,
            help_text="null: it never had a date, though some may be proposed.",
        )
    )
    def get_date_state(self, seen: SeenMatch) -> str | None:
        date = seen.state.date
        return date.state if date is not None and seen.state.has_had_a_date else None

    @extend_schema_field(ProposalSerializer(many=True))
    def get_proposals(self, seen: SeenMatch) -> Any:
        match = {"match": seen.match}
        return ProposalSerializer(seen.state.proposals, many=True, context=match).data


class LedMatchSerializer(MatchSerializer):
    """A match of an entry whose captain you are."""


def player_field(**options: Any) -> serializers.IntegerField:
    return serializers.IntegerField(min_value=1, max_value=LARGEST_ID, **options)


class LineUpSerializer(serializers.Serializer[Any]):
    seats = serializers.IntegerField(help_text="So many players are named.")
    line_up = NamedPlayerSerializer(many=True)
    may_play = NamedPlayerSerializer(
        many=True, help_text="The members of the entry, then those who may stand in."
    )


class LineUpInput(serializers.Serializer[Any]):
    """A player for each seat in turn order, those of the open room first."""

    players = serializers.ListField(
        child=player_field(), min_length=1, max_length=MOST_IN_A_LINE_UP
    )


class ProposeDatesInput(serializers.Serializer[Any]):
    dates = serializers.ListField(
        child=MomentField(validators=[check_year]),
        min_length=1,
        max_length=MOST_PROPOSALS,
    )
    reason = serializers.CharField(max_length=LONGEST_REASON, allow_blank=True, default="")


class MatchResultInput(serializers.Serializer[Any]):
    """The final score of one table of the match."""

    table = serializers.IntegerField(min_value=1, max_value=LARGEST_ID)
    final_score = serializers.ListField(
        child=serializers.IntegerField(),
        min_length=2,
        max_length=2,
        help_text="By side at the table: " + ROOM,
    )
    winner = serializers.IntegerField(
        min_value=0,
        max_value=1,
        allow_null=True,
        default=None,
        help_text="The side that won the game, where the scores alone do not say it.",
    )
    even_early = serializers.BooleanField(
        default=False, help_text="Enter it though the day of the match is still to come."
    )


class RulingInput(serializers.Serializer[Any]):
    begins_at = MomentField(validators=[check_year])
    even_unsuitable = serializers.BooleanField(
        default=False, help_text="Set it whatever speaks against it."
    )


class WalkoverInput(serializers.Serializer[Any]):
    absent = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LARGEST_ID),
        max_length=2,
        help_text="The entries that lose: one, or both. None: no walkover is given.",
    )


class CaptainSerializer(serializers.Serializer[Any]):
    entry = serializers.IntegerField(source="entry.pk")
    captain = NamedPlayerSerializer(allow_null=True)
    may_be = NamedPlayerSerializer(many=True, help_text="Who can be made the captain.")


class CaptainInput(serializers.Serializer[Any]):
    player = player_field()


class MatchRulesSerializer(RecordSerializer[MatchRules]):
    class Meta:
        model = MatchRules
        fields = MATCH_RULES
