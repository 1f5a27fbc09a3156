"""The demo's season goes out of one site and into an empty one, and says the same there."""

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from io import BytesIO
from itertools import groupby
from operator import attrgetter
from random import Random
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from pytest_django.plugin import DjangoDbBlocker

from games.engine.variants import VARIANTS
from league.clubs.models import Club, User
from league.demo import county_league
from league.foundation.journal.actor import SYSTEM, Act, Actor
from league.foundation.journal.models import Undelivered
from league.foundation.journal.services import deliver_all
from league.office.archives.archive_format import Manifest
from league.office.archives.archive_schema import ARCHIVED
from league.office.archives.row_values import fields_of, kind_referred_to, to_json
from league.office.archives.scope import Scope, rows_of
from league.office.archives.services.read_archive import (
    Read,
    read_archive,
    rebuild_what_follows,
    write_archive,
)
from league.office.associations.models import AssociatedClub, Association, Registration
from league.office.kitty.models import EventCharges, Transaction
from league.office.kitty.services import charge_event
from league.play.events.entry_names import named
from league.play.events.models import EntryClub, EntryMember, Event, Stage
from league.play.prepared.models import PreparedSet
from league.play.prepared.services.releasing import release
from league.play.results.models import Dispute
from league.play.rounds.drawing import FORMATS
from league.play.rounds.models import Round, Seat
from league.tables.ratings.models import Rating
from league.tables.ratings.services import rebuild as rate
from league.tables.seasons.models import OwnHandicap
from league.tables.standings.models import SnapshotRow
from league.tables.standings.services.rebuilding import rebuild
from league.tables.standings.standings_shown import reasons_in_words
from league.tables.statistics.models import Achievement, SeatCount
from league.tables.statistics.services import recount
from tests.every_page.conftest import OWNER
from tests.every_page.crawl import Found, walk
from tests.league.factories import actor_of, make_user
from tests.league.play.events.factories import make_running
from tests.league.play.rounds.format_evenings import EVENINGS
from tests.league.play.rounds.playing import play_to_the_end
from tests.numbered import numbered_from_one

AT = datetime(2026, 3, 13, 19, 30, tzinfo=UTC)
# tokens of forms, how often a live page has heard of something, by what a picture is kept, and
# the tour, which only the site of the demo has
OF_THE_SITE = (
    r'name="csrfmiddlewaretoken" value="\w+"',
    r'data-live-version="\d+"',
    r"\?v=(?:[0-9a-f]{12}|\d+)",
    # when a row of the site last changed
    r"DTSTAMP:\w+",
    r'<p><a class="button" href="[^"]*\?tour=1">Take a tour</a></p>',
)
# deals of the week are the site's own: the seeds of another one differ
NOT_OF_THE_CLUB = {
    *("public:all_weekly", "public:weekly", "public:weekly_sheet", "public:weekly_sheet_pdf"),
}
# an archive is of one club: what names another one is in none (docs/archive.md)
BETWEEN_CLUBS = (Association, AssociatedClub, Registration, EntryClub)
pytestmark = [pytest.mark.django_db, pytest.mark.long]

RECOMPUTED = {"id", "snapshot_id", "entry_id", "digest", "made_at", "version"}


class Sites:
    """What the first site said, the archive, and the club as it is in the second one.

    Pages of the first one are from before the club was in an association: no archive holds that.
    """

    before: dict[str, Any]
    between_before: dict[str, int]
    between_after: dict[str, int]
    pages_before: dict[str, list[tuple[str, str]]]
    pages_after: dict[str, list[tuple[str, str]]]
    has: "Had"
    manifest: Manifest
    content: bytes
    done: Read
    club: Club


@pytest.fixture(scope="module")
def sites(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Sites]:
    sites = Sites()
    # a page says how long ago something was: both are read at the same moment
    with (
        django_db_blocker.unblock(),
        time_machine.travel(AT, tick=False),
        numbered_from_one(),
    ):
        with pytest.MonkeyPatch.context() as without_others:
            without_others.setattr(county_league, "play", lambda *_args, **_kwargs: None)
            call_command("demo", verbosity=0)
        # a seed that is still secret would stay with its site
        prepared = PreparedSet.objects.get()
        release(prepared=prepared, even_unplayed=True, reason="a test", by=Act(SYSTEM, AT))
        club = Club.objects.get(slug="harbour")
        play_other_formats(club)
        work_out()
        sites.has = what_it_has()
        sites.pages_before = public_pages()
        # other clubs come last: the numbers of its own rows are those of a club that is alone
        play_between_clubs(club)
        work_out()
        sites.between_before = between_clubs()
        sites.before = what_it_says(club)
        out = BytesIO()
        sites.manifest = write_archive(
            Scope(club=club), out, at=timezone.now(), with_addresses=True
        )
        sites.content = out.getvalue()
        call_command("flush", verbosity=0, interactive=False, inhibit_post_migrate=False)
        cache.clear()
        owner = make_user("Olive Harbour", email=OWNER)
        sites.done = read_archive(
            BytesIO(sites.content), by=Act(SYSTEM, timezone.now()), owner=owner
        )
        rebuild_what_follows(sites.done, at=timezone.now())
        sites.club = Club.objects.get(slug="harbour")
        sites.between_after = between_clubs()
        cache.clear()
        sites.pages_after = public_pages()
        yield sites
        call_command("flush", verbosity=0, interactive=False, inhibit_post_migrate=False)
        cache.clear()


