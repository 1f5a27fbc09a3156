"""The rule on substitutes of an event as a form, its reserves as names one a line."""

from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.services import whole_sentence
from games.wording import join_sentences
from league.clubs.models import Player
from league.faces.desk.events.setup_forms import StepForm
from league.faces.desk.inputs import day_field, number_field
from league.foundation.journal.actor import Actor
from league.play.events.models import (
    MOST_SUBSTITUTED,
    EntryKind,
    Event,
    EventState,
    SubstitutePoints,
    Substitutes,
)
from league.play.events.services import change_substitutes
from league.play.events.services.typed_entries import Directory, find_player

COLUMNS = (
    *("substitutes", "rounds_a_substitute", "substituted_rounds"),
    *("substitutes_until_round", "substitutes_until", "substitute_points"),
)
MOST_RESERVES = 500


class SubstitutesForm(StepForm):
    """Who may stand in, how often, until when, and who gets the points."""

    frozen_after = {EventState.OPEN: ("substitute_points",), EventState.RUNNING: COLUMNS}

    substitutes = forms.ChoiceField(
        label=gettext_lazy("Who may stand in"),
        choices=Substitutes.choices,
        widget=forms.RadioSelect,
    )
    reserves = forms.CharField(
        label=gettext_lazy("The reserves, one a line"),
        help_text=gettext_lazy(
            "Players of the club by name; two of the same name: write “Ann Lee #12” with the "
            "member number."
        ),
        widget=forms.Textarea(attrs={"rows": 4, "autocomplete": "off"}),
        max_length=20_000,
        required=False,
    )
    rounds_a_substitute = number_field(
        least=1,
        most=MOST_SUBSTITUTED,
        label=gettext_lazy("Rounds one substitute may stand in"),
        help_text=gettext_lazy("Leave it empty for no limit."),
        required=False,
    )
    substituted_rounds = number_field(
        least=1,
        most=MOST_SUBSTITUTED,
        label=gettext_lazy("Rounds one entry may have substitutes"),
        help_text=gettext_lazy("Leave it empty for no limit."),
        required=False,
    )
    substitutes_until_round = number_field(
        least=1,
        most=1_000,
        label=gettext_lazy("Last round with substitutes"),
        help_text=gettext_lazy("Counted through all stages. Leave it empty for no limit."),
        required=False,
    )
    substitutes_until = day_field(label=gettext_lazy("Last day with substitutes"), required=False)
    substitute_points = forms.ChoiceField(
        label=gettext_lazy("Who gets a substitute’s points"),
        help_text=gettext_lazy("This is scoring: it stays as it is once the event runs."),
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        listed = event.reserves.select_related("player").order_by("player__sort_key", "player_id")
        initial = {name: getattr(event, name) for name in COLUMNS}
        initial["reserves"] = "\n".join(_as_typed(row.player) for row in listed)
        kwargs.setdefault("initial", initial)
        super().__init__(*args, event=event, **kwargs)
        self.fields["substitute_points"].choices = [  # type: ignore[attr-defined]
            choice
            for choice in SubstitutePoints.choices
            if event.entry_kind == EntryKind.INDIVIDUAL or choice[0] != SubstitutePoints.PLAYER
        ]
        if event.state in (EventState.FINISHED, EventState.ARCHIVED):
            self.fields["reserves"].disabled = True

    def clean_reserves(self) -> list[Player]:
        """Return the players named; every name that is not clear is an error."""
        lines = [line.strip() for line in self.cleaned_data["reserves"].splitlines()]
        directory = Directory.of(self.event.club)
        reserves: dict[int, Player] = {}
        wrong: list[str] = []
        for line in filter(None, lines):
            player = find_player(directory, line)
            if isinstance(player, Player):
                reserves[player.pk] = player
            elif isinstance(player, str):
                wrong.append(_("The club has no player called %(name)s.") % {"name": line[:60]})
            else:
                wrong.append(whole_sentence(player.sentence))
        if len(reserves) > MOST_RESERVES:
            wrong.append(
                _("%(count)d reserves are too many; name at most %(most)d.")
                % {"count": len(reserves), "most": MOST_RESERVES}
            )
        if wrong:
            raise forms.ValidationError(join_sentences(wrong[:10]))
        return list(reserves.values())

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("substitutes") == Substitutes.RESERVES and cleaned.get("reserves") == []:
            self.add_error(
                "reserves",
                _("Only reserves may stand in, and there are none: name them, or choose others."),
            )
        return cleaned

    def save(self, *, actor: Actor, at: datetime) -> Event:
        return change_substitutes(
            event=self.event,
            changes={name: self.cleaned_data[name] for name in COLUMNS},
            reserves=self.cleaned_data["reserves"],
            actor=actor,
            at=at,
        )


def _as_typed(player: Player) -> str:
    return f"{player.name} #{player.member_number}" if player.member_number else player.name
