"""Sentences say what they are given, in anybody's words, and can be kept for later."""

import ast
import re
from pathlib import Path

import pytest

from games.sentences import (
    CardName,
    SeatName,
    SideName,
    SuitName,
    say,
    sentence_from_json,
    sentence_to_json,
)

GAMES = Path(__file__).parents[2] / "games"


def said():
    """Give every `say` of the games: file, line, text and the names of what it is given."""
    for path in sorted(GAMES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "say":
                text = node.args[0]
                assert isinstance(text, ast.Constant), f"{path}:{node.lineno} is not extractable"
                yield path.name, node.lineno, text.value, {word.arg for word in node.keywords}


def test_every_sentence_is_given_exactly_what_it_names():
    sentences = list(said())

    assert len(sentences) > 200
    for file, line, text, given in sentences:
        named = set(re.findall(r"%\((\w+)\)[sd]", text))
        assert named == given, f"{file}:{line}: {text}"
        assert text == text.strip(), f"{file}:{line}"
        assert "%" not in re.sub(r"%\(\w+\)[sd]", "", text), f"{file}:{line}"


@pytest.mark.parametrize(
    ("sentence", "english"),
    [
        (say("%(seat)s must bid %(low)d", seat=SeatName(2), low=50), "seat 2 must bid 50"),
        (say("%(side)s wins", side=SideName(1)), "side 1 wins"),
        (say("%(suit)s is trump", suit=SuitName("H")), "hearts is trump"),
        (say("%(card)s led", card=CardName("AS")), "AS led"),
        (say("because %(why)s", why=say("it is %(n)d", n=3)), "because it is 3"),
        (say("100 percent"), "100 percent"),
    ],
)
def test_sentence_is_said_in_english_and_kept_as_json(sentence, english):
    assert str(sentence) == english
    assert sentence_from_json(sentence_to_json(sentence)) == sentence
