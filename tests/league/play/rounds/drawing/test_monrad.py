"""Monrad and Danish, held against a plain search through all rounds in their order."""

from random import Random

import pytest

from league.play.rounds.drawing import draw
from league.play.rounds.drawing.by_standing import ranked
from tests.league.play.rounds.drawing.requests import entries, placed, request
from tests.league.play.rounds.drawing.swiss import match, meets, opponents, texts
from tests.league.play.rounds.drawing.swiss_oracle import NOBODY, Standing, every_pairing
from tests.league.play.rounds.drawing.tournaments import Tournament


def in_order(standing, entries_):
    """Return the entries best first: by score, then as listed."""
    return sorted(entries_, key=lambda entry: -standing.score[entry])


def first_round_in_order(standing, *, repeats):
    """Return the round the format wants, by going through every round there is.

    First the fewest repeats, then the bye as far down as can be, then the fewest pairs to avoid;
    among those the one in which the first meets the best placed, then the next one who is left.
    """
    order = in_order(standing, standing.active)
    byes = [entry for entry in order[::-1] if entry in standing.may_have_bye]
    best = None
    for bye in byes if len(order) % 2 else [None]:
        left = [entry for entry in order if entry != bye]
        for number, pairs in enumerate(every_pairing(left)):
            tables = {frozenset(pair) for pair in pairs}
            cost = (
                0 if repeats else len(tables & standing.met),
                byes.index(bye) if bye else 0,
                len(tables & standing.avoid),
                number,  # the rounds come in the order of the first opponents
            )
            if best is None or cost < best[0]:
                best = cost, [*pairs, (bye, NOBODY)] if bye else pairs
    return {frozenset(pair) for pair in best[1]}


@pytest.mark.long
@pytest.mark.sampled(20)
@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("format_", ["monrad", "danish"])
def test_every_round_is_the_first_in_order(format_, seed):
    rng = Random(seed)
    tournament = Tournament(format_, rng.randint(2, 8), seed)
    if seed % 2 and len(tournament.active) > 3:
        tournament.more["avoid"] = [rng.sample(tournament.active, 2) for _ in range(3)]
    for number in range(1, 8):
        if number > 1 and rng.random() < 0.2 and len(tournament.active) < 8:
            tournament.somebody_comes_or_goes()

        drawn = tournament.draw()

        standing = Standing(tournament.request())
        assert placed(drawn) == sorted(standing.active)
        assert opponents(drawn) == first_round_in_order(standing, repeats=format_ == "danish")
        tournament.play()


def test_the_first_meets_somebody_new_where_others_have_to_meet_again():
    met = [("e1", "e3"), ("e2", "e5"), ("e1", "e4"), ("e3", "e4")]
    history = [match(number, *pair) for number, pair in enumerate(met, start=1)]
    data = request("monrad", 5, history=history) | {"entries": entries(5, out=(5,))}

    (drawn,) = draw(data)["rounds"]

    assert opponents(drawn) == meets(("e1", "e2"), ("e3", "e4"))


def test_danish_for_the_upper_half_only():
    history = [match(1, "e1", "e2", (1, 1)), match(1, "e3", "e4", (1, 1))]
    data = request("danish", 4, history=history)

    (everybody,) = draw(data)["rounds"]
    (upper,) = draw(data | {"options": {"repeats": "top_half"}})["rounds"]
    (two,) = draw(data | {"entries": entries(6), "options": {"repeats": "top_half"}})["rounds"]

    assert opponents(everybody) == meets(("e1", "e2"), ("e3", "e4"))
    assert opponents(upper) == meets(("e1", "e3"), ("e2", "e4"))
    assert opponents(two) == meets(("e1", "e2"), ("e3", "e5"), ("e4", "e6"))
    assert texts(two)[frozenset(("e1", "e2"))]["repeat_allowed"] == (
        "they have met before (meetings so far: 1), which is allowed here"
    )


@pytest.mark.long
@pytest.mark.parametrize("size", [300, 1_001])
def test_large_monrad(size):
    tournament = Tournament("monrad", size, seed=size)
    for _ in range(5):
        drawn = tournament.draw()
        assert len(placed(drawn)) == size
        assert tournament.quality["repeat_opponents"] == 0
        tournament.play()


def test_one_who_should_avoid_everybody_stops_no_large_monrad(monkeypatch):
    monkeypatch.setattr(ranked, "MOST_IN_STEPS", 20)
    data = request("monrad", 60, avoid=[["e30", f"e{n}"] for n in range(1, 61) if n != 30])

    answer = draw(data)

    assert answer["quality"]["avoid_pairs_met"] == 1
    assert len(placed(answer["rounds"][0])) == 60
