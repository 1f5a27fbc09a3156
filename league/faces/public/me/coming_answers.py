"""What comes for a player, with what was answered, and the form that answers."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.calendar.availability.models import LONGEST_NOTE, Answer
from league.calendar.availability.occasions import Occasion, coming_of
from league.calendar.availability.selectors import comers, said_for
from league.clubs.models import Player
from league.foundation.limits import LARGEST_ID

MOST_NAMES = 12


class AnswerForm(forms.Form):
    """An answer for a day; an empty one takes back what was said before."""

    player = forms.IntegerField(min_value=1, max_value=LARGEST_ID)
    event = forms.IntegerField(min_value=1, max_value=LARGEST_ID, required=False)
    day = forms.DateField(input_formats=["%Y-%m-%d"])
    answer = forms.ChoiceField(choices=[("", ""), *Answer.choices], required=False)
    note = forms.CharField(label=_("note"), max_length=LONGEST_NOTE, required=False)


def coming_shown(
    players: Sequence[Player], at: datetime, typed: dict[str, Any] | None = None
) -> list[dict[str, Any]]:
    """Return what comes as `public/me/_coming.html` takes it; six queries.

    `typed`: what could not be kept, by the key of its occasion; it stands in the form again, or
    in the first one where its own is gone.
    """
    occasions = coming_of(players, at)
    of = _form_of(occasions, typed)
    said, others = said_for(occasions), comers(occasions)
    return [
        {
            "occasion": one,
            "said": said.get(one.key),
            "choices": Answer.choices,
            "others": _others(one, others),
            "typed": typed if one is of else None,
        }
        for one in occasions
    ]


def _form_of(occasions: Sequence[Occasion], typed: dict[str, Any] | None) -> Occasion | None:
    if typed is None:
        return None
    own = (one for one in occasions if one.key == typed["key"])
    return next(own, next(iter(occasions), None))


def _others(
    one: Occasion, found: dict[tuple[int | None, date, int], list[Player]]
) -> dict[str, Any]:
    """Return how many others of the club said they come, and the first of their names."""
    key = (one.event.pk if one.event else None, one.day, one.player.club_id)
    names = [player.name for player in found.get(key, []) if player.pk != one.player.pk]
    return {"count": len(names), "names": names[:MOST_NAMES], "more": len(names) > MOST_NAMES}
