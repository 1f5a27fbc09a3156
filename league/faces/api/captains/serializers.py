"""Matches as captains and organisers see them, and what they send."""

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from league.calendar.captains.line_up_facts import players_in
from league.calendar.captains.matches import state_of
from league.calendar.captains.models import (
    MATCH_RULES,
    MatchRules,
    Postponement,
    WalkoverState,
)
from league.calendar.captains.selectors import MatchState
from league.calendar.captains.services.postponing import LONGEST_REASON, MOST_PROPOSALS
from league.calendar.match_dates.models import DateProposal, DateState, Venue
from league.clubs.models import Player
from league.faces.api.access import hidden_from
from league.faces.api.captains.sight import Sight
from league.faces.api.inputs import MomentField
from league.faces.api.records.serializers import RecordSerializer
from league.foundation.limits import LARGEST_ID, check_year
from league.play.events.captaincy import captain_of
from league.play.results.models import TableState
from league.play.rounds.models import Table

MOST_IN_A_LINE_UP = 24
ROOM = (
    "0: the only table. A match of teams at two tables has one in the open room (1) and one in the "
    "closed room (2), where the sides are turned."
)


class NamedPlayerSerializer(serializers.Serializer[Any]):
    player = serializers.IntegerField()
    name = serializers.CharField()


class MatchSideSerializer(serializers.Serializer[Any]):
    entry = serializers.IntegerField()
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


class MatchPlaceSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    address = serializers.CharField(allow_blank=True)
    map_link = serializers.CharField(allow_blank=True)


class MatchTableSerializer(serializers.Serializer[Any]):
    table = serializers.IntegerField()
    room = serializers.IntegerField(help_text=ROOM)
    state = serializers.ChoiceField(choices=TableState.choices)
    totals = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="By side at the table; empty without a result, and where it is not shown yet.",
    )


class DateRequestSerializer(serializers.Serializer[Any]):
    entry = serializers.IntegerField(help_text="Who asked for another date.")
    was_at = serializers.DateTimeField(allow_null=True)
    asked_at = serializers.DateTimeField()
    decide_by = serializers.DateTimeField(help_text="Then the organiser decides.")
    overdue = serializers.BooleanField()


class ProposalSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    entry = serializers.IntegerField(help_text="Who proposed it; the other side answers.")
    begins_at = serializers.DateTimeField()
    venue = MatchPlaceSerializer(allow_null=True)
    reason = serializers.CharField(allow_blank=True)


class MatchSerializer(serializers.Serializer[Any]):
    """A match between its rounds, with what is open in it."""

    club = serializers.SlugField()
    event = serializers.IntegerField()
    event_name = serializers.CharField()
    stage = serializers.IntegerField()
    round = serializers.IntegerField(help_text="The id of the round.")
    round_number = serializers.IntegerField()
    number = serializers.IntegerField(help_text="Of its table, or of both of a match of teams.")
    sides = MatchSideSerializer(many=True)
    begins_at = serializers.DateTimeField(
        allow_null=True, help_text="Its date, or the deadline of its round, or null."
    )
    date_state = serializers.ChoiceField(
        choices=DateState.choices,
        allow_null=True,
        help_text="null: it never had a date, though some may be proposed.",
    )
    venue = MatchPlaceSerializer(allow_null=True)
    tables = MatchTableSerializer(many=True)
    has_line_ups = serializers.BooleanField()
    line_ups_due = serializers.DateTimeField(allow_null=True)
    line_ups_shown = serializers.BooleanField(help_text="To both sides.")
    line_ups_missing = serializers.ListField(
        child=serializers.IntegerField(), help_text="The entries whose line-up is overdue."
    )
    date_request = DateRequestSerializer(allow_null=True)
    proposals = ProposalSerializer(many=True, help_text="Dates that wait for an answer.")
    to_confirm = serializers.BooleanField(help_text="A result waits for the other side.")
    confirm_by = serializers.DateTimeField(allow_null=True)
    confirmation_overdue = serializers.BooleanField()
    overdue = serializers.BooleanField(help_text="It should be over and has no result that counts.")
    walkover = serializers.ChoiceField(choices=WalkoverState.choices, allow_null=True)


