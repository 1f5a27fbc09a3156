"""The deal of the night: which one it is, by the rule, and where it is shown."""

import re
from datetime import UTC, date, datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from league.office.documents.recaps import (
    ChosenDeal,
    deals_of_last_nights,
    describe_deals,
    news_of,
    newsletter_html,
)
from league.play.events.models import Event
from league.play.results.models import Submission
from league.tables.highlights.facts import (
    best_of_each,
    deals_of_the_nights,
    deals_shown,
    evenings_of,
)
from tests.league.play.events.factories import make_running
from tests.league.play.prepared.factories import draw, prepare
from tests.league.play.results.factories import make_table, pinochle, play
from tests.league.play.rounds.factories import open_round
from tests.league.tables.highlights.factories import work_out
from tests.league.tables.seasons.factories import make_night, make_season
from tests.league.tables.standings.factories import NOW, build, make_round, make_stage

FRIDAY, SATURDAY = date(2026, 3, 6), date(2026, 3, 7)


@pytest.mark.parametrize(
    ("scored", "remembered", "chosen"),
    [
        ([], {}, {}),
        # the most points of a side, of equal ones the first
        ([(1, FRIDAY, 60), (2, FRIDAY, 90), (3, FRIDAY, 90)], {}, {FRIDAY: 2}),
        # what the game has a name for comes before points, and more of it before less
        ([(1, FRIDAY, 90), (2, FRIDAY, 10)], {2: 1}, {FRIDAY: 2}),
        ([(1, FRIDAY, 90), (2, FRIDAY, 10)], {1: 1, 2: 2}, {FRIDAY: 2}),
        # each day has its own
        ([(1, FRIDAY, 90), (2, SATURDAY, 10)], {}, {FRIDAY: 1, SATURDAY: 2}),
        # in which nobody made a point and nothing was done, there is none
        ([(1, FRIDAY, 0), (2, FRIDAY, -40)], {}, {}),
    ],
)
def test_the_rule(scored, remembered, chosen):
    assert best_of_each(scored, remembered) == chosen


def chosen_of(event: Event) -> list[ChosenDeal]:
    chosen = deals_of_the_nights(event, deals_shown(event), evenings_of(event))
    return describe_deals({event.pk: chosen})[event.pk]


@pytest.mark.django_db
class TestEvenings:
    def test_a_night_lasts_until_five_in_the_morning(self):
        stage = make_stage("Ann", "Bob")
        moments = [
            datetime(2026, 3, 6, 20, tzinfo=UTC),
            datetime(2026, 3, 7, 3, 59, tzinfo=UTC),
            datetime(2026, 3, 7, 5, 1, tzinfo=UTC),
        ]
        for number, moment in enumerate(moments, start=1):
            round_ = make_round(stage, number)
            stage.rounds.filter(pk=round_.pk).update(opened_at=moment)

        stage.event.club.time_zone = "UTC"
        with timezone.override("Asia/Tokyo"):  # whoever looks
            evenings = evenings_of(stage.event)

        assert [(evening.day, len(evening.rounds)) for evening in evenings] == [
            (FRIDAY, 2),
            (SATURDAY, 1),
        ]

    @pytest.mark.long
    def test_a_deal_that_others_have_still_to_play_is_none(self):
        event = make_running(
            4,
            format="howell",
            table_play="deals",
            deals_a_round=2,
            stage_options={"prepared_deals": True},
        )
        prepare(event, "00000074" * 8)
        first, *_later = draw(event)
        open_round(first)
        one, other = first.tables.order_by("number")
        play(one, pinochle(), pinochle())
        assert chosen_of(event) == []

        play(other, pinochle(), pinochle())
        assert len(chosen_of(event)) == 1


@pytest.mark.django_db
class TestWhereItIsShown:
    def test_the_page_of_an_event_that_is_over_tells_it_to_be_read_and_copied(self, client):
        table = make_table(deals_a_round=1)
        play(table, pinochle())
        event = table.round.stage.event
        build(table.round.stage)
        address = reverse("public:event", args=[event.club.slug, event.slug])
        assert "Best deal" not in client.get(address).content.decode()
        event.state, event.finished_at = "finished", NOW
        event.save()
        work_out(event)

        html = client.get(address).content.decode()
        assert re.search(r"won Spring cup with \d+ points, \d+ points ahead of", html)
        assert f'href="{reverse("public:deal", args=[Submission.objects.get().pk])}"' in html
        copied = html.split('data-copy="')[1].split('"')[0]
        assert "The deal of the night was deal 1 at table 1 in round 1" in copied
        assert copied.endswith(address)

        feed = client.get(reverse("public:club_feed", args=[event.club.slug])).content.decode()
        assert "The deal of the night was deal 1" in feed
        assert reverse("public:deal_picture", args=[Submission.objects.get().pk]) in feed
        home = client.get(reverse("public:club", args=[event.club.slug])).content.decode()
        assert "Best deal" in home

    @pytest.mark.parametrize(("visibility", "has_picture"), [("public", True), ("members", False)])
    def test_as_html_the_newsletter_links_the_deal_by_its_picture(self, visibility, has_picture):
        table = make_table(deals_a_round=1, visibility=visibility)
        play(table, pinochle())
        build(table.round.stage)
        page = reverse("public:deal", args=[Submission.objects.get().pk])

        html = newsletter_html(table.round.stage.event, "de")
        assert f'{page}">' in html
        assert (f'{page}picture.png?language=de"' in html) is has_picture

    @pytest.mark.long
    def test_a_deal_that_is_taken_back_is_shown_no_more(self):
        table = make_table(deals_a_round=2)
        play(table, pinochle())
        event = table.round.stage.event
        event.state, event.finished_at = "finished", NOW
        event.save()
        work_out(event)
        assert len(deals_of_last_nights([event])[event.pk]) == 1

        Submission.objects.update(state="void")
        assert deals_of_last_nights([event])[event.pk] == []

    @pytest.mark.long
    def test_the_season_after_its_last_night_alone(self):
        season = make_season()
        first = make_night(season, {"Ann Lee": 9, "Bob": 8})
        last = make_night(season, {"Ann Lee": 5, "Bob": 7})

        season_news = news_of(last).season
        assert (season_news.season, season_news.nights) == (season.name, 2)
        assert {place.name for place in season_news.places} == {"Ann Lee", "Bob"}
        assert news_of(first).season is None

    @pytest.mark.long
    def test_no_season_whose_table_is_not_for_everybody(self):
        season = make_season()
        make_night(season, {"Ann Lee": 9, "Bob": 8}, visibility="members")
        assert news_of(make_night(season, {"Ann Lee": 5, "Bob": 7})).season is None
