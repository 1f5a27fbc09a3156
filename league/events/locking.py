"""Rows of an event locked for a change: who comes second finds them as the first has left them."""

from typing import Any, TypeVar

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _

from league.refusal import Refused

Row = TypeVar("Row", bound=Model)


class Gone(Refused):
    """Somebody has removed it since the person looked."""

    code = "gone"


def locked(rows: "QuerySet[Row, Row]", **which: Any) -> Row:
    """Return the one row, locked without its key: rows that only refer to it can be written.

    Raises Gone.
    """
    try:
        return rows.select_for_update(no_key=True, of=("self",)).get(**which)
    except ObjectDoesNotExist:
        raise Gone(
            _("Somebody has removed this while you looked at it, so nothing was changed.")
        ) from None
