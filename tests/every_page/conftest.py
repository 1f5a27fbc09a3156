"""The demo club with everything worked out, once for all tests of this folder."""

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.plugin import DjangoDbBlocker

from tests.every_page.crawl import Found, walk

OWNER = "owner@demo.example"


@pytest.fixture(scope="module")
def demo(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Client]:
    """The demo as `make run` has it when its worker is done; a client signed in as its owner."""
    from league.clubs.models import Club, User
    from league.events.models import Stage
    from league.journal.services import deliver_all
    from league.ratings.services.rebuilding import rebuild as rate
    from league.standings.services.rebuilding import rebuild
    from league.statistics.services.recounting import recount

    with django_db_blocker.unblock():
        call_command("demo", verbosity=0)
        deliver_all()
        for stage_id in Stage.objects.values_list("pk", flat=True):
            rebuild(stage_id=stage_id, at=timezone.now())
            recount(stage_id=stage_id, at=timezone.now())
        for club_id in Club.objects.values_list("pk", flat=True):
            rate(club_id=club_id, at=timezone.now())
        deliver_all()
        client = Client()
        client.force_login(User.objects.get(email=OWNER))
        yield client
        call_command("flush", verbosity=0, interactive=False, inhibit_post_migrate=False)
        cache.clear()


@pytest.fixture(scope="module")
def pages(demo: Client, django_db_blocker: DjangoDbBlocker) -> dict[str, list[Found]]:
    """Every page that a link leads to, for the owner of the demo club: name -> up to three."""
    from league.rounds.links import link_of
    from league.rounds.models import Table

    with django_db_blocker.unblock():
        demo.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
        newest = Table.objects.order_by("-pk").select_related("round__stage__event__club")[:3]
        tables = [reverse("table:page", args=[link_of(one)]) for one in newest]
        event = newest[0].round.stage.event
        at = [event.club.slug, event.slug]
        desks = [reverse("desk:table", args=[*at, one.pk]) for one in newest]
        typed = [
            reverse("desk:search", args=at[:1]) + "?q=ad",
            reverse("public:embed_event", args=[*at, "frame"]),
        ]
        return walk(demo, ["/", "/desk/", "/account/", "/styleguide/", *tables, *desks, *typed])
