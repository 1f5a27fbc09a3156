"""Pages that notice when somebody else has saved the same thing while they were open."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from hashlib import sha256
from typing import Any, TypeVar

from django import forms
from django.core.exceptions import ObjectDoesNotExist
from django.utils import timezone
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext as _

from league.foundation.journal.selectors import last_of
from league.foundation.lists import listed
from league.foundation.once.services import with_row_lock
from league.foundation.records.rules import Gone
from league.foundation.refusal import OutOfDate

Done = TypeVar("Done")

FIELD = "seen"
SHOWN = "shown"  # begins what a page carries, also where nothing is stored yet
LONGEST_VALUE = 80
LONGEST_SEEN = 50_000


@dataclass(frozen=True, slots=True)
class Stored:
    """What is stored now of what a page changes: by name its label, its digest, and its value.

    `subjects` are the journal's names of what is changed, each with its id.
    """

    subjects: tuple[tuple[str, int], ...]
    values: Mapping[str, tuple[str, str, str]]

    @classmethod
    def of(cls, values: Mapping[str, tuple[str, str]], *subjects: tuple[str, int]) -> "Stored":
        """Make one of labels and values in words."""
        stored = {name: (label, digest_of(text), text) for name, (label, text) in values.items()}
        return cls(subjects, stored)

    @property
    def seen(self) -> str:
        """Return what the page carries, to be compared when it is saved; never nothing."""
        digests = (f"{name}:{digest}" for name, (_label, digest, _text) in self.values.items())
        return " ".join([SHOWN, *digests])

    def check(self, seen: str | None, only: Iterable[str] | None = None) -> None:
        """Refuse what was typed on a page that showed something else. Raises OutOfDate.

        `only` are the names that are to be changed; all of them unless it is given. A page that
        carries nothing is not compared.
        """
        if not seen:
            return
        before = read_seen(seen)
        names = self.values.keys() | before.keys() if only is None else set(only)
        changed = [name for name in names if before.get(name) != self._digest(name)]
        if changed:
            # in the order of the page; what is gone comes last
            order = {name: place for place, name in enumerate(self.values)}
            changed.sort(key=lambda name: (order.get(name, len(order)), name))
            raise self.refusal(changed)

    def _digest(self, name: str) -> str | None:
        value = self.values.get(name)
        return value[1] if value else None

    def refusal(self, changed: Iterable[str]) -> OutOfDate:
        """Return the message about these fields for the person who saves second."""
        happened = [happening for subject in self.subjects if (happening := last_of(*subject))]
        last = max(happened, key=lambda happening: happening.pk, default=None)
        sentence = _(
            "While you had this page open, %(name)s changed: %(changes)s. Nothing of yours has "
            "been saved yet. What you typed is still here: save it again to replace the "
            "changes."
        )
        return OutOfDate(
            sentence
            % {
                "name": last.actor if last else _("somebody else"),
                "changes": listed([self._change(name) for name in changed]),
            }
        )

    def _change(self, name: str) -> str:
        label, _digest, text = self.values.get(name, (name, "", ""))
        shown = text or "–"
        return _("%(field)s is now “%(value)s”") % {
            "field": label,
            "value": shown[:LONGEST_VALUE] + ("…" if len(shown) > LONGEST_VALUE else ""),
        }


def read_seen(seen: str) -> dict[str, str]:
    """Return the digests that a page carried, by name."""
    parts = seen[:LONGEST_SEEN].split(" ")
    return dict(part.partition(":")[::2] for part in parts if ":" in part)


def digest_of(text: str) -> str:
    return sha256(text.replace("\r\n", "\n").encode()).hexdigest()[:8]


class ConflictCheckedForm(forms.Form):
    """A form of something that is changed: it carries what its fields held when it was shown.

    `initial` must be what is stored now, also when the form comes back. Whoever saves second
    sees what has changed and by whom, and keeps what was typed; saving again overwrites it.
    """

    def watch(
        self,
        *subjects: tuple[str, int],
        lock: Callable[[], object],
        reload_form: Callable[[], "ConflictCheckedForm"],
    ) -> None:
        """Watch what is changed together: each a subject by its name in the journal, and its id.

        `lock` keeps everybody else from changing it until the transaction ends, by the lock that
        its services take first; `reload_form` reads what is stored into a form that nobody filled
        in.
        """
        self._subjects, self._lock, self._reload_form = subjects, lock, reload_form
        self._watched = [name for name, field in self.fields.items() if not field.disabled]
        self._before = self.stored(self._watched)
        self.fields[FIELD] = forms.CharField(
            required=False,
            max_length=LONGEST_SEEN,
            widget=forms.HiddenInput,
            initial=self._before.seen,
        )

    def run_if_unchanged(self, act: Callable[[], Done]) -> Done:
        """Call `act` while nobody else can save, if nobody has since the form was compared.

        Raises OutOfDate, Gone, and what `act` raises; then nothing is written.
        """

        def act_if_unchanged() -> Done:
            try:
                now = self._reload_form().stored(self._watched, self._subjects)
            except ObjectDoesNotExist:
                raise Gone from None
            try:
                now.check(self._before.seen, only=now.values)
            except OutOfDate:
                self._take_for_seen(now)
                raise
            return act()

        return with_row_lock(self._lock, act_if_unchanged)

    def seen_now(self) -> str:
        """Return what a page carries that shows the form as it is stored now."""
        return self._reload_form().stored(self._watched, self._subjects).seen

    def stored(
        self, names: Iterable[str], subjects: tuple[tuple[str, int], ...] | None = None
    ) -> Stored:
        """Return what the form begins with, of those of its fields that are named."""
        values = {}
        for name in names:
            if name in self.fields:
                field = self.fields[name]
                begins = self.get_initial_for_field(field, name)
                prepared = field.prepare_value(begins)
                text = "" if prepared is None else str(prepared)
                values[name] = (str(self[name].label), digest_of(text), _in_words(field, begins))
        return Stored(self._subjects if subjects is None else subjects, values)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        seen = data.pop(FIELD, "")
        if seen:
            # what the page did not have was not looked at, and is not saved by it either
            had = read_seen(seen).keys() & self._before.values.keys()
            try:
                self._before.check(seen, only=had)
            except OutOfDate as refused:
                self.add_error(None, str(refused))
                self._take_for_seen(self._before)
        return data

    def _take_for_seen(self, stored: Stored) -> None:
        """Let the form be saved the next time: its user has now seen what is stored."""
        newest = self.data.copy()  # type: ignore[attr-defined]  # of a QueryDict
        newest[self.add_prefix(FIELD)] = stored.seen
        self.data = newest


def _in_words(field: forms.Field, value: Any) -> str:
    """Return a value as the page shows it: of a choice its label, of a box whether it is ticked."""
    if isinstance(field, forms.BooleanField):
        return _("yes") if value else _("no")
    if isinstance(value, datetime):
        return date_format(timezone.localtime(value), "DATETIME_FORMAT")
    if isinstance(value, date):
        return date_format(value, "DATE_FORMAT")
    if isinstance(value, time):
        return time_format(value, "TIME_FORMAT")
    if isinstance(field, forms.MultipleChoiceField):
        chosen = {str(one) for one in value or ()}
        return listed(str(label) for key, label in _flat(field.choices) if str(key) in chosen)
    prepared = field.prepare_value(value)
    shown = "" if prepared is None else str(prepared)
    if isinstance(field, forms.ChoiceField):
        return next((str(label) for key, label in _flat(field.choices) if str(key) == shown), shown)
    return shown


def _flat(choices: Any) -> list[tuple[Any, Any]]:
    """Return the choices of a field without their groups."""
    pairs: list[tuple[Any, Any]] = []
    for key, label in choices:
        pairs += list(label) if isinstance(label, list | tuple) else [(key, label)]
    return pairs
