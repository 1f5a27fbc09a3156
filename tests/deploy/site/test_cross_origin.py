"""Scripts of other websites: they read what is public, ask the doors, and do nothing else."""

import pytest

from tests.league.faces.api.factories import V1
from tests.league.factories import make_club

pytestmark = pytest.mark.django_db
ELSEWHERE = {"Origin": "https://elsewhere.example"}


def before(client, path, method, **headers):
    """Ask what a browser asks before it lets a script send something."""
    asked = ELSEWHERE | {"Access-Control-Request-Method": method} | headers
    return client.options(f"{V1}{path}", headers=asked)


def test_public_reads_are_shown_to_scripts_of_any_website(client):
    make_club()

    answer = client.get(f"{V1}/clubs", headers=ELSEWHERE)

    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "ETag" in answer["Access-Control-Expose-Headers"]
    # never together with cookies: a browser would hand over what only its person sees
    assert "Access-Control-Allow-Credentials" not in answer


@pytest.mark.parametrize("door", ["score", "draw", "rank"])
def test_the_doors_are_asked_from_anywhere(client, door):
    allowed = before(client, f"/{door}", "POST")
    answer = client.post(f"{V1}/{door}", {}, content_type="application/json", headers=ELSEWHERE)

    assert (allowed.status_code, allowed["Access-Control-Allow-Origin"]) == (204, "*")
    assert "POST" in allowed["Access-Control-Allow-Methods"]
    assert "content-type" in allowed["Access-Control-Allow-Headers"]
    assert answer["Access-Control-Allow-Origin"] == "*"


def test_nothing_else_is_written_from_elsewhere(client):
    allowed = before(client, "/tables/1/submit", "POST")
    answer = client.post(f"{V1}/tables/1/submit", {}, headers=ELSEWHERE)

    assert allowed["Access-Control-Allow-Methods"] == "GET, HEAD"
    assert "authorization" not in allowed["Access-Control-Allow-Headers"]
    assert "Access-Control-Allow-Origin" not in answer


def test_pages_are_not_shown_to_other_websites(client):
    assert "Access-Control-Allow-Origin" not in client.get("/", headers=ELSEWHERE)
