"""The games we know. To add one: write a package beside these and list its `GAME` below."""

from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache

from games.engine.errors import RulesetRefused
from games.engine.options import changes, has_own_numbers, options_from, refuse_own_numbers
from games.engine.record import bad_field, shortened
from games.engine.rule_codes import with_codes_of_games
from games.engine.ruleset import Ruleset
from games.engine.variant import Variant, seats_of
from games.engine.variants import (
    double_deck_pinochle,
    fifty_six,
    partnership_pinochle,
    pedro,
    pitch,
    three_handed_pinochle,
    two_handed_pinochle,
)
from games.sentences import say

VARIANTS: dict[str, Variant] = {
    game.id: game
    for game in (
        double_deck_pinochle.GAME,
        fifty_six.GAME,
        partnership_pinochle.GAME,
        pedro.GAME,
        pitch.GAME,
        three_handed_pinochle.GAME,
        two_handed_pinochle.GAME,
    )
}

CODE_GROUPS = with_codes_of_games(game.codes for game in VARIANTS.values())
RULE_CODES = {code: meaning for group in CODE_GROUPS for code, meaning in group.codes.items()}


def variant_of(name: object) -> Variant:
    """Return the game. Raises RulesetRefused `unknown_variant`."""
    if isinstance(name, str) and name in VARIANTS:
        return VARIANTS[name]
    sentence = say(
        'there is no game "%(name)s"; the games are %(known)s',
        name=shortened(name),
        known=", ".join(VARIANTS),
    )
    raise RulesetRefused("unknown_variant", sentence, field="variant")


def make_ruleset(
    variant: object,
    preset: object = None,
    options: object = None,
    players: object = None,
    *,
    house_rules: object = True,
) -> Ruleset:
    """Return the ruleset these make; what is left out is the game's default.

    With `house_rules` an option that is a number may be any within its limits, else only one that
    the rulebook lists. Raises RulesetRefused: unknown_variant, unknown_preset, unknown_option,
    bad_option_value, wrong_players or options_contradict.
    """
    try:
        if options is None or options == {}:
            return _ruleset(variant, preset, (), players, house_rules, type(players).__name__)
        pairs = tuple(options.items()) if isinstance(options, Mapping) else options
        values = [players, *options.values()] if isinstance(options, Mapping) else [players]
        # true and 1 are equal as keys but not as values
        kinds = [type(value).__name__ for value in values]
        return _ruleset(variant, preset, pairs, players, house_rules, *kinds)
    except TypeError:  # something cannot be a key: find out what is wrong with it
        return _checked_ruleset(variant, preset, options, players, house_rules)


@lru_cache(maxsize=1024)
def _ruleset(
    variant: Hashable,
    preset: Hashable,
    pairs: Hashable,
    players: Hashable,
    house_rules: Hashable,
    *kinds: str,
) -> Ruleset:
    """Return the ruleset, from the cache where it was asked for before.

    `pairs` are the options as (name, value); `kinds`, the types of the values, keep 1 and true,
    which are equal as keys of the cache, apart.
    """
    options = dict(pairs) if isinstance(pairs, tuple) else pairs
    return _checked_ruleset(variant, preset, options, players, house_rules)


def _checked_ruleset(
    variant: object, preset: object, options: object, players: object, house_rules: object
) -> Ruleset:
    if house_rules is not True and house_rules is not False:
        raise bad_field("house_rules", say('"house_rules" must be true or false'))
    game = variant_of(variant)
    name = game.default_preset if preset is None else preset
    if not isinstance(name, str) or name not in game.presets:
        sentence = say(
            'there is no preset "%(name)s" of %(game)s; the presets are %(known)s',
            name=shortened(name),
            game=game.label,
            known=", ".join(game.presets),
        )
        raise RulesetRefused("unknown_preset", sentence, field="preset")
    if not isinstance(options, Mapping | None):
        sentence = say('"options" must be an object with named options')
        raise RulesetRefused("unknown_option", sentence, phase="options", field="options")
    chosen = options_from(game.presets[name], options or {})
    own_numbers = has_own_numbers(chosen)
    if own_numbers and not house_rules:
        refuse_own_numbers(chosen)
    allowed = seats_of(game, game.presets[name], chosen)
    count = usual_of(game, allowed) if players is None else _players(allowed, players)
    for about, reason in game.contradictions(chosen, count):
        raise RulesetRefused("options_contradict", reason, phase="options", field=about)
    return Ruleset(
        variant=game.id,
        preset=name,
        changed_options=tuple(
            (about.name, after) for about, _, after in changes(game.presets[name], chosen)
        ),
        options=chosen,
        players=count,
        sides=game.sides(chosen, count),
        house_rules=own_numbers,
    )


def usual_of(game: Variant, allowed: Sequence[int]) -> int:
    """Return the allowed number of players that is nearest to the game's usual number."""
    return min(allowed, key=lambda count: (abs(count - game.usual_players), count))


def _players(allowed: Sequence[int], players: object) -> int:
    """Return the number of players. Raises RulesetRefused for one that is not allowed."""
    if type(players) is int and players in allowed:
        return players
    if len(allowed) == 1:
        sentence = say(
            "this game is for %(allowed)d players, not %(players)s",
            allowed=allowed[0],
            players=shortened(players),
        )
    elif len(allowed) <= max(allowed) - min(allowed):
        sentence = say(
            "this game is for %(allowed)s players, not %(players)s",
            allowed=", ".join(map(str, allowed)),
            players=shortened(players),
        )
    else:
        sentence = say(
            "this game is for %(fewest)d to %(most)d players, not %(players)s",
            fewest=min(allowed),
            most=max(allowed),
            players=shortened(players),
        )
    raise RulesetRefused("wrong_players", sentence, field="players")
