"""Forms of the pages of players and members."""

from functools import partial
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy

from league.clubs.models import LONGEST_TOLD_APART, Club, Member, Player, PublicName, Role
from league.clubs.selectors import players_of
from league.clubs.services.clubs import lock_club
from league.faces.desk.conflict_checked import ConflictCheckedForm
from league.faces.desk.records.forms import RecordForm

FIELDS = (
    *("sort_name", "family_name", "told_apart_by"),
    *("member_number", "email", "phone", "takes_mail", "is_guest"),
    "public_name",
)


class PlayerForm(ConflictCheckedForm):
    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=120,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    told_apart_by = forms.CharField(
        label=gettext_lazy("Told apart by"),
        max_length=LONGEST_TOLD_APART,
        required=False,
        help_text=gettext_lazy(
            "Only for two people of one name: a word or two that follow the name everywhere in "
            "brackets, for example the town. The public sees them too."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    family_name = forms.CharField(
        label=gettext_lazy("Family name"),
        max_length=120,
        required=False,
        help_text=gettext_lazy("Leave it empty to have it taken from the name."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    sort_name = forms.CharField(
        label=gettext_lazy("Sorted as"),
        max_length=120,
        required=False,
        help_text=gettext_lazy(
            "How the name is sorted, for example in kana. Leave it empty to sort as it is."
        ),
    )
    member_number = forms.CharField(
        label=gettext_lazy("Member number"), max_length=20, required=False
    )
    email = forms.EmailField(
        label=gettext_lazy("E-mail address"),
        required=False,
        help_text=gettext_lazy("Only owners and directors of the club see it."),
    )
    phone = forms.CharField(
        label=gettext_lazy("Telephone number"),
        max_length=30,
        required=False,
        help_text=gettext_lazy(
            "Owners and directors of the club see it, and captains whose teams meet."
        ),
        widget=forms.TextInput(attrs={"type": "tel", "autocomplete": "off"}),
    )
    takes_mail = forms.BooleanField(
        label=gettext_lazy("Gets e-mails about matches and results"),
        required=False,
        help_text=gettext_lazy(
            "Each of these e-mails has a link by which the player stops them. With an account "
            "players choose for themselves."
        ),
    )
    is_guest = forms.BooleanField(
        label=gettext_lazy("Guest"),
        required=False,
        help_text=gettext_lazy("The kitty can have another fee for guests."),
    )
    public_name = forms.ChoiceField(
        label=gettext_lazy("The public sees"),
        choices=PublicName.choices,
        initial=PublicName.FULL,
        widget=forms.RadioSelect,
    )

    surely_new = forms.BooleanField(
        label=gettext_lazy("This is another person"), required=False, widget=forms.HiddenInput
    )

    def __init__(self, *args: Any, club: Club, player: Player | None = None, **kwargs: Any) -> None:
        if player is not None:
            initial = {name: getattr(player, name) for name in FIELDS}
            kwargs.setdefault("initial", {"name": player.plain_name, **initial})
        super().__init__(*args, **kwargs)
        if player is None or player.user_id:
            del self.fields["takes_mail"]
        if player is not None:
            del self.fields["surely_new"]
            self.fields["family_name"].widget.attrs["placeholder"] = player.family
            self.watch(
                ("player", player.pk),
                lock=partial(lock_club, club.pk),
                reload_form=partial(_as_stored, club, player.pk),
            )

    def add_error(self, field: str | None, error: Any) -> None:
        """A question is asked by a box to tick, which nobody sees before."""
        if field == "surely_new":
            self.fields[field].widget = forms.CheckboxInput()
        super().add_error(field, error)


def _as_stored(club: Club, player_id: int) -> PlayerForm:
    return PlayerForm(club=club, player=Player.objects.get(pk=player_id))


class AccountOfPlayerForm(forms.Form):
    """Which member a player is. Only members without a player in the club can be chosen."""

    member = forms.ModelChoiceField(
        label=gettext_lazy("Account of a member"),
        queryset=Member.objects.none(),
        empty_label=gettext_lazy("choose a member"),
    )

    def __init__(self, *args: Any, club: Club, player: Player | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        taken = club.players.filter(user__isnull=False, merged_into__isnull=True)
        field = self.fields["member"]
        assert isinstance(field, forms.ModelChoiceField)  # noqa: S101
        field.queryset = (
            club.members.exclude(user__in=taken.values("user"))
            .select_related("user")
            .order_by("user__name", "id")
        )
        if player is not None and player.email:
            same = field.queryset.filter(user__email__iexact=player.email).first()
            if same is not None:
                field.initial = same.pk
                field.help_text = gettext("This account has the player’s e-mail address.")


class ApartForm(RecordForm):
    """Another player of the club whom draws should not put at a table with this one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["other"]
        players = players_of(self.instance.club).filter(is_active=True)
        field.queryset = players.exclude(pk=self.instance.one_id)
        field.empty_label = gettext("choose a player")


class InviteForm(forms.Form):
    email = forms.EmailField(label=gettext_lazy("E-mail address"))
    role = forms.ChoiceField(label=gettext_lazy("Role"))
    player = forms.ModelChoiceField(
        label=gettext_lazy("Link to this player"),
        queryset=Player.objects.none(),
        required=False,
        empty_label=gettext_lazy("none of our players, or not known"),
        help_text=gettext_lazy("The account is linked to the player when the person accepts."),
    )

    def __init__(self, *args: Any, club: Club, may_change_members: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = Role.choices if may_change_members else [(Role.PLAYER.value, Role.PLAYER.label)]
        role, player = self.fields["role"], self.fields["player"]
        assert isinstance(role, forms.ChoiceField)  # noqa: S101
        assert isinstance(player, forms.ModelChoiceField)  # noqa: S101
        role.choices = list(reversed(choices))
        player.queryset = club.players.filter(
            merged_into__isnull=True, user__isnull=True, is_active=True
        ).order_by("sort_key", "id")


class RoleForm(forms.Form):
    role = forms.ChoiceField(choices=Role.choices)
