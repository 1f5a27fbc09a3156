"""Forms of the entries page: lines of names, one entry by name, seeds."""

from functools import partial
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.clubs.services.clubs import lock_club
from league.faces.desk.conflict_checked import ConflictCheckedForm
from league.foundation.limits import limits
from league.play.events.journaling import hold_event
from league.play.events.models import Entry, EntryKind, Event
from league.play.events.names import current_members
from league.play.events.selectors import members_with_players

EXAMPLES = {
    EntryKind.INDIVIDUAL: gettext_lazy("Ann Lee"),
    EntryKind.PAIR: gettext_lazy("Ann Lee & Bob Ray"),
    EntryKind.TEAM: gettext_lazy("The Aces: Ann Lee, Bob Ray, Cy Young, Di Fox"),
}


class LinesForm(forms.Form):
    """Entries typed fast: one a line."""

    lines = forms.CharField(
        label=gettext_lazy("Entries, one a line"),
        widget=forms.Textarea(attrs={"rows": 6, "autocomplete": "off"}),
        max_length=40_000,
    )
    add_unknown = forms.BooleanField(
        label=gettext_lazy("Add unknown names to the club’s players"), required=False
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        example = EXAMPLES[EntryKind(event.entry_kind)]
        self.fields["lines"].help_text = _(
            "For example: %(example)s. Two players of the same name: write “Ann Lee #12” "
            "with the member number."
        ) % {"example": example}


class EntryForm(ConflictCheckedForm):
    """One entry: its players by name, with suggestions, and a name of its own."""

    def __init__(self, *args: Any, event: Event, entry: Entry | None = None, **kwargs: Any) -> None:
        members = [m.player.name for m in current_members(entry)] if entry else []
        self.places = _places(event, len(members))
        kwargs.setdefault("initial", _initial(entry, members))
        super().__init__(*args, **kwargs)
        if event.entry_kind != EntryKind.INDIVIDUAL:
            label = _("Name of the team") if event.entry_kind == EntryKind.TEAM else _("Name")
            self.fields["name"] = forms.CharField(
                label=label,
                help_text=_("Leave it empty to use the players’ names."),
                max_length=120,
                required=False,
            )
        for place in range(1, self.places + 1):
            label = _("Player") if self.places == 1 else _("Player %(n)d") % {"n": place}
            self.fields[f"player_{place}"] = forms.CharField(
                label=label,
                max_length=130,
                required=place == 1,
                widget=forms.TextInput(attrs={"list": "players", "autocomplete": "off"}),
            )
        self.fields["add_unknown"] = forms.BooleanField(
            label=_("Add unknown names to the club’s players"), required=False
        )
        if entry is not None:
            self.watch(
                ("entry", entry.pk),
                lock=partial(_hold, event),
                reload_form=partial(_as_stored, event, entry.pk),
            )

    @property
    def typed_players(self) -> list[str]:
        names = (self.cleaned_data.get(f"player_{n}", "") for n in range(1, self.places + 1))
        return [name.strip() for name in names if name.strip()]


def _hold(event: Event) -> None:
    # a name that nobody has becomes a player of the club: its lock comes before the event's
    lock_club(event.club_id)
    hold_event(event.pk)


def _as_stored(event: Event, entry_id: int) -> EntryForm:
    rows = Entry.objects.prefetch_related(members_with_players())
    return EntryForm(event=event, entry=rows.get(pk=entry_id))


def _places(event: Event, members: int) -> int:
    match event.entry_kind:
        case EntryKind.INDIVIDUAL:
            return 1
        case EntryKind.PAIR:
            return 2
        case _team:
            return max(6, members + 2)


def _initial(entry: Entry | None, members: list[str]) -> dict[str, Any]:
    names: dict[str, Any] = {f"player_{n}": name for n, name in enumerate(members, start=1)}
    return names | ({"name": entry.name} if entry else {})


class SeedsForm(ConflictCheckedForm):
    """A number beside each entry; those left empty have no seed."""

    def __init__(self, *args: Any, entries: list[tuple[Entry, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entries = entries
        for entry, name in entries:
            self.fields[f"seed_{entry.pk}"] = forms.IntegerField(
                label=name,
                **limits(1, 10_000),
                required=False,
                initial=entry.seed,
                widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
            )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        taken: dict[int, str] = {}
        for entry, name in self.entries:
            seed = cleaned.get(f"seed_{entry.pk}")
            if seed is None:
                continue
            if seed in taken:
                self.add_error(
                    f"seed_{entry.pk}",
                    _("The seed %(seed)d is already taken by %(other)s.")
                    % {"other": taken[seed], "seed": seed},
                )
            taken.setdefault(seed, name)
        return cleaned

    @property
    def order(self) -> list[int]:
        """Return the ids of the seeded entries, best first."""
        seeds = {entry.pk: self.cleaned_data.get(f"seed_{entry.pk}") for entry, _ in self.entries}
        seeded = [(seed, pk) for pk, seed in seeds.items() if seed is not None]
        return [pk for _seed, pk in sorted(seeded)]
