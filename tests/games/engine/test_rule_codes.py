"""One vocabulary of refusals: what the code raises, the list, and its page are the same."""

import ast
from pathlib import Path

from games.engine.variants import RULE_CODES

ROOT = Path(__file__).parents[3]
# where the code stands in a call that refuses
PLACES = {
    "IllegalAction": 2,
    "MalformedRecord": 0,
    "RulesetRefused": 0,
    "impossible": 0,
    "refused": 0,
}


def raised_codes():
    """Return every code that stands in the engine's source as the rule of a refusal."""
    codes = set()
    for path in (ROOT / "games").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call):
                codes |= {value for value in codes_of(node) if isinstance(value, str)}
    return codes


def codes_of(call):
    name = getattr(call.func, "id", getattr(call.func, "attr", ""))
    place = PLACES.get(name)
    if place is not None and len(call.args) > place:
        yield getattr(call.args[place], "value", None)
    for keyword in call.keywords:
        if keyword.arg == "rule":
            yield getattr(keyword.value, "value", None)


def test_every_code_that_is_raised_is_listed():
    codes = raised_codes()

    assert len(codes) > 50
    assert codes <= RULE_CODES.keys()
