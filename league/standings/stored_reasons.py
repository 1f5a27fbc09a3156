"""Why an entry stands where it does, as its row keeps it: a sentence as JSON."""

from collections.abc import Mapping
from typing import Any

import orjson

from games.sentences import NUMBER, Figure, Sentence, sentence_from_json

# what a reason has in numbers, which are texts in JSON; what else it names may be called "1860"
NUMBERS = frozenset({"own", "other", "carried", "points"})


def stored_reason(why: Sentence | None) -> str:
    """Return what `sentence_to_json` makes of a reason, as text; of none an empty object.

    The sentences in it may hold texts, numbers and sentences only: there are three or four in each
    of ten thousand reasons.
    """
    if why is None:
        return "{}"
    return orjson.dumps(_fields(why), _sentence_inside, orjson.OPT_PASSTHROUGH_DATACLASS).decode()


def reason_read(data: Mapping[str, Any]) -> Sentence:
    """Return the reason that was stored, its numbers written as the reader writes them."""
    return _with_figures(sentence_from_json(data))


def _with_figures(sentence: Sentence) -> Sentence:
    params = {name: _read(name, value) for name, value in sentence.params.items()}
    return Sentence(sentence.text, params)


def _read(name: str, value: Any) -> Any:
    if isinstance(value, Sentence):
        return _with_figures(value)
    is_number = name in NUMBERS and isinstance(value, str) and NUMBER.fullmatch(value)
    return Figure(value) if is_number else value


def _fields(sentence: Sentence) -> dict[str, Any]:
    return {"text": sentence.text, "params": sentence.params}


def _sentence_inside(sentence: Sentence) -> dict[str, Any]:
    return {"sentence": _fields(sentence)}
