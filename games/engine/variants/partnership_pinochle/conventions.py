"""What calls tell the partner: in this game only a pass with help has a meaning."""

from typing import Any

from games.engine.call_meanings import plain
from games.engine.ruleset import Ruleset
from games.engine.single_deck.number_auction import make_calls, shown_help
from games.engine.variants.partnership_pinochle.steps import first_call
from games.sentences import say


def explain_call(
    ruleset: Ruleset, dealer: int, auction: list[Any], call: object
) -> dict[str, Any] | None:
    """Return what a call after these calls tells, or None. Raises for a call that is illegal."""
    calls = first_call(ruleset.options, dealer)
    make_calls(calls, [*auction, call])
    return shown_help(calls)


MEANINGS = {"help": plain(say("Passes and has help for the partner."))}
