"""A director at the desk of the module's club."""

import pytest

from tests.league.factories import make_member


@pytest.fixture
def director(client, club):
    client.force_login(make_member(club, role="director").user)
    return client
