"""The worst that a visitor can paste into “Try it”: it is answered, and quickly.

`pytest -s` prints the seconds of one core that each of these takes.
"""

import json
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from django.test import Client

from games import services as games
from games.engine.ruleset import Ruleset
from games.engine.variants import VARIANTS
from league.faces.public.rules.chosen import usual_ruleset
from league.faces.public.rules.record_shown import example_record_text, example_summary
from league.faces.public.rules.rule_page import default_of
from league.faces.public.rules.trial import check_is_one_deal, try_deal
from league.foundation.refusal import Refused
from league.play.results.deal_inputs import LONGEST_RECORD, read_record

pytestmark = pytest.mark.django_db
DEEP = 400  # lists within lists: more are no record
DIGITS = 4_300  # as many as a number may have that is read at all
ROOM = 3_000  # characters for the parts of a record beside the one that is made long


def example(ruleset: Ruleset) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the record and the summary that the page has as its example."""
    return json.loads(example_record_text(ruleset)), example_summary(ruleset)


def usual(variant: str) -> Ruleset:
    info = games.variant_named(variant)
    assert info is not None
    return usual_ruleset(info, default_of(info))


def many(value: object) -> list[object]:
    return [value] * ((LONGEST_RECORD - ROOM) // (len(json.dumps(value)) + 2))


def large_records(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Return records and summaries that are as long, deep or large as they can be pasted."""
    record, summary = example(ruleset)
    for part, value in record.items():
        one = value[0] if isinstance(value, list) and value else value
        yield f"many {part}", json.dumps(record | {part: many(one)})
        yield f"long {part}", json.dumps(record | {part: "AS " * 5_000})
        yield f"long lines of {part}", json.dumps(record | {part: ["AS " * 1_200] * 4})
        text = json.dumps(record | {part: 0})
        yield f"deep {part}", text.replace(f'"{part}": 0', f'"{part}": {"[" * DEEP}{"]" * DEEP}')
    rising = [str(number) for number in range(20, 2_000)]
    yield "rising auction", json.dumps(record | {"auction": rising})
    yield "own parts", json.dumps(record | {str(number): number for number in range(1_000)})
    number = int("9" * DIGITS)
    for name in summary["summary"]:
        for value in (number, [number] * 3, -number, "x" * 15_000):
            yield f"large {name}", json.dumps(changed(summary, {name: value}))
    yield "own fields", json.dumps(changed(summary, {str(n): n for n in range(1_000)}))
    yield "laid", json.dumps(changed(summary, {"laid": many("AS KS")}))


def changed(summary: dict[str, Any], fields: dict[str, Any]) -> dict[str, Any]:
    return summary | {"summary": summary["summary"] | fields}


def answered(ruleset: Ruleset, text: str) -> float:
    """Read and score a text as the page does; return how many seconds of one core it took."""
    began = time.process_time()
    with suppress(Refused):
        data = read_record(text)
        check_is_one_deal(data)
        try_deal(ruleset, data)
    return time.process_time() - began


@pytest.mark.sampled(3)
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_largest_records_that_can_be_pasted_are_answered(client: Client, variant: str) -> None:
    ruleset = usual(variant)
    dearest = max((answered(ruleset, text), what, text) for what, text in large_records(ruleset))

    answer = client.post(f"/games/{variant}/try/?how=record", {"record": dearest[2]})

    assert answer.status_code in (200, 422)
    print(f"try {variant}: {dearest[0]:.2f} s at most ({dearest[1]})")
