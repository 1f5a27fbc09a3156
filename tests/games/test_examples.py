"""The example deals of the rulesets, and whose turn each entry of a record was."""

import copy

import pytest

from games import services as games
from games.engine.errors import Refusal

# every preset, and the usual one for every number of players
RULESETS = [
    (info.id, preset.id, players)
    for info in games.variants()
    for preset in info.presets
    for players in (preset.seats if preset.id == info.default_preset else preset.seats[:1])
]


@pytest.fixture(params=RULESETS, ids=lambda named: "-".join(map(str, named)))
def ruleset(request):
    variant, preset, players = request.param
    return games.ruleset(variant, preset, None, players)


@pytest.mark.sampled(12)
def test_the_example_is_a_played_deal_that_scores_and_is_always_the_same(ruleset):
    record = games.example_record(ruleset)

    result = games.score_deal(ruleset, record)
    assert record["play"]
    assert result.made is not False
    assert any(result.score)
    record["play"].clear()
    assert games.example_record(ruleset)["play"], "whoever changes his copy changes no other"


@pytest.mark.sampled(12)
def test_every_call_and_card_of_a_legal_record_has_its_seat(ruleset):
    record = games.example_record(ruleset)

    turns = games.turns_of(ruleset, record)

    for phase in ("auction", "play"):
        assert len(turns.get(phase, [])) == len(record.get(phase, [])), phase
    assert all(0 <= seat < ruleset.players for seats in turns.values() for seat in seats)
    assert {turns["play"].count(seat) for seat in range(ruleset.players)} == {
        len(record["play"]) // ruleset.players
    }


@pytest.mark.sampled(12)
def test_seats_are_named_up_to_the_card_that_is_refused(ruleset):
    record = copy.deepcopy(games.example_record(ruleset))
    place = len(record["play"]) // 2
    record["play"][place] = record["play"][0]
    with pytest.raises(Refusal) as refused:
        games.score_deal(ruleset, record)

    turns = games.turns_of(ruleset, record)

    assert refused.value.phase == "play"
    assert len(turns["play"]) == refused.value.index + 1


@pytest.mark.sampled(30)
@pytest.mark.parametrize(
    "record", [{}, {"dealer": 0}, {"dealer": 9, "hands": 3}, {"dealer": 0, "hands": [None] * 4}]
)
def test_what_cannot_be_followed_has_no_seats(ruleset, record):
    assert games.turns_of(ruleset, record) == {}
