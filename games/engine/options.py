"""Options: every choice a club may make, with the words that forms and rule sheets need.

A game's options are one frozen dataclass whose fields are made by `option`. What exists is valid:
`check_values` in `__post_init__` refuses every value that is not offered.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, NamedTuple

from games.engine.errors import RulesetRefused
from games.sentences import Sentence, say

Value = str | int | bool


class Choice(NamedTuple):
    """A value an option may have, and what it is called."""

    value: Value
    label: Sentence


class Numbers(NamedTuple):
    """The whole numbers an option may have: from, to (None: no highest), and the step."""

    minimum: int
    maximum: int | None
    step: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One option: `choices` and `numbers` say which values it may have; any of both will do.

    Where both are given, the choices are the usual ones and any other number may be typed.

    `applies_when` lists other options and the values of theirs under which this one does
    anything; `anchor` is the place in the game's rulebook. `table` is the heading of the numbers
    this one stands among, such as the values of the melds; None for an option by itself.
    """

    name: str
    default: Value
    label: Sentence
    help: Sentence
    anchor: str
    choices: tuple[Choice, ...]
    numbers: Numbers | None
    applies_when: tuple[tuple[str, tuple[Value, ...]], ...]
    table: Sentence | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """A named set of options, where it comes from and how sure that is.

    `seats` are the numbers of players it is for, where it is for fewer than its options allow.
    """

    label: Sentence
    source: Sentence
    options: Any
    seats: tuple[int, ...] | None = None


MELD_VALUES = say("Values of the melds")
CARD_VALUES = say("Values of the cards")

YES_NO = (Choice(False, say("no")), Choice(True, say("yes")))


def counts(*values: int) -> tuple[Choice, ...]:
    """Return plain numbers as choices."""
    return tuple(Choice(value, number_label(value)) for value in values)


def number_label(value: int) -> Sentence:
    return Sentence("%(number)d", {"number": value})


def option(
    default: Value,
    *,
    label: Sentence,
    help: Sentence,
    anchor: str,
    clubs_differ: bool = False,
    choices: Iterable[Choice | tuple[Value, Sentence]] = (),
    numbers: Numbers | None = None,
    applies_when: Mapping[str, tuple[Value, ...]] | None = None,
    table: Sentence | None = None,
) -> Any:
    """Return a dataclass field that carries everything `Option` needs but its name.

    `clubs_differ`: the sources of the rulebook do not agree, or leave it to each club.
    """
    if clubs_differ:
        help = say("%(help)s Clubs differ here, so agree on it before the first deal.", help=help)
    about = {
        "default": default,
        "label": label,
        "help": help,
        "anchor": anchor,
        "choices": tuple(Choice(*choice) for choice in choices),
        "numbers": numbers,
        "applies_when": tuple((applies_when or {}).items()),
        "table": table,
    }
    return field(default=default, metadata={"option": about})


def options_of(options_class: type[Any]) -> tuple[Option, ...]:
    """Return what is known about each option, in the order of the rulebook."""
    return tuple(
        Option(name=place.name, **place.metadata["option"]) for place in fields(options_class)
    )


def allows(about: Option, value: object) -> bool:
    """Values are typed: true is not 1, and "4" is not 4."""
    if any(type(value) is type(choice.value) and value == choice.value for choice in about.choices):
        return True
    if about.numbers is None or type(value) is not int:
        return False
    low, high, step = about.numbers
    return value >= low and (high is None or value <= high) and (value - low) % step == 0


def is_listed(about: Option, value: object) -> bool:
    """Say whether the rulebook lists this value; where it names no choices, any number is."""
    return not about.choices or any(value == choice.value for choice in about.choices)


def has_own_numbers(options: Any) -> bool:
    """Say whether any of these options is a number that the rulebook does not list."""
    known = _with_usual_numbers(type(options))
    return any(not is_listed(about, getattr(options, about.name)) for about in known)


