"""The games with one pinochle pack are won by the same skill: they share a rating."""

from games.engine.variant import Family
from games.sentences import say

FAMILY = Family(id="single-deck-pinochle", label=say("Single-deck pinochle"))
