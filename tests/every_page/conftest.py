"""The demo club with everything worked out, once for all tests of this folder."""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.core import mail
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.plugin import DjangoDbBlocker

from deploy.run.embedded.servers import Servers
from deploy.run.processes import site_environment
from league.foundation.jobs.catching_up import catch_up_next, kinds
from league.foundation.journal.actor import Act, Actor
from league.foundation.journal.services import deliver_all
from tests.every_page.crawl import Found, walk
from tests.league.office.webhooks.receivers import make_webhook
from tests.numbered import numbered_from_one
from tests.site_processes import database_address

TURNS = 3  # what follows what has followed
OWNER, PLAYER = "owner@demo.example", "player@demo.example"


@pytest.fixture(scope="module")
def demo(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Client]:
    """The demo as `make run` has it when its worker is done; a client signed in as its owner."""
    from league.clubs.models import User

    with django_db_blocker.unblock(), numbered_from_one():
        call_command("demo", verbosity=0)
        follow_all()
        client = Client()
        client.force_login(User.objects.get(email=OWNER))
        yield client
        call_command("flush", verbosity=0, interactive=False, inhibit_post_migrate=False)
        cache.clear()


def follow_all() -> None:
    """Do what the workers do of all that has happened, what may wait for more included."""
    for _turn in range(TURNS):
        deliver_all()
        at = timezone.now() + timedelta(minutes=5)
        for what in kinds():
            for large in (False, True):
                while catch_up_next(what, large=large, at=at) is not None:
                    pass


@pytest.fixture
def site_env(demo: Client, embedded_servers: Servers) -> dict[str, str]:
    """As everywhere, but the demo stays behind a test, for a second try too: it is committed."""
    return site_environment(DEMO="True", DATABASE_URL=database_address())


@pytest.fixture(scope="module")
def pages(demo: Client, django_db_blocker: DjangoDbBlocker) -> dict[str, list[Found]]:
    """Every page that a link leads to, for the owner of the club and for a stranger with mails.

    By name, up to two each.
    """
    with django_db_blocker.unblock():
        stranger = Client()
        for client in (demo, stranger):
            client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
        submitted, fresh = tables_of_players(demo, stranger)
        found = walk(stranger, ["/", "/account/sign-in/", fresh, *mailed()])
        return walk(
            demo, ["/desk/", "/account/", "/styleguide/", submitted, *shown_or_typed(demo)], found
        )


def shown_or_typed(client: Client) -> list[str]:
    """Return where codes on paper, forms that are sent and frames of other websites lead."""
    from league.clubs.models import Club, User
    from league.demo.club import SLUG
    from league.faces.desk.club.look_pages import CLUB
    from league.play.events.evenings import link_of as link_to_check_in
    from league.play.events.models import Evening

    club = Club.objects.get(slug=SLUG)
    owner = User.objects.get(email=OWNER)
    season = club.seasons.earliest("pk")
    website = reverse("desk:club_website", args=[club.slug])
    event = "event:friday-pitch"
    return [
        *record_of_the_club(),
        *jobs_carried_out(client),
        *level_tables(),
        *sheets_looked_at(client),
        *signing_up(club),
        *associations_of(club),
        *final_scores(club),
        *league_with_dates(club, owner),
        reverse("public:check_in", args=[link_to_check_in(Evening.objects.get())]),
        reverse("desk:search", args=[club.slug]) + "?q=ad",
        *(f"{website}?what={what}" for what in (CLUB, event, f"season:{season.slug}")),
    ]


def signing_up(club) -> list[str]:
    """Open signing up to the club, with somebody who waits, and have two of one name."""
    from league.clubs.models import Joining, JoinRequest

    now = timezone.now()
    joining, _made = Joining.objects.get_or_create(
        club=club, defaults={"code": "ABCDEF", "is_open": True, "opened_at": now}
    )
    JoinRequest.objects.get_or_create(
        club=club, name="Ines New", email="ines@example.org", defaults={"asked_at": now}
    )
    twin = club.players.filter(merged_into=None).order_by("-pk").first()
    club.players.get_or_create(name=twin.name.upper(), defaults={"sort_key": twin.sort_key})
    return [
        reverse("public:join_by_code"),
        reverse("public:join_club", args=[joining.code]),
        reverse("public:join_club", args=[joining.code]) + "?done=1",
        reverse("desk:joining", args=[club.slug]),
        reverse("desk:same_names", args=[club.slug]),
    ]


