"""The first account of a site is made by whoever runs it."""

import re
from io import StringIO

import pytest
from django.conf import settings
from django.core.management import call_command
from django.urls import reverse

from league.clubs.models import User
from tests.league.factories import make_user

pytestmark = pytest.mark.django_db


def account(*words):
    said = StringIO()
    call_command("account", *words, stdout=said)
    return said.getvalue()


def test_the_first_account_is_made_and_signed_in_by_the_link(client):
    page = client.get(reverse("account:sign_in")).content.decode()
    assert "Nobody has an account here yet." in page

    said = account(" Ann@Example.org ", "--name", " Ann  Lee ", "--language", "ja")

    user = User.objects.get()
    assert (user.email, user.name, user.language) == ("ann@example.org", "Ann Lee", "ja")
    assert not user.is_staff
    assert not user.has_usable_password()
    token = re.search(r"sesame=([\w-]+)", said)[1]
    assert settings.SITE_URL + reverse("account:magic") in said
    answer = client.post(reverse("account:magic"), {"sesame": token})
    assert answer.headers["Location"] == reverse("desk:home")
    client.logout()
    page = client.get(reverse("account:sign_in")).content.decode()
    assert "Nobody has an account here yet." not in page


def test_an_account_that_is_there_is_kept_as_it_is():
    make_user("Ann Lee", email="ann@example.org")

    said = account("ann@example.org", "--name", "Somebody Else")

    assert said.startswith("There is the account of Ann Lee (ann@example.org).")
    assert User.objects.count() == 1
