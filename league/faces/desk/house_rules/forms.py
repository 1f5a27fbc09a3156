"""House rules of a club: a name, and the options that differ from the preset they start from."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, NamedTuple

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import services as games
from games.engine.options import Option, Value
from games.services import RulesetRefused, VariantInfo
from games.wording import join_sentences
from league.clubs.models import Club, HouseRules
from league.clubs.services import add_house_rules, change_house_rules
from league.clubs.services.clubs import lock_club
from league.faces.desk.conflict_checked import ConflictCheckedForm
from league.foundation.journal.actor import Act
from league.foundation.lists import listed
from league.foundation.option_fields import (
    ChoiceOrNumberField,
    choices_of,
    is_typed,
    number_field,
    numbers_in_words,
    numbers_named,
    value_of,
)

# --- The options of a game as a form: of an event's rules, and of the house rules of a club ---

SEGMENTS = 4  # up to so many choices stand side by side as buttons


class OptionTable(NamedTuple):
    """Numbers that stand together, such as the values of the melds: folded until one is typed."""

    heading: str
    fields: list[BoundField]
    is_open: bool


class OptionGroup(NamedTuple):
    """The fields below one heading of the rules: auction, play, scoring.

    `changed` of them differ from the preset.
    """

    heading: str
    fields: list[BoundField]
    tables: list[OptionTable]
    changed: int
    is_open: bool


def variant_of(name: str) -> VariantInfo | None:
    return next((variant for variant in games.variants() if variant.id == name), None)


class OptionsForm(forms.Form):
    """One field an option. What is kept, in `own`, is only what differs from the preset.

    `checks` ask the game about the options as a whole: each takes `own` and raises RulesetRefused.
    What it says against one of them stands at that field, and everything that was chosen stays.
    """

    def __init__(
        self,
        *args: Any,
        variant: str,
        preset: str,
        own: Mapping[str, Value],
        checks: Iterable[Callable[[Mapping[str, Value]], object]],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.checks = tuple(checks)
        self.variant = variant_of(variant)
        self.preset = preset
        self.own = dict(own)
        self.standard: dict[str, Value] = {}
        self.options: dict[str, Option] = {}
        if self.variant is None:
            return
        self.options = {option.name: option for option in self.variant.options}
        presets = {preset.id: preset for preset in self.variant.presets}
        if preset in presets:
            self.standard = dict(presets[preset].values)
        for option in self.variant.options:
            self.fields[option.name] = self._field(option)

    def _field(self, option: Option) -> forms.Field:
        standard = self.standard.get(option.name, option.default)
        if option.table is not None:
            return self._number_of_table(option, standard)
        about: dict[str, Any] = {
            "label": games.render_sentence(option.label),
            "help_text": self._help(option, standard),
            "initial": str(self.own.get(option.name, standard)),
        }
        if is_typed(option):
            return number_field(option, **about)
        if option.numbers is not None:
            return ChoiceOrNumberField(option, **about)
        few = len(option.choices) <= SEGMENTS
        widget = forms.RadioSelect if few else forms.Select
        return forms.ChoiceField(choices=choices_of(option), widget=widget, **about)

    def _number_of_table(self, option: Option, standard: Value) -> forms.Field:
        """Return the field of a number among others; left empty it is as the preset has it."""
        value = self.own.get(option.name, standard)
        words = games.value_in_words(option, standard)
        return number_field(
            option,
            label=games.render_sentence(option.label),
            help_text=_("%(numbers)s; standard: %(value)s")
            % {"numbers": numbers_in_words(*(option.numbers or (0, None, 1))), "value": words},
            initial=str(value) if type(value) is int else "",
            placeholder=str(standard) if type(standard) is int else "",
            required=False,
        )

    def _help(self, option: Option, standard: Value) -> str:
        """Return what the option is, when it does anything, and what the preset says."""
        parts = [games.render_sentence(option.help)]
        if is_typed(option):
            parts.append(_("It may be: %(numbers)s.") % {"numbers": numbers_named(option)})
        for name, values in option.applies_when:
            other = self.options[name]
            parts.append(
                _("Matters only when “%(other)s” is: %(values)s.")
                % {
                    "other": games.render_sentence(other.label),
                    "values": listed(games.value_in_words(other, value) for value in values),
                }
            )
        words = games.value_in_words(option, standard)
        parts.append(_("Standard: %(value)s.") % {"value": words})
        return join_sentences(parts)

    def option_groups(self) -> list[OptionGroup]:
        """Return the fields as they stand on the printed page: section by section.

        Open are those in which something differs or is wrong; of new rules the first.
        """
        if self.variant is None:
            return []
        sections = games.option_sections(self.variant.id)
        marked = self.own.keys() | self.errors.keys()
        names = {option.name for _heading, options in sections for option in options}
        return [
            OptionGroup(
                games.render_sentence(heading),
                [self[option.name] for option in options if option.table is None],
                self._tables(options),
                sum(option.name in self.own for option in options),
                any(option.name in marked for option in options)
                or (not number and not marked & names),
            )
            for number, (heading, options) in enumerate(sections)
        ]

    def _tables(self, options: Iterable[Option]) -> list[OptionTable]:
        """Return the numbers among these options that stand together, by what they are."""
        headings: dict[str, list[Option]] = {}
        for option in options:
            if option.table is not None:
                headings.setdefault(games.render_sentence(option.table), []).append(option)
        return [
            OptionTable(
                heading,
                [self[option.name] for option in within],
                any(option.name in self.own or option.name in self.errors for option in within),
            )
            for heading, within in headings.items()
        ]

    def further_fields(self) -> list[BoundField]:
        """Return the fields that are no options."""
        others = (self[name] for name in self.fields if name not in self.options)
        return [other for other in others if not other.is_hidden]

    def _chosen(self, option: Option, typed: Any) -> Value:
        if typed is None and option.table is not None:
            return self.standard.get(option.name, option.default)
        return value_of(option, typed)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.errors or self.variant is None:
            return cleaned
        self.own = {
            name: value
            for name, option in self.options.items()
            if (value := self._chosen(option, cleaned[name])) != self.standard.get(name)
        }
        for check in self.checks:
            try:
                check(self.own)
            except RulesetRefused as refused:
                # numbers of players are another page's business
                if refused.field in self.fields:
                    sentence = games.whole_sentence(games.render_sentence(refused.sentence))
                    self.add_error(refused.field, sentence)
                    break
        return cleaned


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

    def add(self, club: Club, *, by: Act) -> HouseRules:
        assert self.variant is not None  # noqa: S101
        return add_house_rules(
            club=club,
            name=self.cleaned_data["name"],
            variant=self.variant.id,
            preset=self.preset,
            options=self.own,
            by=by,
        )

    def change(self, rules: HouseRules, *, by: Act) -> HouseRules:
        name = self.cleaned_data["name"]
        changes: dict[str, Any] = {"name": name, "options": self.own}
        return self.run_if_unchanged(partial(change_house_rules, rules=rules, **changes, by=by))


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
