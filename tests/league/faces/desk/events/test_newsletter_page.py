"""The newsletter at the desk: from standings and deals, with public names, in two languages."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.clubs.models import Player, Role
from league.office.paper.newsletter import MOST_ACHIEVEMENTS
from league.play.results.models import Submission
from league.tables.statistics.models import Achievement
from tests.league.faces.public.factories import make_played
from tests.league.factories import make_member
from tests.league.play.events.factories import make_people
from tests.league.tables.standings.factories import build

pytestmark = pytest.mark.django_db


def page_of(client, event, name="newsletter", **query):
    return client.get(reverse(f"desk:{name}", args=[event.club.slug, event.slug]), query)


@pytest.fixture
def event(client):
    stage, _table, _told = make_played()
    build(stage)
    client.force_login(make_member(stage.event.club, role=Role.DIRECTOR).user)
    return stage.event


@pytest.mark.long
def test_the_text_names_the_leaders_the_biggest_deal_and_how_many_played(client, event):
    page = page_of(client, event)

    text = page.context["text"]
    submission = Submission.objects.get()
    assert "Leading during round 1: Ann Lee & Bob Ray with" in text
    assert "not over" in text
    assert "The deal of the night was deal 1 at table 1 in round 1" in text
    assert f"{max(submission.deal.score)} points" in text
    assert reverse("public:deal", args=[submission.pk]) in text
    # which is the biggest too, and told once
    assert "biggest deal" not in text
    assert "4 players took part and played 1 deal." in text
    assert text.replace("&", "&amp;") in page.content.decode()


@pytest.mark.long
def test_players_are_called_what_they_show_everybody(client, event):
    Player.objects.filter(name="Ann Lee").update(public_name="initials")
    build(event.stages.get())

    assert "Ann Lee" not in page_of(client, event).context["text"]


@pytest.mark.long
def test_the_file_is_the_text_in_the_language_asked_for(client, event):
    text = page_of(client, event, language="ja").context["text"]
    file = page_of(client, event, "newsletter_file", language="ja")

    assert file.content.decode() == text
    assert file["Content-Type"] == "text/plain; charset=utf-8"
    assert file["Content-Disposition"].startswith(f'attachment; filename="{event.slug}-newsletter')
    assert text != page_of(client, event, language="en").context["text"]
    assert page_of(client, event, language="tlh").status_code == 404


@pytest.mark.long
def test_only_people_with_a_right_to_the_desk_see_the_newsletter(client, event):
    client.force_login(make_member(event.club, role=Role.PLAYER).user)

    assert page_of(client, event).status_code == 403
    assert page_of(client, event, "newsletter_file").status_code == 403


@pytest.mark.long
def test_a_prepared_deal_that_others_have_still_to_play_is_left_out(client, event):
    stage = event.stages.get()
    table = stage.rounds.get().tables.get()
    table.deal_numbers = [1]
    table.save()
    other = table.round.tables.create(number=2, deal_numbers=[1])

    assert "deal of the night" not in page_of(client, event).context["text"]
    other.delete()
    assert "deal of the night" in page_of(client, event).context["text"]


@pytest.mark.long
def test_queries_do_not_grow_with_the_deals(client, event):
    from tests.league.faces.public.factories import submit

    table = event.stages.get().rounds.get().tables.get()

    def counted():
        with CaptureQueriesContext(connection) as queries:
            page_of(client, event)
        return len(queries)

    before = counted()
    for number in range(5, 10):
        submit(table, number=number)
    assert counted() == before


def test_of_all_deals_but_that_of_the_night_their_scores_alone_are_read(client, event):
    with CaptureQueriesContext(connection) as queries:
        page_of(client, event)

    columns = {"data", "lines", "detail"}
    chosen = f'"results_submission"."id" IN ({Submission.objects.get().pk})'
    read = " ".join(one["sql"] for one in queries if chosen not in one["sql"])
    assert '"games_deal"."score"' in read
    assert not [name for name in columns if f'"games_deal"."{name}"' in read]


@pytest.mark.long
def test_highlights_beyond_those_named_are_only_counted(client, event):
    submission = Submission.objects.get()
    players = make_people(event.club, MOST_ACHIEVEMENTS + 2)
    Achievement.objects.bulk_create(
        Achievement(
            club=event.club,
            player=player,
            submission=submission,
            table=submission.table,
            variant="double-deck-pinochle",
            kind="all_tricks",
            at=submission.submitted_at,
        )
        for player in players
    )

    text = page_of(client, event).context["text"]

    assert sum(text.count(f"{player.name} (") for player in players) == MOST_ACHIEVEMENTS
    assert "2 more are not listed here." in text
