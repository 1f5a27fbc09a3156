"""Three-handed pinochle in a few sentences, for somebody who sits down for the first time."""

from games.sentences import Sentence, say

RULES_IN_SHORT: tuple[Sentence, ...] = (
    say(
        "Three players, everybody alone, get 15 cards each from a pack of 48: ace, ten, king, "
        "queen, jack and nine, strong to weak, two of each in every suit. Three cards are the "
        "kitty."
    ),
    say(
        "From the dealer's left players bid in tens what they will score with meld and play "
        "together, usually 250 or more, or pass and stay out. If the first two pass, as a rule the "
        "dealer must bid the minimum."
    ),
    say(
        "The highest bidder is the declarer, takes the kitty, names trump and buries three cards "
        "face down. As a rule the points in them are the declarer's."
    ),
    say(
        "The melds of all three hands are counted: a run of trumps 150, a marriage 20 or in trumps "
        "40, a nine of trumps 10, four of a rank in four suits 100 for aces down to 40 for jacks, "
        "the queen of spades with the jack of diamonds 40. Most melds held twice are worth far "
        "more."
    ),
    say(
        "As a rule the declarer leads. Follow suit; without the suit led, play a trump; without "
        "both, any card. Some clubs also ask you to beat the best card if you can. Of identical "
        "cards the first one played wins."
    ),
    say(
        "Every ace, ten and king taken counts 10 and the last trick 10. As a rule only a player "
        "who takes a trick keeps the meld."
    ),
    say(
        "The declarer scores meld and play if they reach the bid, and loses the bid if not. The "
        "two others score for themselves, whatever the declarer did."
    ),
    say(
        "The first player at the target, usually 1500, wins. If several get there in one deal, as "
        "a rule the declarer comes first."
    ),
)
