"""A ruleset: variant, preset, options and number of players, checked and frozen."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """What a deal is played by. Made by `games.engine.variants.make_ruleset`, hence valid."""

    variant: str
    preset: str
    changed_options: tuple[tuple[str, Any], ...]  # the options that differ from the preset
    options: Any  # the variant's own frozen dataclass, complete
    players: int
    sides: int
    house_rules: bool  # whether it has numbers of a club's own, which the rulebook does not list

    def side_of(self, seat: int) -> int:
        """Return the side of a seat: partners alternate round the table."""
        return seat % self.sides

    def as_json(self) -> dict[str, Any]:
        """Return the keys under which records and summaries name their ruleset."""
        named = {
            "variant": self.variant,
            "preset": self.preset,
            "options": dict(self.changed_options),
            "players": self.players,
        }
        return named | {"house_rules": True} if self.house_rules else named
