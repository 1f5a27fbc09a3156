"""The form of any record: a ModelForm that knows which version its page showed."""

from functools import cache
from typing import Any, cast

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.db import models

from league.faces.desk.inputs import DateInput
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.records import services as records
from league.foundation.records.rules import ChangedMeanwhile
from league.foundation.refusal import Refused, add_refusal

SEEN = "seen"


def form_field(column: "models.Field[Any, Any]", **options: Any) -> forms.Field | None:
    """Return the form's field for a column; addresses that are typed without https:// get it."""
    if isinstance(column, models.URLField):
        options.setdefault("assume_scheme", "https")
    if type(column) is models.DateField:
        options.setdefault("widget", DateInput)
    field: forms.Field | None = column.formfield(**options)
    return field


class RecordForm(forms.ModelForm):  # type: ignore[type-arg]
    """Labels, help, limits and validators are those of the model.

    Whoever saves second sees what has changed and by whom, and keeps what was typed; saving again
    overwrites it.
    """

    seen = forms.IntegerField(required=False, widget=forms.HiddenInput)

    class Meta:
        formfield_callback = form_field

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        is_new = self.instance._state.adding
        if is_new and not self.instance.single_of:
            del self.fields[SEEN]
        else:
            # 0: what has one row at most had none
            self.initial[SEEN] = 0 if is_new else self.instance.version

    def stored(self, by: Act) -> bool:
        """Save what was typed; False where it is refused, which the form then says.

        `change` is what the journal says of it, None where nothing was changed.
        """
        seen = self.cleaned_data.get(SEEN)
        if seen is not None and not self.instance._state.adding:
            self.instance.version = seen
        try:
            self.change: Happening | None = records.save(self.instance, by=by)
        except ValidationError as wrong:
            self._say(wrong)
        except Refused as refused:
            add_refusal(self, refused)
            if isinstance(refused, ChangedMeanwhile):
                # its user has now seen what is stored
                newest = self.data.copy()  # type: ignore[attr-defined]  # of a QueryDict
                newest[self.add_prefix(SEEN)] = refused.version
                self.data = newest
        return not self.errors

    def _say(self, wrong: ValidationError) -> None:
        for name, errors in wrong.update_error_dict({}).items():
            is_here = name != NON_FIELD_ERRORS and name in self.fields
            self.add_error(name if is_here else None, errors)


@cache
def form_of(
    model: type[models.Model], form: type[RecordForm], fields: tuple[str, ...]
) -> type[RecordForm]:
    """Return the form of a model's fields; it is made once."""
    made: Any = forms.modelform_factory(model, form=form, fields=fields)
    return cast("type[RecordForm]", made)
