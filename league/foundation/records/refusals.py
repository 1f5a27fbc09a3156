"""Why a row is not saved or removed, besides what is wrong in one of its fields."""

from collections import Counter
from collections.abc import Iterable

from django.db import models
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from league.foundation.journal.selectors import happenings_about
from league.foundation.lists import listed
from league.foundation.records.models import Record
from league.foundation.records.sentences import label_of, value_in_words
from league.foundation.refusal import OutOfDate, Refused
from league.foundation.shown_numbers import figure


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
    about = happenings_about(stored._meta.model_name or "", stored.pk)
    since = list(about.filter(data__version__gt=seen))
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


def _change(stored: Record, name: str) -> str:
    return _("%(field)s is now “%(value)s”") % {
        "field": label_of(type(stored), name),
        "value": value_in_words(stored, name),
    }
