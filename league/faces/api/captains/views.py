"""Matches of a league as their captains see them, and what captains and organisers do with them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.calendar.captains import services as captains
from league.calendar.captains.line_up_facts import (
    line_ups_of,
    of_those,
    of_those_who_lead,
    players_in,
    seats_for,
    who_may_lead,
    who_may_play,
)
from league.calendar.captains.matches import Match, NoSuchMatch, match_at, rules_of
from league.calendar.captains.models import MatchRules, Walkover
from league.calendar.captains.selectors import (
    is_shown_to_captains,
    own_matches,
    state_of_match,
    states_of,
    unsettled_matches,
)
from league.clubs.models import Player, User
from league.faces.api.access import entry_at, event_at, get_or_404, round_at, stage_at
from league.faces.api.api_view import ApiView
from league.faces.api.captains.serializers import (
    CaptainInput,
    CaptainSerializer,
    LedMatchSerializer,
    LineUpInput,
    LineUpSerializer,
    MatchResultInput,
    MatchRulesSerializer,
    MatchSerializer,
    ProposeDatesInput,
    RulingInput,
    SeenMatch,
    Sight,
    WalkoverInput,
)
from league.faces.api.records import RecordViewSet
from league.faces.api.schema import ACCOUNT, lists, reads, writes
from league.play.events.entry_rules import captain_of
from league.play.events.models import Entry, Event, Stage, Visibility
from league.play.events.names import name_of
from league.play.rounds.models import Round, Table

# --- The match that an address is about, and who may know of it and act in it ---


@dataclass(frozen=True, slots=True)
class OneSide:
    """A side of a match, 0 or 1, for which somebody speaks."""

    match: Match
    side: int


class MatchView(ApiView):
    """For captains of a match and those who run its event; the others see nothing of it here."""

    def match(self, request: Request, round: int, number: int) -> Match:
        """Return a match of which one may know."""
        match = _match_at(round, number)
        sight = self.sight(match)
        if not sight.scores and not (sight.led and is_shown_to_captains(match)):
            self.refuse_match(request, match)
        return match

    def match_to_decide(self, request: Request, round: int, number: int) -> Match:
        """Return a match in which one may decide as the organiser."""
        match = _match_at(round, number)
        if not self.sight(match).directs:
            self.refuse_match(request, match)
        return match

    def own_side(self, request: Request, round: int, number: int, entry: int) -> OneSide:
        """Return the side of a match that an entry is, for its captain."""
        one = _side_of(_match_at(round, number), entry)
        if one.side not in self.sight(one.match).led or not is_shown_to_captains(one.match):
            self.refuse_match(request, one.match)
        return one

    def side_to_line_up(self, request: Request, round: int, number: int, entry: int) -> OneSide:
        """Return the side of a match that an entry is, for its captain or the organiser."""
        one = _side_of(_match_at(round, number), entry)
        if self.sight(one.match).directs:
            return one
        return self.own_side(request, round, number, entry)

    def sight(self, match: Match) -> Sight:
        event = match.round.stage.event
        # an event that is hidden is there for those who run it alone
        entries = () if event.visibility == Visibility.HIDDEN else match.entries
        led = [self.may("captains.speak_for", entry) for entry in entries]
        return Sight(
            led=frozenset(side for side, leads in enumerate(led) if leads),
            scores=self.may("captains.view_matches", event),
            directs=self.may("captains.change_matches", event),
        )

    def refuse_match(self, request: Request, match: Match) -> None:
        """Refuse to act in a match; one of a round that one may not see is not there."""
        round_at(request, match.round.pk)
        self.refuse()

    def shown(self, request: Request, match: Match, *, status: int = 200) -> Response:
        """Return the match as it is now."""
        now = _match_at(match.round.pk, match.number)
        state = state_of_match(now, at=self.at)
        seen = SeenMatch(state, self.sight(now))
        shown = MatchSerializer(seen, context={"request": request})
        return Response(shown.data, status=status)


def _match_at(round: int, number: int) -> Match:
    found = get_or_404(Round.objects.select_related("stage__event__club"), pk=round)
    try:
        return match_at(found, number)
    except NoSuchMatch as missing:
        raise Http404 from missing


def _side_of(match: Match, entry: int) -> OneSide:
    for side, own in enumerate(match.entries):
        if own.pk == entry:
            return OneSide(match, side)
    raise Http404


# --- What a captain does in a match of the own entry: line-up, dates, result ---

TAG = "matches"
DATES = {"dates": ["2026-10-06T19:00:00Z", "2026-10-08T19:00:00Z"], "reason": "Two are ill."}


def players_named(entry: Entry, numbers: Sequence[int]) -> list[Player]:
    """Return who may play for an entry, in the order of their numbers. Raises ValidationError."""
    found = of_those(entry, numbers)
    missing = [pk for pk in numbers if pk not in found]
    if missing:
        words = {"id": missing[0], "entry": name_of(entry)}
        sentence = _("Nobody with the number %(id)d may play for %(entry)s.")
        raise ValidationError({"players": sentence % words}, code="unknown")
    return [found[pk] for pk in numbers]


class LedMatches(MatchView):
    @lists("led_matches_list", TAG, LedMatchSerializer, by=ACCOUNT)
    def get(self, request: Request) -> Response:
        """The matches to come of the entries whose captain you are, the next ones first."""
        user = request.user
        if not isinstance(user, User):
            self.refuse()
        own = [match.state for match in own_matches(user, at=self.at)]
        seen = [SeenMatch(state, self.sight(state.match)) for state in own]
        # a token of one club leads nobody elsewhere
        led = [match for match in seen if match.sight.led]
        return self.listed(led, LedMatchSerializer, request=request)


class LineUpView(MatchView):
    @reads("line_up_read", TAG, LineUpSerializer, by=ACCOUNT)
    def get(self, request: Request, round: int, number: int, entry: int) -> Response:
        """The line-up of an entry, and who may be in it; for its captain and the organiser."""
        one = self.side_to_line_up(request, round, number, entry)
        line_up = line_ups_of(one.match).get(one.side)
        own, other = one.match.entries[one.side], one.match.entries[1 - one.side]
        shown = {
            "seats": len(seats_for(one.match, one.side)),
            "line_up": players_in(line_up) if line_up else [],
            "may_play": who_may_play(own, against=other),
        }
        return Response(LineUpSerializer(shown).data)

    @writes("line_up_set", TAG, LineUpInput, MatchSerializer, example={"players": [17, 23]})
    def put(self, request: Request, round: int, number: int, entry: int) -> Response:
        """Say who plays. The other side sees it when both line-ups are in or the time is up."""
        one = self.side_to_line_up(request, round, number, entry)
        sent = self.read(LineUpInput)["players"]
        captains.set_line_up(
            match=one.match,
            side=one.side,
            players=players_named(one.match.entries[one.side], sent),
            by_director=self.sight(one.match).directs,
            by=self.by,
        )
        return self.shown(request, one.match)


class ProposeDates(MatchView):
    @writes("match_dates_propose", TAG, ProposeDatesInput, MatchSerializer, example=DATES)
    def post(self, request: Request, round: int, number: int, entry: int) -> Response:
        """Propose dates to the other side; the first proposal asks for another date."""
        one = self.own_side(request, round, number, entry)
        sent = self.read(ProposeDatesInput)
        captains.propose_dates(match=one.match, side=one.side, by=self.by, **sent)
        return self.shown(request, one.match)


class AcceptDate(MatchView):
    @writes("match_dates_accept", TAG, None, MatchSerializer)
    def post(
        self, request: Request, round: int, number: int, entry: int, proposal: int
    ) -> Response:
        """Accept a date that the other side proposed: the match is played then."""
        one = self.own_side(request, round, number, entry)
        captains.accept_date(match=one.match, side=one.side, proposal=proposal, by=self.by)
        return self.shown(request, one.match)


class DeclineDates(MatchView):
    @writes("match_dates_decline", TAG, None, MatchSerializer)
    def post(self, request: Request, round: int, number: int, entry: int) -> Response:
        """Decline every date that the other side proposed; the request stays open."""
        one = self.own_side(request, round, number, entry)
        captains.decline_dates(match=one.match, side=one.side, by=self.by)
        return self.shown(request, one.match)


class TakeDatesBack(MatchView):
    @writes("match_dates_take_back", TAG, None, MatchSerializer)
    def post(self, request: Request, round: int, number: int, entry: int) -> Response:
        """Ask for no other date any more: the match keeps the one it has."""
        one = self.own_side(request, round, number, entry)
        captains.take_request_back(match=one.match, side=one.side, by=self.by)
        return self.shown(request, one.match)


class EnterResult(MatchView):
    @writes(
        "match_result_enter",
        TAG,
        MatchResultInput,
        MatchSerializer,
        example={"table": 7, "final_score": [310, 260]},
        keyed=True,
        rules=True,
    )
    def post(self, request: Request, round: int, number: int, entry: int) -> Response:
        """Enter the final score of a table, as the captain who enters it by the stage's rules."""
        one = self.own_side(request, round, number, entry)
        sent = self.read(MatchResultInput)
        own = Table.objects.filter(pk__in=[table.pk for table in one.match.tables])
        captains.enter_result(
            match=one.match,
            side=one.side,
            table=get_or_404(own, pk=sent.pop("table")),
            even_early=sent.pop("even_early"),
            data={name: value for name, value in sent.items() if value is not None},
            key=self.key(),
            by=self.by,
        )
        return self.shown(request, one.match)


class ConfirmResult(MatchView):
    @writes("match_result_confirm", TAG, None, MatchSerializer)
    def post(self, request: Request, round: int, number: int, entry: int) -> Response:
        """Confirm what the other side entered, at every table of the match."""
        one = self.own_side(request, round, number, entry)
        captains.confirm_result(match=one.match, side=one.side, by=self.by)
        return self.shown(request, one.match)


# --- The matches of an event, what the organiser decides in them, and who the captains are ---


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
        captains.rule_date(match=match, by=self.by, **sent)
        return self.shown(request, match)


class DecideWalkover(MatchView):
    @writes("match_walkover_decide", TAG, WalkoverInput, MatchSerializer, example={"absent": [7]})
    def post(self, request: Request, round: int, number: int) -> Response:
        """Decide on a match of which no result came in time; 404 where none is waited for."""
        match = self.match_to_decide(request, round, number)
        absent = _sides(match, self.read(WalkoverInput)["absent"])
        waits = get_or_404(Walkover.objects.all(), round=match.round, number=match.number)
        captains.decide_walkover(walkover=waits, absent=absent or None, by=self.by)
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
        captains.name_captain(entry=found, player=captain, by=self.by)
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
