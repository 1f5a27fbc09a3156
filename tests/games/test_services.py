"""The engine's door for the rest of the site, and the deals the database keeps."""

from random import Random

import jsonschema
import pytest
from django.db import DatabaseError, transaction

from games import services
from games.engine.errors import MalformedRecord
from games.engine.variants import VARIANTS
from games.models import Deal

PITCH = services.ruleset("pitch", "standard", {"target": 7}, 3)
SUMMARY = {
    "dealer": 0,
    "summary": {
        "declarer": 1,
        "bid": 2,
        "awards": {"high": 0, "low": 1, "jack": 1, "game": 0},
    },
}


def stored(data=SUMMARY):
    return services.store_deal(PITCH, data, services.score_deal(PITCH, data))


@pytest.mark.django_db
def test_stored_deal_gives_back_the_result_it_was_scored_with():
    deal = Deal.objects.get(pk=stored().pk)

    assert services.result_of(deal) == services.score_deal(PITCH, SUMMARY)
    assert (deal.variant, deal.preset, deal.options) == ("pitch", "standard", {"target": 7})
    assert (deal.form, deal.score, deal.made) == ("summary", [2, 2, 0], True)
    assert deal.engine_version


@pytest.mark.django_db
def test_full_record_is_stored_as_one():
    record = services.random_record(PITCH, Random(1), dealer=2)

    deal = stored(record)

    assert deal.form == "record"
    assert deal.data["dealer"] == 2


@pytest.mark.django_db
def test_database_refuses_to_change_or_delete_a_deal():
    deal = stored()

    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        Deal.objects.filter(pk=deal.pk).update(score=[9, 9, 9])
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        deal.delete()

    assert Deal.objects.get(pk=deal.pk).score == [2, 2, 0]


@pytest.mark.django_db
@pytest.mark.parametrize("wrong", [{"form": "letter"}, {"players": 1}, {"players": 9}])
def test_database_refuses_a_deal_that_cannot_be(wrong):
    fields = {
        "variant": "pitch", "preset": "standard", "players": 3, "form": "summary", "data": {},
        "score": [], "lines": [], "engine_version": "1",
    }  # fmt: skip

    with pytest.raises(DatabaseError), transaction.atomic():
        Deal.objects.create(**{**fields, **wrong})


@pytest.mark.django_db
def test_game_is_played_over_stored_deals_results_and_bare_scores():
    result = services.score_deal(PITCH, SUMMARY)
    bare = {"score": [1, 0, 1], "declarer_side": 0, "dealer": 2}

    game = services.play_game(PITCH, [stored(), {**SUMMARY, "dealer": 1}, bare])

    assert game.totals == (5, 4, 1)
    assert game.next_dealer == 0
    assert services.play_game(PITCH, [result]).running == ((2, 2, 0),)


def test_deal_that_names_other_rules_is_not_scored():
    with pytest.raises(MalformedRecord) as refused:
        services.score_deal(PITCH, {**SUMMARY, "variant": "pitch", "players": 4})

    assert refused.value.rule == "options_changed"


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_records_and_summaries_fit_their_schemas(name):
    schemas = services.schemas(name)
    for schema in schemas.values():
        jsonschema.Draft202012Validator.check_schema(schema)
    seats = next(game.seats for game in services.variants() if game.id == name)
    ruleset = services.ruleset(name, None, None, 4 if 4 in seats else seats[0])
    for seed in range(20):
        record = services.random_record(ruleset, Random(seed))
        jsonschema.validate(record, schemas["record"])
        jsonschema.validate(services.summary_of(ruleset, record), schemas["summary"])
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**record, "winner": 1}, schemas["record"])


@pytest.mark.parametrize(
    ("name", "usual"), [("partnership-pinochle", "played"), ("double-deck-pinochle", None)]
)
def test_the_schema_of_a_summary_says_which_outcome_is_meant_where_none_is_named(name, usual):
    fields = services.schemas(name)["summary"]["properties"]["summary"]["properties"]

    assert fields["outcome"].get("default", None if usual else "none") == (usual or "none")


def test_random_record_is_the_same_for_the_same_seed():
    one, again = (services.random_record(PITCH, Random(4), dealer=1) for _ in range(2))

    assert one == again
    assert services.score_deal(PITCH, one).made is not None


@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_same_cards_are_played_by_the_plain_player_whatever_was_done_with_them(name):
    ruleset = services.ruleset(name)
    record = services.random_record(ruleset, Random(3))
    done = [key for key in ("auction", "play") if key in record]

    assert services.play_same_cards(ruleset, record) == record
    assert services.play_same_cards(ruleset, {**record, **{key: [] for key in done}}) == record
