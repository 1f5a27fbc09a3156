"""What an event costs goes along when the event is copied as the next one."""

from league.office.kitty.models import EventAmounts
from league.play.events.models import Event

# every column of the amounts is in one of these (a test looks)
COPIED = ("fee", "fee_per", "guest_fee", "set_amount", "pot_added", "pot_percent", "prize_shares")
OF_ITS_OWN = ("id", "event")


def copy_amounts(event: Event, copied: Event) -> None:
    """Give the new draft the fee, the amount for a set, the pot and the shares of the prizes."""
    for amounts in EventAmounts.objects.filter(event=event).values(*COPIED):
        EventAmounts.objects.create(event=copied, **amounts)
