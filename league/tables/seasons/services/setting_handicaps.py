"""Handicaps that the club sets by hand."""

from datetime import date, datetime
from decimal import Decimal

from django.db import transaction
from django.utils.translation import gettext as _

from league.clubs.models import Player
from league.foundation.journal import services as journal
from league.foundation.journal.actor import Actor
from league.foundation.journal.models import Happening
from league.foundation.journal.versions import change_made, change_to_undo, is_undone
from league.foundation.refusal import OutOfDate, Refused
from league.play.events.models import Season
from league.tables.seasons.models import OwnHandicap
from league.tables.seasons.services.season_locks import count_change, lock_unsigned

MOST = Decimal("9999.99")
SET = ("season.handicap_set", "season.handicap_worked_out")


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
            "player": player,
            "value": None if value is None else f"{value.normalize():f}",
            "from": from_day.isoformat(),
            "reason": reason,
            "was": {
                "player": player.pk,
                "before": None if before is None else _handicap_for_undo(before),
                "after": _handicap_for_undo(handicap),
            },
        },
    )
    return handicap


def handicap_change(season: Season, *, actor: Actor, at: datetime) -> Happening | None:
    """Return what somebody's setting of a handicap at a moment wrote, if anything."""
    return change_made("season", season.pk, SET, actor=actor, at=at)


@transaction.atomic
def undo_handicap(*, season: Season, change: int, actor: Actor, at: datetime) -> None:
    """Take back a handicap that was set, a happening by its number; twice it is done once.

    What was set before from the same day holds again. Raises OutOfDate where another one was set
    since, and SeasonSigned.
    """
    row = lock_unsigned(season)
    made = change_to_undo("season", season.pk, SET, change)
    if made is not None and is_undone(made):
        return
    own = None if made is None else _stored(season, made)
    if made is None or own is None or _handicap_for_undo(own) != made.data["was"]["after"]:
        raise OutOfDate(
            _("This can no longer be undone: the handicap has been set again since then.")
        )
    before = made.data["was"]["before"]
    if before is None:
        own.delete()
    else:
        own.value = None if before["value"] is None else Decimal(before["value"])
        own.reason, own.set_by_id, own.set_at = before["reason"], actor.user_id, at
        own.save()
    count_change(row)
    journal.append(
        kind="season.handicap_withdrawn",
        actor=actor,
        at=at,
        club_id=season.club_id,
        subject=season,
        data={name: made.data[name] for name in ("season", "player", "value", "from")}
        | {"undoes": made.pk},
    )


def _stored(season: Season, made: Happening) -> OwnHandicap | None:
    """Return the handicap that the change set, by the player who stayed of two merged since."""
    rows = OwnHandicap.objects.select_for_update(of=("self",)).filter(
        season=season, from_day=date.fromisoformat(made.data["from"])
    )
    player = Player.objects.get(pk=made.data["was"]["player"])
    return rows.filter(player__in=[player.pk, player.merged_into_id or player.pk]).first()


def _handicap_for_undo(handicap: OwnHandicap) -> dict[str, str | None]:
    value = handicap.value
    return {
        "value": None if value is None else f"{value.normalize():f}",
        "reason": handicap.reason,
    }


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
