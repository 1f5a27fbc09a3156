"""What forms, pages and the API show of a game."""

from dataclasses import dataclass

from games.engine.options import Option, options_of
from games.engine.schemas import all_seats
from games.engine.variant import Variant, seats_of
from games.sentences import Sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class PresetInfo:
    """A preset with the value of every option; `seats` are the numbers of players it allows."""

    id: str
    label: Sentence
    source: Sentence
    seats: tuple[int, ...]
    values: dict[str, str | int | bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class VariantInfo:
    """A game. `seats` are all numbers of players that one of its presets can be played with."""

    id: str
    label: Sentence
    about: Sentence
    rules_in_short: tuple[Sentence, ...]
    seats: tuple[int, ...]
    default_preset: str
    usual_players: int
    presets: tuple[PresetInfo, ...]
    options: tuple[Option, ...]


def variant_info(variant: Variant) -> VariantInfo:
    """Return a game's presets and options with their labels, help and choices."""
    options = options_of(variant.options)
    return VariantInfo(
        id=variant.id,
        label=variant.label,
        about=variant.about,
        rules_in_short=variant.rules_in_short,
        seats=all_seats(variant),
        default_preset=variant.default_preset,
        usual_players=variant.usual_players,
        presets=tuple(
            PresetInfo(
                id=name,
                label=preset.label,
                source=preset.source,
                seats=seats_of(variant, preset),
                values={about.name: getattr(preset.options, about.name) for about in options},
            )
            for name, preset in variant.presets.items()
        ),
        options=options,
    )
