"""What people type about associations: rules, clubs, players to register, places that qualify."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.clubs.models import Club, Player
from league.clubs.selectors import players_of
from league.faces.desk.conflict_checked import ConflictCheckedForm
from league.faces.desk.inputs import day_field, number_field
from league.office.associations.championship_field import MOST_PLACES, Source
from league.office.associations.models import (
    MOST_REGISTERED,
    MOST_TRANSFERS,
    Association,
    Registration,
    TransferRule,
)
from league.play.events.models import Event
from league.play.events.services.field import LARGEST_TEAM


class RulesForm(ConflictCheckedForm):
    """Whether the club is an association, and its rules for registrations."""

    is_association = forms.BooleanField(
        label=gettext_lazy("This club is an association of clubs"),
        help_text=gettext_lazy(
            "Clubs join it and register their players with it; its events and seasons are played "
            "by them."
        ),
        required=False,
    )
    transfers = forms.ChoiceField(
        label=gettext_lazy("Players may change clubs within a season"),
        choices=TransferRule.choices,
        widget=forms.RadioSelect,
    )
    transfers_until = day_field(
        label=gettext_lazy("Last day for a transfer"),
        help_text=gettext_lazy("Only where transfers end on a day."),
        required=False,
    )
    most_transfers = number_field(
        least=1,
        most=MOST_TRANSFERS,
        label=gettext_lazy("Most transfers of a player in a season"),
        help_text=gettext_lazy("Leave it empty for no limit."),
        required=False,
    )
    most_registered = number_field(
        least=1,
        most=MOST_REGISTERED,
        label=gettext_lazy("Most players that a club may register in a season"),
        help_text=gettext_lazy("Leave it empty for no limit."),
        required=False,
    )

    def __init__(self, data: Any = None, *, association: Association | None) -> None:
        known = association or Association()
        names = ("transfers", "transfers_until", "most_transfers", "most_registered")
        initial = {name: getattr(known, name) for name in names}
        super().__init__(data, initial=initial | {"is_association": association is not None})


class ClubForm(forms.Form):
    """A club or an association of the site, by the address of its page."""

    slug = forms.CharField(max_length=300, label="")

    def __init__(self, data: Any = None, *, label: str, help_text: str) -> None:
        super().__init__(data)
        self.fields["slug"].label, self.fields["slug"].help_text = label, help_text

    def clean_slug(self) -> Club:
        slug = self.cleaned_data["slug"].strip().rstrip("/").rpartition("/")[2].lower()
        club = Club.objects.filter(slug=slug).first()
        if club is None:
            raise ValidationError(
                _("There is no club with the address “%(slug)s”: copy it from the club’s page.")
                % {"slug": slug[:60]}
            )
        return club


class RegisterForm(forms.Form):
    """Players of a club who are registered for a season."""

    players = forms.ModelMultipleChoiceField(
        label=gettext_lazy("Players of the club"),
        queryset=Player.objects.none(),
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, data: Any = None, *, club: Club, registered: Iterable[int]) -> None:
        super().__init__(data)
        field: Any = self.fields["players"]
        field.queryset = players_of(club).filter(is_active=True).exclude(pk__in=list(registered))


class TransferForm(forms.Form):
    """A player of another club of the association, and who that is among the club's own."""

    registration = forms.ModelChoiceField(
        label=gettext_lazy("Who comes to the club"), queryset=Registration.objects.none()
    )
    home_player = forms.ModelChoiceField(
        label=gettext_lazy("The same person among your players"),
        help_text=gettext_lazy("Add the person to your players first if need be."),
        queryset=Player.objects.none(),
    )

    def __init__(self, data: Any = None, *, club: Club, others: Any, free: Any) -> None:
        super().__init__(data)
        fields: Any = self.fields
        fields["registration"].queryset = others
        fields["registration"].label_from_instance = lambda row: (
            _("%(player)s, %(club)s") % {"player": row.player.shown_name, "club": row.club.name}
        )
        fields["home_player"].queryset = free


class ClubEntryForm(forms.Form):
    """An entry of a club: its registered players, and a name of its own for teams."""

    name = forms.CharField(
        label=gettext_lazy("Name of the entry"),
        help_text=gettext_lazy("Leave it empty to use the players’ names."),
        max_length=120,
        required=False,
    )
    players = forms.ModelMultipleChoiceField(
        label=gettext_lazy("Registered players"),
        queryset=Player.objects.none(),
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, data: Any = None, *, players: Any) -> None:
        super().__init__(data)
        field: Any = self.fields["players"]
        field.queryset = players

    def clean_players(self) -> Any:
        players = self.cleaned_data["players"]
        if len(players) > LARGEST_TEAM:
            raise ValidationError(
                _("An entry has %(most)d players at most.") % {"most": LARGEST_TEAM}
            )
        return players


class SourcesForm(forms.Form):
    """How many of the first places of each event go through: a number an event, or none."""

    def __init__(self, data: Any = None, *, events: Iterable[Event]) -> None:
        super().__init__(data)
        self.events = {f"places-{event.pk}": event for event in events}
        for name, event in self.events.items():
            self.fields[name] = number_field(
                least=1,
                most=MOST_PLACES,
                label=_("%(club)s: %(event)s") % {"club": event.club.name, "event": event.name},
                required=False,
            )

    def sources(self) -> list[Source]:
        return [
            Source(event, self.cleaned_data[name])
            for name, event in self.events.items()
            if self.cleaned_data.get(name)
        ]
