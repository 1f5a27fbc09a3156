"""A page of rules for the wall: what is played, in plain language, in the language one prints."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language, override

from games import services as games
from games.engine.ruleset import Ruleset
from league.faces.public.rules.options_shown import players_in_words


@dataclass(frozen=True, slots=True)
class ShownRule:
    """`standard` is what the preset chooses where the rule differs, else empty."""

    sentence: str
    standard: str


@dataclass(frozen=True, slots=True)
class ShownSection:
    heading: str
    rules: list[ShownRule]


# how many signs go on a line of the printed sheet, and up to how many lines it is set how
A_LINE = {"ja": 44}
A_LINE_OF_LETTERS = 82
AMPLE, LONG = 31, 42


def line_count(rule: ShownRule, language: str) -> int:
    signs = len(rule.sentence) + len(rule.standard) + (12 if rule.standard else 0)
    return -(-signs // A_LINE.get(language, A_LINE_OF_LETTERS))


@dataclass(frozen=True, slots=True)
class RulePage:
    """What stands on the page, all in one language."""

    language: str
    game: str
    preset: str
    players: str
    sections: list[ShownSection]

    @property
    def length(self) -> str:
        """Say how the rules are set so that they stay on one sheet of paper.

        In large print, in smaller print, or running on within each section.
        """
        rules = [rule for section in self.sections for rule in section.rules]
        lines = sum(line_count(rule, self.language) for rule in rules)
        return "ample" if lines <= AMPLE else "long" if lines <= LONG else "running-on"

    @property
    def differs(self) -> bool:
        return any(rule.standard for section in self.sections for rule in section.rules)


def rule_page(ruleset: Ruleset, seats: Collection[int], language: str) -> RulePage:
    """Return the rules in words for tables of so many players."""
    with override(language):
        info = next(variant for variant in games.variants() if variant.id == ruleset.variant)
        preset = next(preset for preset in info.presets if preset.id == ruleset.preset)
        return RulePage(
            language=language,
            game=games.render_sentence(info.label),
            preset=games.render_sentence(preset.label),
            players=players_in_words(tuple(sorted(seats))),
            sections=[_section(section) for section in games.printed_rules(ruleset)],
        )


def _section(section: games.PrintedSection) -> ShownSection:
    return ShownSection(
        games.render_sentence(section.heading),
        [
            ShownRule(
                games.render_sentence(rule.sentence),
                games.render_sentence(rule.standard) if rule.standard is not None else "",
            )
            for rule in section.rules
        ],
    )


def printed_language(request: HttpRequest) -> str:
    """Return the language asked for by `?language=`, or that of the page around it."""
    wanted = request.GET.get("language", "")
    return wanted if wanted in dict(settings.LANGUAGES) else get_language() or "en"


def languages(chosen: str) -> list[dict[str, Any]]:
    """Return the languages the page can be printed in, each by its own name."""
    return [
        {"code": code, "name": name, "is_chosen": code == chosen}
        for code, name in settings.LANGUAGES
    ]
