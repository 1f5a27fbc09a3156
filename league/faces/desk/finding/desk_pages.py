"""The pages of a club's desk, once: for the bar on top, the search and the keyboard."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.clubs.models import Role

OWNERS = (Role.OWNER,)
DIRECTORS = (*OWNERS, Role.DIRECTOR)
SCORERS = (*DIRECTORS, Role.SCORER)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A page by the name of its address. `key` is pressed after g; what is `new` opens with n.

    Pages whose address name begins with one of `covers` belong to it; `in_bar`: it stands there.
    """

    name: str
    label: "str | Promise"
    key: str = ""
    roles: tuple[Role, ...] = SCORERS
    covers: tuple[str, ...] = ()
    in_bar: bool = True
    # it is there only for clubs that keep a kitty
    is_of_kitty: bool = False


PLACES = (
    Place(name="club", label=_("Overview"), key="o"),
    Place(name="tonight", label=_("Tonight"), key="t", covers=("tonight",)),
    Place(name="events", label=_("Events"), key="e"),
    Place(name="house_rules", label=_("House rules"), key="h", covers=("house_rules",)),
    Place(
        name="people",
        label=_("Players"),
        key="p",
        roles=DIRECTORS,
        covers=("people", "player", "import", "past_event", "join", "same_names"),
    ),
    Place(
        name="members",
        label=_("Members"),
        key="m",
        roles=DIRECTORS,
        covers=("member", "invitation"),
    ),
    Place(
        name="kitty",
        label=pgettext_lazy("money of a club", "Kitty"),
        key="k",
        roles=DIRECTORS,
        covers=("kitty",),
        is_of_kitty=True,
    ),
    Place(
        name="kitty_cash",
        label=pgettext_lazy("money of a club", "Kitty"),
        key="k",
        roles=(Role.SCORER,),
        covers=("kitty",),
        is_of_kitty=True,
    ),
    Place(name="audit", label=_("Journal"), key="j", roles=DIRECTORS, covers=("audit",)),
    Place(
        name="club_settings",
        label=_("Settings"),
        key="s",
        roles=OWNERS,
        covers=(
            *("club_settings", "club_website", "club_status", "club_privacy", "club_close"),
            *("webhook", "kitty_settings", "record", "archive"),
            *("notifications", "notification", "association"),
        ),
    ),
    Place(name="event_new", label=_("New event"), roles=DIRECTORS, in_bar=False),
    Place(name="player_new", label=_("Add a player"), roles=DIRECTORS, in_bar=False),
    Place(name="house_rules_new", label=_("New house rules"), roles=DIRECTORS, in_bar=False),
    Place(
        name="players_import",
        label=_("Import a list of players"),
        roles=DIRECTORS,
        in_bar=False,
    ),
    Place(name="associations", label=_("Associations"), roles=DIRECTORS, in_bar=False),
    Place(name="imports", label=_("Import"), roles=DIRECTORS, in_bar=False),
    Place(name="season_new", label=_("New season"), roles=DIRECTORS, in_bar=False),
    Place(name="record", label=_("Your club’s record"), roles=OWNERS, in_bar=False),
    Place(name="tonight_code", label=_("Check-in by phone"), in_bar=False),
)
# what n makes on a page: by the place the page belongs to
NEW_AT = {"people": "player_new", "members": "members", "house_rules": "house_rules_new"}
NEW = "event_new"


def places_for(role: str | None, *, has_kitty: bool = False) -> list[Place]:
    """Return the pages that a role may open, in the order of the bar."""
    return [
        place for place in PLACES if role in place.roles and (has_kitty or not place.is_of_kitty)
    ]


def place_of(name: str, places: Iterable[Place]) -> Place | None:
    """Return the place in the bar that a page belongs to; what belongs nowhere is about events."""
    if name == "club":
        return next((place for place in places if place.name == "club"), None)
    bar = [place for place in places if place.in_bar]
    for place in bar:
        if place.covers and name.startswith(place.covers):
            return place
    if any(name.startswith(place.covers) for place in PLACES if place.covers):
        return None
    if name in ("search", "job", "job_cancel"):
        return None
    return next((place for place in bar if place.name == "events"), None)
