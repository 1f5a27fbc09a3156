import pytest

from league.play.rounds.drawing import answer
from tests.league.play.rounds.drawing.requests import entries, request
from tests.league.play.rounds.drawing.swiss import match

BAD = [
    ({"options": {"swizz": 1}}, "unknown_key", "options.swizz"),
    ({"options": {"repeats": "allowed"}}, "unknown_key", "options.repeats"),
    ({"options": {"first_round": "random"}}, "unknown_choice", "options.first_round"),
    ({"options": {"later_rounds": 3}}, "unknown_choice", "options.later_rounds"),
    ({"options": {"level": "rating"}}, "unknown_choice", "options.level"),
    ({"options": {"first_deal": True}}, "unknown_choice", "options.first_deal"),
    ({"options": {"accelerated": True}}, "unknown_choice", "options.accelerated"),
    ({"options": {"delayed": "yes"}}, "wrong_type", "options.delayed"),
    ({"options": {"seed": -1}}, "not_a_count", "options.seed"),
    ({"options": {"clubs_apart": 1.5}}, "not_a_count", "options.clubs_apart"),
    ({"options": {"score": 2}}, "wrong_type", "options.score"),
    ({"options": {"score": {"victory": 2}}}, "unknown_key", "options.score.victory"),
    ({"options": {"score": {"win": "two"}}}, "wrong_type", "options.score.win"),
    ({"options": {"score": {"win": 1, "draw": 2}}}, "score_order", "options.score"),
    ({"options": {"score": {"win": 0, "draw": 0}}}, "score_order", "options.score"),
    ({"options": {"accelerated": "baku"}}, "rounds_unknown", "rounds"),
    ({"entries": entries(1)}, "too_few_entries", "entries"),
    ({"entries": entries(4, out=(1, 2, 3))}, "too_few_entries", "entries"),
    ({"history": [match(1, "e1", "e2")], "round": 1}, "already_drawn", "round"),
    ({"rounds": 3, "round": 4}, "too_many_rounds", "round"),
    ({"rounds": 1, "history": [match(1, "e1", "e2")]}, "too_many_rounds", "rounds"),
    (
        {"history": [{"round": 1, "sides": [{"entries": ["e1", "e2"]}, {"entries": ["e3"]}]}]},
        "not_two_entries",
        "history",
    ),
    (
        {"history": [{"round": 1, "sides": [{"entries": [f"e{n}"]} for n in (1, 2, 3)]}]},
        "not_two_entries",
        "history",
    ),
]


@pytest.mark.parametrize(("change", "rule", "path"), BAD)
def test_bad_requests_are_refused_with_a_place_and_a_sentence(change, rule, path):
    error = answer(request("swiss", 4) | change)["error"]

    assert (error["rule"], error["path"]) == (rule, path)
    assert len(error["message"].split()) > 5


@pytest.mark.parametrize("option", ["later_rounds", "accelerated", "clubs_apart"])
def test_monrad_and_danish_have_fewer_options(option):
    for format_ in ("monrad", "danish"):
        error = answer(request(format_, 4, options={option: 1}))["error"]
        assert error["path"] == f"options.{option}"
