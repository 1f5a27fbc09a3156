"""House rules at the desk: who may, made from a preset, changed, refused, archived, chosen."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.services import variants
from league.clubs.models import HouseRules
from league.faces.desk.house_rules.form import HouseRulesForm
from league.foundation.journal.models import Happening
from league.play.events import services as events
from league.play.events.models import Event
from league.play.events.rulesets import copied_from
from tests.league.faces.desk.undoing import button_of
from tests.league.factories import make_club, make_house_rules, make_member, make_user
from tests.league.play.events.factories import DIRECTOR, NOW, PITCH, make_event
from tests.league.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return make_club()


@pytest.fixture
def director(client, club):
    client.force_login(make_member(club, role="director").user)
    return client


def at(name, *args):
    return reverse(f"desk:{name}", args=args)


def typed(variant="pitch", preset="standard", **own):
    """Return what a browser sends for a preset, and what was chosen otherwise."""
    form = HouseRulesForm(None, variant=variant, preset=preset, own={})
    plain = {name: form.fields[name].initial for name in form.options}
    return {"name": "Friday rules"} | plain | own


def new(club, rules="pitch:standard"):
    return at("house_rules_new", club.slug) + f"?rules={rules}"


# ------------------------------------------------------------------------------- who may

READS = {
    "house_rules": {"owner", "director", "scorer"},
    "house_rules_new": {"owner", "director"},
    "house_rules_change": {"owner", "director"},
}
WRITES = ("house_rules_new", "house_rules_change", "house_rules_archive", "house_rules_bring_back")
ABOUT_ONE = ("house_rules_change", "house_rules_archive", "house_rules_bring_back")


def address(name, rules):
    args = [rules.pk] if name in ABOUT_ONE else []
    query = "?rules=pitch:standard" if name == "house_rules_new" else ""
    return at(name, rules.club.slug, *args) + query


def facts():
    return (list(HouseRules.objects.order_by("pk").values()), Happening.objects.count())


@pytest.mark.long
@pytest.mark.parametrize("name", READS)
@pytest.mark.parametrize("role", ["owner", "director", "scorer", "player"])
def test_pages_open_for_the_roles_that_may(client, club, name, role):
    client.force_login(make_member(club, role=role).user)

    status = client.get(address(name, make_house_rules(club))).status_code

    assert status == (200 if role in READS[name] else 403)


@pytest.mark.long
@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", WRITES)
@pytest.mark.parametrize("who", ["scorer", "player", "outsider", "other owner", "nobody"])
def test_nobody_else_writes(client, club, name, who):
    rules = make_house_rules(club)
    if who in ("scorer", "player"):
        client.force_login(make_member(club, role=who).user)
    elif who != "nobody":
        user = make_user("Stan Stranger")
        if who == "other owner":
            make_club("Elsewhere", owner=user)
        client.force_login(user)
    before = facts()

    status = client.post(address(name, rules), typed(name="Changed")).status_code

    assert status == {"scorer": 403, "player": 403, "nobody": 302}.get(who, 404)
    assert facts() == before


@pytest.mark.long
@pytest.mark.parametrize("name", ABOUT_ONE)
def test_rules_of_another_club_are_not_there_below_ones_own_address(client, name):
    owner = make_user("Stan Stranger")
    own = make_club("Elsewhere", owner=owner)
    rules = make_house_rules(make_club())
    client.force_login(owner)

    answer = client.post(at(name, own.slug, rules.pk), typed(name="Changed"))

    assert answer.status_code == 404
    assert HouseRules.objects.get().name == "Friday rules"


def test_house_rules_cannot_be_made_from_an_event_of_another_club(director, club):
    make_event(make_club("Elsewhere"), "Secret", **PITCH)

    assert director.get(at("house_rules_new", club.slug) + "?event=secret").status_code == 404


def test_a_scorer_sees_the_list_and_no_button_that_changes_it(client, club):
    make_house_rules(club)
    archived = make_house_rules(club, "Old rules")
    HouseRules.objects.filter(pk=archived.pk).update(archived_at=NOW)
    client.force_login(make_member(club, role="scorer").user)

    main = client.get(at("house_rules", club.slug)).content.decode().split("<main", 1)[1]

    assert "Friday rules" in main
    assert "Old rules" in main
    assert "<form" not in main.split("</main", 1)[0]
    assert "/new/" not in main


# --------------------------------------------------------------------------- made and changed


def test_house_rules_start_from_a_preset_that_is_chosen_first(director, club):
    first = director.get(at("house_rules_new", club.slug))
    assert "Choose" not in first.context["form"].errors
    assert "Gordon's partnership Pitch" in text_of(first)

    page = director.get(new(club, "pitch:gordon"))
    assert page.context["form"]["target"].value() == "21"
    answer = director.post(new(club, "pitch:gordon"), typed(preset="gordon", target="11"))

    rules = HouseRules.objects.get()
    assert answer.url == at("house_rules_change", club.slug, rules.pk)
    assert (rules.variant, rules.preset, rules.options) == ("pitch", "gordon", {"target": 11})


@pytest.mark.long
@pytest.mark.parametrize("wrong", ["chess:standard", "pitch", "pitch:nothing", ""])
def test_a_preset_that_does_not_exist_must_be_chosen_again(director, club, wrong):
    page = director.get(new(club, wrong))

    assert page.status_code == 200
    assert page.context["form"].errors


def test_options_that_contradict_are_refused_at_the_field_and_all_is_kept(director, club):
    page = director.post(new(club), typed(name="Our rules", min_bid="2", smudge_all_tricks="True"))

    assert page.status_code == 200
    form = page.context["form"]
    assert form.errors == {
        "smudge_all_tricks": ["A smudge cannot need all six tricks where there is no smudge."]
    }
    assert (form["name"].value(), form["min_bid"].value()) == ("Our rules", "2")
    assert form["smudge_all_tricks"].value() == "True"
    assert not HouseRules.objects.exists()


@pytest.mark.long
@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"name": " "}, "name"),
        ({"name": "Friday rules"}, "name"),
        ({"target": "501"}, "target"),
        ({"target": "many"}, "target"),
    ],
)
def test_an_invalid_value_is_refused_at_its_field(director, club, wrong, field):
    make_house_rules(club)

    page = director.post(new(club), typed(name="Others") | wrong)

    assert list(page.context["form"].errors) == [field]
    assert HouseRules.objects.count() == 1


def test_a_change_shows_what_differs_from_the_preset(director, club):
    rules = make_house_rules(club)
    page = director.post(
        at("house_rules_change", club.slug, rules.pk),
        typed(name="Our rules", target="7"),
        follow=True,
    )

    assert [tuple(one) for one in page.context["starts_from"].differences] == [
        ("Target", "11", "7")
    ]
    assert "Target 11 7" in text_of(page)
    assert "Events keep the rules that they were made with." in text_of(page)
    rules.refresh_from_db()
    assert (rules.name, rules.options) == ("Our rules", {"target": 7})


def test_rules_are_archived_and_brought_back(director, club):
    rules = make_house_rules(club)

    director.post(at("house_rules_archive", club.slug, rules.pk))
    assert [one for one, _words in director.get(at("house_rules", club.slug)).context["archived"]]
    director.post(at("house_rules_bring_back", club.slug, rules.pk))

    rules.refresh_from_db()
    assert not rules.is_archived


def test_rules_that_make_no_game_any_more_are_shown_with_the_reason(director, club):
    rules = make_house_rules(club, options={"smudge_all_tricks": True})
    gone = make_house_rules(club, "Chess", variant="chess")

    listed = text_of(director.get(at("house_rules", club.slug)))
    page = director.get(at("house_rules_change", club.slug, rules.pk))

    assert "A smudge cannot need all six tricks where there is no smudge." in text_of(page)
    assert 'There is no game "chess"' in listed
    assert director.get(at("house_rules_change", club.slug, gone.pk)).status_code == 302


@pytest.mark.long
@pytest.mark.sampled(3)
@pytest.mark.parametrize("variant", [info.id for info in variants()])
def test_every_option_of_every_game_stands_below_a_heading(director, club, variant):
    info = next(one for one in variants() if one.id == variant)
    for preset in info.presets:
        page = director.get(new(club, f"{variant}:{preset.id}"))
        groups = page.context["form"].option_groups()
        names = [field.name for group in groups for field in group.fields]
        tables = [table for group in groups for table in group.tables]
        names += [field.name for table in tables for field in table.fields]
        assert not any(table.is_open for table in tables)
        assert sorted(names) == sorted(option.name for option in info.options)
        answer = director.post(
            new(club, f"{variant}:{preset.id}"), typed(variant, preset.id, name=preset.id)
        )
        assert answer.status_code == 302, preset.id
    assert all(rules.options == {} for rules in HouseRules.objects.all())


@pytest.mark.long
def test_the_list_takes_the_same_number_of_queries_however_many(director, club):
    make_house_rules(club)
    counts = []
    for more in range(2):
        for number in range(8 * more):
            make_house_rules(club, f"Rules {number}", options={"target": 7})
        with CaptureQueriesContext(connection) as queries:
            director.get(at("house_rules", club.slug))
        counts.append(len(queries))

    assert counts[0] == counts[1]


# ------------------------------------------------------------------------ chosen for an event

GAME = {"name": "Pitch night", "starts_on": "2026-03-07", "visibility": "public"}


def setup(event, name):
    return at("event_setup", event.club.slug, event.slug, name)


@pytest.mark.long
def test_an_event_takes_the_clubs_house_rules_with_tables_that_suit_them(director, club):
    rules = make_house_rules(club, options={"teams": "partners4", "target": 21})

    director.post(at("event_new", club.slug), GAME | {"game": f"house:{rules.pk}"})

    event = Event.objects.get()
    assert (event.variant, event.options, event.house_rules) == ("pitch", rules.options, rules)
    assert (event.entry_kind, event.least_seats, event.most_seats) == ("pair", 4, 4)
    words = text_of(director.get(setup(event, "rules")))
    assert "These are the club’s house rules “Friday rules”" in words


@pytest.mark.long
def test_only_the_clubs_own_rules_in_use_are_offered(director, club):
    foreign = make_house_rules(make_club("Elsewhere"))
    old = make_house_rules(club)
    HouseRules.objects.filter(pk=old.pk).update(archived_at=NOW)

    for rules in (foreign, old):
        page = director.post(at("event_new", club.slug), GAME | {"game": f"house:{rules.pk}"})
        assert list(page.context["form"].errors) == ["game"]
    assert not Event.objects.exists()


def test_house_rules_that_make_no_game_are_refused_at_the_choice(director, club):
    rules = make_house_rules(club, options={"smudge_all_tricks": True})

    page = director.post(at("event_new", club.slug), GAME | {"game": f"house:{rules.pk}"})

    assert "six tricks" in page.context["form"].errors["game"][0]
    assert page.context["form"]["name"].value() == "Pitch night"


@pytest.mark.long
def test_the_first_step_saved_again_changes_no_rules(director, club):
    rules = make_house_rules(club, options={"target": 7})
    event = make_event(club, **(PITCH | copied_from(rules)))
    HouseRules.objects.filter(pk=rules.pk).update(options={"target": 9}, archived_at=NOW)

    form = director.get(setup(event, "game")).context["form"]
    assert form["game"].value() == f"house:{rules.pk}"
    director.post(setup(event, "game"), GAME | {"game": f"house:{rules.pk}"})

    event.refresh_from_db()
    assert (event.name, event.options, event.house_rules) == ("Pitch night", {"target": 7}, rules)


def test_a_preset_chosen_in_place_of_house_rules_stands_as_it_is(director, club):
    rules = make_house_rules(club, options={"target": 7})
    event = make_event(club, **(PITCH | copied_from(rules)))

    director.post(setup(event, "game"), GAME | {"game": "pitch:standard"})

    event.refresh_from_db()
    assert (event.options, event.house_rules) == ({}, None)


@pytest.mark.long
def test_a_contradiction_is_refused_in_the_event_as_well(director, club):
    rules = make_house_rules(club, options={"target": 7})
    event = make_event(club, **(PITCH | copied_from(rules)))

    page = director.post(
        setup(event, "rules"), typed(target="9", smudge="five", smudge_unbid="anyone")
    )

    assert list(page.context["form"].errors) == ["smudge_unbid"]
    assert page.context["form"]["target"].value() == "9"
    event.refresh_from_db()
    assert (event.options, event.house_rules) == ({"target": 7}, rules)


def test_house_rules_changed_since_are_taken_over_only_when_asked(director, club):
    rules = make_house_rules(club, options={"target": 7})
    event = make_event(club, **(PITCH | copied_from(rules)))
    assert "have been changed since" not in text_of(director.get(setup(event, "rules")))
    HouseRules.objects.filter(pk=rules.pk).update(options={"target": 9})

    assert "have been changed since" in text_of(director.get(setup(event, "rules")))
    director.post(at("event_rules_renew", club.slug, event.slug))

    event.refresh_from_db()
    assert (event.options, event.house_rules) == ({"target": 9}, rules)


@pytest.fixture
def renewed(director, club):
    """A draft that took its house rules over once more, and the button that undoes it."""
    rules = make_house_rules(club, options={"target": 7})
    event = make_event(club, **(PITCH | copied_from(rules)))
    HouseRules.objects.filter(pk=rules.pk).update(options={"target": 9})
    done = director.post(at("event_rules_renew", club.slug, event.slug))
    event.refresh_from_db()
    assert event.options == {"target": 9}
    return event, button_of(director, done)


def test_rules_taken_over_are_undone_once(director, renewed):
    event, button = renewed

    page = director.post(*button, follow=True)
    happened = Happening.objects.count()
    director.post(*button)

    assert "The event uses its earlier rules again." in text_of(page)
    event.refresh_from_db()
    assert (event.options, event.house_rules) == ({"target": 7}, HouseRules.objects.get())
    assert Happening.objects.count() == happened


def test_rules_that_somebody_changed_since_stay(director, renewed):
    event, button = renewed
    events.change_event(event=event, changes={"options": {"target": 21}}, actor=DIRECTOR, at=NOW)

    page = director.post(*button, follow=True)

    assert "somebody has changed the event’s rules since then" in text_of(page)
    event.refresh_from_db()
    assert event.options == {"target": 21}


@pytest.mark.long
def test_the_rules_of_an_event_that_opened_since_stay(director, renewed):
    event, button = renewed
    events.open_event(event=event, actor=DIRECTOR, at=NOW)

    assert "cannot be changed any more" in text_of(director.post(*button, follow=True))
    event.refresh_from_db()
    assert event.options == {"target": 9}


def test_an_open_event_takes_nothing_over(director, club):
    rules = make_house_rules(club, options={"target": 7})
    event = make_event(club, **(PITCH | copied_from(rules)))
    events.open_event(event=event, actor=DIRECTOR, at=NOW)
    HouseRules.objects.filter(pk=rules.pk).update(options={"target": 9})

    assert "have been changed since" not in text_of(director.get(setup(event, "rules")))
    page = director.post(at("event_rules_renew", club.slug, event.slug), follow=True)

    assert "cannot be changed any more" in text_of(page)
    event.refresh_from_db()
    assert event.options == {"target": 7}


def test_the_rules_of_an_event_become_house_rules(director, club):
    event = make_event(club, **(PITCH | {"options": {"target": 7}}))
    page = director.get(setup(event, "rules"))
    link = at("house_rules_new", club.slug) + f"?event={event.slug}"
    assert link in page.content.decode()

    form = director.get(link).context["form"]
    assert form["target"].value() == "7"
    director.post(link, typed(target="7"))

    assert HouseRules.objects.get().options == {"target": 7}
