"""One vocabulary of refusals: what the code raises, the list, and its page are the same."""

import ast
from pathlib import Path

import pytest

from games.engine.rule_codes import MELDING, CodeGroup, with_codes_of_games
from games.engine.variants import CODE_GROUPS, RULE_CODES
from games.sentences import say

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "rule-codes.md"
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


def test_code_stands_in_one_group():
    assert len(RULE_CODES) == sum(len(group.codes) for group in CODE_GROUPS)


def test_page_lists_the_same_codes_with_the_same_meanings():
    rows = [line for line in PAGE.read_text().splitlines() if line.startswith("| `")]

    assert rows == [f"| `{code}` | {meaning} |" for code, meaning in RULE_CODES.items()]


def test_code_of_a_game_stands_in_the_group_it_names():
    added = CodeGroup(MELDING, {"too_much_meld": say("There is too much.")})

    groups = with_codes_of_games([[added]])

    assert [group.label for group in groups] == [group.label for group in CODE_GROUPS]
    assert [group for group in groups if group.codes == added.codes] == [added]


@pytest.mark.parametrize(
    "added",
    [
        CodeGroup(say("No group"), {"too_much_meld": say("There is too much.")}),
        CodeGroup(MELDING, {"not_json": say("It has another meaning.")}),
    ],
)
def test_code_with_two_meanings_or_without_a_group_is_an_error(added):
    with pytest.raises(ValueError, match=r"group|meanings"):
        with_codes_of_games([[added]])
