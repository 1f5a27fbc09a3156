"""Two clubs with everything in them, made once for the walk and rolled back after it."""

from dataclasses import dataclass

import pytest
from django.utils import timezone

from league.play.prepared.services import make_weekly_deals
from tests.permissions.club_with_everything import ClubWithEverything
from tests.permissions.people import Asker, people_of, programs_of

SEED, OTHER_SEED = "00000074" * 8, "00000075" * 8


@dataclass
class Site:
    ours: ClubWithEverything
    theirs: ClubWithEverything
    askers: dict[str, Asker]


@pytest.fixture(scope="module")
def site(module_rows: None) -> Site:
    """The club that is asked, another one, and everybody who asks."""
    make_weekly_deals(at=timezone.now())
    ours = ClubWithEverything("quokka", SEED)
    theirs = ClubWithEverything("zebu", OTHER_SEED)
    askers = [*people_of(ours, theirs), *programs_of(ours, theirs)]
    return Site(ours, theirs, {asker.name: asker for asker in askers})
