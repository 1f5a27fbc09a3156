"""How many streams come from an address: a hall of phones is one address, and so is a flood."""

from collections import Counter
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

# a page with one more asks every 15 seconds instead
MOST_STREAMS = 300
SUBSCRIBER = 64  # bits of an IPv6 address that name the network of one customer


class StreamsByAddress:
    """Counts the streams of each address that has some."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Count one more stream of the address; False, and nothing is counted, for one too many."""
        if self._open[address] >= MOST_STREAMS:
            return False
        self._open[address] += 1
        return True

    def leave(self, address: str) -> None:
        self._open[address] -= 1
        if self._open[address] <= 0:
            del self._open[address]


def address_of(scope: dict[str, Any], proxies: int) -> str:
    """Return the address that a reader comes from, of IPv6 the network of the customer.

    `proxies` of ours stand in front and append to X-Forwarded-For; what stands there before
    theirs is believed nothing.
    """
    client = scope.get("client") or ("",)
    text = str(client[0])
    forwarded = [
        value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"
    ]
    hops = [hop.strip() for hop in ",".join(forwarded).split(",") if hop.strip()]
    if proxies and len(hops) >= proxies:
        text = hops[-proxies]
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return text
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ip_network((address, SUBSCRIBER), strict=False))
