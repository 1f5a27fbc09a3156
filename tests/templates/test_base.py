"""The frame around every page: whole without a request, without a club and without a user."""

import re

import pytest
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.utils import translation

from league.foundation.languages import CODES

ERROR_PAGES = [
    "400.html",
    "403.html",
    "403_csrf.html",
    "404.html",
    "500.html",
    "errors/locked_out.html",
]


@pytest.mark.long
@pytest.mark.parametrize("language", CODES)
@pytest.mark.parametrize("name", ERROR_PAGES)
def test_pages_for_what_went_wrong_need_nothing_at_all(name: str, language: str) -> None:
    with translation.override(language):
        html = render_to_string(name)
    assert f'<html lang="{language}"' in html
    assert len(re.findall("<h1>", html)) == 1
    assert 'href="/' in html


def test_a_page_for_the_public_holds_no_token_and_so_can_be_cached() -> None:
    request = RequestFactory().get("/clubs/harbour/")
    request.user = AnonymousUser()
    html = render_to_string("base.html", {"club": {"name": "Harbour", "slug": "harbour"}}, request)
    assert "csrf" not in html.lower()
    assert "CSRF_COOKIE" not in request.META


@pytest.mark.long
def test_choosing_a_language_works_without_a_token_and_is_kept() -> None:
    client = Client(enforce_csrf_checks=True)
    answer = client.post("/language/", {"language": "ja", "next": "/styleguide/"})
    assert (answer.status_code, answer["Location"]) == (302, "/styleguide/")
    assert '<html lang="ja"' in client.get("/styleguide/").content.decode()


@pytest.mark.long
def test_choosing_a_language_leads_to_no_other_host() -> None:
    answer = Client().post("/language/", {"language": "ja", "next": "https://evil.example/"})
    assert answer["Location"] == "/"
