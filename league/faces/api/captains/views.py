"""The matches of an event, what the organiser decides in them, and who the captains are."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.calendar.captains import services as captains
from league.calendar.captains.match_rules import rules_of
from league.calendar.captains.matches import Match
from league.calendar.captains.models import MatchRules, Walkover
from league.calendar.captains.selectors import states_of, unsettled_matches
from league.calendar.captains.who_may_play import of_those_who_lead, who_may_lead
from league.clubs.models import Player
from league.faces.api.access import entry_at, event_at, get_or_404, stage_at
from league.faces.api.api_view import ApiView
from league.faces.api.captains.captain_views import TAG
from league.faces.api.captains.match_access import MatchView
from league.faces.api.captains.serializers import (
    CaptainInput,
    CaptainSerializer,
    MatchRulesSerializer,
    MatchSerializer,
    RulingInput,
    WalkoverInput,
)
from league.faces.api.captains.sight import SeenMatch
from league.faces.api.records.views import RecordViewSet
from league.faces.api.schema import ACCOUNT, lists, reads, writes
from league.play.events.captaincy import captain_of
from league.play.events.models import Entry, Event, Stage
from league.play.events.names import name_of


class OpenMatches(MatchView):
    @lists("open_matches_list", TAG, MatchSerializer, by=ACCOUNT)
    def get(self, request: Request, event: int) -> Response:
        """The matches of open rounds that have no result that counts, by round and number."""
        found = event_at(request, event)
        self.need("captains.view_matches", found)
        return self.listed(
            unsettled_matches(found), MatchSerializer, read=self._seen, request=request
        )

    def _seen(self, matches: Sequence[Match]) -> list[SeenMatch]:
        states = states_of(matches, at=self.at)
        return [SeenMatch(state, self.sight(state.match)) for state in states]


class OneMatch(MatchView):
    @reads("match_read", TAG, MatchSerializer, by=ACCOUNT)
    def get(self, request: Request, round: int, number: int) -> Response:
        """A match with what is open in it, for its captains and those who run the event."""
        return self.shown(request, self.match(request, round, number))


class RuleDate(MatchView):
    @writes(
        "match_date_rule",
        TAG,
        RulingInput,
        MatchSerializer,
        example={"begins_at": "2026-10-06T19:00:00Z"},
    )
    def post(self, request: Request, round: int, number: int) -> Response:
        """Decide when a match is played, whoever asked for another date or did not."""
        match = self.match_to_decide(request, round, number)
        sent = self.read(RulingInput)
        captains.rule_date(match=match, actor=self.actor, at=self.at, **sent)
        return self.shown(request, match)


class DecideWalkover(MatchView):
    @writes("match_walkover_decide", TAG, WalkoverInput, MatchSerializer, example={"absent": [7]})
    def post(self, request: Request, round: int, number: int) -> Response:
        """Decide on a match of which no result came in time; 404 where none is waited for."""
        match = self.match_to_decide(request, round, number)
        absent = _sides(match, self.read(WalkoverInput)["absent"])
        waits = get_or_404(Walkover.objects.all(), round=match.round, number=match.number)
        captains.decide_walkover(
            walkover=waits, absent=absent or None, actor=self.actor, at=self.at
        )
        return self.shown(request, match)


def _sides(match: Match, entries: Sequence[int]) -> list[int]:
    """Return the sides that entries are. Raises ValidationError for others."""
    known = {entry.pk: side for side, entry in enumerate(match.entries)}
    missing = [pk for pk in entries if pk not in known]
    if missing:
        sentence = _("The entry with the number %(id)d does not play this match.")
        raise ValidationError({"absent": sentence % {"id": missing[0]}}, code="unknown")
    return [known[pk] for pk in entries]


class CaptainView(ApiView):
    @reads("captain_read", TAG, CaptainSerializer, by=ACCOUNT)
    def get(self, request: Request, entry: int) -> Response:
        """The captain of an entry, for the captain and the organiser."""
        return Response(self._captaincy(self._entry(request, entry)))

    @writes("captain_name", TAG, CaptainInput, CaptainSerializer, example={"player": 23})
    def put(self, request: Request, entry: int) -> Response:
        """Make a player the captain; a captain who hands over speaks for the entry no longer."""
        found = self._entry(request, entry)
        wanted = self.read(CaptainInput)["player"]
        captain = captain_of(found)
        if captain is None or captain.pk != wanted:
            captain = self._who_may_lead(found, wanted)
        captains.name_captain(entry=found, player=captain, actor=self.actor, at=self.at)
        named_in = get_or_404(Entry.objects.select_related("event__club"), pk=entry)
        return Response(self._captaincy(named_in))

    def _entry(self, request: Request, pk: int) -> Entry:
        found = get_or_404(Entry.objects.select_related("event__club"), pk=pk)
        if not self.may("captains.name_captain", found):
            entry_at(request, pk)
            self.refuse()
        return found

    def _directs(self, entry: Entry) -> bool:
        return self.may("captains.change_matches", entry.event)

    def _who_may_lead(self, entry: Entry, wanted: int) -> Player:
        found = of_those_who_lead(entry, [wanted], by_director=self._directs(entry))
        if wanted not in found:
            sentence = _("Nobody with the number %(id)d may be captain of %(entry)s.")
            words = {"id": wanted, "entry": name_of(entry)}
            raise ValidationError({"player": sentence % words}, code="unknown")
        return found[wanted]

    def _captaincy(self, entry: Entry) -> Any:
        captain = captain_of(entry)
        shown = {
            "entry": entry,
            "captain": captain,
            "may_be": who_may_lead(entry, by_director=self._directs(entry)),
        }
        return CaptainSerializer(shown).data


class MatchRulesViewSet(RecordViewSet):
    """The rules of a stage for its captains; null is no limit, and what is left out stays."""

    queryset = MatchRules.objects.all()
    serializer_class = MatchRulesSerializer
    tag, operations, input_name = TAG, "match_rules", "MatchRulesInput"
    example = {"lineup_days": 2, "walkover_days": 7}
    read_permission = write_permission = "captains.change_matches"

    @cached_property
    def owner(self) -> Event:
        return self.stage.event

    @cached_property
    def stage(self) -> Stage:
        return stage_at(self.request, self.kwargs["stage"])

    def row(self) -> MatchRules:
        return rules_of(self.stage)