def associations_of(club) -> list[str]:
    """Have the club in an association with an event, registered; the pages of both sides."""
    from league.clubs.models import User
    from league.foundation.journal.actor import Actor
    from league.office.associations import services as associations
    from league.office.associations.models import Belonging
    from league.play.events import services as events
    from league.play.events.models import Season

    now = timezone.now()
    by = Act(Actor(name="Sue Secretary", via="desk"), now)
    owner = User.objects.filter(memberships__club=club, memberships__role="owner").first()
    found = associations.create_association(name="County League", owner=owner, by=by)
    associations.invite_club(association=found, club=club, by=by)
    associations.answer(association=found, club=club, waits=Belonging.INVITED, accepts=True, by=by)
    season = Season.objects.create(
        club=found.club, name="Spring", slug="spring", starts_on=now.date(), ends_on=now.date()
    )
    player = club.players.filter(merged_into=None, is_active=True).first()
    associations.register_player(season=season, club=club, player=player, by=by)
    event = events.create_event(
        club=found.club,
        name="Division 1",
        season=season,
        starts_on=now.date(),
        variant="double-deck-pinochle",
        entry_kind="team",
        by=by,
    )
    events.open_event(event=event, by=by)
    body, within = [found.club.slug], [club.slug, found.club.slug]
    return [
        reverse("desk:associations", args=[club.slug]),
        reverse("desk:association_players", args=within),
        reverse("desk:association_entries", args=[*within, event.slug]),
        reverse("desk:association_rules", args=body),
        reverse("desk:association_clubs", args=body),
        reverse("desk:association_registrations", args=body),
        reverse("desk:championship", args=[*body, event.slug]),
    ]


def league_with_dates(club, owner) -> list[str]:
    """Have a league of teams play on dates, the owner as captain of one; where one sees that."""
    from league.calendar.captains import services as captains

    by = Act(Actor(user_id=owner.pk, name=owner.name, via="desk"), timezone.now())
    event = club.events.get(slug="town-league-1")
    player = club.players.get(user=owner)
    entry = event.entries.get(members__player=player, members__left_at=None)
    captains.name_captain(entry=entry, player=player, by=by)
    within = [club.slug, event.slug]
    return [
        reverse("account:matches"),
        reverse("desk:matches", args=within),
        reverse("desk:calendar", args=within),
        # the calendar of all of them is looked at twice already
        reverse("public:entry_calendar_file", args=[*within, entry.number]),
    ]


def final_scores(club) -> list[str]:
    """Have an event of which a round is played take final scores; its round and a table."""
    from league.play.events.models import Event
    from league.play.rounds.models import Table

    open_tables = Table.objects.filter(
        round__state="open", result=None, round__stage__event__club=club
    )
    table = open_tables.select_related("round__stage__event").earliest("pk")
    event = table.round.stage.event
    Event.objects.filter(pk=event.pk).update(final_scores="table")
    within = [club.slug, event.slug]
    return [
        reverse("desk:round_scores", args=[*within, table.round.stage.number, table.round.number]),
        reverse("desk:score_enter", args=[*within, table.pk]),
    ]


def record_of_the_club() -> list[str]:
    """Have a payment, a webhook, an event from before and a file on its way; where they lead."""
    from league.calendar.availability.answer_links import answer_token, calendar_token
    from league.clubs import services as clubs
    from league.clubs.models import Club, User
    from league.demo.club import SLUG
    from league.office.imports import services as imports
    from league.office.kitty import services as kitties
    from league.office.kitty.models import TransactionKind
    from league.office.notifications.choice_links import choices_url, player_mails_url
    from league.office.notifications.models import Notification
    from league.play.results.models import Submission
    from league.play.rounds.place_codes import Place, code_of
    from league.tables.past_events import services as past_events

    club, owner = Club.objects.get(slug=SLUG), User.objects.get(email=OWNER)
    by = Act(Actor(user_id=owner.pk, name=owner.name, via="desk"), timezone.now())
    player = club.players.filter(user=None, merged_into=None).first()
    clubs.link_player_to_account(player=player, user=owner, by=by)
    kitties.book(club=club, kind=TransactionKind.PAYMENT, amount=500, player=player, by=by)
    make_webhook(club)
    friday = club.events.get(slug="friday-pitch")
    Notification.objects.create(
        club=club,
        user=owner,
        event=friday,
        what="final",
        about="event",
        subject=friday.pk,
        made_at=timezone.now(),
    )
    past_events.import_past_event(
        club=club,
        name="Summer cup 2019",
        starts_on=date(2019, 7, 6),
        places=[past_events.GivenPlace(rank=1, name=player.name, players=(player.pk,))],
        source="results.csv",
        by=by,
    )
    upload = imports.keep_upload(
        club=club,
        user=owner,
        kind="past_results",
        content=b"place,name,points\n1,Ann,7\n",
        is_typed=True,
        by=by,
    )
    event = club.events.get(slug="friday-pitch")
    shown = Submission.objects.filter(table__round__stage__event=event, state="confirmed")
    today = timezone.localdate()
    return [
        reverse("desk:kitty_cash", args=[club.slug]),
        reverse("desk:kitty_event_cash", args=[club.slug, event.slug]),
        reverse("desk:import_columns", args=[club.slug, upload.pk]),
        reverse("desk:import_preview", args=[club.slug, upload.pk]),
        reverse("public:embed_deal", args=[shown.first().pk, "frame"]),
        reverse("account:kitty", args=[player.pk]),
        *asked_to_stand_in(player, owner),
        urlsplit(choices_url(owner, club)).path,
        urlsplit(player_mails_url(player)).path,
        reverse("public:my_answer_by_link", args=[answer_token(player, None, today, "comes")]),
        reverse("public:my_calendar", args=[calendar_token(owner)]),
        reverse("public:map_of_club", args=[club.slug]),
        reverse("table:place", args=[code_of(event, Place(1))]),
        "/robots.txt",
        "/sitemap.xml",
    ]


