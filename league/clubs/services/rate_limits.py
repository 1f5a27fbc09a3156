"""Rate limits: for requests that cost a lot, and for mails that land in people's mailboxes.

Requests are counted in the cache by windows of time, which costs next to nothing. While the cache
is away nothing is counted, so that the site goes on.
"""

from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from ipaddress import IPv6Address, ip_address

from django.core.cache import cache
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.foundation.refusal import Refused, wait_in_words

MINUTE, HOUR, DAY = 60, 3_600, 86_400


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `most` requests in each window of `seconds`.

    `sentence` refuses more, with places for `most` and for how long to `wait`.
    """

    name: str
    most: int
    seconds: int
    sentence: Promise


class TooOften(Refused):
    """Asked for too often; `wait` is the number of seconds until it is possible again."""

    code = "too_often"

    def __init__(self, limit: Limit, wait: int) -> None:
        super().__init__(limit.sentence % {"most": limit.most, "wait": wait_in_words(wait)})
        self.wait = wait


SIGN_IN_LIMITS = (
    Limit(
        "sign_in_minute",
        30,
        MINUTE,
        _("Sign-in was tried %(most)d times from your network within a minute. Wait %(wait)s."),
    ),
    Limit(
        "sign_in_hour",
        300,
        HOUR,
        _("Sign-in was tried %(most)d times from your network within an hour. Wait %(wait)s."),
    ),
)
PASSWORDS_OF_ACCOUNT = Limit(
    "passwords_of_account",
    100,
    HOUR,
    _(
        "The password of this account was tried %(most)d times within an hour. Wait %(wait)s, "
        "or ask for a sign-in link."
    ),
)
OWN_PASSWORD = Limit(
    "own_password",
    10,
    HOUR,
    _("You entered your password %(most)d times within an hour. Wait %(wait)s."),
)
MAILS_FROM_NETWORK = Limit(
    "mails_from_network",
    60,
    HOUR,
    _("%(most)d e-mails were requested from your network within an hour. Wait %(wait)s."),
)
LINKS_TO_ADDRESS = Limit(
    "links_to_address",
    5,
    HOUR,
    _(
        "%(most)d e-mails were requested for this address within an hour: check your inbox, or "
        "wait %(wait)s."
    ),
)
NEW_ADDRESSES = Limit(
    "new_addresses",
    5,
    HOUR,
    _("You asked for %(most)d links within an hour. Wait %(wait)s before you ask for another."),
)
SIGN_UPS_OF_ADDRESS = Limit(
    "sign_ups_of_address",
    5,
    DAY,
    _(
        "%(most)d links to sign up were requested for this address within a day: check your "
        "inbox, or wait %(wait)s."
    ),
)
SIGN_UPS_FROM_NETWORK = Limit(
    "sign_ups_from_network",
    20,
    DAY,
    _("%(most)d links to sign up were requested from your network in a day. Wait %(wait)s."),
)
GUESTS_OF_ADDRESS = Limit(
    "guests_of_address",
    5,
    HOUR,
    _(
        "%(most)d links to sign up were requested for this address within an hour: check your "
        "inbox, or wait %(wait)s."
    ),
)
INVITATIONS_BY_SENDER = Limit(
    "invitations_by_sender",
    100,
    DAY,
    _("You sent %(most)d invitations in a day. Wait %(wait)s before you invite more people."),
)
INVITATIONS_BY_LIST = Limit(
    "invitations_by_list",
    500,
    DAY,
    _("You can invite %(most)d people by lists in a day. Wait %(wait)s before you invite more."),
)
INVITATIONS_TO_ADDRESS = Limit(
    "invitations_to_address",
    5,
    DAY,
    _(
        "This address was invited %(most)d times in a day. Wait %(wait)s before you invite it "
        "again."
    ),
)
JOINS_FROM_NETWORK = Limit(
    "joins_from_network",
    60,
    HOUR,
    _("%(most)d sign-ups came from your network within an hour. Wait %(wait)s, then try again."),
)
CODES_TYPED = Limit(
    "codes_typed",
    300,
    HOUR,
    _("%(most)d codes were tried from your network within an hour. Wait %(wait)s."),
)
CLUBS_OF_ACCOUNT = Limit(
    "clubs_of_account",
    10,
    DAY,
    _("You made %(most)d clubs in a day. Wait %(wait)s before you make another."),
)
PARTNERS_ASKED = Limit(
    "partners_asked",
    30,
    DAY,
    _("You asked %(most)d partners in a day. Wait %(wait)s before you ask another."),
)


def count(limit: Limit, who: object, at: datetime, *, more: int = 1) -> None:
    """Count requests of `who` (an id or address). Raises TooOften beyond the limit."""
    now = int(at.timestamp())
    window, gone = divmod(now, limit.seconds)
    # an address is nobody's to read who looks into the cache
    digest = sha256(str(who).encode()).hexdigest()[:32]
    key = f"often:{limit.name}:{digest}:{window}"
    cache.add(key, 0, timeout=limit.seconds)
    try:
        asked = cache.incr(key, more)
    except ValueError:  # forgotten meanwhile, or the cache is away
        return
    if asked is not None and asked > limit.most:
        raise TooOften(limit, limit.seconds - gone)


def count_sign_in(client: str, at: datetime) -> None:
    """Count one more try to sign in from a client's address. Raises TooOften."""
    for limit in SIGN_IN_LIMITS:
        count(limit, network_of(client), at)


def network_of(client: str) -> str:
    """Return the network that one person is assigned: an IPv4 address, or 64 bits of IPv6."""
    try:
        address = ip_address(client)
    except ValueError:
        return client[:45]
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return address.exploded[:19]
    return str(address)
