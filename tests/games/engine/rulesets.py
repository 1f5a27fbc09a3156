"""Makers for the engine's tests: every ruleset worth trying, and players who try everything."""

from itertools import islice
from random import Random

from games.engine.errors import RulesetRefused
from games.engine.options import options_of
from games.engine.variant import seats_of
from games.engine.variants import VARIANTS, make_ruleset


def every_ruleset():
    """Give each preset with each number of players, and each option value at least once."""
    for name, game in sorted(VARIANTS.items()):
        for preset, about in game.presets.items():
            for players in seats_of(game, about):
                yield make_ruleset(name, preset, {}, players)
        for option in options_of(game.options):
            for value in values_of(option):
                yield ruleset_with(name, option.name, value)


def values_of(option):
    named = [choice.value for choice in option.choices]
    if option.numbers is None:
        return named
    low, high, step = option.numbers
    numbers = [low, low + step, high if high is not None else low + 20 * step]
    return [*named, *(number for number in numbers if number not in named)]


# values that go only with another value of a second option, which no preset has
COMPANIONS = {
    ("pedro", "bidder_goes_out_from", 93): {"target": 100},
    ("pedro", "bidder_goes_out_from", 999): {"target": 1000},
    ("double-deck-pinochle", "bid_increment", 3): {"opening_min": 51},
    **{
        (game, "beside_run", 1_000): {"double_run": 10_000}
        for game in ("partnership-pinochle", "three-handed-pinochle")
    },
}
MELDS = ("run", "royal_marriage", "aces", "kings", "queens", "jacks", "pinochle")
TIMES = ("", "double_", "triple_", "quadruple_")
# in games with one pack a run takes the place of royal marriages and of what lies beside it
ROOM_FOR_RUNS = {
    "run": {"royal_marriage": 0, "beside_run": 0, "double_run": 10_000},
    "double_run": {"royal_marriage": 0, "beside_run": 0, "run": 0},
    "royal_marriage": {"run": 1_000, "double_run": 10_000},
}


def companions_of(variant, option, value):
    """Return what else must be typed: a meld is worth no less than held fewer times."""
    times = next(times for times in reversed(TIMES) if option.startswith(times))
    meld = option.removeprefix(times)
    if meld not in MELDS or not _contradicts(variant, option, value):
        return COMPANIONS.get((variant, option, value), {})
    others = dict.fromkeys((many + meld for many in TIMES[: TIMES.index(times)]), min(value, 100))
    for many, most in zip(TIMES, (0, 1_000, 5_000, 5_000), strict=True):
        if TIMES.index(many) > TIMES.index(times):
            others[many + meld] = max(value, most)
    if "pinochle" in others and variant == "double-deck-pinochle":
        others["pinochle_single"] = min(others.pop("pinochle"), 15)
    if variant != "double-deck-pinochle" and option in ROOM_FOR_RUNS:
        others |= ROOM_FOR_RUNS[option]
    known = {about.name for about in options_of(VARIANTS[variant].options)} - {option}
    return {name: number for name, number in others.items() if name in known}


def _contradicts(variant, option, value):
    try:
        make_ruleset(variant, None, {option: value})
    except RulesetRefused:
        return True
    return False


def ruleset_with(variant, option, value):
    """Return a ruleset with this option value, on the first preset it does not contradict.

    A step of the bids is tried with itself as the lowest bid as well.
    """
    game = VARIANTS[variant]
    companions = companions_of(variant, option, value)
    for own in ({option: value, **companions}, {option: value, "min_bid": value}):
        for preset, about in game.presets.items():
            for players in (4, *seats_of(game, about)):
                try:
                    return make_ruleset(variant, preset, own, players)
                except RulesetRefused:
                    continue
    raise AssertionError(f"no preset of {variant} can have {option} = {value!r}")


def named(ruleset):
    """Return a readable id for a test case."""
    own = ",".join(f"{name}={value}" for name, value in ruleset.changed_options)
    return f"{ruleset.variant}-{ruleset.preset}-{ruleset.players}-{own}"


def wild_player(rng: Random):
    """Return a player who does anything legal, though calls that end an auction come often."""

    def act(state):
        actions = list(islice(VARIANTS[state.ruleset.variant].legal_actions(state), 400))
        if actions[0].phase in ("throw_in", "concede") and rng.random() < 0.3:
            return actions[0]
        if actions[0].phase != "auction":
            return rng.choice(actions)
        passes = [action for action in actions if str(action.value).startswith("pass")]
        others = [action for action in actions if action not in passes][:6]
        return rng.choice(passes if passes and (not others or rng.random() < 0.6) else others)

    return act
