"""What to tell somebody who took the low pedro for a card of the suit printed on it."""

from games.engine.errors import IllegalAction
from games.engine.tricks import TrickPlay
from games.engine.variants.pedro.trumps import TrumpPack
from games.sentences import CardName, SeatName, Sentence, say


def with_low_pedro_explained(
    play: TrickPlay, pack: TrumpPack, card: int, refusal: IllegalAction
) -> IllegalAction:
    """Return the refusal of a card, in words about the low pedro where that is the reason."""
    if refusal.rule == "must_follow":
        refusal.sentence = _reason(play, pack, card) or refusal.sentence
    return refusal


def _reason(play: TrickPlay, pack: TrumpPack, card: int) -> Sentence | None:
    seat, low_pedro = SeatName(play.turn), CardName(pack.deck.texts[pack.low_pedro])
    if card == pack.low_pedro:
        return say(
            "%(seat)s holds cards of the suit led and must play one; "
            "%(card)s is the low pedro, a trump, and not one of them",
            seat=seat,
            card=low_pedro,
        )
    if play.held[play.turn] & play.led == pack.deck.bits[pack.low_pedro]:
        return say(
            "%(seat)s holds %(card)s, the low pedro, which is a trump, and must follow with it",
            seat=seat,
            card=low_pedro,
        )
    if play.played[-play.placed] == pack.low_pedro:
        return say(
            "%(card)s, the low pedro, was led, and it is a trump: "
            "%(seat)s holds trumps and must play one",
            card=low_pedro,
            seat=seat,
        )
    return None
