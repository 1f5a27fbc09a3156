"""One's own token: made with the password, locked after wrong ones, revoked."""

import pytest
from django.conf import settings
from rest_framework.authtoken.models import Token

from tests.league.api.factories import V1, client_of
from tests.league.factories import PASSWORD, make_member, make_user

pytestmark = pytest.mark.django_db
RIGHT = {"email": "olive.owner@example.org", "password": PASSWORD}


def test_a_token_is_made_with_the_password_used_and_revoked() -> None:
    user = make_user(password=PASSWORD)
    member = make_member_of(user)
    made = client_of().post(f"{V1}/token", RIGHT | {"email": "Olive.Owner@Example.org"})
    assert made.status_code == 200
    assert client_of().post(f"{V1}/token", RIGHT).json() == made.json()
    client = client_of()
    client.credentials(HTTP_AUTHORIZATION=f"Token {made.json()['token']}")
    journal = f"{V1}/clubs/{member}/journal"
    assert client.get(journal).status_code == 200
    assert client.delete(f"{V1}/token").status_code == 204
    assert not Token.objects.exists()
    assert client.get(journal).status_code == 401


def make_member_of(user: object) -> str:
    from tests.league.factories import make_club

    club = make_club()
    make_member(club, user, "owner")  # type: ignore[arg-type]
    return club.slug


def test_a_wrong_password_and_an_unknown_address_read_the_same() -> None:
    make_user(password=PASSWORD)
    wrong = client_of().post(f"{V1}/token", RIGHT | {"password": "wrong"})
    unknown = client_of().post(f"{V1}/token", RIGHT | {"email": "no@example.org"})
    assert wrong.status_code == unknown.status_code == 401
    assert wrong.json() == unknown.json()
    assert wrong.json()["error"]["code"] == "wrong_password"


def test_an_account_without_a_password_gets_no_token() -> None:
    make_user()
    for password in ("", "!", PASSWORD):
        answer = client_of().post(f"{V1}/token", RIGHT | {"password": password})
        assert answer.status_code in (400, 401)


def test_too_many_wrong_passwords_lock_the_account_as_the_page_does() -> None:
    make_user(password=PASSWORD)
    for _time in range(settings.AXES_FAILURE_LIMIT):
        answer = client_of().post(f"{V1}/token", RIGHT | {"password": "wrong"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (429, "locked_out")
    answer = client_of().post(f"{V1}/token", RIGHT)
    assert (answer.status_code, answer.json()["error"]["code"]) == (429, "locked_out")


def test_revoking_needs_a_login() -> None:
    answer = client_of().delete(f"{V1}/token")
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "not_authenticated")
