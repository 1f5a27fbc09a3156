"""Two people save the same thing within the same moment: the second hears of it, nothing is lost.

The first has written and not yet committed when the second's form arrives. Without a comparison
under the lock the second would find what it had seen, wait, and write over the first.
"""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from time import monotonic, sleep
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from league.clubs import services as clubs
from league.foundation.journal.actor import Act
from league.play.events import services as events
from league.play.rounds import services as rounds
from tests.league.faces.api.factories import V1, client_of
from tests.league.faces.desk.clients import signed_in
from tests.league.faces.desk.typed import all_typed_on
from tests.league.factories import make_club, make_member, make_player
from tests.league.play.events.factories import DIRECTOR, NOW, make_event, make_running

pytestmark = pytest.mark.long

BY = Act(DIRECTOR, NOW)
# not pg_stat_activity: within a transaction it stays as it was when it was first read
BLOCKED = "SELECT count(*) FROM pg_locks WHERE NOT granted"


@dataclass
class Race:
    """What the first does, how the second sends, and what stands in the second's answer."""

    name: str
    first: Callable[[], object]
    send: Callable[[], Any]
    said: str


def second_of(race: Race, pool: ThreadPoolExecutor) -> Any:
    """Return the answer to the second, who arrives before the first has committed."""

    def send() -> Any:
        try:
            return race.send()
        finally:
            connection.close()

    with transaction.atomic():
        race.first()
        answer: Future[Any] = pool.submit(send)
        wait_until_blocked(answer)
    return answer.result(timeout=20)


def wait_until_blocked(answer: Future[Any]) -> None:
    until = monotonic() + 20
    while monotonic() < until and not answer.done():
        with connection.cursor() as cursor:
            cursor.execute(BLOCKED)
            if cursor.fetchone()[0]:
                return
        sleep(0.02)


def races(client: Client, club: Any) -> list[Race]:
    player = make_player(club, "Ada")
    event = make_event(club, variant="double-deck-pinochle")
    grouped = make_running(6, club, name="Groups", stage_options={"groups": 2})
    stage = grouped.stages.get()
    at, at_event = [club.slug], [club.slug, event.slug]

    def by_form(address: str, mine: dict[str, Any]) -> Callable[[], Any]:
        typed = all_typed_on(client, address) | mine
        return lambda: client.post(address, typed)

    return [
        Race(
            "player",
            lambda: clubs.change_player(player=player, member_number="12", by=BY),
            by_form(reverse("desk:player", args=[*at, player.pk]), {"email": "a@example.org"}),
            "Member number is now “12”",
        ),
        Race(
            "event",
            lambda: events.change_event(event=event, changes={"about": "Pencil."}, by=BY),
            by_form(reverse("desk:event_setup", args=[*at_event, "game"]), {"name": "Mine"}),
            "is now “Pencil.”",
        ),
        Race(
            "groups",
            lambda: rounds.put_into_groups(stage=stage, groups=swapped(stage), by=BY),
            by_form(reverse("desk:stage_groups", args=[club.slug, grouped.slug, 1]), {}),
            "is now “Group",
        ),
    ]


def swapped(stage: Any) -> dict[int, str]:
    """Return other groups of the same sizes."""
    now = rounds.groups_now(stage)
    return {entry: "B" if name == "A" else "A" for entry, name in now.items()}


@pytest.mark.django_db(transaction=True)
def test_at_the_desk_the_second_of_the_same_moment_learns_it_whatever_is_saved():
    club = make_club()
    client = signed_in(make_member(club, role="owner"))
    with ThreadPoolExecutor(1) as pool:
        for race in races(client, club):
            answer = second_of(race, pool)
            page = answer.content.decode()
            assert answer.status_code in (200, 422), race.name
            assert race.said in page, race.name
            assert "Nothing of yours has been saved yet" in page, race.name


@pytest.mark.django_db(transaction=True)
def test_who_holds_the_club_first_does_not_wait_for_a_write_with_if_match():
    """The API takes the lock that the services take first: in another order both would wait."""
    club = make_club()
    client = client_of(make_member(club, role="owner").user)
    player = make_player(club, "Ada")
    address = f"{V1}/clubs/{club.slug}/players/{player.pk}"
    etag = client.get(address)["ETag"]

    def send() -> Any:
        try:
            return client.patch(address, {"name": "Bo"}, format="json", HTTP_IF_MATCH=etag)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            clubs.add_player(club=club, name="Cleo", by=BY)
            answer = pool.submit(send)
            wait_until_blocked(answer)
            clubs.change_player(player=player, member_number="12", by=BY)
        assert answer.result(timeout=20).status_code == 412
