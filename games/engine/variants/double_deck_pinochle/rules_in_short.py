"""Double-deck pinochle in a few sentences, for somebody who sits down for the first time."""

from games.sentences import Sentence, say

RULES_IN_SHORT: tuple[Sentence, ...] = (
    say(
        "Four players, partners opposite each other, get 20 cards each from a pack of 80: ace, "
        "ten, king, queen and jack, strong to weak, four of each in every suit."
    ),
    say(
        "From the dealer's left players bid what their side will score with meld and play "
        "together, usually 50 or more, or pass and stay out. If the first three pass, the dealer "
        "must bid the minimum."
    ),
    say(
        "The highest bidder is the declarer and names trump. In some clubs partners then exchange "
        "cards."
    ),
    say(
        "Every hand's melds are counted: runs of trumps, marriages of king and queen, the same "
        "rank in all four suits, and pinochles of the queen of spades with the jack of diamonds. A "
        "side whose meld is below 20 counts none of it."
    ),
    say(
        "If the declarer's side could not reach its bid even with all 50 points of the play, the "
        "deal is not played and the bid is lost."
    ),
    say(
        "The declarer leads. Follow suit; without the suit led, play a trump; and as a rule beat "
        "the best card played so far if you can. Of identical cards the first one played wins."
    ),
    say(
        "Every ace, ten and king taken counts 1 and the last trick 2, together 50. As a rule a "
        "side that takes fewer than 20 of them scores nothing, not even its meld."
    ),
    say(
        "The declarer's side scores meld and play if they reach the bid, and loses the bid if not; "
        "the other side scores its own. The first side at the target, usually 500, wins; if both "
        "get there in one deal, the declarer's side does."
    ),
)
