"""What an event's scoring means for the rest of the house."""

from league.events.models import Event

# the methods that compare what several tables made of the same prepared deal
COMPARING_DEALS = frozenset({"matchpoints", "cross_imps", "butler", "imps", "board_a_match"})


def compares_deals(event: Event) -> bool:
    """Return whether a table's deals count by comparison with the other tables that play them."""
    return event.method.get("name") in COMPARING_DEALS
