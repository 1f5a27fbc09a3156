"""Matches of a league as their captains see them, and what captains and organisers do with them."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NoReturn

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError
from rest_framework.mixins import ListModelMixin, RetrieveModelMixin
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
from league.clubs.models import Player, Scope, User
from league.faces.api.access import entry_at, get_or_404, round_at, stage_at
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
from league.faces.api.resources import EventResource, ResourceViewSet
from league.faces.api.schema import ACCOUNT, act
from league.play.events.entry_rules import captain_of
from league.play.events.models import Entry, Event, Stage, Visibility
from league.play.events.names import name_of
from league.play.rounds.models import Round, Table

TAG = "matches"

# --- The match that an address is about, and who may know of it and act in it ---


class OfMatch(ResourceViewSet):
    """For captains of a match and those who run its event; the others see nothing of it here."""

    tag = TAG
    by_whom_reads = ACCOUNT

    @cached_property
    def match(self) -> Match:
        """Return the match of the address, of which one may not know yet."""
        return _match_at(self.kwargs["round"], self.kwargs["number"])

    def match_to_decide(self) -> Match:
        """Return the match, in which one may decide as the organiser."""
        if not self.sight(self.match).directs:
            self.refuse_match()
        return self.match

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

    def refuse_match(self) -> NoReturn:
        """Refuse to act in a match; one of a round that one may not see is not there."""
        round_at(self.request, self.match.round.pk)
        self.refuse()

    def shown(self) -> Response:
        """Return the match as it is now."""
        now = _match_at(self.match.round.pk, self.match.number)
        seen = SeenMatch(state_of_match(now, at=self.at), self.sight(now))
        return Response(MatchSerializer(seen, context=self.get_serializer_context()).data)


class OfSide(OfMatch):
    """For the captain of the entry of the address."""

    def own_side(self) -> int:
        """Return the side of the match that the entry is, for its captain."""
        side = _side_of(self.match, self.kwargs["entry"])
        if side not in self.sight(self.match).led or not is_shown_to_captains(self.match):
            self.refuse_match()
        return side

    def side_to_line_up(self) -> int:
        """Return the side of the match that the entry is, for its captain or the organiser."""
        side = _side_of(self.match, self.kwargs["entry"])
        return side if self.sight(self.match).directs else self.own_side()


def _match_at(round: int, number: int) -> Match:
    found = get_or_404(Round.objects.select_related("stage__event__club"), pk=round)
    try:
        return match_at(found, number)
    except NoSuchMatch as missing:
        raise Http404 from missing


def _side_of(match: Match, entry: int) -> int:
    for side, own in enumerate(match.entries):
        if own.pk == entry:
            return side
    raise Http404


# --- What a captain does in a match of the own entry: line-up, dates, result ---

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


class LedMatchViewSet(ListModelMixin, OfMatch):
    """The matches to come of the entries whose captain you are, the next ones first."""

    operations = "led_matches"
    serializer_class = LedMatchSerializer

    def get_queryset(self) -> Any:
        user = self.request.user
        if not isinstance(user, User):
            self.refuse()
        own = [match.state for match in own_matches(user, at=self.at)]
        seen = [SeenMatch(state, self.sight(state.match)) for state in own]
        # a token of one club leads nobody elsewhere
        return [match for match in seen if match.sight.led]


class LineUpViewSet(RetrieveModelMixin, OfSide):
    """The line-up of an entry, and who may be in it; for its captain and the organiser."""

    operations = "line_up"
    serializer_class = LineUpSerializer

    def get_object(self) -> dict[str, Any]:
        side, match = self.side_to_line_up(), self.match
        line_up = line_ups_of(match).get(side)
        return {
            "seats": len(seats_for(match, side)),
            "line_up": players_in(line_up) if line_up else [],
            "may_play": who_may_play(match.entries[side], against=match.entries[1 - side]),
        }

    @act(LineUpInput, MatchSerializer, example={"players": [17, 23]})
    def update(self, request: Request, **_address: Any) -> Response:
        """Say who plays. The other side sees it when both line-ups are in or the time is up."""
        side, match = self.side_to_line_up(), self.match
        sent = self.read(LineUpInput)["players"]
        captains.set_line_up(
            match=match,
            side=side,
            players=players_named(match.entries[side], sent),
            by_director=self.sight(match).directs,
            by=self.by,
        )
        return self.shown()


class MatchDatesViewSet(OfSide):
    operations, words = "match_dates", {"create": "propose"}
    serializer_class = MatchSerializer

    @act(ProposeDatesInput, MatchSerializer, example=DATES)
    def create(self, request: Request, **_address: Any) -> Response:
        """Propose dates to the other side; the first proposal asks for another date."""
        side, sent = self.own_side(), self.read(ProposeDatesInput)
        captains.propose_dates(match=self.match, side=side, by=self.by, **sent)
        return self.shown()

    def accept(self, request: Request, proposal: int, **_address: Any) -> Response:
        """Accept a date that the other side proposed: the match is played then."""
        side = self.own_side()
        captains.accept_date(match=self.match, side=side, proposal=proposal, by=self.by)
        return self.shown()

    def decline(self, request: Request, **_address: Any) -> Response:
        """Decline every date that the other side proposed; the request stays open."""
        side = self.own_side()
        captains.decline_dates(match=self.match, side=side, by=self.by)
        return self.shown()

    def take_back(self, request: Request, **_address: Any) -> Response:
        """Ask for no other date any more: the match keeps the one it has."""
        side = self.own_side()
        captains.take_request_back(match=self.match, side=side, by=self.by)
        return self.shown()


class MatchResultViewSet(OfSide):
    operations, words = "match_result", {"create": "enter"}
    serializer_class = MatchSerializer
    token_scopes = {"POST": Scope.SCORE}

    @act(
        MatchResultInput,
        MatchSerializer,
        example={"table": 7, "final_score": [310, 260]},
        keyed=True,
        rules=True,
    )
    def create(self, request: Request, **_address: Any) -> Response:
        """Enter the final score of a table, as the captain who enters it by the stage's rules."""
        side, sent = self.own_side(), self.read(MatchResultInput)
        own = Table.objects.filter(pk__in=[table.pk for table in self.match.tables])
        captains.enter_result(
            match=self.match,
            side=side,
            table=get_or_404(own, pk=sent.pop("table")),
            even_early=sent.pop("even_early"),
            data={name: value for name, value in sent.items() if value is not None},
            key=self.key(),
            by=self.by,
        )
        return self.shown()

    def confirm(self, request: Request, **_address: Any) -> Response:
        """Confirm what the other side entered, at every table of the match."""
        side = self.own_side()
        captains.confirm_result(match=self.match, side=side, by=self.by)
        return self.shown()


