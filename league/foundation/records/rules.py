"""What is more than a field can say: the rules of each model, and its kinds in the journal."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias

from django.db import models
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from rules import add_perm

from league.foundation.journal import kinds
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import happenings_about
from league.foundation.lists import listed
from league.foundation.records.models import Record
from league.foundation.records.sentences import (
    ADDED,
    CHANGED,
    REMOVED,
    REVOKED,
    label_of,
    sentence_about,
    value_in_words,
    words_of,
)
from league.foundation.refusal import OutOfDate, Refused
from league.foundation.shown_numbers import figure

# --- Why a row is not saved or removed, besides what is wrong in one of its fields ---


class TooMany(Refused):
    """Its code is made of the model, such as `too_many_venues`."""

    def __init__(self, row: Record, most: int) -> None:
        self.code = f"too_many_{row._meta.model_name}s"  # type: ignore[misc]  # a code a model
        sentence = _("%(things)s: there can be %(most)s; remove one first.")
        things = capfirst(row._meta.verbose_name_plural)
        super().__init__(sentence % {"things": things, "most": figure(most)})


class StillUsed(Refused):
    """Its code is made of the model, such as `venue_invalid`."""

    def __init__(self, row: Record, users: Iterable[models.Model]) -> None:
        self.code = f"{row._meta.model_name}_invalid"  # type: ignore[misc]  # as of TooMany
        counted = Counter(type(user)._meta.verbose_name_plural for user in users)
        parts = [f"{figure(count)} {name}" for name, count in counted.items()]
        sentence = _("“%(name)s” is still used (%(users)s), so that it cannot be removed.")
        super().__init__(sentence % {"name": row, "users": listed(parts)})


class Gone(Refused):
    """Somebody has removed it since the person looked."""

    code = "gone"

    def __init__(self) -> None:
        super().__init__(
            _("Somebody removed this while you were looking at it, so nothing was changed.")
        )


class NotUndone(OutOfDate):
    """There is no such change, or it was undone already."""

    def __init__(self) -> None:
        super().__init__(_("This can no longer be undone. Look at the page once more."))


class ChangedMeanwhile(OutOfDate):
    """Somebody has saved it since the person looked; `version` is the newest one."""

    def __init__(self, stored: Record, seen: int) -> None:
        super().__init__(_changes(stored, seen))
        self.version = stored.version


def _changes(stored: Record, seen: int) -> str:
    subject = stored.journal_subject()
    about = happenings_about(subject._meta.model_name or "", subject.pk)
    since = [one for one in about.filter(data__version__gt=seen) if row_of(one) == stored.pk]
    names = {name for happening in since for name in happening.data.get("changed", ())}
    sentence = _(
        "While you had this page open, %(name)s changed: %(changes)s. Nothing of yours has "
        "been saved yet. What you typed is still here: save it again to replace the "
        "changes."
    )
    return sentence % {
        "name": since[-1].actor if since else _("somebody else"),
        "changes": listed(_change(stored, name) for name in sorted(names)),
    }


def row_of(change: Happening) -> int | None:
    """Return the number of the row that a change was made of."""
    number: int | None = change.data.get("row", change.subject_id)
    return number


def _change(stored: Record, name: str) -> str:
    return _("%(field)s is now “%(value)s”") % {
        "field": label_of(type(stored), name),
        "value": value_in_words(stored, name),
    }


# --- Who does something, and when: what every service that writes is given as `by` ---


Rule: TypeAlias = Callable[[Any, Act], None]


def nothing(row: Record, by: Act) -> None:
    """The rule of those that have none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """`before_save` and `before_remove` lock what they look at, and raise a ValidationError or a
    Refused; `verbs` are the words of the journal where they are not the usual ones. `topic` is that
    of the webhooks, "" where none is sent; None: `webhooks.topics` has the kinds."""

    before_save: Rule = nothing
    before_remove: Rule = nothing
    verbs: Mapping[str, str] = field(default_factory=dict)
    topic: str | None = None


_RULES: dict[type[Record], Rules] = {}


def register(
    model: type[Record],
    *,
    former: str = "",
    read_by: Any = None,
    changed_by: Any = None,
    **rules: Any,
) -> None:
    """Make a model known, with its rules; called when its app is ready.

    Kinds of the journal that the app has not registered itself get the usual sentences. `former`
    is what the data of old happenings calls the name. `read_by` and `changed_by` are predicates of
    django-rules, for the permissions that `permission_to` names.
    """
    _RULES[model] = Rules(**rules)
    for verb, predicate in (("view", read_by), ("change", changed_by)):
        if predicate is not None:
            add_perm(permission_to(verb, model), predicate)  # type: ignore[no-untyped-call]
    for verb in verbs_of(model):
        kind = kind_of(model, verb)
        if not kinds.is_known(kind):
            words = partial(words_of, model, former)
            kinds.register(kind, sentence_about(model, verb), words, is_fact=True)


def permission_to(verb: str, model: type[models.Model]) -> str:
    """Return the usual name of a permission, such as `match_dates.change_venues`."""
    return f"{model._meta.app_label}.{verb}_{model._meta.model_name}s"


def topics_by_kind() -> dict[str, str]:
    """Return the topics of the kinds whose models say theirs."""
    return {
        kind: rules.topic
        for model, rules in _RULES.items()
        if rules.topic is not None
        for kind in kinds_of(model)
    }


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
    return (ADDED, REVOKED) if model.revoked else (ADDED, CHANGED, REMOVED)


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
