"""The published examples: every one gets exactly the answer it names, or is refused."""

import pytest

from games.engine.variants import VARIANTS
from games.score_door import score
from tests.games.engine.vectors import FILES, VECTORS

EXACT = ("score", "made", "totals", "finished", "winner", "running", "explain", "reason")


@pytest.mark.parametrize("vector", VECTORS)
def test_example_gets_the_answer_it_names(vector):
    expect, why = vector["expect"], vector["why"]

    answer = score(vector)

    assert answer.get("error", {}).get("rule") == expect.get("error"), (why, answer)
    for name in EXACT:
        if name in expect:
            assert answer[name] == expect[name], why
    for name, value in expect.get("detail", {}).items():
        assert answer["detail"][name] == value, (name, why)


@pytest.mark.parametrize("vector", VECTORS)
def test_score_is_the_sum_of_the_lines(vector):
    answer = score(vector)

    for side, points in enumerate(answer.get("score", ())):
        assert points == sum(line["points"] for line in answer["lines"] if line["side"] == side)


def test_there_are_examples_of_every_game():
    assert {file.stem for file in FILES} == set(VARIANTS)
