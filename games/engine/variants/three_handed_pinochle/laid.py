"""What can be laid down in three-handed pinochle; the declarer may meld with the kitty in hand."""

from games.engine.laid import MeldSheet
from games.engine.single_deck.laid import sheet_of
from games.engine.variants.three_handed_pinochle.deal import HAND_SIZE, KITTY_SIZE
from games.engine.variants.three_handed_pinochle.options import Options


def meld_sheet(options: Options, players: int) -> MeldSheet:
    with_kitty = options.meld_hand == "with_kitty"

    def hand_size(seat: int, declarer: int | None) -> int:
        return HAND_SIZE + KITTY_SIZE if with_kitty and seat == declarer else HAND_SIZE

    return sheet_of(options.run_extras, hand_size)
