"""The recipes of docs/api-recipes.md are run as they stand there, against a site."""

import re

import pytest
from django.conf import settings

from tests.league.faces.api.client.conftest import work_out
from tests.league.faces.api.factories import make_night
from tests.league.factories import PASSWORD, make_club, make_member, make_user

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.processes, pytest.mark.long]

RECIPES = settings.BASE_DIR / "docs" / "api-recipes.md"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_each_recipe_runs_as_it_stands(client_package, live_server, monkeypatch, capsys):
    club = make_club("Harbour Cards")
    owner = make_user("Ann Owner", email="ann@example.org", password=PASSWORD)
    make_member(club, owner, "owner")
    event = make_night(club).event
    work_out(event.pk)
    known = {"SITE": live_server.url, "CLUB": club.slug, "EVENT": str(event.pk)}
    known |= {"EMAIL": "ann@example.org", "PASSWORD": PASSWORD}
    for name, value in known.items():
        monkeypatch.setenv(f"TRICKTABLE_{name}", value)
    names: dict[str, object] = {}
    for block in BLOCK.findall(RECIPES.read_text()):
        exec(compile(block, str(RECIPES), "exec"), names)  # noqa: S102 - our own document
    for client in (names["public"], names["club"], names["bot"]):
        client.get_httpx_client().close()

    said = capsys.readouterr().out
    assert "submitted [64, 42]" in said
    assert "0 already_asked Nothing was written" in said
