"""Partnership pinochle in a few sentences, for somebody who sits down for the first time."""

from games.sentences import Sentence, say

RULES_IN_SHORT: tuple[Sentence, ...] = (
    say(
        "Four players, partners opposite each other, get twelve cards each from a pack of 48: ace, "
        "ten, king, queen, jack and nine, strong to weak, two of each in every suit."
    ),
    say(
        "From the dealer's left players bid in tens what their side will score with meld and play "
        "together, usually 250 or more, or pass and stay out. If the first three pass, as a rule "
        "the dealer must bid the minimum."
    ),
    say(
        "The highest bidder is the declarer and names trump. As a rule declarer and partner then "
        "pass each other up to four cards."
    ),
    say(
        "Every hand's melds are counted: a run of trumps 150, a marriage 20 or in trumps 40, a "
        "nine of trumps 10, four of a rank in four suits 100 for aces down to 40 for jacks, the "
        "queen of spades with the jack of diamonds 40. Most melds held twice are worth far more."
    ),
    say(
        "The declarer, in some clubs the player after the dealer, leads. Follow suit; without the "
        "suit led, play a trump; without both, any card. Some clubs also ask you to beat the best "
        "card if you can. Of identical cards the first one played wins."
    ),
    say(
        "Every ace, ten and king taken counts 10 and the last trick 10, together 250. As a rule a "
        "side keeps its meld only if it takes a trick."
    ),
    say(
        "The declarer's side scores meld and play if they reach the bid, and loses the bid if not; "
        "the other side scores its own."
    ),
    say(
        "The first side at the target, usually 1500, wins. If both get there in one deal, as a "
        "rule the declarer's side does."
    ),
)
