"""The house rules of an event: a form made from what the game says about its options."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games import services as games
from games.engine.options import Option, Value
from games.services import RulesetRefused, VariantInfo
from league.events.models import Event
from league.events.rulesets import table_sizes
from league.events.services import change_event
from league.journal.actor import Actor

SEGMENTS = 4  # up to so many choices stand side by side as buttons


def variant_of(name: str) -> VariantInfo | None:
    return next((variant for variant in games.variants() if variant.id == name), None)


class RulesForm(forms.Form):
    """One field an option. What is kept is only what differs from the preset."""

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event = event
        self.variant = variant_of(event.variant)
        self.standard: dict[str, Value] = {}
        if self.variant is None:
            return
        self.options = {option.name: option for option in self.variant.options}
        presets = {preset.id: preset for preset in self.variant.presets}
        if event.preset in presets:
            self.standard = dict(presets[event.preset].values)
        for option in self.variant.options:
            self.fields[option.name] = self._field(option)

    def _field(self, option: Option) -> forms.Field:
        standard = self.standard.get(option.name, option.default)
        own = self.event.options.get(option.name, standard)
        about: dict[str, Any] = {
            "label": games.in_words(option.label),
            "help_text": self._help(option, standard),
            "initial": str(own),
        }
        if option.numbers is not None:
            low, high, step = option.numbers
            widget = forms.NumberInput(attrs={"inputmode": "numeric", "step": step})
            return forms.IntegerField(
                min_value=low, max_value=high, step_size=step, widget=widget, **about
            )
        few = len(option.choices) <= SEGMENTS
        return forms.ChoiceField(
            choices=[(str(c.value), games.in_words(c.label)) for c in option.choices],
            widget=forms.RadioSelect if few else forms.Select,
            **about,
        )

    def _help(self, option: Option, standard: Value) -> str:
        """Return what the option is, when it does anything, and what the preset says."""
        parts = [games.in_words(option.help)]
        for name, values in option.applies_when:
            other = self.options[name]
            parts.append(
                _("Matters only when “%(other)s” is: %(values)s.")
                % {
                    "other": games.in_words(other.label),
                    "values": ", ".join(value_in_words(other, value) for value in values),
                }
            )
        parts.append(_("Standard: %(value)s.") % {"value": value_in_words(option, standard)})
        return " ".join(parts)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.errors or self.variant is None:
            return cleaned
        self.own = {
            name: value
            for name, option in self.options.items()
            if (value := self._value(option, cleaned[name])) != self.standard.get(name)
        }
        for players in table_sizes(self.event):
            if not self._accepts(players):
                break
        return cleaned

    def _accepts(self, players: int) -> bool:
        try:
            games.ruleset(self.event.variant, self.event.preset, self.own, players)
        except RulesetRefused as refused:
            # tables are the next step's business; here only what the options say about each other
            if refused.field in self.fields:
                text = games.in_words(refused.sentence)
                self.add_error(refused.field, games.whole_sentence(text))
                return False
        return True

    @staticmethod
    def _value(option: Option, typed: Any) -> Value:
        """Return the value with its type: "True" is true, "11" is 11."""
        if option.numbers is not None:
            return int(typed)
        return next(choice.value for choice in option.choices if str(choice.value) == typed)

    def save(self, *, actor: Actor, at: Any) -> Event:
        return change_event(event=self.event, changes={"options": self.own}, actor=actor, at=at)


def value_in_words(option: Option, value: Value) -> str:
    for choice in option.choices:
        if choice.value == value and type(choice.value) is type(value):
            return games.in_words(choice.label)
    return str(value)
