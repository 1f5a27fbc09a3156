"""The match that an address is about, and who may know of it and act in it."""

from dataclasses import dataclass

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from league.calendar.captains.matches import Match, NoSuchMatch, match_at
from league.calendar.captains.selectors import is_shown_to_captains, state_of_match
from league.faces.api.access import get_or_404, round_at
from league.faces.api.api_view import ApiView
from league.faces.api.captains.serializers import MatchSerializer
from league.faces.api.captains.sight import SeenMatch, Sight
from league.play.events.models import Visibility
from league.play.rounds.models import Round


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
