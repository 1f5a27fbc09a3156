"""What a captain does in a match of the own entry: line-up, dates, result."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.calendar.captains import services as captains
from league.calendar.captains.line_up_facts import line_ups_of, players_in, seats_for
from league.calendar.captains.selectors import own_matches
from league.calendar.captains.who_may_play import of_those, who_may_play
from league.clubs.models import Player, User
from league.faces.api.access import get_or_404
from league.faces.api.captains.match_access import MatchView
from league.faces.api.captains.serializers import (
    LedMatchSerializer,
    LineUpInput,
    LineUpSerializer,
    MatchResultInput,
    MatchSerializer,
    ProposeDatesInput,
)
from league.faces.api.captains.sight import SeenMatch
from league.faces.api.schema import ACCOUNT, lists, reads, writes
from league.play.events.models import Entry
from league.play.events.names import name_of
from league.play.rounds.models import Table

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
            actor=self.actor,
            at=self.at,
        )
        return self.shown(request, one.match)


class ProposeDates(MatchView):
    @writes("match_dates_propose", TAG, ProposeDatesInput, MatchSerializer, example=DATES)
    def post(self, request: Request, round: int, number: int, entry: int) -> Response:
        """Propose dates to the other side; the first proposal asks for another date."""
        one = self.own_side(request, round, number, entry)
        sent = self.read(ProposeDatesInput)
        captains.propose_dates(match=one.match, side=one.side, actor=self.actor, at=self.at, **sent)
        return self.shown(request, one.match)


class AcceptDate(MatchView):
    @writes("match_dates_accept", TAG, None, MatchSerializer)
    def post(
        self, request: Request, round: int, number: int, entry: int, proposal: int
    ) -> Response:
        """Accept a date that the other side proposed: the match is played then."""
        one = self.own_side(request, round, number, entry)
        captains.accept_date(
            match=one.match, side=one.side, proposal=proposal, actor=self.actor, at=self.at
        )
        return self.shown(request, one.match)


class DeclineDates(MatchView):
    @writes("match_dates_decline", TAG, None, MatchSerializer)
    def post(self, request: Request, round: int, number: int, entry: int) -> Response:
        """Decline every date that the other side proposed; the request stays open."""
        one = self.own_side(request, round, number, entry)
        captains.decline_dates(match=one.match, side=one.side, actor=self.actor, at=self.at)
        return self.shown(request, one.match)


class TakeDatesBack(MatchView):
    @writes("match_dates_take_back", TAG, None, MatchSerializer)
    def post(self, request: Request, round: int, number: int, entry: int) -> Response:
        """Ask for no other date any more: the match keeps the one it has."""
        one = self.own_side(request, round, number, entry)
        captains.take_request_back(match=one.match, side=one.side, actor=self.actor, at=self.at)
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
            actor=self.actor,
            at=self.at,
        )
        return self.shown(request, one.match)


class ConfirmResult(MatchView):
    @writes("match_result_confirm", TAG, None, MatchSerializer)
    def post(self, request: Request, round: int, number: int, entry: int) -> Response:
        """Confirm what the other side entered, at every table of the match."""
        one = self.own_side(request, round, number, entry)
        captains.confirm_result(match=one.match, side=one.side, actor=self.actor, at=self.at)
        return self.shown(request, one.match)
