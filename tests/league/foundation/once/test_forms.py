"""A form that is sent twice makes one thing."""

import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.clubs.models import ApiToken
from league.foundation.once.models import KeyedRequest
from league.foundation.once.services import (
    MOST_KEPT_BYTES,
    RETENTION,
    Answer,
    KeyReused,
    forget_old,
    run_once,
)
from league.play.events.models import Season
from tests.league.factories import PASSWORD, make_club, make_member, make_user
from tests.league.foundation.once.keys import KEY

pytestmark = pytest.mark.django_db
FIELD = re.compile(r'name="sent_once" value="([0-9a-f-]{36})"')


def signed_in(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def key_on(client: Client, address: str) -> str:
    found = FIELD.search(client.get(address).content.decode())
    assert found, address
    return found[1]


def test_a_form_with_a_fault_is_not_done_and_may_be_sent_again_with_its_key():
    club = make_club()
    client = signed_in(make_member(club, role="owner").user)
    address = reverse("desk:season_new", args=[club.slug])
    key = key_on(client, address)
    typed = {"name": "", "starts_on": "2026-01-01", "ends_on": "2026-06-01", "sent_once": key}
    for _time in range(2):
        assert client.post(address, typed).status_code in (200, 422)
    assert not KeyedRequest.objects.exists()
    typed["name"] = "Spring"
    for _time in range(2):
        assert client.post(address, typed).status_code == 302
    assert Season.objects.filter(name="Spring").count() == 1


def forms_of(path: Path) -> list[str]:
    """Return the forms of a template in which somebody types, as they stand there."""
    text = path.read_text()
    forms = [form.partition("</form>")[0] for form in text.split("<form")[1:]]
    return [form for form in forms if 'method="post"' in form and "novalidate" in form]


# a part of a page that is changed many times, or nothing is made
WITHOUT_A_KEY = ("data-hx-post", "data-no-guard", "desk:deals_look")


def test_every_form_of_the_desk_in_which_somebody_types_carries_a_key():
    root = settings.BASE_DIR / "templates" / "desk"
    without = [
        f"{path.relative_to(root)}: {form[:80]}"
        for path in root.rglob("*.html")
        if "account" not in path.parts  # what an account changes is changed to the same twice
        for form in forms_of(path)
        if "sent_once" not in form and not any(sign in form for sign in WITHOUT_A_KEY)
    ]
    assert without == []


def done(act, *, digest: str = "a", at=None) -> Answer | None:
    return run_once(scope="user:1", key=KEY, digest=digest, at=at or timezone.now(), act=act)


def test_a_request_sent_again_gets_its_answer_and_other_content_is_refused():
    assert done(lambda: Answer(status=201, body="{}")) is None
    assert done(lambda: pytest.fail("done twice")) == Answer(status=201, body="{}")
    with pytest.raises(KeyReused):
        done(lambda: pytest.fail("done twice"), digest="b")


def test_an_answer_that_is_too_large_is_not_stored_but_the_request_is_known_as_done():
    done(lambda: Answer(status=201, body="x" * (MOST_KEPT_BYTES + 1)))
    assert done(lambda: pytest.fail("done twice")) == Answer(status=201, body=None)


def test_a_request_that_fails_leaves_the_key_free():
    def fails() -> Answer:
        raise RuntimeError

    with pytest.raises(RuntimeError):
        done(fails)
    assert not KeyedRequest.objects.exists()


def test_keys_are_deleted_after_a_day_and_beyond_the_limit_the_oldest(monkeypatch):
    now = timezone.now()
    done(lambda: Answer(status=201), at=now - RETENTION - timedelta(minutes=1))
    assert forget_old(now) == 1
    monkeypatch.setattr("league.foundation.once.services.MOST_OF_A_SCOPE", 2)
    KeyedRequest.objects.bulk_create(
        KeyedRequest(scope="user:1", key=KEY[:-1] + str(n), digest="", status=201, done_at=now)
        for n in range(5)
    )
    assert forget_old(now) == 3
    assert KeyedRequest.objects.count() == 2


@pytest.mark.long
def test_a_token_that_was_revoked_does_not_come_back_with_its_form():
    user = make_user("Ann Lee", email="ann@example.org", password=PASSWORD)
    client = signed_in(user)
    address = reverse("account:tokens")
    typed = {"name": "big screen", "scopes": ["read"], "days": "90", "password": PASSWORD}
    typed["sent_once"] = key_on(client, address)
    client.post(address, typed)
    client.post(reverse("account:token_revoke", args=[ApiToken.objects.get().pk]))
    again = client.post(address, typed)
    assert not ApiToken.objects.exists()
    assert "You have no tokens." in again.content.decode()
