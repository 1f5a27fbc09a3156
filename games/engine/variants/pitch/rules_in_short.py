"""Pitch in a few sentences, for somebody who sits down at the table for the first time."""

from games.sentences import Sentence, say

RULES_IN_SHORT: tuple[Sentence, ...] = (
    say(
        "Two to seven players, everybody alone or four as two pairs, get six cards each from a "
        "pack of 52; the ace is high, the two is low, and the cards left over stay unseen."
    ),
    say(
        "Each player speaks once, the dealer last: pass, or say how many of the four points of the "
        "deal you will take. A bid must be higher than the bids before it."
    ),
    say(
        "The highest bidder is the pitcher and leads to the first trick; the suit of that card is "
        "trump."
    ),
    say(
        "Follow the suit led or play a trump; if you have none of the suit led, play any card. The "
        "highest trump takes the trick, or else the highest card of the suit led."
    ),
    say(
        "The four points are: high, the highest trump in play; low, the lowest; jack, the jack of "
        "trumps if it was dealt; and game, for the most card points taken, where a ten counts 10, "
        "an ace 4, a king 3, a queen 2 and a jack 1."
    ),
    say(
        "A pitcher's side that takes as many points as it bid, or more, scores all it took; if it "
        "takes fewer, it loses the bid. Everybody else scores what they took."
    ),
    say(
        "The game is played to a target, usually 11. When several reach it in the same deal, the "
        "pitcher's side counts first."
    ),
)
