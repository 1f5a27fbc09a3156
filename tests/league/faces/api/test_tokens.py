"""Tokens of programs: made with the password, shown once, limited in what, where and how long."""

from datetime import timedelta

import pytest
import time_machine
from django.conf import settings
from django.test import Client
from django.utils import timezone

from league.clubs.models import ApiToken, Scope, User
from league.clubs.services.accounts import MOST, digest_of
from league.faces.api.api_view import ApiView
from tests.league.faces.api.factories import V1, client_of, make_night, make_token_of
from tests.league.factories import NOW, PASSWORD, make_club, make_member, make_user
from tests.league.play.events.factories import make_event

pytestmark = pytest.mark.django_db
RIGHT = {"email": "olive.owner@example.org", "password": PASSWORD}
TOKENS = "/account/tokens/"


@pytest.fixture
def olive() -> User:
    user = make_user(password=PASSWORD)
    make_member(make_club(), user, "owner")
    return user


def with_token(text: str):
    client = client_of()
    client.credentials(HTTP_AUTHORIZATION=f"Token {text}")
    return client


def journal_of(user: User) -> str:
    return f"{V1}/clubs/{user.memberships.get().club.slug}/journal"


def test_a_token_is_made_with_the_password_used_and_revoked(olive) -> None:
    made = client_of().post(f"{V1}/token", RIGHT | {"email": "Olive.Owner@Example.org"})
    assert made.status_code == 200
    answer = made.json()
    assert (answer["name"], answer["scopes"]) == ("API", ["read", "score", "direct"])
    assert answer["club"] is None
    client = with_token(answer["token"])
    assert client.get(journal_of(olive)).status_code == 200
    assert client.delete(f"{V1}/token").status_code == 204
    assert not ApiToken.objects.exists()
    assert client.get(journal_of(olive)).status_code == 401


def test_the_text_of_a_token_is_kept_nowhere(olive) -> None:
    text = client_of().post(f"{V1}/token", RIGHT).json()["token"]
    row = ApiToken.objects.values().get()

    assert text not in str(row)
    assert row["digest"] == digest_of(text)


def test_a_program_that_always_makes_one_ends_its_own_oldest(olive) -> None:
    kept = make_token_of(olive)
    with time_machine.travel(NOW, tick=False) as clock:
        for _ in range(MOST + 2):
            clock.shift(60)
            last = client_of().post(f"{V1}/token", RIGHT).json()["token"]
        assert olive.api_tokens.count() == MOST
        assert with_token(last).get(journal_of(olive)).status_code == 200
    assert olive.api_tokens.filter(digest=digest_of(kept)).exists()


def test_every_token_ends_with_the_password_however_it_is_changed(olive, client) -> None:
    words = {"new_password1": "another long one", "new_password2": "another long one"}
    text = make_token_of(olive)
    client.force_login(olive, "django.contrib.auth.backends.ModelBackend")
    client.post("/account/password/", {"old_password": PASSWORD, **words})
    assert with_token(text).get(journal_of(olive)).status_code == 401

    text = make_token_of(olive)
    olive.set_password("yet another one")
    olive.save()
    assert with_token(text).get(journal_of(olive)).status_code == 401


def test_hashing_a_password_with_new_parameters_ends_nothing(olive, monkeypatch) -> None:
    from django.contrib.auth.hashers import Argon2PasswordHasher

    make_token_of(olive)
    before = olive.password
    monkeypatch.setattr(Argon2PasswordHasher, "time_cost", 2)

    assert olive.check_password(PASSWORD)
    assert olive.password != before
    assert olive.api_tokens.count() == 1


def test_a_token_that_has_expired_is_not_known(olive) -> None:
    text = make_token_of(olive)
    with time_machine.travel(timezone.now() + timedelta(days=2)):
        answer = with_token(text).get(journal_of(olive))

    assert (answer.status_code, answer.json()["code"]) == (401, "authentication_failed")


