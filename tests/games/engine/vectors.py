"""The vectors of every game, one a line in tests/vectors."""

import json
from pathlib import Path

import pytest

FILES = sorted((Path(__file__).parents[2] / "vectors").glob("*.jsonl"))
VECTORS = [
    pytest.param(json.loads(line), id=json.loads(line)["id"])
    for file in FILES
    for line in file.read_text().splitlines()
]
