"""The totals before a deal: they matter where a side in the hole may not bid the smudge."""

from games.engine import json_schema as schema
from games.engine.record import bad_field
from games.engine.ruleset import Ruleset
from games.engine.variants.pitch.deal import PLAYERS
from games.sentences import say

TOTALS = schema.list_of(schema.whole_number(), *PLAYERS)  # one a side


def read_scores_before(ruleset: Ruleset, value: object) -> tuple[int, ...]:
    """Return one total a side; zeros where the record says nothing."""
    if value is None:
        return (0,) * ruleset.sides
    if (
        isinstance(value, (list, tuple))
        and len(value) == ruleset.sides
        and all(type(total) is int for total in value)
    ):
        return tuple(value)
    sentence = say(
        '"scores_before" must be a list of %(sides)d whole numbers, one a side',
        sides=ruleset.sides,
    )
    raise bad_field("scores_before", sentence)