# --- The matches of an event, what the organiser decides in them, and who the captains are ---


class OpenMatchViewSet(ListModelMixin, OfMatch, EventResource):
    """The matches of open rounds that have no result that counts, by round and number."""

    operations = "open_matches"
    serializer_class = MatchSerializer
    read_permission = "captains.view_matches"

    def get_queryset(self) -> Any:
        return unsettled_matches(self.event)

    def with_related(self, rows: list[Match]) -> list[SeenMatch]:
        states = states_of(rows, at=self.at)
        return [SeenMatch(state, self.sight(state.match)) for state in states]


class MatchViewSet(OfMatch):
    operations = "match"
    words = {"rule_date": "date_rule", "decide_walkover": "walkover_decide"}
    serializer_class = MatchSerializer
    lookup_url_kwarg = "number"

    def retrieve(self, request: Request, **_address: Any) -> Response:
        """A match with what is open in it, for its captains and those who run the event."""
        sight = self.sight(self.match)
        if not sight.scores and not (sight.led and is_shown_to_captains(self.match)):
            self.refuse_match()
        return self.shown()

    @act(RulingInput, MatchSerializer, example={"begins_at": "2026-10-06T19:00:00Z"})
    @action(detail=True, methods=["post"], url_path="ruling", url_name="ruling")
    def rule_date(self, request: Request, **_address: Any) -> Response:
        """Decide when a match is played, whoever asked for another date or did not."""
        match, sent = self.match_to_decide(), self.read(RulingInput)
        captains.rule_date(match=match, by=self.by, **sent)
        return self.shown()

    @act(WalkoverInput, MatchSerializer, example={"absent": [7]})
    @action(detail=True, methods=["post"], url_path="walkover", url_name="walkover")
    def decide_walkover(self, request: Request, **_address: Any) -> Response:
        """Decide on a match of which no result came in time; 404 where none is waited for."""
        match = self.match_to_decide()
        absent = _sides(match, self.read(WalkoverInput)["absent"])
        waits = get_or_404(Walkover.objects.all(), round=match.round, number=match.number)
        captains.decide_walkover(walkover=waits, absent=absent or None, by=self.by)
        return self.shown()


def _sides(match: Match, entries: Sequence[int]) -> list[int]:
    """Return the sides that entries are. Raises ValidationError for others."""
    known = {entry.pk: side for side, entry in enumerate(match.entries)}
    missing = [pk for pk in entries if pk not in known]
    if missing:
        sentence = _("The entry with the number %(id)d does not play this match.")
        raise ValidationError({"absent": sentence % {"id": missing[0]}}, code="unknown")
    return [known[pk] for pk in entries]


class CaptainViewSet(RetrieveModelMixin, ResourceViewSet):
    """The captain of an entry, for the captain and the organiser."""

    tag, operations = TAG, "captain"
    words = {"update": "name"}
    serializer_class = CaptainSerializer
    by_whom_reads = ACCOUNT

    def get_object(self) -> dict[str, Any]:
        return self._captaincy(self._entry())

    @act(CaptainInput, CaptainSerializer, example={"player": 23})
    def update(self, request: Request, **_address: Any) -> Response:
        """Make a player the captain; a captain who hands over speaks for the entry no longer."""
        found = self._entry()
        wanted = self.read(CaptainInput)["player"]
        captain = captain_of(found)
        if captain is None or captain.pk != wanted:
            captain = self._who_may_lead(found, wanted)
        captains.name_captain(entry=found, player=captain, by=self.by)
        return self.answer(self._captaincy(self._there()))

    def _there(self) -> Entry:
        entries = Entry.objects.select_related("event__club")
        return get_or_404(entries, pk=self.kwargs["entry"])

    def _entry(self) -> Entry:
        found = self._there()
        if not self.may("captains.name_captain", found):
            entry_at(self.request, found.pk)
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

    def _captaincy(self, entry: Entry) -> dict[str, Any]:
        return {
            "entry": entry,
            "captain": captain_of(entry),
            "may_be": who_may_lead(entry, by_director=self._directs(entry)),
        }


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
