"""Forms of a club's record: what an archive is made of, which file is read, and into what."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.clubs.models import Club
from league.office.archives.scope import Scope
from league.play.events.models import Event, Season

WHOLE = "club"
MOST_EVENTS = 200  # in the list to choose from; of others the page of the API makes archives


class MakeForm(forms.Form):
    of = forms.ChoiceField(label=gettext_lazy("What goes into it"))
    with_addresses = forms.BooleanField(
        label=gettext_lazy("With people’s e-mail addresses"),
        required=False,
        help_text=gettext_lazy(
            "Choose this only if the file stays with you: whoever has it can read them."
        ),
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.club = club
        seasons = Season.objects.filter(club=club).order_by("-starts_on", "-pk")
        events = Event.objects.filter(club=club).order_by("-starts_on", "-pk")[:MOST_EVENTS]
        groups: list[Any] = [(WHOLE, _("The whole club"))]
        if named := [(f"season {one.pk}", one.name) for one in seasons]:
            groups.append((_("One season"), named))
        if named := [(f"event {one.pk}", one.name) for one in events]:
            groups.append((_("One event"), named))
        self.fields["of"].choices = groups  # type: ignore[attr-defined]

    @property
    def scope(self) -> Scope:
        """Return what was chosen, once the form is valid."""
        kind, _space, number = self.cleaned_data["of"].partition(" ")
        if kind == "season":
            return Scope(club=self.club, season=Season.objects.get(club=self.club, pk=number))
        if kind == "event":
            return Scope(club=self.club, event=Event.objects.get(club=self.club, pk=number))
        return Scope(club=self.club)


class UploadForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("File of the archive"),
        widget=forms.FileInput(attrs={"accept": ".zip,application/zip"}),
        error_messages={"required": gettext_lazy("Choose the file of the archive.")},
    )


class ReadForm(forms.Form):
    as_new = forms.SlugField(
        label=gettext_lazy("Address of a new club"),
        max_length=60,
        required=False,
        help_text=gettext_lazy(
            "Leave it empty to read the archive into this club. With an address, a new club is "
            "made of it, and this one stays as it is."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )
