"""The venues of a club: added, changed, removed while nothing stands in them."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import ProtectedError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.clubs.models import Club
from league.journal import services as journal
from league.journal.actor import Actor
from league.match_dates.models import MOST_MATCHES, Venue
from league.match_dates.typed_days import check_days
from league.names import with_clean_names
from league.refusal import Refused

MOST_VENUES = 100
FIELDS = ("name", "address", "map_link", "note", "matches", "closed_on", "is_in_use")


class VenueInvalid(Refused):
    code = "venue_invalid"


@transaction.atomic
def save_venue(
    *, club: Club, venue: Venue | None = None, fields: Mapping[str, Any], actor: Actor, at: datetime
) -> Venue:
    """Add a venue, or change the `fields` of one; what is the same is no change.

    Raises VenueInvalid with the field, and DaysUnclear.
    """
    if venue is None:
        _check_place(club)
    saved = Venue.objects.get(pk=venue.pk) if venue is not None else Venue(club=club)
    before = {name: getattr(saved, name) for name in FIELDS}
    for name, value in with_clean_names(saved, fields).items():
        if name in FIELDS:
            setattr(saved, name, value.strip() if isinstance(value, str) else value)
    saved.closed_on = check_days(saved.closed_on)
    _check(saved)
    if venue is None or before != {name: getattr(saved, name) for name in FIELDS}:
        saved.save()
        _note("venue.added" if venue is None else "venue.changed", saved, actor, at)
    return saved


def _check_place(club: Club) -> None:
    # held, so that two requests at once cannot go beyond it together
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    if club.venues.count() >= MOST_VENUES:
        raise VenueInvalid(
            _("A club has at most %(most)d venues: remove one first.") % {"most": MOST_VENUES}
        )


def _check(venue: Venue) -> None:
    if not 1 <= venue.matches <= MOST_MATCHES:
        sentence = _("From 1 to %(most)d matches can be played at once.")
        raise VenueInvalid(sentence % {"most": MOST_MATCHES}, field="matches")
    try:
        venue.full_clean()
    except ValidationError as wrong:
        field, sentences = next(iter(wrong.message_dict.items()))
        known = field if field in FIELDS else None
        raise VenueInvalid(sentences[0], field=known) from None


@transaction.atomic
def remove_venue(*, venue: Venue, actor: Actor, at: datetime) -> None:
    """Remove a venue in which nothing is dated. Raises VenueInvalid for any other."""
    try:
        with transaction.atomic():
            _note("venue.removed", venue, actor, at)
            venue.delete()
    except ProtectedError:
        raise VenueInvalid(_why_kept(venue)) from None


def _why_kept(venue: Venue) -> str:
    count = venue.homes.count() + venue.match_dates.count()
    return ngettext(
        "%(count)d home or date of a match is at %(venue)s: say that it is not in use any more.",
        "%(count)d homes and dates of matches are at %(venue)s: say that it is not in use any "
        "more.",
        count,
    ) % {"count": count, "venue": venue.name}


def _note(kind: str, venue: Venue, actor: Actor, at: datetime) -> None:
    data = {"venue": venue.name}
    journal.append(kind=kind, actor=actor, at=at, club_id=venue.club_id, subject=venue, data=data)