def refuse_own_numbers(options: Any) -> None:
    """Raise RulesetRefused for the first number that the rulebook does not list."""
    for about in _with_usual_numbers(type(options)):
        value = getattr(options, about.name)
        if not is_listed(about, value):
            sentence = say(
                'the rulebook does not list %(value)s for the option "%(label)s", only '
                '%(offered)s; for a number of your own send "house_rules": true besides',
                value=_as_written(value),
                label=about.label,
                offered=_offered(about),
            )
            raise RulesetRefused("bad_option_value", sentence, phase="options", field=about.name)


def _with_usual_numbers(options_class: type[Any]) -> tuple[Option, ...]:
    return tuple(about for about in options_of(options_class) if about.choices and about.numbers)


def check_values(options: Any) -> None:
    """Refuse a value that its option does not offer. Raises RulesetRefused."""
    for about in options_of(type(options)):
        if not allows(about, getattr(options, about.name)):
            raise _bad_value(about, getattr(options, about.name))


def options_from(preset: Preset, overrides: Mapping[str, Any]) -> Any:
    """Return the preset with the table's own choices laid over it.

    Raises RulesetRefused `unknown_option` or `bad_option_value`.
    """
    known = {place.name for place in fields(preset.options)}
    for name in overrides:
        if name not in known:
            sentence = say('there is no option "%(name)s" in this game', name=str(name)[:40])
            raise RulesetRefused("unknown_option", sentence, phase="options", field=str(name)[:40])
    return replace(preset.options, **overrides) if overrides else preset.options


def changes(preset: Preset, options: Any) -> list[tuple[Option, Value, Value]]:
    """Return (the option, the preset's value, its value) for each option that differs."""
    return [
        (about, before, after)
        for about in options_of(type(options))
        if (before := getattr(preset.options, about.name))
        != (after := getattr(options, about.name))
    ]


def value_label(about: Option, value: Value) -> Sentence:
    """Return what a value of an option is called."""
    for choice in about.choices:
        if choice.value == value and type(choice.value) is type(value):
            return choice.label
    return number_label(int(value))


def applies(about: Option, options: Any) -> bool:
    """Say whether the option does anything, given the others."""
    return all(getattr(options, name) in values for name, values in about.applies_when)


def _bad_value(about: Option, value: object) -> RulesetRefused:
    words = [choice.value for choice in about.choices if type(choice.value) is not int]
    if about.numbers is None:
        sentence = say(
            '%(value)s is not a value of the option "%(label)s"; choose one of %(offered)s',
            value=_as_written(value),
            label=about.label,
            offered=_offered(about),
        )
    elif words:
        sentence = say(
            '%(value)s is not a value of the option "%(label)s"; choose one of %(offered)s, '
            "or a whole number from %(minimum)d to %(maximum)d",
            value=_as_written(value),
            label=about.label,
            offered=", ".join(map(_as_written, words)),
            minimum=about.numbers.minimum,
            maximum=about.numbers.maximum,
        )
    elif about.numbers.maximum is None:
        sentence = say(
            '%(value)s is not a value of the option "%(label)s"; '
            "it must be a multiple of %(step)d, %(minimum)d or more",
            value=_as_written(value),
            label=about.label,
            step=about.numbers.step,
            minimum=about.numbers.minimum,
        )
    else:
        sentence = say(
            '%(value)s is not a value of the option "%(label)s"; '
            "it must be a whole number from %(minimum)d to %(maximum)d",
            value=_as_written(value),
            label=about.label,
            minimum=about.numbers.minimum,
            maximum=about.numbers.maximum,
        )
    return RulesetRefused("bad_option_value", sentence, phase="options", field=about.name)


def _offered(about: Option) -> str:
    return ", ".join(_as_written(choice.value) for choice in about.choices)


def _as_written(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value[:40]}"' if isinstance(value, str) else str(value)[:40]
