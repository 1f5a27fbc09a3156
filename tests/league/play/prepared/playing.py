"""Prepared deals, played by the plain player."""

from games import services as games


def ruleset():
    return games.ruleset("double-deck-pinochle")


def played(deal):
    """Return the record of these cards, played by the plain player."""
    from games.engine.actions import play_deal
    from games.engine.variants import VARIANTS

    game = VARIANTS["double-deck-pinochle"]
    record = {**ruleset().as_json(), **deal.as_record()}
    return play_deal(record, game.opening(ruleset(), record), game.apply, game.plain_player)
