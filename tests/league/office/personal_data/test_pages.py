"""Forgetting, deleting and downloading, as people do it."""

import json
from datetime import timedelta
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.clubs.models import Club, Erasure, Player, User
from league.foundation.jobs import services as jobs
from league.foundation.jobs.models import Job
from league.foundation.journal.actor import Act
from league.office.kitty import services as kitties
from league.office.kitty.models import Transaction
from league.office.personal_data.services.keeping import known_of
from league.tables.past_events.services import GivenPlace, import_past_event
from tests.league.faces.api.factories import make_token_of
from tests.league.factories import NOW, actor_of, make_club, make_member, make_player, make_user
from tests.league.office.kitty.factories import make_kitty
from tests.league.reading import text_of
from tests.permissions.people import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return make_user()


@pytest.fixture
def club(owner):
    return make_club(owner=owner)


@pytest.fixture
def desk(owner):
    return signed_in(owner)


def page(name, club, *more):
    return reverse(f"desk:{name}", args=[club.slug, *more])


def test_an_owner_forgets_a_player(club, desk):
    player = make_player(club, "Zerlina Quast")
    address = page("player_forget", club, player.pk)
    assert "Forget Zerlina Quast?" in text_of(desk.get(address))

    refused = desk.post(address, {"words": "Zerli\nZ"})
    assert refused.status_code == 422
    assert "Zerli" in text_of(refused)
    too_short = desk.post(address, {"words": "Zerli\nZ", "sure": "on"})
    assert "“Z” has 1 characters" in text_of(too_short)
    assert Player.objects.get(pk=player.pk).name == "Zerlina Quast"

    answer = desk.post(address, {"words": "Zerli", "sure": "on"}, follow=True)
    job = Job.objects.get(kind="forget")
    assert answer.redirect_chain[-1][0] == page("job", club, job.pk)
    jobs.carry_out(job_id=job.pk, at=timezone.now())
    assert "The player is forgotten" in text_of(desk.get(page("job", club, job.pk)))
    assert Player.objects.get(pk=player.pk).name == "Former player 1"
    # and cannot be given a name again
    desk.post(page("player", club, player.pk), {"name": "Zerlina", "public_name": "full"})
    assert Player.objects.get(pk=player.pk).name == "Former player 1"


def test_who_has_a_role_is_asked_to_leave_first(club, desk, owner):
    player = make_player(club, user=owner)
    address = page("player_forget", club, player.pk)

    assert "Remove the member first" in text_of(desk.get(address))
    assert desk.post(address, {"sure": "on"}).status_code == 422
    assert not Erasure.objects.exists()


def test_a_namesake_keeps_the_name(club, desk):
    player, other = make_player(club, "Ann Lee"), make_player(club, "Ann Lee")
    club.about = "Ask Ann Lee."
    club.save()
    address = page("player_forget", club, player.pk)
    assert "“Ann Lee” is somebody else’s" in text_of(desk.get(address))

    desk.post(address, {"sure": "on"})
    jobs.carry_out(job_id=Job.objects.get().pk, at=timezone.now())

    assert Player.objects.get(pk=other.pk).name == "Ann Lee"
    assert Club.objects.get(pk=club.pk).about == "Ask Ann Lee."


@pytest.mark.long
def test_what_is_of_a_namesake_keeps_the_name_in_past_standings_and_the_kitty(club, desk, owner):
    player, other = make_player(club, "Ann Lee"), make_player(club, "Ann Lee")
    make_kitty(club)
    who = {"club": club, "by": Act(actor_of(owner), NOW)}
    places = [
        GivenPlace(rank=n, name="Ann Lee", players=(one.pk,))
        for n, one in enumerate([player, other], start=1)
    ]
    past = import_past_event(
        name="Long ago", starts_on=NOW.date(), places=places, source="results.csv", **who
    )
    booked = [
        kitties.book(kind="charge", amount=100, player=one, note="Ann Lee’s glass", **who)
        for one in (player, other)
    ]

    desk.post(page("player_forget", club, player.pk), {"sure": "on"})
    jobs.carry_out(job_id=Job.objects.get(kind="forget").pk, at=timezone.now())

    names = past.places.order_by("rank").values_list("name", flat=True)
    assert list(names) == ["Former player 1", "Ann Lee"]
    notes = Transaction.objects.filter(pk__in=[one.pk for one in booked]).order_by("pk")
    assert [one.note for one in notes] == ["Former player 1’s glass", "Ann Lee’s glass"]


def test_a_club_says_what_it_keeps(club, desk):
    address = page("club_privacy", club)
    refused = desk.post(address, {"keep_addresses_months": "0"})
    assert refused.status_code == 422
    desk.post(address, {"keep_addresses_months": "18"})

    assert Club.objects.get(pk=club.pk).keep_addresses_months == 18
    everybody = text_of(Client().get(reverse("public:club_privacy", args=[club.slug])))
    assert "Until 18 months after" in everybody
    assert "privacy/" in Client().get(reverse("public:club", args=[club.slug])).content.decode()


