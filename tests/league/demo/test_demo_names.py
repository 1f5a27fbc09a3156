"""What the demo looks up by a name is called as names are stored."""

import pytest

from league.demo.town_league import DIVISIONS
from league.foundation.names import clean_name


@pytest.mark.parametrize("division", DIVISIONS)
def test_teams_and_their_people_are_called_as_they_are_stored(division):
    names = [name for team in DIVISIONS[division] for name in (team.name, *team.people)]

    assert names == [clean_name(name) for name in names]
