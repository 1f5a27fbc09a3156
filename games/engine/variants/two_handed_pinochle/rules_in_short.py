"""Two-handed pinochle in a few sentences, for somebody who sits down for the first time."""

from games.sentences import Sentence, say

RULES_IN_SHORT: tuple[Sentence, ...] = (
    say(
        "Two players get twelve cards each from a pack of 48: ace, ten, king, queen, jack and "
        "nine, strong to weak, two of each in every suit. The next card is turned up and makes "
        "trump; the others are the stock. Nobody bids."
    ),
    say(
        "The player who did not deal leads. While the stock lasts, as a rule any card may be "
        "played; after each trick both draw a card, the winner first, and the winner leads again."
    ),
    say(
        "The winner of a trick may lay down a meld, which counts at once: a run of trumps 150, a "
        "marriage 20 or in trumps 40, four of a rank in four suits 100 for aces down to 40 for "
        "jacks, the queen of spades with the jack of diamonds 40."
    ),
    say(
        "At least one card of a meld comes from the hand. As a rule cards on the table may be used "
        "again for a meld of another kind, or of the same kind and a higher value."
    ),
    say(
        "A nine of trumps counts 10; the winner of a trick may as a rule exchange it for the "
        "turned-up card."
    ),
    say(
        "When the stock is used up, all cards return to the hands and twelve more tricks are "
        "played: follow suit; without the suit led, play a trump; without both, any card."
    ),
    say(
        "As a rule every ace, ten and king taken counts 10; the last trick counts 10 more. These "
        "points and the melds are the score of the deal."
    ),
    say(
        "The first player at the target, usually 1000, wins. If both get there in one deal, as a "
        "rule the higher total wins."
    ),
)
