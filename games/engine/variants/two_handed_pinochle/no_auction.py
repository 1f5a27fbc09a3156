"""There are no calls in this game, so none of them tells anything."""

from typing import Any, NoReturn

from games.engine.errors import IllegalAction
from games.engine.ruleset import Ruleset
from games.sentences import say


def explain_call(ruleset: Ruleset, dealer: int, auction: list[Any], call: object) -> NoReturn:
    """Refuse every call."""
    sentence = say("there is no auction in this game, so there is no call to explain")
    raise IllegalAction("auction", len(auction), "unexpected_field", sentence)
