"""A part of a page that is the same for all who are shown the same is made once for it."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

import pytest
from django.template import engines
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy, override

from league.clubs.models import Player
from league.events.models import Event, EventState
from league.public.templatetags import same_for_all as tags
from tests.league.factories import make_member
from tests.league.public.factories import make_pairs, seat_all, submit
from tests.league.standings.factories import build, make_round, make_stage, play

FOOT = "components/footer.html"
PAGES = pytest.mark.django_db
PAGE = engines["django"].from_string(f'{{% load same_for_all %}}{{% same_for_all "{FOOT}" %}}')


@pytest.fixture(autouse=True)
def nothing_kept():
    tags.forget_parts()


def made_of(monkeypatch):
    """Have parts be a text of how many were made."""
    made = []

    def make(name, values):
        made.append((name, values))
        return mark_safe(f"{len(made)}. {name}")  # noqa: S308

    monkeypatch.setattr(tags, "render_to_string", make)
    return made


def test_it_is_what_the_template_says_in_each_language(db):
    for language in ("en", "ja", "en"):
        with override(language):
            assert PAGE.render() == render_to_string(FOOT)
    with override("ja"):
        japanese = PAGE.render()
    with override("en"):
        assert PAGE.render() != japanese


def test_it_is_made_once_for_each_language_and_time_zone(monkeypatch):
    made = made_of(monkeypatch)
    for language, zone in (("en", "UTC"), ("ja", "UTC"), ("ja", "Asia/Tokyo")) * 2:
        with override(language), timezone.override(zone):
            tags.same_for_all("a.html", name="Ann")
    assert len(made) == 3


@dataclass(frozen=True)
class Place:
    rank: int
    points: Decimal


@dataclass(frozen=True)
class Row:
    rank: int
    points: Decimal


ALIKE = [
    *(1, True, 1.0, "1", Decimal(1), Decimal("1.0"), None, "None", "", 0, False),
    *([], (), {}, [1], (1,), ["1"], [[1]], {"a": 1}, {"a": "1"}, {"b": 1}, ["a", 1]),
    *("a, b", ["a, b"], ["a", "b"], "<b>", mark_safe("<b>")),
    *(date(2026, 3, 1), "2026-03-01", Place(1, Decimal(2)), Row(1, Decimal(2))),
    *(Row(1, Decimal("2.0")), EventState.OPEN, str(EventState.OPEN)),
]


def test_values_that_only_look_alike_make_different_parts(monkeypatch):
    made = made_of(monkeypatch)
    texts = [tags.same_for_all("a.html", value=value) for value in ALIKE * 2]
    assert len(made) == len(ALIKE)
    assert texts[: len(ALIKE)] == texts[len(ALIKE) :]
    assert len(set(texts)) == len(ALIKE)


def test_the_names_of_values_and_the_template_count_too(monkeypatch):
    made = made_of(monkeypatch)
    for name in ("a.html", "b.html"):
        for values in ({"one": 1}, {"two": 1}, {"one": 1, "two": 1}):
            tags.same_for_all(name, **values)
    assert len(made) == 6


def test_a_text_that_is_translated_when_shown_counts_as_what_it_says(monkeypatch):
    made = made_of(monkeypatch)
    text = gettext_lazy("Standings")
    with override("en"):
        tags.same_for_all("a.html", text=text)
        tags.same_for_all("a.html", text="Standings")
    assert len(made) == 1


def test_what_may_say_more_than_it_shows_is_refused():
    for value in (Player(name="Ann"), object(), {1, 2}, [Event()], {"row": Player(name="Ann")}):
        with pytest.raises(TypeError, match="plain values"):
            tags.same_for_all(FOOT, value=value)


def test_a_process_keeps_no_more_than_its_limit_and_forgets_the_oldest():
    parts = tags.Parts(most=100)
    for number in range(30):
        parts.of((number,), lambda: mark_safe("0123456789"))
    assert len(parts) == 10
    made = []
    for key in ((29,), (0,)):
        parts.of(key, lambda: made.append(1) or mark_safe("0123456789"))
    assert made == [1]


def test_a_part_that_is_very_large_is_not_kept():
    parts = tags.Parts(most=10 * tags.LARGEST)
    assert len(parts.of((1,), lambda: mark_safe("x" * (tags.LARGEST + 1)))) > tags.LARGEST  # noqa: S308
    assert len(parts) == 0


def shown(client, name, *args):
    answer = client.get(reverse(f"public:{name}", args=args))
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.long
@PAGES
def test_a_club_page_names_in_full_to_its_own_people_alone(client):
    stage = make_stage("Ann Lee", "Bob Ray")
    club = stage.event.club
    club.players.filter(name="Ann Lee").update(public_name="initials")
    play(make_round(stage, state="closed"), {"Ann Lee": 9, "Bob Ray": 1})
    build(stage)
    Event.objects.filter(pk=stage.event_id).update(
        state=EventState.FINISHED, finished_at=timezone.now()
    )
    member = make_member(club).user
    for _turn in range(2):
        client.logout()
        for page in (shown(client, "club", club.slug), shown(client, "home")):
            assert "Ann Lee" not in page
            assert "A. L." in page
        client.force_login(member, backend="django.contrib.auth.backends.ModelBackend")
        assert "Ann Lee" in shown(client, "club", club.slug)
        # all clubs are on the front page: there everybody is shown what the public is
        assert "Ann Lee" not in shown(client, "home")


@pytest.mark.long
@PAGES
def test_a_table_page_shows_each_reader_their_names_and_every_change(client):
    stage = make_pairs(initials="Ann Lee")
    table = seat_all(make_round(stage))
    submit(table, number=1, full=False)
    event = stage.event
    at = (event.club.slug, event.slug, table.pk)
    member = make_member(event.club).user
    for deals in (1, 2):
        client.logout()
        page = shown(client, "table", *at)
        assert "Ann Lee" not in page
        assert page.count("data-key=") == deals
        client.force_login(member, backend="django.contrib.auth.backends.ModelBackend")
        page = shown(client, "table", *at)
        assert "Ann Lee" in page
        assert page.count("data-key=") == deals
        submit(table, number=deals + 1, full=False)
    Player.objects.filter(name="Ann Lee").update(name="Anna Lee")
    assert "Anna Lee" in shown(client, "table", *at)


@pytest.mark.long
@PAGES
def test_the_bar_on_top_is_that_of_who_looks(client):
    club = make_stage("Ann", "Bob").event.club
    member = make_member(club).user
    for _turn in range(2):
        client.logout()
        page = shown(client, "club", club.slug)
        assert reverse("desk:home") not in page
        assert reverse("account:sign_in") in page
        client.force_login(member, backend="django.contrib.auth.backends.ModelBackend")
        page = shown(client, "club", club.slug)
        assert reverse("desk:home") in page
        assert str(member) in page
        assert reverse("account:sign_in") not in page


@pytest.mark.long
@PAGES
def test_a_club_that_changes_is_shown_so_at_once(client):
    club = make_stage("Ann", "Bob").event.club
    assert club.name in shown(client, "home")
    for name in ("Larks & Owls", "Owls <b>"):
        club.name = name
        club.save()
        page = shown(client, "home")
        assert name.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;") in page
        assert "<b>" not in page