@dataclass(frozen=True)
class Had:
    """What the season has of all that must come through."""

    games: set[str]
    formats: set[str]
    disputes: int
    merged: int
    substitutes: int
    handicaps: int
    bookings: set[str]
    sources: set[str]


def what_it_has() -> Had:
    booked = Transaction.objects.values_list("kind", "source")
    played = Round.objects.filter(tables__result__state="confirmed")
    return Had(
        games=set(Event.objects.values_list("variant", flat=True)),
        formats=set(played.values_list("stage__format", flat=True)),
        disputes=Dispute.objects.count(),
        merged=EntryMember.objects.filter(player__merged_into__isnull=False).count(),
        substitutes=Seat.objects.filter(is_substitute=True).count(),
        handicaps=OwnHandicap.objects.count(),
        bookings={kind for kind, _source in booked},
        sources={source.partition(":")[0] for _kind, source in booked},
    )


def test_the_season_has_everything_that_must_come_through(sites: Sites):
    has = sites.has

    assert has.games == set(VARIANTS)
    assert len(has.games) == 7
    assert has.formats == set(FORMATS)
    assert min(has.disputes, has.merged, has.substitutes, has.handicaps) > 0
    money = {"entry_fee", "evening_fee", "set", "payment", "prizes", "expense"}
    assert has.bookings >= money
    assert has.sources == {"deal", "entry", "evening", "prizes", ""}


def play_other_formats(club: Club) -> None:
    """Play an event of each format that the demo does not: its people need not see them all."""
    director = actor_of(make_user("Dora Director"))
    for name in sorted(FORMATS.keys() - what_it_has().formats):
        entries, fields, _rounds = EVENINGS[name]
        event = make_running(entries, club, format=name, name=f"An evening of {name}", **fields)
        play_to_the_end(event, director)


def play_between_clubs(club: Club) -> None:
    """Found the demo's association with its clubs, and play its league."""
    director = User.objects.get(email="director@demo.example")
    desk = Actor(user_id=director.pk, name=director.name, via="desk")
    county_league.play(club, Random(20), desk, now=timezone.now())


def between_clubs() -> dict[str, int]:
    """Return how many rows say something of more than one club, and how many clubs there are."""
    return {one.__name__: one.objects.count() for one in (Club, *BETWEEN_CLUBS)}


def public_pages() -> dict[str, list[tuple[str, str]]]:
    """Return what strangers see, by the name of the view: addresses and what stands there."""
    client = Client()
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    # two pages of a view are enough: neither is that of the tour, which only one of the sites has
    found = walk(client, ["/", "/clubs/harbour/", "/clubs/harbour/?format=csv", "/harbour/"])
    return {
        name: sorted(
            (without_site(one.address), text_of(one)) for one in ones if "?tour=" not in one.address
        )
        for name, ones in found.items()
        if name.startswith("public:") and name not in NOT_OF_THE_CLUB
    }


def text_of(one: Found) -> str:
    if one.content_type.startswith(("text/", "application/xml", "image/svg")):
        return without_site(one.body.decode())
    return sha256(one.body).hexdigest()


def without_site(text: str) -> str:
    """Return the text without what differs from site to site and says nothing of the club."""
    for pattern in OF_THE_SITE:
        text = re.sub(pattern, "", text)
    return text


def work_out() -> None:
    deliver_all()
    for stage_id in Stage.objects.values_list("pk", flat=True):
        rebuild(stage_id=stage_id, at=timezone.now())
        recount(stage_id=stage_id, at=timezone.now())
    for event_id in EventCharges.objects.values_list("pk", flat=True):
        charge_event(event_id=event_id, at=timezone.now())
    for club_id in Club.objects.values_list("pk", flat=True):
        rate(club_id=club_id, at=timezone.now())
    deliver_all()


