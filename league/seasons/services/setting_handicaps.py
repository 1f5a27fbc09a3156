"""Handicaps that the club sets by hand."""

from datetime import date, datetime
from decimal import Decimal

from django.db import transaction
from django.utils.translation import gettext as _

from league.clubs.models import Player
from league.events.models import Season
from league.journal import services as journal
from league.journal.actor import Actor
from league.refusal import Refused
from league.seasons.models import OwnHandicap
from league.seasons.services.season_locks import count_change, lock_unsigned

MOST = Decimal("9999.99")


class HandicapInvalid(Refused):
    code = "handicap_invalid"


@transaction.atomic
def set_handicap(
    *,
    season: Season,
    player: Player,
    value: Decimal | None,
    from_day: date,
    reason: str,
    actor: Actor,
    at: datetime,
) -> OwnHandicap:
    """Set a player's handicap from a day on, or have it calculated again (None), with a reason.

    Of two set from the same day the later one counts. Raises HandicapInvalid or SeasonSigned.
    """
    row = lock_unsigned(season)
    player = player.merged_into or player
    reason = " ".join(reason.split())
    _check(season, player, value, reason)
    before = OwnHandicap.objects.filter(season=season, player=player, from_day=from_day).first()
    if before is not None and (before.value, before.reason) == (value, reason):
        return before
    handicap, _is_new = OwnHandicap.objects.update_or_create(
        season=season,
        player=player,
        from_day=from_day,
        defaults={"value": value, "reason": reason, "set_by_id": actor.user_id, "set_at": at},
    )
    count_change(row)
    journal.append(
        kind="season.handicap_worked_out" if value is None else "season.handicap_set",
        actor=actor,
        at=at,
        club_id=season.club_id,
        subject=season,
        data={
            "season": season.name,
            "player": player.name,
            "value": None if value is None else f"{value.normalize():f}",
            "from": from_day.isoformat(),
            "reason": reason,
        },
    )
    return handicap


def _check(season: Season, player: Player, value: Decimal | None, reason: str) -> None:
    if player.club_id != season.club_id:
        raise HandicapInvalid(_("Choose a player of the same club."), field="player")
    if not 0 < len(reason) <= 200:
        raise HandicapInvalid(
            _("Give a reason of at most %(most)d letters: players will ask.") % {"most": 200},
            field="reason",
        )
    if value is None:
        return
    if not value.is_finite() or abs(value) > MOST or value != value.quantize(Decimal("0.01")):
        raise HandicapInvalid(
            _("A handicap lies between −%(most)s and %(most)s and has two decimals at most.")
            % {"most": MOST},
            field="value",
        )
