"""Calls in words: whatever the engine says of a call has its sentence."""

import json
from pathlib import Path

from games.call_words import (
    explanation_in_words,
)

ROOT = Path(__file__).parents[2]
VECTORS = [
    json.loads(line)
    for file in sorted((ROOT / "tests" / "vectors").glob("*.jsonl"))
    for line in file.read_text().splitlines()
]
EXPLAINED = [
    (vector["variant"], meaning)
    for vector in VECTORS
    if (meaning := (vector.get("expect") or {}).get("explain"))
]
NOTED = [
    (vector["variant"], note)
    for vector in VECTORS
    for note in ((vector.get("expect") or {}).get("detail") or {}).get("calls") or ()
]


def test_every_explanation_of_the_examples_has_words():
    assert EXPLAINED
    for variant, meaning in EXPLAINED + NOTED:
        words = explanation_in_words(variant, meaning)
        assert words.endswith("."), meaning
        assert "%(" not in words
