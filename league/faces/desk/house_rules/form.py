"""House rules of a club: a name, and the options that differ from the preset they start from."""

from datetime import datetime
from functools import partial
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from games import services as games
from league.clubs.models import Club, HouseRules
from league.clubs.services import add_house_rules, change_house_rules
from league.clubs.services.clubs import lock_club
from league.faces.desk.conflict_checked import ConflictCheckedForm
from league.faces.desk.house_rules.options_form import OptionsForm
from league.foundation.journal.actor import Actor


class HouseRulesForm(OptionsForm, ConflictCheckedForm):
    """House rules of a club: some number of players must be able to play by them."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=80,
        help_text=gettext_lazy("What the club calls them, for example Friday rules."),
    )

    def __init__(self, *args: Any, variant: str, preset: str, **kwargs: Any) -> None:
        any_players = partial(games.rulesets_by_players, variant, preset)
        super().__init__(*args, variant=variant, preset=preset, checks=[any_players], **kwargs)

    def add(self, club: Club, *, actor: Actor, at: datetime) -> HouseRules:
        assert self.variant is not None  # noqa: S101
        return add_house_rules(
            club=club,
            name=self.cleaned_data["name"],
            variant=self.variant.id,
            preset=self.preset,
            options=self.own,
            actor=actor,
            at=at,
        )

    def change(self, rules: HouseRules, *, actor: Actor, at: datetime) -> HouseRules:
        name = self.cleaned_data["name"]
        changes: dict[str, Any] = {"name": name, "options": self.own}
        return self.run_if_unchanged(
            partial(change_house_rules, rules=rules, **changes, actor=actor, at=at)
        )


def form_of(rules: HouseRules, data: Any) -> HouseRulesForm:
    form = HouseRulesForm(
        data,
        variant=rules.variant,
        preset=rules.preset,
        own=rules.options,
        initial={"name": rules.name},
    )
    form.watch(
        ("houserules", rules.pk),
        lock=partial(lock_club, rules.club_id),
        reload_form=lambda: form_of(HouseRules.objects.get(pk=rules.pk), None),
    )
    return form


class BeginningForm(forms.Form):
    """The game and the preset from which house rules start."""

    rules = forms.ChoiceField(
        label=gettext_lazy("Rules to start from"),
        help_text=gettext_lazy("On the next page you change what your club plays differently."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["rules"].choices = preset_choices()  # type: ignore[attr-defined]


def preset_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return every preset of every game, grouped by game.

    Each names its game too: of a closed list only the choice itself is to be seen.
    """
    return [
        (
            game,
            [
                (f"{variant.id}:{p.id}", f"{game} · {games.render_sentence(p.label)}")
                for p in variant.presets
            ],
        )
        for variant in games.variants()
        for game in (games.render_sentence(variant.label),)
    ]
