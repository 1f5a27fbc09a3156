"""The forms of the page "Tonight": what is played and for how long, guests, who plays together."""

from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import services as games
from league.clubs.models import HouseRules, Player
from league.faces.desk.events.setup_forms import HOUSE
from league.faces.desk.house_rules.forms import preset_choices
from league.faces.desk.inputs import number_field
from league.foundation.lists import noted
from league.play.events.evenings import ClubDay, name_once
from league.play.events.models import Evening
from league.play.rounds.drawing.night import LONGEST, MOST_DEALS

SHORTEST, LONGEST_DEAL = 10, 120


class ChoiceForm(forms.Form):
    """Game and rules, and the time there is."""

    game = forms.ChoiceField(label=gettext_lazy("Game and rules"))
    minutes = number_field(least=SHORTEST, most=LONGEST, label=gettext_lazy("Minutes in all"))
    minutes_a_deal = number_field(
        least=1, most=LONGEST_DEAL, label=gettext_lazy("Minutes per deal")
    )
    deals_a_round = number_field(
        least=1,
        most=MOST_DEALS,
        required=False,
        label=gettext_lazy("Deals per round"),
        help_text=gettext_lazy("Leave it empty to let each plan decide."),
    )
    name = forms.CharField(label=gettext_lazy("Name of the event"), max_length=120, required=False)
    season = forms.TypedChoiceField(label=gettext_lazy("Season"), required=False, empty_value=None)

    def __init__(self, *args: Any, evening: Evening, day: ClubDay, **kwargs: Any) -> None:
        kwargs.setdefault("initial", self._initial(evening))
        super().__init__(*args, **kwargs)
        self.house_rules = {
            f"{HOUSE}{house_rules.pk}": house_rules for house_rules in self._to_choose(evening, day)
        }
        seasons = {str(season.pk): season for season in day.seasons}
        self.fields["game"].choices = list(self._games())  # type: ignore[attr-defined]
        season: Any = self.fields["season"]
        season.choices = [("", _("no season")), *((pk, one.name) for pk, one in seasons.items())]
        season.coerce = seasons.__getitem__
        self.fields["name"].widget.attrs["placeholder"] = name_once(evening, day.taken)

    @staticmethod
    def _initial(evening: Evening) -> dict[str, Any]:
        names = ("name", "minutes", "minutes_a_deal", "deals_a_round", "season_id")
        game = f"{evening.variant}:{evening.preset}"
        if evening.house_rules_id is not None:
            game = f"{HOUSE}{evening.house_rules_id}"
        initial = {name.removesuffix("_id"): getattr(evening, name) for name in names}
        return initial | {"game": game}

    @staticmethod
    def _to_choose(evening: Evening, day: ClubDay) -> list[HouseRules]:
        house_rules = list(day.house_rules)
        if evening.house_rules is not None and evening.house_rules not in house_rules:
            house_rules.append(evening.house_rules)
        return house_rules

    def _games(self) -> Iterator[tuple[str, list[tuple[str, str]]]]:
        labels = {info.id: games.render_sentence(info.label) for info in games.variants()}
        choices = [
            (value, noted(house_rules.name, labels.get(house_rules.variant, house_rules.variant)))
            for value, house_rules in self.house_rules.items()
        ]
        if choices:
            yield _("House rules of the club"), choices
        yield from preset_choices()

    def columns(self) -> dict[str, Any]:
        """Return what was typed as columns of an evening."""
        data = dict(self.cleaned_data)
        game = data.pop("game")
        house_rules = self.house_rules.get(game)
        if house_rules is not None:
            return data | {
                "variant": house_rules.variant,
                "preset": house_rules.preset,
                "house_rules": house_rules,
            }
        variant, _colon, preset = game.partition(":")
        return data | {"variant": variant, "preset": preset, "house_rules": None}


class GuestForm(forms.Form):
    guest = forms.CharField(label=gettext_lazy("Somebody who is not on the list"), max_length=120)
    surely_new = forms.BooleanField(required=False, widget=forms.HiddenInput())


class TogetherForm(forms.Form):
    """Who plays with whom: a field for each player of a side."""

    def __init__(self, *args: Any, free: Sequence[Player], size: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.free = {str(player.pk): player for player in free}
        choices = [("", "–"), *((pk, player.name) for pk, player in self.free.items())]
        for place in range(1, size + 1):
            self.fields[f"partner_{place}"] = forms.ChoiceField(
                label=_("Player %(number)d") % {"number": place},
                choices=choices,
                required=place <= 2,
            )

    @property
    def chosen(self) -> list[Player]:
        named = (self.cleaned_data[name] for name in self.fields)
        return [self.free[pk] for pk in named if pk]
