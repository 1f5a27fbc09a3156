"""Sentences that are said no more, and that stand in the data of sites from before.

A stored sentence is translated when it is read, by its text: reasons of rounds drawn, of moves at
the end of a season, of cards that did not fit, lines of scores. Whoever rewords one of these puts
the old one here.
"""

from games.sentences import say

FORMER_SENTENCES = (
    say("no play: with a meld of %(meld)d even all 50 points do not reach the bid of %(bid)d"),
    say(
        "card %(place)d of the stock of prepared deal %(deal)d is the %(due)s, not the "
        "%(told)s: look whether the deal was dealt from its sheet"
    ),
    say(
        "in prepared deal %(deal)d %(seat)s was dealt the %(due)s and not the %(told)s: "
        "look whether the deal was dealt from its sheet"
    ),
    say("%(left)s has withdrawn: %(entry)s moves on from the %(match)s"),
    say(
        "%(entry)s has a bye: %(count)d entries do not fill the bracket, and the best "
        "seeds move on without a match"
    ),
    say("%(entry)s moves on without a match: %(left)s has withdrawn"),
    say("%(entry)s waits: the match its opponent comes from is still to be played"),
    say("%(entry)s with %(score)s has the bye: nobody lower has had so few byes (%(byes)d)"),
    say(
        "%(entry)s with %(score)s has the bye: with a bye to anybody lower who has had so "
        "few (%(byes)d) there would be more repeats"
    ),
    say("%(entry)s has a bye: nobody of the other group is free in this round"),
    say("%(entry)s has a bye: nobody is left to meet in this round"),
    say("%(entry)s has a bye: with %(count)d entries somebody waits in each round"),
    say("%(value)s, set by the club: %(reason)s. Worked out it would be %(worked_out)s"),
    say("has withdrawn from %(division)s"),
    say("place %(place)d of %(of)d in %(division)s with %(total)s; places that go down: %(down)d"),
    say(
        "place %(place)d of %(of)d in %(division)s with %(total)s; places that go down: "
        "%(down)d, which is %(planned)d less %(left)d for those who leave"
    ),
    say("place %(place)d of %(of)d in %(division)s with %(total)s; places that go up: %(up)d"),
)
