"""What can be laid down in partnership pinochle."""

from games.engine.laid import MeldSheet
from games.engine.single_deck.laid import sheet_of
from games.engine.variants.partnership_pinochle.deal import HAND_SIZE
from games.engine.variants.partnership_pinochle.options import Options


def meld_sheet(options: Options, players: int) -> MeldSheet:
    return sheet_of(options.run_extras, lambda _seat, _declarer: HAND_SIZE)
