"""Published tables and cross-tables, and ones worked by hand; each line says which (`why`)."""

import json
from pathlib import Path

import pytest

from league.tables.standings.methods import rank
from tests.league.tables.standings.methods.results import column

FOLDER = Path(__file__).parents[5] / "tests" / "vectors" / "rank"
VECTORS = [
    pytest.param(json.loads(line), id=f"{file.stem}-{number}")
    for file in sorted(FOLDER.glob("*.jsonl"))
    for number, line in enumerate(file.read_text().splitlines(), start=1)
]


@pytest.mark.parametrize("request_", VECTORS)
def test_tables_come_out_as_published(request_):
    expect = request_["expect"]

    ranked = rank(request_)["rows"]

    assert [[r["entry"], r["rank"], r["points"]] for r in ranked] == expect["rows"]
    for tiebreak, values in expect.get("tiebreaks", {}).items():
        assert column(ranked, tiebreak) == values