def what_it_says(club: Club) -> dict[str, Any]:
    """Return every archived row without numbers of this site, and all that is worked out."""
    rows = {one.name: exported_rows(one.name, club) for one in ARCHIVED if one.name != "journal"}
    return rows | {
        "standings": standings_shown(club),
        "ratings": list(
            Rating.objects.filter(club=club)
            .order_by("family", "mu", "pk")
            .values_list(
                "family", "player__name", "partner__name", "mu", "sigma", "tables", "deals"
            )
        ),
        "counts": list(
            SeatCount.objects.filter(club=club)
            .order_by("table", "seat")
            .values_list("player__name", "variant", *SeatCount.STORED)
        ),
        "achievements": list(
            Achievement.objects.filter(club=club)
            .order_by("at", "player__name", "kind")
            .values_list("player__name", "kind", "at")
        ),
    }


def standings_shown(club: Club) -> list[dict[str, Any]]:
    """Return the rows with names in the place of the numbers of this site."""
    rows = named(SnapshotRow.objects.all()).filter(snapshot__stage__event__club=club)
    found = []
    for _snapshot, of_it in groupby(
        rows.order_by("snapshot__stage", "snapshot", "pk"), key=attrgetter("snapshot_id")
    ):
        together = list(of_it)
        whys = reasons_in_words(together, full=True)
        for row in together:
            plain = {
                field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields
            }
            found.append(plain | {"names": row.names, "why": whys[row.entry_id]})
    return [{name: value for name, value in row.items() if name not in RECOMPUTED} for row in found]


def exported_rows(kind: str, club: Club) -> list[dict[str, Any]]:
    declared = next(one for one in ARCHIVED if one.name == kind)
    accounts = {name for name, of in declared.loose.items() if of == "accounts"}
    fields = [
        field
        for field in fields_of(kind)
        if kind_referred_to(field) is None and field.name not in accounts
    ]
    return [
        {field.name: to_json(field.value_from_object(row)) for field in fields}
        for row in rows_of(declared, Scope(club=club), {})
    ]


KEYS_INSIDE = ("competitors", "move_decisions", "signed_moves", "rounds", "qualifyings")


def test_every_row_says_the_same_in_the_empty_site(sites: Sites):
    after = what_it_says(sites.club)

    for kind, rows in sites.before.items():
        if kind not in KEYS_INSIDE:
            assert differences(after[kind], rows) == [], kind
    assert after["standings"]
    assert after["ratings"]


def test_what_stands_between_clubs_stays_with_its_site(sites: Sites):
    assert min(sites.between_before.values()) > 0
    assert sites.between_after == {"Club": 1} | {one.__name__: 0 for one in BETWEEN_CLUBS}


def differences(after: list[Any], before: list[Any]) -> list[Any]:
    """Return the first few values that are not the same, by column."""
    if len(after) != len(before):
        return [len(after), len(before)]
    return [
        {name: (one[name], two[name]) for name in one if one[name] != two[name]}
        if isinstance(one, dict)
        else (one, two)
        for one, two in zip(after, before, strict=True)
        if one != two
    ][:3]


def test_every_page_and_pdf_says_the_same(sites: Sites):
    assert sites.pages_before.keys() == sites.pages_after.keys()
    assert len(sites.pages_before) > 25
    assert faults_of(sites.pages_before, sites.pages_after) == {}


def faults_of(
    before: dict[str, list[tuple[str, str]]], after: dict[str, list[tuple[str, str]]]
) -> dict[str, dict[str, list[str]]]:
    """Return in which lines pages differ, by view and address."""
    return {
        name: found
        for name, pages in before.items()
        if (found := unlike_pages(dict(pages), dict(after[name])))
    }


def unlike_pages(before: dict[str, str], after: dict[str, str]) -> dict[str, list[str]]:
    """Return by address in which lines the pages differ, or that only one of them is there."""
    alone = {address: ["only in one"] for address in before.keys() ^ after.keys()}
    differ = {
        address: unlike(before[address], after[address])
        for address in before.keys() & after.keys()
        if before[address] != after[address]
    }
    return alone | differ


def unlike(text: str, said: str) -> list[str]:
    lines = difflib.unified_diff(text.splitlines(), said.splitlines(), lineterm="", n=0)
    return [line[:200] for line in lines][2:8]


def test_nothing_of_the_journal_is_sent_again(sites: Sites):
    waiting = Undelivered.objects.values_list("happening__kind", flat=True)

    assert set(waiting) <= {"archive.read", "club.logo_changed"}


def test_read_again_nothing_changes(sites: Sites):
    again = read_archive(BytesIO(sites.content), by=Act(SYSTEM, timezone.now()), into=sites.club)

    assert not again.report.changes_something
    assert again.report.total("same") > 1_000
    assert again.report.total("kept") == 0, again.report.notes
