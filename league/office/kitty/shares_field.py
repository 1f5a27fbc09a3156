"""A column for how a pot is shared: weights by place, typed as 50 30 20."""

from typing import Any

from django import forms
from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from league.foundation.limits import parse_int

MOST_PLACES = 50
LARGEST_SHARE = 1_000_000


def check_shares(shares: list[int]) -> None:
    if len(shares) > MOST_PLACES or not all(0 < share <= LARGEST_SHARE for share in shares):
        raise ValidationError(
            _("Give whole numbers from 1 to %(most)d for at most %(places)d places: 50 30 20.")
            % {"most": LARGEST_SHARE, "places": MOST_PLACES}
        )


class SharesField(ArrayField):  # type: ignore[type-arg]
    default_validators = [check_shares]

    def formfield(self, **_options: Any) -> Any:
        label = capfirst(self.verbose_name)
        return SharesTyped(label=label, required=False, max_length=400, help_text=self.help_text)


class SharesTyped(forms.CharField):
    def prepare_value(self, value: Any) -> Any:
        return " ".join(map(str, value)) if isinstance(value, list) else value

    def clean(self, value: Any) -> list[int]:
        """Return the numbers typed; in place of what is none 0, which the column refuses."""
        texts = super().clean(value).replace(",", " ").replace("%", " ").split()
        return [parse_int(text, most=LARGEST_SHARE) or 0 for text in texts]
