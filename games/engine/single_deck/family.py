"""The games with one pinochle pack are won by the same skill: they share a rating."""

from games.engine.sentences import say
from games.engine.variant import Family

FAMILY = Family(id="single-deck-pinochle", label=say("Single-deck pinochle"))
