"""Reading `deals` in a request: every fault is named by its place."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.sentences import say
from league.rounds.drawing.played import MOST_DEALS, Match
from league.rounds.drawing.reading import read_count, read_list, read_object, within
from league.rounds.drawing.unanswerable import Unanswerable
from league.standings.methods.deals.methods import ComparedDeals, DealMethod, DealPoints
from league.standings.methods.deals.options import MOST_RESULTS
from league.standings.methods.deals.played import DealResult, PlayedDeal, team_deals
from league.standings.methods.deals.reading_results import read_result


def read_deals(
    value: object, path: str, *, known: Mapping[str, Any], method: DealMethod | None = None
) -> tuple[PlayedDeal, ...]:
    """Return the deals, after making sure that their results do not contradict each other.

    Without a `method` they are the deals of teams, from which matches are made. Raises
    Unanswerable for a deal or an entry twice, an unknown entry, a side against itself, and a
    result without points and award.
    """
    deals: list[PlayedDeal] = []
    places: dict[int, str] = {}
    for place, element in read_list(value, path, most=MOST_DEALS):
        fields = read_object(
            element, place, allowed=("deal", "results"), required=("deal", "results")
        )
        number = read_count(fields["deal"], within(place, "deal"), least=1, most=MOST_DEALS)
        before = places.setdefault(number, place)
        if before != place:
            raise Unanswerable(
                "deal_twice",
                say(
                    "deal %(deal)d is twice, in %(first)s and in %(second)s; "
                    "put all its results into one",
                    deal=number,
                    first=before,
                    second=place,
                ),
                path=place,
            )
        deals.append(_read_deal(number, fields["results"], within(place, "results"), known, method))
    return tuple(deals)


def refuse_matches(matches: Sequence[Match], method: ComparedDeals) -> None:
    """Refuse matches, which a method over deals does not count."""
    if matches:
        raise Unanswerable(
            "matches_not_counted",
            say(
                "%(method)s compares deals, and a table of round %(round)d is given as a match; "
                "give what came out on each deal in deals, and only byes in matches",
                method=method.name,
                round=matches[0].round,
            ),
            path="matches",
        )


def _read_deal(
    number: int, value: object, path: str, known: Mapping[str, Any], method: DealMethod | None
) -> PlayedDeal:
    results: list[DealResult] = []
    by_side = method is None or method.in_teams or isinstance(method, DealPoints)
    seen: dict[tuple[str, int, int], str] = {}
    for place, element in read_list(value, path, most=MOST_RESULTS):
        result = read_result(element, place, known, has_a_top=not isinstance(method, DealPoints))
        results.append(result)
        for side, entries in enumerate(result.sides):
            for entry in entries:
                seat = (entry, result.round, side) if by_side else (entry, 0, 0)
                before = seen.setdefault(seat, place)
                if before != place:
                    raise _twice(entry, number, before, place, in_teams=by_side)
    deal = PlayedDeal(number, tuple(results))
    if method is None or method.in_teams:
        _check_one_award(deal, path)
    return deal


def _twice(entry: str, deal: int, before: str, place: str, *, in_teams: bool) -> Unanswerable:
    if in_teams:
        return Unanswerable(
            "entry_twice",
            say(
                "%(entry)s plays deal %(deal)d twice on the same side, in %(first)s and in "
                "%(second)s; a team is the first side at one table and the second at the other",
                entry=entry,
                deal=deal,
                first=before,
                second=place,
            ),
            path=place,
        )
    return Unanswerable(
        "entry_twice",
        say(
            "%(entry)s plays deal %(deal)d twice, in %(first)s and in %(second)s; "
            "an entry can play a deal once only",
            entry=entry,
            deal=deal,
            first=before,
            second=place,
        ),
        path=place,
    )


def _check_one_award(deal: PlayedDeal, place: str) -> None:
    for teams in team_deals(deal):
        if len([one for one in teams.tables if one.award is not None]) > 1:
            raise Unanswerable(
                "award_twice",
                say(
                    "deal %(deal)d of %(first)s and %(second)s has an award at both tables; "
                    "give it at one of them, for the two teams",
                    deal=deal.number,
                    first=", ".join(teams.teams[0]),
                    second=", ".join(teams.teams[1]),
                ),
                path=place,
            )
