"""The fields a scorer fills in, described so that a form can be made from them."""

from dataclasses import dataclass
from typing import Any, Literal

from games.engine.sentences import Sentence

Kind = Literal["flag", "choice", "number", "seat", "side", "suit", "side_numbers", "side_flags"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryField:
    """One field of a summary, in the order in which it happens at the table.

    `name` is the key in `summary`, dotted for a nested one ("awards.high"). `total` is what the
    numbers of all sides add up to, so that the last fills itself. `likely` numbers come up often.
    `nullable`: a side choice with "nobody". `when` lists earlier fields with the values under which
    this one is asked.
    """

    name: str
    label: Sentence
    help: Sentence
    kind: Kind
    choices: tuple[tuple[Any, Sentence], ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    step: int = 1
    total: int | None = None
    likely: tuple[int, ...] = ()
    required: bool = True
    nullable: bool = False
    when: tuple[tuple[str, tuple[Any, ...]], ...] = ()


def is_asked(field: SummaryField, answers: dict[str, Any]) -> bool:
    """Say whether the field is asked, given the answers by field name; no answer is a no."""
    return all(
        answers.get(name) in values or (answers.get(name) is None and False in values)
        for name, values in field.when
    )


def flat_answers(summary: dict[str, Any]) -> dict[str, Any]:
    """Return a summary with nested objects written dotted, as the fields name them."""
    answers: dict[str, Any] = {}
    for name, value in summary.items():
        if isinstance(value, dict):
            answers.update({f"{name}.{inner}": entry for inner, entry in value.items()})
        else:
            answers[name] = value
    return answers


def summary_from(answers: dict[str, Any]) -> dict[str, Any]:
    """Return the summary that dotted answers make; the inverse of `flat_answers`."""
    summary: dict[str, Any] = {}
    for name, value in answers.items():
        outer, dot, inner = name.partition(".")
        if dot:
            summary.setdefault(outer, {})[inner] = value
        else:
            summary[name] = value
    return summary
