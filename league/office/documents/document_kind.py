"""What a kind of document is: its name, what it is of, who may have it, and how it is made."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.utils.functional import Promise

from league.clubs.models import Club
from league.office.paper.document import About, Printing, about_on


class Scope(StrEnum):
    """What a document is of: a row of this kind is what it is made from."""

    CLUB = "club"
    SEASON = "season"
    EVENT = "event"
    STAGE = "stage"
    ROUND = "round"
    WEEKLY_DEAL = "weekly deal"


class NothingToPrint(LookupError):
    """There is nothing yet that the document could be made of; it says what is missing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentOptions:
    """How a document is wanted, and by whom.

    `paper` is "a4", "letter", or "" for what is usual at the club. `full_names`: names in full,
    for the club's own people; everybody else is shown what the players show. `at` is now.
    """

    at: datetime
    paper: str = ""
    full_names: bool = True

    @property
    def public(self) -> bool:
        return not self.full_names

    def about(
        self, title: str, *, at: datetime, club: Club | None = None, subject: str = ""
    ) -> About:
        """Return what the document says of itself; `at` is from when what it shows is."""
        return about_on(self.paper, title, at=at, club=club, subject=subject)


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentKind:
    """One kind of document.

    `name` stands in addresses and in the names of files. `permission` is asked on what it is `of`,
    or on the event or club of that; "": whoever may see that may have it. `make` takes a row of
    what it is of, `DocumentOptions`, and what else is chosen, by name; it raises NothingToPrint.
    `is_secret`: no cache may keep it.
    """

    name: str
    label: str | Promise
    of: Scope
    permission: str
    make: Callable[..., Printing]
    is_secret: bool = False