def test_a_club_is_deleted_later_and_every_page_says_so(club, desk):
    wrong = desk.post(page("club_close", club), {"typed": "Harbour"})
    assert wrong.status_code == 422
    assert "type Harbour Cards" in text_of(wrong)
    desk.post(page("club_close", club), {"typed": "Harbour Cards"})

    closes_at = Club.objects.get(pk=club.pk).closes_at
    assert timedelta(days=13) < closes_at - timezone.now() <= timedelta(days=14)
    scorer = signed_in(make_member(club, role="scorer").user)
    for name in ("club", "events", "house_rules"):
        assert "will be deleted for good" in text_of(desk.get(page(name, club)))
        assert "An owner of the club can cancel this." in text_of(scorer.get(page(name, club)))
    desk.post(page("club_keep", club))
    assert "will be deleted" not in text_of(desk.get(page("club", club)))
    assert Club.objects.get(pk=club.pk).closes_at is None


def test_an_account_is_deleted_later_and_kept_by_one_button():
    user = make_user("Ann Lee")
    client = signed_in(user)
    client.post(reverse("account:close"), {})
    assert User.objects.get(pk=user.pk).closes_at is None
    client.post(reverse("account:close"), {"sure": "on"})

    assert "Your account will be deleted" in text_of(client.get(reverse("account:home")))
    client.post(reverse("account:keep"))
    assert User.objects.get(pk=user.pk).closes_at is None


def test_a_player_with_an_account_is_forgotten_by_oneself(club):
    user = make_user("Ann Lee")
    make_member(club, user)
    player = make_player(club, "Ann Lee", user=user)
    client, address = signed_in(user), reverse("account:forget_me", args=[player.pk])
    client.post(address, {})
    assert Player.objects.get(pk=player.pk).name == "Ann Lee"

    client.post(address, {"sure": "on"})

    assert Player.objects.get(pk=player.pk).name == "Former player 1"
    assert not club.members.filter(user=user).exists()
    assert signed_in(make_user("Eve")).post(address, {"sure": "on"}).status_code == 404


def test_a_person_downloads_what_the_site_knows(club):
    user = make_user("Ann Lee")
    make_member(club, user)
    make_player(club, "Ann Lee", user=user, email="ann@example.org", member_number="12")
    other = make_player(club, "Bob Secret")
    client = signed_in(user)
    assert client.get(reverse("account:copy_file")).status_code == 404
    client.post(reverse("account:copy"))
    assert "is being made" in text_of(client.get(reverse("account:own_data")))
    jobs.carry_out(job_id=Job.objects.get(kind="own_data").pk, at=timezone.now())
    assert "Download the file" in text_of(client.get(reverse("account:own_data")))

    archive = ZipFile(BytesIO(client.get(reverse("account:copy_file")).content))

    data = json.loads(archive.read("data.json"))
    assert data["account"]["email"] == user.email
    assert [one["member_number"] for one in data["players"]] == ["12"]
    assert other.name not in archive.read("data.json").decode()
    assert signed_in(make_user("Eve")).get(reverse("account:copy_file")).status_code == 404


def test_what_is_known_has_no_secret(owner):
    make_token_of(owner)

    assert "digest" not in json.dumps(known_of(owner, NOW), default=str)
    assert owner.password not in json.dumps(known_of(owner, NOW), default=str)


def test_programs_forget_and_delete(club, owner):
    player = make_player(club, "Zerlina Quast")
    program = {"HTTP_AUTHORIZATION": f"Token {make_token_of(owner)}"}
    client = Client()
    base = f"/api/v1/clubs/{club.slug}"

    def post(address, data=None):
        return client.post(address, data or {}, content_type="application/json", **program)

    assert post(f"{base}/players/{player.pk}/forget").json()["name"] == "Former player 1"
    assert post(f"{base}/deletion", {"name": "x"}).status_code in (400, 409, 422)
    assert post(f"{base}/deletion", {"name": club.name}).json()["closes_at"]
    assert client.get(f"{base}/deletion", **program).json()["closes_at"]
    assert client.delete(f"{base}/deletion", **program).status_code == 204
    assert client.get(f"{base}/deletion", **program).json() == {"closes_at": None}
    assert post("/api/v1/account/deletion", {"email": "x@example.org"}).status_code == 400
    alone = post("/api/v1/account/deletion", {"email": owner.email.upper()})
    assert alone.json()["code"] == "last_owner"
    assert client.get("/api/v1/account/deletion", **program).json() == {"closes_at": None}
    of_one_club = {"HTTP_AUTHORIZATION": f"Token {make_token_of(owner, club=club)}"}
    assert client.get("/api/v1/account/deletion", **of_one_club).status_code == 403
