"""Which rules a visitor wants to try: a preset, the number of players, own choices of options.

They stand in the query, so that an address can be handed on. An option that is left alone is as
the preset has it.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games import services as games
from games.engine.options import Option, Value
from games.engine.ruleset import Ruleset
from games.services import PresetInfo, RulesetRefused, VariantInfo
from league.faces.public.rules.rule_page import default_of, players_in_words, preset_of
from league.foundation.lists import noted
from league.foundation.option_fields import (
    ChoiceOrNumberField,
    choices_of,
    is_typed,
    number_field,
    numbers_named,
    value_of,
)

PRESET, PLAYERS = "preset", "players"
USUAL_PLAYERS = 4


class RulesForm(forms.Form):
    """Preset, players and options of one game; nothing in it has to be filled in.

    `ruleset` is what was chosen; where that makes no game, the form has the reason as an error and
    `ruleset` is the preset as it stands.
    """

    use_required_attribute = False

    def __init__(self, data: Mapping[str, Any], *, info: VariantInfo) -> None:
        super().__init__(data, auto_id="rules_%s")
        self.info = info
        self.preset = preset_of(info, data.get(PRESET, "")) or default_of(info)
        self.ruleset = usual_ruleset(info, self.preset)
        self.fields[PRESET] = forms.ChoiceField(
            label=_("Rules"),
            required=False,
            choices=[(preset.id, games.render_sentence(preset.label)) for preset in info.presets],
            initial=info.default_preset,
        )
        if len(info.seats) > 1:
            usual = players_in_words((self.ruleset.players,))
            self.fields[PLAYERS] = forms.TypedChoiceField(
                label=_("Players"),
                required=False,
                coerce=int,
                empty_value=None,
                choices=[
                    ("", _("default: %(value)s") % {"value": usual}),
                    *((count, str(count)) for count in info.seats),
                ],
            )
        for option in info.options:
            self.fields[option.name] = _field(option, self.preset.values[option.name])
        if self.is_valid():
            self._choose()

    @property
    def own(self) -> dict[str, Value]:
        """Return the options that were chosen otherwise than the preset has them."""
        cleaned = getattr(self, "cleaned_data", {})
        return {
            option.name: value
            for option in self.info.options
            if (value := _value(option, cleaned.get(option.name))) is not None
            and value != self.preset.values[option.name]
        }

    def _choose(self) -> None:
        try:
            self.ruleset = first_possible(
                self.info, self.preset, self.own, self.cleaned_data.get(PLAYERS)
            )
        except RulesetRefused as refused:
            field = refused.field if refused.field in self.fields else None
            self.add_error(field, games.whole_sentence(games.render_sentence(refused.sentence)))

    def option_fields(self) -> list[forms.BoundField]:
        """Return the fields that stand by themselves, in the order of the rulebook."""
        return [self[option.name] for option in self.info.options if option.table is None]

    def tables(self) -> list[tuple[str, list[forms.BoundField], bool]]:
        """Return (heading, fields, whether a number was typed) of the numbers that stand together.

        Their headings are those of the printed rules: values of the melds, values of the cards.
        """
        headings: dict[str, list[Option]] = {}
        for option in self.info.options:
            if option.table is not None:
                headings.setdefault(games.render_sentence(option.table), []).append(option)
        return [
            (
                heading,
                [self[option.name] for option in options],
                any(self.data.get(option.name) for option in options),
            )
            for heading, options in headings.items()
        ]


def usual_ruleset(info: VariantInfo, preset: PresetInfo) -> Ruleset:
    """Return the preset for four players, or the fewest where four cannot play it."""
    return first_possible(info, preset, {}, None)


def first_possible(
    info: VariantInfo, preset: PresetInfo, own: Mapping[str, Value], players: int | None
) -> Ruleset:
    """Return the ruleset; players who are not named are as many as usual.

    Raises RulesetRefused where the choices make no game.
    """
    counts: Iterable[int] = [players] if players is not None else _usual_first(info.seats)
    refusals: list[RulesetRefused] = []
    for count in counts:
        try:
            return games.ruleset(info.id, preset.id, own, count)
        except RulesetRefused as refused:
            refusals.append(refused)
    raise refusals[0]


def _usual_first(seats: tuple[int, ...]) -> list[int]:
    return sorted(seats, key=lambda count: (count != USUAL_PLAYERS, count))


def _field(option: Option, standard: Value) -> forms.Field:
    label = games.render_sentence(option.label)
    help_text = games.render_sentence(option.help)
    as_preset = _("default: %(value)s") % {"value": games.value_in_words(option, standard)}
    about: dict[str, Any] = {"label": label, "help_text": help_text, "required": False}
    if is_typed(option):
        numbers = numbers_named(option)
        about["help_text"] = numbers if option.table else noted(help_text, numbers)
        return number_field(option, placeholder=as_preset, **about)
    if option.numbers is not None:
        return ChoiceOrNumberField(option, nothing=as_preset, **about)
    return forms.ChoiceField(choices=[("", as_preset), *choices_of(option)], **about)


def _value(option: Option, typed: Any) -> Value | None:
    """Return the value with its type ("True" is true), or None where nothing was chosen."""
    if typed is None or typed == "":
        return None
    return value_of(option, typed)
