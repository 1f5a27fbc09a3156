"""Nights through the `draw` door, without a database; see the package for how to run many."""

import os
from collections import Counter
from random import Random

import pytest

from league.play.rounds.drawing import FORMATS
from tests.nights.drawn_nights import DrawnNight
from tests.nights.truths import whole_sentence

pytestmark = pytest.mark.long

NIGHTS = int(os.environ.get("DRAWN_NIGHTS", "150"))
FIRST = int(os.environ.get("NIGHTS_FROM", "0"))
MOST_ROUNDS = 9
# these search for their rounds, so that a night of them takes as long as ten others
SEARCHED = frozenset({"individual", "individual_tables"})


@pytest.mark.parametrize("format", FORMATS)
def test_drawn_nights_go_on_whatever_happens(format):
    counted, faults = Counter(), []
    share = NIGHTS // len(FORMATS)
    for seed in range(FIRST, FIRST + (max(1, share // 8) if format in SEARCHED else share)):
        night = DrawnNight.by_lot(format, Random(f"{format} {seed}"))
        try:
            counted["rounds"] += play(night)
        except Exception as fault:
            fault.add_note(f"night {format} {seed}: {night.options}, {len(night.entries)} entries")
            faults.append(fault)
        counted.update(code for code, _message in night.refusals)
    print(f"\n{format}: {dict(counted)}")
    if faults:
        raise ExceptionGroup("nights that went wrong", faults)


def play(night):
    """Play to the end; return how many rounds there were."""
    for number in range(MOST_ROUNDS):
        if not night.to_come and not night.draw():
            return number
        night.disturb()
        if not night.to_come and not night.draw():
            return number
        night.play()
        night.disturb()
        for _code, message in night.refusals:
            whole_sentence(message[0].upper() + message[1:] + ".")
    return MOST_ROUNDS
