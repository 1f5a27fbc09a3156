"""House rules at the desk: who may, made from a preset, changed, refused, archived, chosen."""

import pytest
from django.urls import reverse

from league.clubs.models import HouseRules
from league.faces.desk.house_rules.forms import HouseRulesForm
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.play.events import services as events
from league.play.events.rulesets import copied_from
from tests.league.faces.desk.undoing import button_of
from tests.league.factories import make_club, make_house_rules
from tests.league.play.events.factories import DIRECTOR, NOW, PITCH, make_event
from tests.league.reading import text_of

pytestmark = pytest.mark.django_db


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


def test_house_rules_cannot_be_made_from_an_event_of_another_club(director, club):
    make_event(make_club("Elsewhere"), "Secret", **PITCH)

    assert director.get(at("house_rules_new", club.slug) + "?event=secret").status_code == 404


# --------------------------------------------------------------------------- made and changed


def test_house_rules_start_from_a_preset_that_is_chosen_first(director, club):
    first = director.get(at("house_rules_new", club.slug))
    assert "Choose" not in first.context["form"].errors
    assert "Gordon's partnership Pitch" in text_of(first)

    page = director.get(new(club, "pitch:gordon"))
    assert page.context["form"]["target"].value() == "21"
    assert 'name="name"' in page.content.decode()
    answer = director.post(new(club, "pitch:gordon"), typed(preset="gordon", target="11"))

    rules = HouseRules.objects.get()
    assert answer.url == at("house_rules_change", club.slug, rules.pk)
    assert (rules.variant, rules.preset, rules.options) == ("pitch", "gordon", {"target": 11})


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


def test_a_number_in_a_table_is_shown_where_it_is_not_the_preset_s(director, club):
    rules = make_house_rules(club, variant="double-deck-pinochle", options={"run": 20})
    form = director.get(at("house_rules_change", club.slug, rules.pk)).context["form"]

    assert form["run"].value() == "20"
    assert form["double_run"].value() == ""


# ------------------------------------------------------------------------ chosen for an event


def setup(event, name):
    return at("event_setup", event.club.slug, event.slug, name)


def test_house_rules_changed_since_are_taken_over_only_when_asked(director, club):
    rules = make_house_rules(club, options={"target": 7})
    event = make_event(club, **(PITCH | copied_from(rules)))
    assert f"Pitch · {rules.name}" in text_of(director.get(at("event_new", club.slug)))
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
    events.change_event(event=event, changes={"options": {"target": 21}}, by=Act(DIRECTOR, NOW))

    page = director.post(*button, follow=True)

    assert "somebody has changed the event’s rules since then" in text_of(page)
    event.refresh_from_db()
    assert event.options == {"target": 21}


def test_the_rules_of_an_event_become_house_rules(director, club):
    event = make_event(club, **(PITCH | {"options": {"target": 7}}))
    page = director.get(setup(event, "rules"))
    link = at("house_rules_new", club.slug) + f"?event={event.slug}"
    assert link in page.content.decode()

    form = director.get(link).context["form"]
    assert form["target"].value() == "7"
    director.post(link, typed(target="7"))

    assert HouseRules.objects.get().options == {"target": 7}
