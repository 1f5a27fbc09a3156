"""Whole nights through the services, on the database; see the package for how to run many."""

import os
from random import Random

import pytest
from django.db import transaction

from league.play.rounds.drawing import FORMATS
from tests.league.factories import actor_of, make_club, make_user
from tests.nights.flow import play, play_tables, same_keys_every_time
from tests.nights.night import Night
from tests.nights.programmes import programme_by_lot
from tests.nights.setting_up import begin_season, set_up, start_tonight
from tests.nights.tally import Tally

pytestmark = [pytest.mark.django_db, pytest.mark.long]

NIGHTS = int(os.environ.get("NIGHTS", "15"))
FIRST = int(os.environ.get("NIGHTS_FROM", "0"))
BATCH = 5
TONIGHT = 11  # every so many nights is one of those who happen to be there
SEASONS = 2  # every so many belongs to a season in which nights were played before
NAMES = sorted(FORMATS)


@pytest.fixture(autouse=True)
def _lots_that_fall_as_they_fell(monkeypatch):
    monkeypatch.setattr(
        "league.play.rounds.services.tonight.secrets.randbelow", lambda most: most // 3
    )


@pytest.mark.parametrize("first", range(FIRST, FIRST + NIGHTS, BATCH))
def test_nights_go_on_to_their_end_whatever_happens(first):
    tally, faults = Tally(), []
    for seed in range(first, min(first + BATCH, FIRST + NIGHTS)):
        try:
            with transaction.atomic():
                play_night(seed, tally)
                transaction.set_rollback(True)
        except Exception as fault:
            print(f"night {seed} went wrong: {fault!r}")
            faults.append(fault)
    print(f"\n{tally}")
    if faults:
        raise ExceptionGroup("nights that went wrong", faults)


def play_night(seed, tally):
    """Play one night; whatever goes wrong is raised with the night and its last steps."""
    name = NAMES[seed % len(NAMES)]
    rng = Random(f"{name} {seed}")
    programme = programme_by_lot(name, rng)
    same_keys_every_time()
    night = Night(rng, tally, make_club(), actor_of(make_user("Dora Director")))
    if seed % SEASONS == SEASONS - 1:
        night.season = begin_season(night, Random(f"season {seed}"))
    try:
        first = start_tonight(night) if seed % TONIGHT == TONIGHT - 1 else None
        if first is None:
            set_up(night, programme)
        else:
            play_tables(night, first)
        play(night)
    except Exception as fault:
        fault.add_note(f"night {seed}: {programme}\n" + "\n".join(night.steps))
        raise
    tally.nights[night.stage.format] += 1
