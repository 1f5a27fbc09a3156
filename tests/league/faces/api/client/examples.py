"""Writes what operations were sent and answered as examples for the description, one a line."""

import json
import os
import re
from typing import Any

from league.faces.api.examples import FILE

WANTED = os.environ.get("EXAMPLES") == "write"
SECRETS = ("token", "secret", "previous_secret")
SITE = re.compile(r"http://(localhost|127\.0\.0\.1|testserver)(:\d+)?")
SECRET_LINKS = re.compile(r"/(t|here|invitations)/[^/]+/")
MOST_LETTERS, MOST_ROWS, MOST_WORDS = 2_000, 1, 4


def remember(examples: dict[str, Any], operation: str, **texts: Any) -> None:
    """Keep what was sent and answered, if it says more than what is known and is not too long."""
    if not WANTED:
        return
    new = {
        name: _short(value)
        for name, value in texts.items()
        if value is not None and not isinstance(value, bytes)
    }
    known = examples[operation]
    if not known or _size(known) < _size(new) <= MOST_LETTERS:
        examples[operation] = new


def write(examples: dict[str, Any]) -> None:
    """Write the file of examples, if that is wanted."""
    if WANTED:
        lines = (
            f"{json.dumps(name)}: {json.dumps(one, ensure_ascii=False)}"
            for name, one in sorted(examples.items())
            if one
        )
        FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n")


def _size(value: Any) -> int:
    return len(json.dumps(value))


def _short(value: Any, key: str = "") -> Any:
    if isinstance(value, dict):
        # of the JSON Schemas of games a few fields will do
        most = MOST_WORDS if key in ("properties", "$defs") else len(value)
        return {name: _short(one, name) for name, one in list(value.items())[:most]}
    if isinstance(value, list):
        most = MOST_ROWS if value and isinstance(value[0], dict | list) else MOST_WORDS
        return [_short(one, key) for one in value[:most]]
    if not isinstance(value, str):
        return value
    if key in SECRETS and value:
        return "a-long-random-text"
    return SECRET_LINKS.sub(
        r"/\1/a-long-random-text/", SITE.sub("https://cards.example.org", value)
    )