class LedMatchSerializer(MatchSerializer):
    """A match of an entry whose captain you are."""


def match_as_json(state: MatchState, sight: Sight, request: Request) -> dict[str, Any]:
    match, round = state.match, state.match.round
    event = round.stage.event
    return {
        "club": event.club.slug,
        "event": event.pk,
        "event_name": event.name,
        "stage": round.stage_id,
        "round": round.pk,
        "round_number": round.number,
        "number": match.number,
        "sides": [_side(state, sight, side) for side in (0, 1)],
        "tables": [_table(request, table) for table in match.tables],
        **_line_ups(state),
        **_dates(state),
        **_result(state),
    }


def _side(state: MatchState, sight: Sight, side: int) -> dict[str, Any]:
    entry = state.match.entries[side]
    captain, line_up = captain_of(entry), state.line_ups.get(side)
    sees = line_up is not None and sight.sees_line_up(state, side)
    return {
        "entry": entry.pk,
        "name": state.match.names[side],
        "home": state.home == side,
        "led": side in sight.led,
        "captain": None if captain is None else named(captain),
        "line_up_in": line_up is not None,
        "line_up": all_named(players_in(line_up)) if sees and line_up else [],
        "not_seated": line_up.refused if sight.scores and line_up else "",
    }


def named(player: Player) -> dict[str, Any]:
    return {"player": player.pk, "name": player.name}


def all_named(players: Sequence[Player]) -> list[dict[str, Any]]:
    return [named(player) for player in players]


def _table(request: Request, table: Table) -> dict[str, Any]:
    result = getattr(table, "result", None)
    is_shown = not hidden_from(request, table).holds_back(table.pk)
    return {
        "table": table.pk,
        "room": table.room,
        "state": state_of(table),
        "totals": result.totals if result is not None and is_shown else [],
    }


def _line_ups(state: MatchState) -> dict[str, Any]:
    entries = state.match.entries
    return {
        "has_line_ups": state.has_line_ups,
        "line_ups_due": state.due if state.has_line_ups else None,
        "line_ups_shown": state.are_shown,
        "line_ups_missing": [entries[side].pk for side in state.missing_line_ups()],
    }


def _dates(state: MatchState) -> dict[str, Any]:
    date = state.date
    return {
        "begins_at": state.plays_at,
        "date_state": date.state if date is not None and state.has_had_a_date else None,
        "venue": None if date is None else _place(date.venue),
        "date_request": None if state.asked is None else _request(state.asked),
        "proposals": [_proposal(state, one) for one in state.proposals],
    }


def _request(asked: Postponement) -> dict[str, Any]:
    return {
        "entry": asked.entry_id,
        "was_at": asked.was_at,
        "asked_at": asked.asked_at,
        "decide_by": asked.decide_by,
        "overdue": asked.overdue_at is not None,
    }


def _proposal(state: MatchState, one: DateProposal) -> dict[str, Any]:
    return {
        "id": one.pk,
        "entry": state.match.entries[one.by_side].pk,
        "begins_at": one.begins_at,
        "venue": _place(one.venue),
        "reason": one.reason,
    }


def _place(venue: Venue | None) -> dict[str, Any] | None:
    if venue is None:
        return None
    return {"name": venue.name, "address": venue.address, "map_link": venue.map_link}


def _result(state: MatchState) -> dict[str, Any]:
    return {
        "to_confirm": state.waits_for_confirmation,
        "confirm_by": state.confirm_by,
        "confirmation_overdue": state.is_confirmation_overdue,
        "overdue": state.is_overdue,
        "walkover": None if state.walkover is None else state.walkover.state,
    }


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
    entry = serializers.IntegerField()
    captain = NamedPlayerSerializer(allow_null=True)
    may_be = NamedPlayerSerializer(many=True, help_text="Who can be made the captain.")


class CaptainInput(serializers.Serializer[Any]):
    player = player_field()


class MatchRulesSerializer(RecordSerializer[MatchRules]):
    class Meta:
        model = MatchRules
        fields = MATCH_RULES
