"""What is more than a field can say: the rules of each model, and its kinds in the journal."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias

from league.foundation.journal import kinds
from league.foundation.records.act import Act
from league.foundation.records.models import Record, Revocable
from league.foundation.records.refusals import TooMany
from league.foundation.records.sentences import (
    ADDED,
    CHANGED,
    REMOVED,
    REVOKED,
    sentence_about,
    words_of,
)

Rule: TypeAlias = Callable[[Any, Act], None]


def nothing(row: Record, by: Act) -> None:
    """The rule of those that have none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """`before_save` and `before_remove` lock what they look at, and raise a ValidationError or a
    Refused; `verbs` are the words of the journal where they are not the usual ones."""

    before_save: Rule = nothing
    before_remove: Rule = nothing
    verbs: Mapping[str, str] = field(default_factory=dict)


_RULES: dict[type[Record], Rules] = {}


def register(model: type[Record], *, former: str = "", **rules: Any) -> None:
    """Make a model known, with its rules; called when its app is ready.

    Kinds of the journal that the app has not registered itself get the usual sentences. `former`
    is what the data of old happenings calls the name.
    """
    _RULES[model] = Rules(**rules)
    for verb in verbs_of(model):
        kind = kind_of(model, verb)
        if not kinds.is_known(kind):
            words = partial(words_of, model, former)
            kinds.register(kind, sentence_about(model, verb), words, is_fact=True)


def registered() -> tuple[type[Record], ...]:
    return tuple(_RULES)


def rules_of(model: type[Record]) -> Rules:
    return _RULES[model]


def kinds_of(model: type[Record]) -> list[str]:
    """Return the kinds of the journal that are written of a model."""
    return [kind_of(model, verb) for verb in verbs_of(model)]


def verbs_of(model: type[Record]) -> tuple[str, ...]:
    if model.single_of:
        return (CHANGED,)
    return (ADDED, REVOKED) if issubclass(model, Revocable) else (ADDED, CHANGED, REMOVED)


def kind_of(model: type[Record], verb: str) -> str:
    """Return `venue.added`; a verb may have a whole kind of its own."""
    word = rules_of(model).verbs.get(verb, verb)
    return word if "." in word else f"{model._meta.model_name}.{word}"


def limit_rows(most: int, *, of: str) -> Rule:
    """Return the rule that a row's `of`, such as its club, has so many of them."""

    def check(row: Record, by: Act) -> None:
        if not row._state.adding:
            return
        owner = getattr(row, of)
        # held, so that two requests at once cannot go beyond it together
        type(owner)._default_manager.select_for_update(no_key=True).get(pk=owner.pk)
        if type(row)._default_manager.filter(**{of: owner}).count() >= most:
            raise TooMany(row, most)

    return check
