"""Two people save the same thing: the second sees what the first has changed."""

from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.clubs.models import Player
from league.foundation.journal.actor import Actor
from league.play.events import services as events
from league.play.results import services as results
from league.play.results.models import Submission
from tests.league.faces.api.factories import make_night
from tests.league.faces.desk.clients import signed_in
from tests.league.faces.desk.typed import all_typed_on
from tests.league.factories import NOW, make_club, make_member
from tests.league.play.events.factories import DIRECTOR, make_event
from tests.league.play.results.factories import pinochle, play
from tests.league.tables.seasons.factories import make_season

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return make_club()


@pytest.fixture
def two(club):
    owner, director = make_member(club, role="owner"), make_member(club, role="director")
    director.role = "owner"
    director.save()
    return signed_in(owner), signed_in(director), director.user


def typed_on(client, address) -> dict[str, object]:
    """Return what the page's form would send as it stands."""
    form = client.get(address).context["form"]
    return {name: form[name].value() or "" for name in form.fields}


@pytest.mark.long
def test_the_second_to_save_a_player_is_told_what_changed_and_by_whom(club, two):
    first, second, person = two
    player = Player.objects.create(club=club, name="Ada", sort_name="", sort_key="ada")
    address = reverse("desk:player", args=[club.slug, player.pk])
    mine, theirs = typed_on(first, address), typed_on(second, address)
    assert second.post(address, theirs | {"member_number": "12"}).status_code == 302
    answer = first.post(address, mine | {"email": "ada@example.org"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert str(person) in page
    assert "Member number is now “12”" in page
    assert 'value="ada@example.org"' in page
    player.refresh_from_db()
    assert (player.member_number, player.email) == ("12", "")
    # saved once more, it is meant
    again = {name: answer.context["form"][name].value() or "" for name in mine}
    assert first.post(address, again).status_code == 302
    player.refresh_from_db()
    assert player.email == "ada@example.org"


@pytest.mark.long
def test_the_second_to_save_a_clubs_settings_is_told(club, two):
    first, second, _person = two
    address = reverse("desk:club_settings", args=[club.slug])
    mine, theirs = typed_on(first, address), typed_on(second, address)
    assert second.post(address, theirs | {"where_we_play": "3 Quay Street"}).status_code == 302
    answer = first.post(address, mine | {"when_we_play": "Thursdays"})
    assert "Where you play is now “3 Quay Street”" in answer.content.decode()
    club.refresh_from_db()
    assert (club.where_we_play, club.when_we_play) == ("3 Quay Street", "")


@pytest.mark.long
def test_whoever_saves_twice_alone_is_asked_nothing(club, two):
    first, _second, _person = two
    address = reverse("desk:club_settings", args=[club.slug])
    for place in ("Here", "There"):
        typed = typed_on(first, address) | {"where_we_play": place, "about": "One.\r\nTwo."}
        assert first.post(address, typed).status_code == 302


def test_the_second_to_correct_a_deal_sees_the_first_correction_before(club):
    night = make_night(club)
    (deal,) = play(night.table, pinochle())
    client = Client()
    client.force_login(night.users["director"])
    at = [club.slug, night.event.slug, night.table.pk, deal.number]
    address = reverse("desk:deal_correct", args=at)
    old = client.get(address).context["before"].pk
    right = pinochle(melds=(20, 20))["summary"]

    results.correct(
        submission=deal,
        data={"summary": right},
        reason="The melds were wrong.",
        actor=Actor(user_id=night.users["owner"].pk, name="Olive", via="desk"),
        at=timezone.now(),
    )
    form = client.get(address).context["form"]
    typed = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    answer = client.post(
        address, typed | {"do": "write", "reason": "They said so.", "seen": old, "melds_0": "34"}
    )
    assert answer.status_code == 422, answer.content.decode()[:500]
    page = answer.content.decode()
    assert page.index("What counts now") < page.index("The melds were wrong.")
    assert page.index("The melds were wrong.") < page.index("While you had this page open")
    assert Submission.objects.count() == 2


@pytest.mark.long
@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("page", "theirs", "mine", "said"),
    [
        ("game", {"about": "Bring a pencil."}, {"name": "Mine"}, "Bring a pencil."),
        ("rules", {"game_target": "350"}, {"opening_min": "60"}, "350"),
        ("people", {"most_entries": "12"}, {"most_entries": "14"}, "12"),
        ("scoring", {"cap": "300"}, {"cap_margin": "200"}, "300"),
        ("rounds", {"deals_a_round": "7"}, {"rounds_planned": "2"}, "7"),
        ("rounds", {"rounds_planned": "3"}, {"deals_a_round": "9"}, "3"),
        ("substitutes", {"rounds_a_substitute": "2"}, {"substituted_rounds": "3"}, "2"),
        ("season", {"best": "5"}, {"least_nights": "3"}, "5"),
        ("stage", {"places": "3"}, {"name": "Finals"}, "3"),
    ],
)
def test_the_second_to_save_an_events_set_up_is_told(club, two, page, theirs, mine, said):
    first, second, person = two
    event = make_event(club, variant="double-deck-pinochle")
    at = [club.slug, event.slug]
    address = reverse("desk:event_setup", args=[*at, page])
    if page == "substitutes":
        address = reverse("desk:substitutes", args=at)
    if page == "season":
        address = reverse("desk:season_rules", args=[club.slug, make_season(club).slug])
        theirs, mine = theirs | {"save": "1"}, mine | {"save": "1"}
    if page == "stage":
        source = event.stages.get()
        who = {"actor": DIRECTOR, "at": NOW}
        stage = events.add_stage(
            event=event, format="knockout", source=source, takes="top", places=4, **who
        )
        address = reverse("desk:stage_change", args=[*at, stage.number])
    one, other = all_typed_on(first, address), all_typed_on(second, address)
    assert one["seen"]
    assert 'name="seen"' in first.get(address).content.decode()

    saved = second.post(address, other | theirs)
    assert saved.status_code == 302, saved.context["form"].errors
    answer = first.post(address, one | mine)

    (sentence,) = answer.context["form"].non_field_errors()
    assert str(person) in sentence
    assert said in sentence
    assert sentence in unescape(answer.content.decode())
    again = one | mine | {"seen": answer.context["form"]["seen"].value()}
    assert first.post(address, again).status_code == 302


@pytest.mark.long
def test_a_tie_break_that_is_moved_does_not_forget_what_was_seen(club, two):
    first, second, _person = two
    event = make_event(club)
    address = reverse("desk:event_setup", args=[club.slug, event.slug, "scoring"])
    mine, theirs = all_typed_on(first, address), all_typed_on(second, address)
    assert second.post(address, theirs | {"cap": "300"}).status_code == 302
    arranged = first.post(address, mine | {"arrange": "add", "tiebreak_add": "wins"})
    assert arranged.context["form"]["seen"].value() == mine["seen"]
