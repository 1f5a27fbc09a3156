"""The calendar of a league: 12 teams of 5 clubs in 4 rooms, and many teams."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from random import Random
from typing import Any

from deploy.bench.lines import Line
from deploy.bench.site import Site
from deploy.bench.stopwatch import shortest
from league.fixtures import answer

EVENINGS = (["tue", "thu"], ["mon", "wed"], ["wed", "fri"], ["tue", "wed"])
START = date(2026, 9, 1)


@dataclass(frozen=True, slots=True)
class Sizes:
    teams: int = 12
    many: int = 60
    seconds: int = 30
    long: int = 120


FULL = Sizes()
TINY = Sizes(teams=4, many=6, seconds=1, long=1)


def measure(_site: Site, sizes: Sizes = FULL) -> Iterator[Line]:
    city = league(sizes.teams, meetings=2, weeks=22, blocked=30, rest=4, seconds=sizes.seconds)
    large = league(sizes.many, meetings=1, weeks=45, blocked=20, rest=3, seconds=sizes.long)
    for request in (city, large):
        answered, took = shortest(partial(answer, request), times=1)
        yield Line(
            what=f"the calendar of {len(request['teams'])} teams, {told(answered)}, when "
            f"{request['seconds']} seconds were asked for",
            figure=took,
            unit="s",
        )


def told(answered: dict[str, Any]) -> str:
    """Return what came of it: the matches, and how often the wishes are broken."""
    if "matches" not in answered:
        return "none found"
    broken = sum(wish["broken"] for wish in answered["wishes"])
    return f"{len(answered['matches'])} matches, wishes broken {broken} times"


def league(
    teams: int, *, meetings: int, weeks: int, blocked: int, rest: int, seconds: int
) -> dict[str, Any]:
    """Return a request by lot: clubs of three teams, two of which play in an evening."""
    lot = Random(2)
    season = [START + timedelta(days=day) for day in range(weeks * 7)]
    return {
        "teams": [
            {
                "id": f"team-{number}",
                "club": f"club-{number // 3}",
                "room": f"room-{number // 3}",
                "evenings": lot.choice(EVENINGS),
                "blocked": sorted(str(day) for day in lot.sample(season, 3)),
            }
            for number in range(teams)
        ],
        "rooms": [{"id": f"room-{n}", "matches": 2} for n in range((teams + 2) // 3)],
        "start": str(season[0]),
        "end": str(season[-1]),
        "meetings": meetings,
        "blocked": sorted(str(day) for day in lot.sample(season, blocked)),
        "rest_days": rest,
        "seconds": seconds,
    }
