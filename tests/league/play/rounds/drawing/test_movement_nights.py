"""Nights of movements with late arrivals, withdrawals and edits: never stuck, always sound."""

from random import Random

import pytest

from tests.league.play.rounds.drawing.nights import Night

LEAST = {"mitchell": 3, "howell": 3, "individual": 4}
OPTIONS = {
    "mitchell": [{}, {"deals": 0}, {"rover": True}, {"winners": 1}],
    "howell": [{}, {"deals": 0}],
    "individual": [{}, {"deals": 0}, {"shared_deals": True}],
}


def disturb(night):
    chance = night.rng.random()
    if chance < 0.15:
        night.come()
    elif chance < 0.3 and len(night.active) > LEAST[night.format]:
        night.leave()
    elif chance < 0.45 and night.behind and len(night.behind[-1]["tables"]) > 1:
        night.edit()


@pytest.mark.sampled(12)
@pytest.mark.parametrize("format_", ["mitchell", "howell"])
@pytest.mark.parametrize("seed", range(25))
def test_night_of_pairs_goes_on_whatever_happens(format_, seed):
    rng = Random(seed)
    night = Night(format_, rng.randint(5, 14), rng, options=rng.choice(OPTIONS[format_]))
    night.gives_deals = seed % 3 > 0

    repeats = 0
    for answer in night.play():
        repeats = answer["quality"]["repeat_opponents"]
        disturb(night)

    assert repeats <= 12


@pytest.mark.parametrize("format_", LEAST)
def test_quiet_night_keeps_its_plan(format_):
    night = Night(format_, 8, Random(1))

    plans = [answer["rounds"] for answer in night.play()]

    for number, plan in enumerate(plans):
        assert plan[number:] == plans[0][number:]
