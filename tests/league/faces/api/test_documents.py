"""Documents for programs: the same as the pages answer with, for the same people."""

from dataclasses import replace

import pytest
from django.urls import reverse

from league.faces.api.description import description
from league.faces.api.documents import round_documents
from league.foundation.jobs import services as jobs
from league.office.documents.document_kind import Of
from league.office.documents.every_document import EVERY_DOCUMENT
from tests.league.faces.api.factories import V1, client_of
from tests.league.factories import make_club, make_member, make_user
from tests.league.office.paper.reading import text_of
from tests.league.play.rounds.factories import make_evening, open_round

pytestmark = pytest.mark.django_db

PLACES = {
    Of.CLUB: "clubs/{club}",
    Of.SEASON: "seasons/{season}",
    Of.EVENT: "events/{event}",
    Of.STAGE: "stages/{stage}",
    Of.ROUND: "rounds/{round}",
    Of.WEEKLY_DEAL: "weekly-deals/{variant}",
}


@pytest.fixture
def round_():
    return open_round(make_evening(8, make_club()))


def program(round_, role="scorer"):
    return client_of(make_member(round_.stage.event.club, role=role).user)


def at(round_, name):
    return f"{V1}/rounds/{round_.pk}/documents/{name}"


@pytest.mark.parametrize("kind", EVERY_DOCUMENT, ids=lambda kind: f"{kind.name} of {kind.of}")
def test_every_document_is_described_as_a_file_at_its_address(kind):
    operation = description("en")["paths"][f"{V1}/{PLACES[kind.of]}/documents/{kind.name}"]["get"]
    answer = operation["responses"]["200"]["content"]["application/pdf"]
    assert answer["schema"] == {"type": "string", "format": "binary"}
    assert "404" in operation["responses"]
    # what anybody may have needs no account
    assert ({} in operation["security"]) == (kind.permission == "")


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "page"),
    [
        ("table-cards", "table_cards_pdf"),
        ("slips", "slips_pdf"),
        ("score-sheets", "score_sheets_pdf"),
    ],
)
def test_the_file_is_that_of_the_desk(client, round_, name, page):
    scorer = make_member(round_.stage.event.club, role="scorer").user
    client.force_login(scorer)
    event = round_.stage.event
    by_page = client.get(reverse(f"desk:{page}", args=[event.club.slug, event.slug, 1, 1]))
    by_program = client_of(scorer).get(at(round_, name))
    assert by_program["Content-Type"] == "application/pdf"
    assert by_program["Content-Disposition"] == by_page["Content-Disposition"]
    assert by_program["Cache-Control"] == by_page["Cache-Control"]
    assert by_program.content == by_page.content


def test_strangers_read_the_names_that_players_show(client, round_):
    event = round_.stage.event
    event.club.players.update(public_name="initials")
    player = event.club.players.first()
    surname = player.name.split()[-1]
    shown, full = client.get(at(round_, "round")), program(round_).get(at(round_, "round"))
    assert surname not in text_of(shown.content)
    assert surname in text_of(full.content)


def test_a_large_document_is_refused_and_made_by_a_worker(monkeypatch, round_):
    monkeypatch.setattr(jobs, "queue", lambda _job_id: None)
    few = replace(round_documents.SLIPS, most=1)
    monkeypatch.setattr(round_documents, "SLIPS", few)
    scorer = program(round_)
    refused = scorer.get(at(round_, "slips"))
    assert (refused.status_code, refused.json()["code"]) == (409, "takes_long")
    asked = [scorer.post(at(round_, "slips")) for _twice in range(2)]
    assert [answer.status_code for answer in asked] == [202, 202]
    assert asked[0].json()["id"] == asked[1].json()["id"]


def test_documents_are_refused_like_their_pages(round_):
    stranger = client_of(make_user("Stranger"))
    assert stranger.get(at(round_, "slips")).status_code == 403
    assert program(round_, "player").get(at(round_, "slips")).status_code == 403
    wrong = program(round_).get(at(round_, "slips"), {"paper": "a3"})
    assert (wrong.status_code, wrong.json()["field"]) == (400, "paper")
