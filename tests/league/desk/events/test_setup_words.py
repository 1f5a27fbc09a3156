"""The set-up in words says what counts, whatever was chosen."""

import pytest

from league.desk.events.setup_words import setup_facts
from league.standings.methods import METHODS
from tests.league.events.factories import make_event
from tests.league.factories import make_club

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("method", METHODS)
def test_every_scoring_is_named(method):
    event = make_event(make_club(), variant="double-deck-pinochle", method={"name": method})

    counts = dict(setup_facts(event))["What counts"]

    assert len(counts) > len("–")
