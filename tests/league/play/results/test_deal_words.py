"""The contract of a deal in one short line, also where nobody bid or nothing was played."""

from random import Random

import pytest

from games import services as games
from games.models import Deal
from games.wording import suit_in_words
from league.play.results.deal_words import (
    CONTRACT,
    answers_in_words,
)


def deal_of(ruleset, data):
    result = games.score_deal(ruleset, data)
    return Deal(
        **ruleset.as_json(),
        form=Deal.Form.SUMMARY if "summary" in data else Deal.Form.RECORD,
        data=data,
        score=list(result.score),
        made=result.made,
        detail=dict(result.detail),
    )


PRESETS = [(info.id, preset.id) for info in games.variants() for preset in info.presets]


class ManyNames:
    def seat(self, number):
        return f"player {number}"

    def side(self, number):
        return f"side {number}"


@pytest.mark.parametrize(("variant", "preset"), PRESETS)
def test_the_answers_of_every_game_have_bid_declarer_and_trump(variant, preset):
    ruleset = games.ruleset(variant, preset)
    asked = {field.name: field for field in games.summary_fields(ruleset)}
    seen = set()
    for seed in range(8):
        record = games.random_record(ruleset, Random(seed))
        data = {"dealer": record.get("dealer", 0), **games.summary_of(ruleset, record)}
        summary = data["summary"]

        answers = {
            name: (label, text)
            for name, label, text in answers_in_words(deal_of(ruleset, data), ManyNames())
        }

        written = {name for name in CONTRACT if summary.get(name) is not None}
        assert written <= answers.keys() <= asked.keys()
        assert all(label and text for label, text in answers.values())
        if summary.get("bid") is not None:
            assert answers["bid"][1] == str(summary["bid"])
        if summary.get("declarer") is not None:
            assert answers["declarer"][1] == f"player {summary['declarer']}"
        if summary.get("trump") is not None:
            assert answers["trump"][1] == suit_in_words(summary["trump"])
        seen |= written
    assert seen == set(CONTRACT) & asked.keys(), "none of these deals had all that the game asks"