def asked_to_stand_in(player: Any, owner: Any) -> list[str]:
    """Have the player asked for a seat that is not played at yet; where one asks and answers."""
    from league.calendar.stand_ins.models import AskedPlayer, StandInRequest
    from league.calendar.stand_ins.services import answer_token
    from league.play.rounds.models import Seat

    rows = Seat.objects.select_related("round__stage__event__club")
    waiting = rows.filter(
        round__state="open",
        table__submissions=None,
        table__result=None,
        is_substitute=False,
        round__stage__event__club=player.club,
    )
    not_asked = waiting.exclude(stand_in_requests__state="open")
    seat = not_asked.exclude(player=player).earliest("pk")
    at, event = timezone.now(), seat.round.stage.event
    request = StandInRequest.objects.create(
        seat=seat, absent=seat.player, asked_by=owner, asked_at=at
    )
    asked = AskedPlayer.objects.create(request=request, player=player, asked_at=at)
    round = [event.club.slug, event.slug, seat.round.stage.number, seat.round.number]
    return [
        reverse("desk:stand_in_ask", args=[*round, seat.pk]),
        reverse("account:stand_ins"),
        reverse("account:stand_in_own", args=[seat.pk]),
        reverse("account:stand_in_answer", args=[answer_token(asked)]),
    ]


def tables_of_players(confirms: Client, plays: Client) -> list[str]:
    """Take a seat at a table with a deal to confirm, and one at a table that plays."""
    from league.play.rounds.links import link_of
    from league.play.rounds.models import Table

    still_open = Table.objects.filter(round__state="open")
    submitted = still_open.filter(submissions__state="submitted").first()
    fresh = still_open.get(submissions=None, round__stage__event__slug="same-cards")
    for client, table in ((confirms, submitted), (plays, fresh)):
        client.post(reverse("table:seat", args=[link_of(table)]), {"seat": "1"})
    return [reverse("table:page", args=[link_of(table)]) for table in (submitted, fresh)]


def jobs_carried_out(client: Client) -> list[str]:
    """Request ratings from scratch and a round's slips, as for a large one, and wait for both."""
    from league.clubs.models import Club, User
    from league.demo.club import SLUG
    from league.foundation.jobs.models import Job
    from league.foundation.jobs.services import carry_out, enqueue
    from league.play.rounds.models import Round

    club, owner = Club.objects.get(slug=SLUG), User.objects.get(email=OWNER)
    client.post(reverse("desk:club_rebuild", args=[club.slug, "ratings"]))
    enqueue(
        kind="slips",
        club_id=club.pk,
        subject_id=Round.objects.filter(state="open", stage__event__club=club).latest("pk").pk,
        data={"paper": ""},
        by=Act(Actor(user_id=owner.pk, name=owner.name, via="desk"), timezone.now()),
    )
    client.post(reverse("desk:record", args=[club.slug]), {"of": "club"})
    jobs = list(Job.objects.order_by("pk"))
    for job in jobs:
        carry_out(job_id=job.pk, at=timezone.now())
    return [reverse("desk:job", args=[club.slug, job.pk]) for job in jobs]


def mailed() -> list[str]:
    """Send the mails with which people get in, and return the addresses in all mails."""
    from league.clubs.models import User
    from league.clubs.services.accounts import send_new_address, send_sign_up
    from league.clubs.services.mails import send_password_reset, send_sign_in_link
    from league.play.events.models import Event
    from league.play.events.services.signing_up import guest_token

    player = User.objects.get(email=PLAYER)
    send_sign_in_link(email=PLAYER, language="en")
    send_password_reset(email=PLAYER, language="en")
    send_new_address(user_id=player.pk, email="ada@demo.example", language="en")
    send_sign_up(email="newest@demo.example", language="en")
    event = Event.objects.select_related("club").get(slug="harvest-pairs")
    guest = guest_token(event, ["Gus Guest"], "gus@demo.example")
    link = reverse("public:sign_up_guest", args=[event.club.slug, event.slug, guest])
    texts = " ".join(str(one.body) for one in mail.outbox)
    return [link, *re.findall(rf"{re.escape(settings.SITE_URL)}(/\S+)", texts)]


def level_tables() -> list[str]:
    """Return the desk's pages of tables that ended level."""
    from league.play.rounds.models import Table

    level = Table.objects.filter(result__decided__isnull=False)
    events = {table: table.round.stage.event for table in level}
    return [
        reverse("desk:table", args=[event.club.slug, event.slug, table.pk])
        for table, event in events.items()
    ]


def sheets_looked_at(client: Client) -> list[str]:
    """Look at prepared deals that are still to be played, and say why."""
    from league.play.prepared.models import PreparedSet

    stage = PreparedSet.objects.get().stage
    at = [stage.event.club.slug, stage.event.slug, stage.number]
    submitted = {"first": "1", "last": "3", "reason": "to deal them for tonight"}
    return [client.post(reverse("desk:deals_look", args=at), submitted).headers["Location"]]
