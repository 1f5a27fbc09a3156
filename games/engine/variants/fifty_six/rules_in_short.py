"""Fifty-Six in a few sentences, for somebody who sits down at the table for the first time."""

from games.sentences import Sentence, say

RULES_IN_SHORT: tuple[Sentence, ...] = (
    say(
        "Four, six or eight players sit in two teams, every second player a partner. All cards of "
        "two small packs are dealt, so there are two of every card."
    ),
    say(
        "The order is jack, nine, ace, ten, king, queen, and with eight players eight and seven. A "
        "jack counts 3, a nine 2, an ace and a ten 1: together 56 in every deal."
    ),
    say(
        "From the dealer's neighbour on, players bid 28 to 56 points with a trump suit or at no "
        "trump, pass, or double a bid of the other side. How a bid is worded tells the partners "
        "about the hand."
    ),
    say(
        "The bid that everybody else passes is the contract. If nobody bids, as a rule the "
        "dealer's opponents play 28 at no trump."
    ),
    say(
        "The dealer's neighbour leads, whoever won the auction. Follow suit if you can, otherwise "
        "play any card. The highest trump takes the trick, or else the highest card of the suit "
        "led; of identical cards the first one played."
    ),
    say(
        "A side that takes as many points as it bid, or more, scores game points, more of them for "
        "a higher bid. If it takes fewer, the other side scores, one point more than the bid was "
        "worth. A double makes all this twice as much, a redouble four times."
    ),
    say(
        "The first side at the target, usually 12 game points, wins. Some clubs keep the score "
        "with cards that change hands, called tables."
    ),
)
