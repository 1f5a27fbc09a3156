"""Examples of what operations are sent and answer, from a club's year by the generated client.

`EXAMPLES=write` before that test (tests/league/faces/api/client/test_walk.py) writes them anew.
"""

import json
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("examples.json")
JSON = "application/json"


def add_examples(
    result: dict[str, Any], generator: Any, request: Any, public: bool
) -> dict[str, Any]:
    """Add an example to each request and answer in JSON (a hook of drf-spectacular)."""
    known = json.loads(FILE.read_text())
    for operations in result["paths"].values():
        for operation in operations.values():
            example = known.get(operation["operationId"], {})
            for name, place in places_of(operation).items():
                if name in example and "examples" not in place:
                    place["example"] = example[name]
    return result


def places_of(operation: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return where an operation describes its JSON: what is sent, and what it answers."""
    answers = operation["responses"]
    found = {
        "sent": operation.get("requestBody", {}),
        "answer": answers.get("200", answers.get("201", {})),
    }
    return {
        name: one["content"][JSON] for name, one in found.items() if JSON in one.get("content", {})
    }
