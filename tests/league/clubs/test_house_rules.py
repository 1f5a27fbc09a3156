"""House rules of a club: made, changed, put away; kept in the journal; what the database holds."""

import pytest
from django.db import IntegrityError, transaction

from league.clubs.models import HouseRules
from league.clubs.selectors import archived_house_rules_of, house_rules_of
from league.clubs.services import (
    HouseRulesInvalid,
    HouseRulesNameTaken,
    add_house_rules,
    archive_house_rules,
    bring_back_house_rules,
    change_house_rules,
)
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import sentence_of
from tests.league.factories import NOW, make_club, make_house_rules
from tests.league.play.events.factories import DIRECTOR

pytestmark = pytest.mark.django_db


def add(club, name="Friday rules", **fields):
    about = {"variant": "pitch", "preset": "standard", "options": {}} | fields
    return add_house_rules(club=club, name=name, **about, by=Act(DIRECTOR, NOW))


def change(rules, **fields):
    about = {"name": rules.name, "options": rules.options} | fields
    return change_house_rules(rules=rules, **about, by=Act(DIRECTOR, NOW))


def last_sentence():
    return sentence_of(Happening.objects.latest("id"))


def test_only_what_differs_from_the_preset_is_kept():
    rules = add(make_club(), "  Friday   rules ", options={"target": 11, "min_bid": 2})

    assert (rules.name, rules.options) == ("Friday rules", {"min_bid": 2})
    assert last_sentence() == "Dora Director created the house rules Friday rules for Pitch"


@pytest.mark.parametrize(
    ("fields", "field", "words"),
    [
        ({"name": "  "}, "name", "need a name"),
        ({"name": "x" * 81}, "name", "80 characters"),
        ({"options": {"smudge_all_tricks": True}}, "smudge_all_tricks", "no smudge"),
        ({"options": {"target": 501}}, "target", "501 is not a value"),
        ({"options": {"colour": "red"}}, "colour", "no option"),
        ({"preset": "moon"}, "preset", "no preset"),
        ({"variant": "chess"}, "variant", "no game"),
    ],
)
def test_what_makes_no_game_is_refused_with_the_reason(fields, field, words):
    club = make_club()
    with pytest.raises(HouseRulesInvalid) as refused:
        add(club, **fields)

    assert refused.value.field == field
    assert words in str(refused.value)
    assert not HouseRules.objects.exists()
    assert not Happening.objects.exists()


def test_a_name_is_used_once_in_a_club_however_it_is_written():
    club = make_club()
    add(club)
    add(make_club("Elsewhere"))

    with pytest.raises(HouseRulesNameTaken) as refused:
        add(club, "FRIDAY rules")
    assert refused.value.field == "name"
    other = add(club, "Monday rules")
    with pytest.raises(HouseRulesNameTaken):
        change(other, name="friday rules")
    assert change(other, name="monday RULES").name == "monday RULES"


def test_a_name_in_the_archive_is_taken_and_the_refusal_says_where():
    club = make_club()
    archive_house_rules(rules=add(club), by=Act(DIRECTOR, NOW))

    with pytest.raises(HouseRulesNameTaken, match="in the archive"):
        add(club)


def test_a_change_is_in_the_journal_with_what_was_and_is():
    rules = add(make_club(), options={"min_bid": 2})

    changed = change(rules, name="Club rules", options={"target": 7})

    assert (changed.name, changed.options) == ("Club rules", {"target": 7})
    assert last_sentence() == (
        "Dora Director changed the house rules Club rules: name: Friday rules → Club rules; "
        "Target: 11 → 7; Lowest bid: 2 → 1"
    )


def test_archived_rules_leave_the_list_and_come_back():
    club = make_club()
    rules, other = add(club), add(club, "another")

    for _twice in range(2):
        archive_house_rules(rules=rules, by=Act(DIRECTOR, NOW))
    assert (list(house_rules_of(club)), list(archived_house_rules_of(club))) == ([other], [rules])
    for _twice in range(2):
        bring_back_house_rules(rules=rules, by=Act(DIRECTOR, NOW))

    assert list(house_rules_of(club)) == [other, rules]
    kinds = Happening.objects.order_by("id").values_list("kind", flat=True)
    assert list(kinds)[2:] == ["house_rules.archived", "house_rules.brought_back"]


@pytest.mark.parametrize(
    ("fields", "constraint"),
    [
        ({"name": ""}, "house_rules_have_a_name"),
        ({"variant": ""}, "house_rules_of_a_game"),
        ({"options": [1]}, "house_rules_options_are_named"),
        ({"name": "FIRST"}, "house_rules_name_once_in_a_club"),
    ],
)
def test_the_database_refuses_what_must_never_be(fields, constraint):
    club = make_club()
    make_house_rules(club, "First")

    with pytest.raises(IntegrityError) as error, transaction.atomic():
        make_house_rules(club, **({"name": "Second"} | fields))

    assert constraint in str(error.value)
