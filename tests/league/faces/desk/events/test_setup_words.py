"""The set-up in words says what counts, whatever was chosen."""

import pytest

from league.faces.desk.events.setup import setup_facts
from league.tables.standings.facts import bye_worth_sentence
from tests.league.factories import make_club
from tests.league.play.events.factories import make_event

pytestmark = pytest.mark.django_db
OWN_TABLE = [
    {"margin": 0, "winner": 5, "loser": 5},
    {"margin": 20, "winner": 9, "loser": 1},
]


@pytest.mark.parametrize(
    ("method", "options", "worth"),
    [
        ({"name": "match_points"}, {}, "as much as a win"),
        ({"name": "match_points", "bye": "draw"}, {}, "as much as a draw"),
        ({"name": "victory_points"}, {}, "12 of 20 victory points"),
        ({"name": "victory_points", "table": OWN_TABLE}, {}, "5.4 of 9 victory points"),
        ({"name": "total_points"}, {}, "the entry’s own average"),
        ({"name": "total_points", "bye": 0}, {}, "no points"),
        ({"name": "total_points", "bye": 1}, {}, "1 point"),
        ({"name": "percentage", "bye": 2.5}, {}, "2.5 points"),
        ({"name": "deal_points"}, {}, "the entry’s own average"),
        ({"name": "match_points"}, {"bye_award": "half"}, "half as much as a win"),
        ({"name": "match_points"}, {"bye_award": "fixed", "bye_points": 7}, "7 points"),
    ],
)
def test_it_says_what_a_bye_is_worth_as_papers_and_forms_do(method, options, worth):
    event = make_event(
        make_club(), variant="double-deck-pinochle", method=method, stage_options=options
    )

    assert dict(setup_facts(event))["A bye, or a round sat out, is worth"] == worth
    sentence = bye_worth_sentence(event.stages.get(), event)
    assert sentence == f"A bye, or a round sat out, is worth {worth}."
