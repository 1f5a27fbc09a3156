"""A tour of the demo club: a few of its pages in an order, each with what there is to see.

A stop is the page's own address with `?tour=3`: nothing is kept, and leaving it is another link.
"""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise, SimpleLazyObject
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Club
from league.demo.club import ACCOUNTS, PASSWORD, SLUG, demo_exists
from league.foundation.limits import parse_int
from league.play.events.models import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """A page by the name of its address in the demo club, and what is said on it."""

    name: str
    at: tuple[str | int, ...] = (SLUG,)
    title: "str | Promise"
    text: "str | Promise"

    @property
    def event(self) -> str | None:
        """Return the slug of the event whose page it is, or None where it is the club's."""
        return str(self.at[1]) if len(self.at) > 1 else None


PITCH, LEAGUE = (SLUG, "friday-pitch"), (SLUG, "pairs-league")
TOWN_LEAGUE = (SLUG, "town-league-2")
CUP, SAME_CARDS = (SLUG, "harbour-cup"), (SLUG, "same-cards")
DIRECTOR = ACCOUNTS[1].email
STOPS = (
    Stop(
        name="public:club",
        title=_("What everybody sees"),
        text=_(
            "This is the page of a club, for anybody and without signing in: what is being played, "
            "what comes next, who plays here."
        ),
    ),
    Stop(
        name="public:event",
        at=PITCH,
        title=_("An evening in full swing"),
        text=_(
            "The tables are still playing. What they enter appears here at once; put it on the "
            "wall with the big screen."
        ),
    ),
    Stop(
        name="public:standings",
        at=LEAGUE,
        title=_("League standings"),
        text=_(
            "After every night the standings are worked out from the deals. Open a row to read "
            "the reason for a place."
        ),
    ),
    Stop(
        name="public:outlook",
        at=TOWN_LEAGUE,
        title=_("What can still happen"),
        text=_(
            "One round of the town’s second division is left. Here it says who can still win or "
            "go up, what each of them needs, and how likely it is."
        ),
    ),
    Stop(
        name="public:bracket",
        at=CUP,
        title=_("A cup and its bracket"),
        text=_(
            "Who meets whom next fills itself in as soon as a table is decided: by its deals, by "
            "a cut of the cards, or because nobody came."
        ),
    ),
    Stop(
        name="public:prepared_deals",
        at=(*SAME_CARDS, 1),
        title=_("The same cards for everybody"),
        text=_(
            "Here all tables play the same deals, so that nobody wins by better cards. A deal is "
            "shown as soon as the last table has played it."
        ),
    ),
    Stop(
        name="public:event_rules",
        at=LEAGUE,
        title=_("The rules, in plain words"),
        text=_(
            "Each club plays by its own house rules. They are written out for everybody, and the "
            "scores follow them."
        ),
    ),
    Stop(
        name="desk:club",
        title=_("The organiser’s desk"),
        text=_(
            "Now behind the scenes: what needs your attention is at the top. Press ? for the "
            "keys, or search for anything in the box above."
        ),
    ),
    Stop(
        name="desk:tonight",
        title=_("Tonight"),
        text=_(
            "Tick who is here: at once you are offered ways to play for exactly that many people. "
            "Choose one and press Start."
        ),
    ),
    Stop(
        name="desk:event",
        at=PITCH,
        title=_("The night itself"),
        text=_(
            "Rounds are drawn and closed here. Open the room of a round to see its tables, or to "
            "type the sheets of a night on paper."
        ),
    ),
)


def tour(request: HttpRequest) -> dict[str, Any]:
    """Give pages `tour_start`, and the stop that the address names as `tour`."""
    found: dict[str, Any] = {
        "tour_start": SimpleLazyObject(lambda: _address(1) if demo_exists() else "")
    }
    number = parse_int(request.GET.get("tour"), least=1, most=len(STOPS))
    if number is not None:
        found["tour"] = SimpleLazyObject(lambda: _shown(request, number))
    return found


def _address(number: int) -> str:
    stop = STOPS[number - 1]
    return f"{reverse(stop.name, args=stop.at)}?tour={number}"


def _before_and_after(number: int) -> tuple[int | None, int | None]:
    """Return the stops beside it that are there: while the season is played, some are not yet."""
    slugs = Event.objects.filter(club__slug=SLUG).values_list("slug", flat=True)
    there = {None, *slugs}
    stops = [one for one, stop in enumerate(STOPS, start=1) if stop.event in there]
    before = max((one for one in stops if one < number), default=None)
    return before, min((one for one in stops if one > number), default=None)


def _shown(request: HttpRequest, number: int) -> dict[str, Any] | None:
    """Return what `components/tour.html` shows; None on a page that is not the stop's."""
    stop = STOPS[number - 1]
    if request.path != reverse(stop.name, args=stop.at) or not demo_exists():
        return None
    before, following = _before_and_after(number)
    needs_desk = following is not None and STOPS[following - 1].name.startswith("desk:")
    may_desk = not needs_desk or request.user.has_perm(
        "clubs.view_desk", Club.objects.get(slug=SLUG)
    )
    is_stranger = not request.user.is_authenticated
    return {
        "number": number,
        "count": len(STOPS),
        "title": stop.title,
        "text": stop.text,
        "before": _address(before) if before else "",
        "next": _address(following) if following and (may_desk or is_stranger) else "",
        "end": request.path,
        "email": "" if may_desk else DIRECTOR,
        "is_stranger": is_stranger,
        "password": PASSWORD,
    }
