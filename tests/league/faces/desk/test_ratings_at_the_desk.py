"""Ratings at work: seeds and even pairs, shown before anything is written."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse
from django.utils import timezone

from league.clubs.models import Role
from league.foundation.journal.actor import Act
from league.play.events import services as events
from league.play.events.evenings import groups_of, present
from league.play.events.models import Entry, EntryMember
from tests.league.factories import make_club, make_member, make_players, make_user
from tests.league.play.events.factories import DIRECTOR
from tests.league.tables.ratings.factories import NOW, build, make_event, play

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_noon")]


@pytest.fixture
def club(client):
    club = make_club()
    client.force_login(make_member(club, make_user("Dora Director"), Role.DIRECTOR).user)
    return club


@pytest.fixture
def four(club):
    """Four players of whom Ann is the strongest, Bob next, and Di the weakest."""
    four = make_players(club, "Ann", "Bob", "Cy", "Di")
    event = make_event(club, variant="pitch", state="finished", finished_at=NOW)
    for _ in range(3):
        play(event, [[one] for one in four], [12, 8, 4, 0])
    build(club)
    return four


def enter(event, *players):
    for number, player in enumerate(players, start=1):
        entry = Entry.objects.create(event=event, number=number, entered_at=NOW)
        EntryMember.objects.create(event=event, entry=entry, player=player, joined_at=NOW)


@pytest.mark.long
def test_seeds_by_rating_are_shown_and_saved_only_when_sent(client, club, four):
    new = make_players(club, "Newcomer")[0]
    event = make_event(club, variant="pitch", state="open", started_at=None)
    enter(event, four[3], new, four[0], four[1])
    address = reverse("desk:seeds", args=[club.slug, event.slug])
    assert "By rating" not in client.get(address).content.decode()
    answer = client.get(address, {"by_rating": ""})
    html = answer.content.decode()
    assert "1 player without a rating, counted as a newcomer" in html
    form = answer.context["form"]
    proposed = {f"seed_{entry.pk}": form[f"seed_{entry.pk}"].value() for entry, _ in form.entries}
    assert not event.entries.filter(seed__isnull=False).exists()
    assert client.post(address, proposed).status_code == 302
    seeded = event.entries.order_by("seed").values_list("members__player__name", flat=True)
    assert list(seeded)[:2] == ["Ann", "Bob"]


@pytest.fixture
def evening(club, four):
    by = Act(DIRECTOR, timezone.now())
    day = timezone.localdate(timezone=ZoneInfo(club.time_zone))
    evening = events.open_evening(club=club, day=day, by=by)
    evening = events.choose(
        evening=evening,
        changes={"variant": "pitch", "preset": "gordon", "house_rules": None},
        by=by,
    )
    for player in four:
        events.check_in(evening=evening, player=player, by=by)
    evening.refresh_from_db()
    return evening


def formed(evening) -> set[frozenset[str]]:
    sides = groups_of(list(present(evening))).values()
    return {frozenset(one.player.name for one in side) for side in sides}


def test_even_pairs_are_proposed_and_formed(client, club, evening):
    address = reverse("desk:tonight_pairs", args=[club.slug])
    html = client.get(address).content.decode()
    assert "Ann &amp; Di" in html
    assert formed(evening) == set()
    assert client.post(address, {"lot": "7", "version": evening.version}).status_code == 302
    assert formed(evening) == {frozenset({"Ann", "Di"}), frozenset({"Bob", "Cy"})}
    assert "Nobody is free" in client.get(address).content.decode()


def test_pairs_that_were_looked_at_before_somebody_came_are_not_formed(client, club, evening):
    address = reverse("desk:tonight_pairs", args=[club.slug])
    late = make_players(club, "Eve")[0]
    events.check_in(evening=evening, player=late, by=Act(DIRECTOR, timezone.now() + timedelta(1)))
    answer = client.post(address, {"lot": "7", "version": evening.version}, follow=True)
    assert "The players present have changed" in answer.content.decode()
    assert formed(evening) == set()
    assert "has no partner yet" in answer.content.decode()
