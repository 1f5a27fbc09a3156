"""The play of tricks apart from any game."""

from games.engine.cards import deck_of_ranks
from games.engine.tricks import TrickPlay, follow_suit, play_cards

DECK = deck_of_ranks("9TJQKA")


def hand(cards):
    return [int(text in cards.split()) for text in DECK.texts]


def test_seat_that_sits_out_is_passed_over_and_a_trick_has_a_card_less():
    hands = [hand("9S 9H"), hand("AS TH"), hand("KS KH"), hand("QS AH")]
    play = TrickPlay(
        deck=DECK,
        hands=hands,
        duty=follow_suit,
        values=(0,) * DECK.kinds,
        trumps=0,
        leads=0,
        out=2,
    )

    play_cards(play, [DECK.codes[text] for text in ["9S", "AS", "QS", "TH", "AH", "9H"]])

    assert play.winners == [1, 3]
    assert play.placed == 0
    assert hands[2] == hand("KS KH")
