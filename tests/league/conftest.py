"""A club and its owner, for modules that need none of their own kind."""

import pytest

from tests.league.factories import make_club, make_user


@pytest.fixture
def club():
    return make_club()


@pytest.fixture
def owner():
    return make_user("Olive Owner")
