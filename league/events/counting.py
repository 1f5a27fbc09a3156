"""What an event's scoring means for the rest of the house."""

# the methods that compare what several tables made of the same prepared deal
COMPARING_DEALS = frozenset({"matchpoints", "cross_imps", "butler", "imps", "board_a_match"})
