"""The main pages of the site, with addresses in the demo: what growth is measured on."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from deploy.workshop.bench.copies import largest_event


@dataclass(frozen=True, slots=True)
class Page:
    """A page or an answer of the API; `for_director`: one has to be signed in to see it."""

    what: str
    address: str
    for_director: bool = False


def main_pages() -> list[Page]:
    """Return the main pages; the event is the largest that is over, the table one that plays."""
    return [
        *_of_the_site(),
        *_of_an_event(),
        *_of_the_desk(),
        *_of_a_running_event(),
        *_of_the_api(),
    ]


def _of_the_site() -> Iterator[Page]:
    club, event = _club(), largest_event()
    season, player = club.seasons.first(), _player(event)
    yield Page("front page", _address("public:home"))
    for what, name in (
        ("club", "club"),
        ("archive of the club", "archive"),
        ("figures of the club", "club_statistics"),
        ("head to head", "head_to_head"),
        ("ratings", "ratings"),
        ("feed of the club", "club_feed"),
        ("calendar of the club", "club_calendar"),
    ):
        yield Page(what, _address(f"public:{name}", club.slug))
    yield Page("season", _address("public:season", club.slug, season.slug))
    yield Page("calendar of the season", _address("public:season_calendar", club.slug, season.slug))
    yield Page("player", _address("public:player", club.slug, player.pk))
    yield Page("calendar of a player", _address("public:player_calendar", club.slug, player.pk))


def _of_an_event() -> Iterator[Page]:
    from league.play.rounds.links import link_of
    from league.play.rounds.models import Table

    event = largest_event()
    at = (event.club.slug, event.slug)
    table = Table.objects.filter(round__stage__event=event).latest("pk")
    yield Page("event", _address("public:event", *at))
    yield Page("standings", _address("public:standings", *at))
    yield Page("figures of the event", _address("public:event_statistics", *at))
    yield Page("progress of the event", _address("public:progress", *at))
    round_ = table.round
    yield Page("round", _address("public:round", *at, round_.stage.number, round_.number))
    yield Page("table", _address("public:table", *at, table.pk))
    yield Page("deal", _address("public:deal", table.submissions.earliest("pk").pk))
    yield Page("screen on the wall", _address("public:screen", *at))
    yield Page("table on a phone", _address("table:page", link_of(_playing())))


def _of_the_desk() -> Iterator[Page]:
    event = largest_event()
    slug = event.club.slug
    for what, address in (
        ("desk", _address("desk:home")),
        ("desk: overview of the club", _address("desk:club", slug)),
        ("desk: tonight", _address("desk:tonight", slug)),
        ("desk: events", _address("desk:events", slug)),
        ("desk: an event", _address("desk:event", slug, event.slug)),
        ("desk: players", _address("desk:people", slug)),
        ("desk: a player", _address("desk:player", slug, _player(event).pk)),
        ("desk: journal", _address("desk:audit", slug)),
        ("desk: search", _address("desk:search", slug) + "?q=ad"),
        ("desk: search for a table", _address("desk:search", slug) + "?q=table+3"),
        ("account", _address("account:home")),
    ):
        yield Page(what, address, for_director=True)


def _of_a_running_event() -> Iterator[Page]:
    table = _playing()
    round_ = table.round
    event = round_.stage.event
    at = (event.club.slug, event.slug)
    of_round = (*at, round_.stage.number, round_.number)
    for what, address in (
        ("a running event", _address("desk:event", *at)),
        ("draw of a running event", _address("desk:draw", *at)),
        ("round being played", _address("desk:round", *of_round)),
        ("room", _address("desk:room", *of_round)),
        ("sheet of a table", _address("desk:table_sheet", *at, table.pk)),
    ):
        yield Page(f"desk: {what}", address, for_director=True)


def _of_the_api() -> Iterator[Page]:
    event = largest_event()
    slug, stage = event.club.slug, event.stages.latest("number")
    season, round_ = event.club.seasons.first(), stage.rounds.latest("number")
    family = event.club.ratings.first().family
    for what, address in (
        ("API: clubs", _address("api:clubs") + "?page_size=1"),
        ("API: events", _address("api:events") + "?page_size=10"),
        ("API: events of the club", _address("api:events") + f"?club={slug}"),
        ("API: event", _address("api:event", event.pk)),
        ("API: entries", _address("api:entries", event.pk)),
        ("API: rounds", _address("api:rounds", event.pk)),
        ("API: tables", _address("api:tables", round_.pk)),
        ("API: table", _address("api:table", round_.tables.latest("pk").pk)),
        ("API: standings", _address("api:standings", stage.pk)),
        ("API: ratings", _address("api:ratings", slug, family)),
        ("API: seasons", _address("api:seasons", slug)),
        ("API: table of the season", _address("api:season_table", season.pk)),
    ):
        yield Page(what, address)
    for what, address in (
        ("API: players", _address("api:players", slug)),
        ("API: journal", _address("api:journal", slug)),
        ("API: events, signed in", _address("api:events") + "?page_size=10"),
    ):
        yield Page(what, address, for_director=True)


def _address(name: str, *values: object) -> str:
    from django.urls import reverse

    return reverse(name, args=values)


def _club() -> Any:
    from league.clubs.models import Club

    return Club.objects.earliest("pk")


def _playing() -> Any:
    from league.play.rounds.models import Table

    return Table.objects.filter(round__state="open", result__state="playing").earliest("pk")


def _player(event: Any) -> Any:
    from league.clubs.models import Player

    return Player.objects.filter(seats__round__stage__event=event).earliest("pk")
