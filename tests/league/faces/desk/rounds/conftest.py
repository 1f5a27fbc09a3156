"""A club in London, where a day has its own hours in summer."""

import pytest

from tests.league.factories import make_club


@pytest.fixture
def club():
    return make_club(time_zone="Europe/London")