def test_a_token_does_what_its_scopes_say() -> None:
    night = make_night()
    owner, event = night.users["owner"], night.event
    sent = {
        "read": lambda client: client.get(f"{V1}/events/{event.pk}"),
        "score": lambda client: client.post(f"{V1}/tables/{night.table.pk}/enter", {}),
        "direct": lambda client: client.patch(f"{V1}/events/{event.pk}", {"name": "Renamed"}),
    }
    for scope in Scope.values:
        client = with_token(make_token_of(owner, scopes=[scope]))
        for needed, send in sent.items():
            answer = send(client)
            is_refused = answer.status_code == 403 and answer.json()["code"]
            assert (is_refused == "token_scope") == (scope != needed), (scope, needed)
    # a table's link writes: a token that reads is not given it
    reading = with_token(make_token_of(owner, scopes=["read"]))
    assert reading.get(f"{V1}/tables/{night.table.pk}/link").status_code == 403
    # and gives itself back
    assert reading.delete(f"{V1}/token").status_code == 204


@pytest.mark.long
def test_a_token_of_one_club_is_a_strangers_in_another() -> None:
    here, elsewhere = make_night(), make_night(make_club("Other Club"))
    owner = here.users["owner"]
    make_member(elsewhere.club, owner, "owner")
    hidden = make_event(elsewhere.club, name="Secret", visibility="hidden")
    client = with_token(make_token_of(owner, club=here.club))
    free = client_of(owner)
    for is_staff in (False, True):
        User.objects.filter(pk=owner.pk).update(is_staff=is_staff)

        assert client.get(f"{V1}/clubs/{here.club.slug}/journal").status_code == 200
        assert client.get(f"{V1}/clubs/{elsewhere.club.slug}/journal").status_code in (403, 404)
        assert client.get(f"{V1}/events/{hidden.pk}").status_code == 404
        assert free.get(f"{V1}/events/{hidden.pk}").status_code == 200
        listed = [row["id"] for row in client.get(f"{V1}/events").json()["results"]]
        assert hidden.pk not in listed
        for path in (f"stages/{elsewhere.stage.pk}/draw", f"tables/{elsewhere.table.pk}/award"):
            assert client.post(f"{V1}/{path}", {}).status_code in (403, 404)
        rename = client.patch(f"{V1}/events/{elsewhere.event.pk}", {"name": "Mine"})
        assert rename.status_code in (403, 404)


def test_a_view_without_a_scope_cannot_be_imported() -> None:
    with pytest.raises(LookupError, match="has no scope for POST"):
        type("NewView", (ApiView,), {"post": lambda self, request: None})


def test_a_wrong_password_and_an_unknown_address_read_the_same() -> None:
    make_user(password=PASSWORD)
    wrong = client_of().post(f"{V1}/token", RIGHT | {"password": "wrong"})
    unknown = client_of().post(f"{V1}/token", RIGHT | {"email": "no@example.org"})
    assert wrong.status_code == unknown.status_code == 401
    assert wrong.json() == unknown.json()
    assert wrong.json()["code"] == "wrong_password"


def test_too_many_wrong_passwords_lock_the_account_as_the_page_does() -> None:
    make_user(password=PASSWORD)
    for _time in range(settings.AXES_FAILURE_LIMIT):
        answer = client_of().post(f"{V1}/token", RIGHT | {"password": "wrong"})
    assert (answer.status_code, answer.json()["code"]) == (429, "locked_out")
    answer = client_of().post(f"{V1}/token", RIGHT)
    assert (answer.status_code, answer.json()["code"]) == (429, "locked_out")
    assert answer.headers["Retry-After"] == "900"


class TestPage:
    @pytest.fixture
    def page(self, olive, client: Client):
        client.force_login(olive, "django.contrib.auth.backends.ModelBackend")
        return client

    def words(self, **changes):
        return {
            **{"name": "Big screen", "scopes": ["read"], "club": "", "days": "30"},
            "password": PASSWORD,
        } | changes

    def test_a_token_is_made_shown_once_used_and_revoked(self, olive, page) -> None:
        made = page.post(TOKENS, self.words(club=olive.memberships.get().club_id))
        text = made.context["text"]
        assert text in made.content.decode()
        assert with_token(text).get(journal_of(olive)).status_code == 200

        listed = page.get(TOKENS).content.decode()
        assert "Big screen" in listed
        assert text not in listed
        page.post(f"{TOKENS}{olive.api_tokens.get().pk}/revoke/")
        assert with_token(text).get(journal_of(olive)).status_code == 401
