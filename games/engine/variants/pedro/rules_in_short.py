"""Pedro in a few sentences, for somebody who sits down at the table for the first time."""

from games.sentences import Sentence, say

RULES_IN_SHORT: tuple[Sentence, ...] = (
    say(
        "Four players, partners opposite each other, get nine cards each from a pack of 52; the "
        "other 16 cards are the stock."
    ),
    say(
        "Each player speaks once, the dealer last: pass, or bid how many of the 14 points of the "
        "deal your side will take, usually 7 or more, and more than the bids before. If the "
        "others pass, the dealer must bid."
    ),
    say(
        "The highest bidder is the declarer and names trump. There are 14 trumps: the suit, and "
        "the five of the other suit of the same colour, called the low pedro. As a rule it ranks "
        "just below the five of trumps, the pedro."
    ),
    say(
        "Everybody lays away all cards that are not trumps and is filled up to six cards from the "
        "stock; the dealer takes what is left of the stock and keeps six cards."
    ),
    say(
        "The declarer leads any card. Follow the suit led or play a trump; if you have none of the "
        "suit led, play any card. Whoever has more than six trumps plays the surplus to the first "
        "trick, under the card that counts."
    ),
    say(
        "The points are in the trumps: ace, jack, ten and two count 1 each, the two fives 5 each. "
        "They go to the side that takes them, 14 in every deal."
    ),
    say(
        "The declarer's side scores all it took if it made its bid, and loses the bid if not. The "
        "other side always scores what it took."
    ),
    say(
        "The first side at the target, usually 62, wins. When both are close to it, or both get "
        "there in one deal, the next side to make its bid wins."
    ),
)
