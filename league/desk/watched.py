"""Forms that notice when somebody else has saved the same thing while they were open."""

from hashlib import sha256
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from league.journal.selectors import last_of
from league.lists import listed

FIELD = "seen"
LONGEST_VALUE = 80


class WatchedForm(forms.Form):
    """A form of something that is changed: it carries what its fields held when it was shown.

    `initial` must be what is stored now, also when the form comes back. Whoever saves second is
    told what has changed, by whom, and keeps what was typed; saved again it is meant.
    """

    def watch(self, *subjects: tuple[str, int]) -> None:
        """Watch what is changed together: each a subject by its name in the journal, and its id."""
        self._subjects = subjects
        self._watched = [name for name, one in self.fields.items() if not one.disabled]
        self.fields[FIELD] = forms.CharField(
            required=False,
            max_length=5_000,
            widget=forms.HiddenInput,
            initial=" ".join(f"{name}:{self._digest(name)}" for name in self._watched),
        )

    def _digest(self, name: str) -> str:
        field = self.fields[name]
        value = field.prepare_value(self.get_initial_for_field(field, name))
        text = "" if value is None else str(value)
        return sha256(text.replace("\r\n", "\n").encode()).hexdigest()[:8]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        seen = data.pop(FIELD, "")
        if seen and (changed := self._changed_since(seen)):
            self.add_error(None, self._sentence(changed))
            # saved once more, knowing it, it is saved
            newest = self.data.copy()  # type: ignore[attr-defined]  # of a QueryDict
            newest[self.add_prefix(FIELD)] = self.fields[FIELD].initial
            self.data = newest
        return data

    def _changed_since(self, seen: str) -> list[str]:
        before = dict(part.partition(":")[::2] for part in seen.split(" "))
        return [
            name for name in self._watched if name in before and before[name] != self._digest(name)
        ]

    def _sentence(self, changed: list[str]) -> str:
        happened = [one for subject in self._subjects if (one := last_of(*subject))]
        last = max(happened, key=lambda one: one.pk, default=None)
        return _(
            "While you had this page open, %(name)s changed: %(changes)s. Nothing of yours is "
            "saved yet, and what you typed is still here: save it again to put it in its place."
        ) % {
            "name": last.actor_name if last else _("somebody else"),
            "changes": listed([self._change(name) for name in changed]),
        }

    def _change(self, name: str) -> str:
        field = self.fields[name]
        value = self.get_initial_for_field(field, name)
        shown = "–" if value in (None, "") else str(value)
        if isinstance(field, forms.ChoiceField):
            shown = next(
                (str(label) for key, label in _flat(field.choices) if str(key) == shown), shown
            )
        label = self[name].label
        return _("%(field)s is now “%(value)s”") % {
            "field": label,
            "value": shown[:LONGEST_VALUE] + ("…" if len(shown) > LONGEST_VALUE else ""),
        }


def _flat(choices: Any) -> list[tuple[Any, Any]]:
    """Return the choices of a field without their groups."""
    found: list[tuple[Any, Any]] = []
    for key, label in choices:
        found += list(label) if isinstance(label, list | tuple) else [(key, label)]
    return found
