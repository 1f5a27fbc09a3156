"""A rating and a player's statistics as rows and figures of a page."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games import services as games
from league.clubs.models import Club
from league.faces.public.pictures.bid_bars import bid_bars
from league.faces.public.ratings.shown_names import names_of, shown_name
from league.faces.public.visitors import Visitor
from league.foundation.lists import partners
from league.foundation.shown_numbers import figure
from league.tables.ratings.method.scale import at_least, give_or_take, shown
from league.tables.ratings.models import Rating
from league.tables.statistics.models import Achievement
from league.tables.statistics.selectors import GameStatistics, Statistics


def family_in_words(family: str) -> str:
    return games.render_sentence(games.families()[family].label)


def rating_shown(rating: Rating) -> dict[str, Any]:
    """Return the figures of a rating as pages show them."""
    strength = rating.strength
    return {
        "family": rating.family,
        "game": family_in_words(rating.family),
        "rating": shown(strength.mu),
        "give_or_take": give_or_take(strength),
        "at_least": at_least(strength),
        "provisional": strength.is_provisional,
        "tables": rating.tables,
        "deals": rating.deals,
        "last_at": rating.last_at,
        "url": address_of(rating),
    }


def address_of(rating: Rating) -> str:
    """Return the page that tells why the rating is what it is. The rating knows its club."""
    slug = rating.club.slug
    if rating.partner_id is None:
        return reverse("public:rating", args=[slug, rating.player_id, rating.family])
    return reverse("public:pair", args=[slug, rating.player_id, rating.partner_id])


def rows_of(
    ratings: Iterable[Rating], club: Club, visitor: Visitor, *, first: int = 1
) -> list[dict[str, Any]]:
    """Return the rows of a list of ratings, with their places from `first` on."""
    rows = []
    for place, rating in enumerate(ratings, start=first):
        rating.club = club
        people = [player for player in (rating.player, rating.partner) if player is not None]
        name = partners(shown_name(player, visitor) for player in people)
        rows.append(rating_shown(rating) | {"place": place, "name": name})
    return rows


def games_shown(found: Sequence[GameStatistics], visitor: Visitor) -> list[dict[str, Any]]:
    """Return a player's statistics by game, with the names of the partners; one query."""
    names = names_of((partner for one in found for partner, _sums in one.partners), visitor)
    return [
        {
            "variant": one.variant,
            "game": game_in_words(one.variant),
            "stats": stats_of(one.all),
            "notes": notes_of(one.all),
            "bars": bid_bars(one.all.levels),
            "partners": [
                {"id": partner, "name": names.get(partner, ""), "sums": sums}
                for partner, sums in one.partners
            ],
        }
        for one in found
    ]


def game_in_words(variant: str) -> str:
    info = games.variant_named(variant)
    return games.render_sentence(info.label) if info else variant


def stats_of(sums: Statistics) -> list[tuple[Any, str]]:
    """Return (figure, label) of what there is to tell; games without bids or melds tell less."""
    figures: list[tuple[Any, str]] = [
        (sums.deals, pgettext("how many", "deals")),
        (sums.points_a_deal, _("points per deal")),
    ]
    if sums.side_bids + sums.defended:
        figures += [
            (sums.bids, _("bids won")),
            (sums.made, _("bids made")),
            (sums.failed, _("bids failed")),
            (sums.average_bid, _("average bid")),
        ]
    if sums.average_meld is not None:
        figures.append((sums.average_meld, _("average own meld")))
    if sums.average_side_meld is not None:
        figures.append((sums.average_side_meld, _("average meld of the side")))
    if sums.side_bids + sums.defended:
        figures += [
            (sums.side_sets, _("times set")),
            (sums.sets_given, _("opponents set")),
        ]
    return figures


def notes_of(sums: Statistics) -> list[str]:
    """Return sentences: how far bids were from what was taken, and what the sheets leave out."""
    notes = []
    if sums.made_percent is not None:
        notes.append(_("Made %(percent)d%% of the bids won.") % {"percent": sums.made_percent})
    if sums.average_over is not None:
        notes.append(
            _(
                "On bids that were made, %(points)s points more than the bid were taken on "
                "average: the bids could have been that much higher."
            )
            % {"points": figure(sums.average_over)}
        )
    if sums.average_short is not None:
        notes.append(
            _("On bids that failed, %(points)s points were missing on average.")
            % {"points": figure(sums.average_short)}
        )
    if sums.unnamed:
        notes.append(
            ngettext(
                "In %(count)d deal the sheet names only the bidding side, not the player.",
                "In %(count)d deals the sheet names only the bidding side, not the player.",
                sums.unnamed,
            )
            % {"count": sums.unnamed}
        )
    if 0 < sums.meld_deals < sums.side_meld_deals:
        notes.append(
            _(
                "The player’s own meld is known for %(known)d of %(deals)d deals: the other "
                "score sheets give only the side’s."
            )
            % {"known": sums.meld_deals, "deals": sums.side_meld_deals}
        )
    return notes


def achievements_shown(rows: Iterable[Achievement], events: Iterable[int]) -> list[dict[str, Any]]:
    """Return what was achieved; a deal of an event that is not among `events` has no address."""
    known = set(events)
    shown_rows = []
    for row in rows:
        label = games.achievement_label(row.variant, row.kind)
        event = row.table.round.stage.event
        is_known = event.pk in known
        shown_rows.append(
            {
                "label": games.render_sentence(label) if label else row.kind,
                "game": game_in_words(row.variant),
                "at": row.at,
                "event": event.name if is_known else "",
                "url": reverse("public:deal", args=[row.submission_id]) if is_known else "",
            }
        )
    return shown_rows
