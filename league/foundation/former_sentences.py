"""Sentences that are said no more, and that stand in the data of sites, for their translation.

A stored sentence is translated when it is read, by its text: reasons of rounds drawn, of moves at
the end of a season, of cards that did not fit, lines of scores. Whoever rewords one of these puts
the old one here.
"""

from games.sentences import say

FORMER_SENTENCES = (
    say("the bye goes to %(entry)s with %(score)s: nobody lower has had so few byes (%(byes)d)"),
    say(
        "the bye goes to %(entry)s with %(score)s: with a bye to anybody lower who has had so "
        "few (%(byes)d) there would be more repeats"
    ),
)
