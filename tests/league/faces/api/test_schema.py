"""The OpenAPI description is valid, tidy, true of the examples, and can be browsed."""

import re
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.core.management import call_command

from tests.league.faces.api.factories import V1, client_of


def test_the_description_is_valid_without_a_warning(tmp_path: Any) -> None:
    file = tmp_path / "schema.yml"
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(file))
    assert "openapi" in file.read_text()


@pytest.mark.django_db
def test_the_description_is_served_as_json_and_as_yaml() -> None:
    answer = client_of().get(f"{V1}/schema/")
    assert answer["Content-Type"].startswith("application/")
    assert answer.json()["openapi"].startswith("3.1")
    yaml = client_of().get(f"{V1}/schema/?format=yaml")
    assert yaml.content.startswith(b"openapi: 3.1")


@pytest.mark.django_db
def test_the_page_to_browse_obeys_the_sites_policy() -> None:
    answer = client_of().get(f"{V1}/docs/", HTTP_ACCEPT="text/html")
    assert answer.status_code == 200
    page = answer.content.decode()
    assert "unsafe" not in answer["Content-Security-Policy"]
    assert "<style" not in page
    assert not re.search(r"<script(?![^>]*\bsrc=)", page)
    assert not re.search(r"\son\w+=", page)
    assert not [one for one in re.findall(r'(?:src|href)="([^"]*)"', page) if "//" in one]
    for asset in re.findall(r'"/static/([^"?]+)', page):
        assert finders.find(asset), asset
    (script,) = re.findall(r'src="(/api/v1/docs/[^"]+)"', page)
    answer = client_of().get(script.replace("&amp;", "&"), HTTP_ACCEPT="*/*")
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("application/javascript")
