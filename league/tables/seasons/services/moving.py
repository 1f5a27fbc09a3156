"""Who goes up and down: the committee's decisions, and the draft that the organiser signs."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from league.foundation.journal import services as journal
from league.foundation.journal.actor import Actor
from league.foundation.lists import listed
from league.foundation.refusal import OutOfDate, Refused
from league.play.events.models import Season
from league.tables.seasons.drafts import Draft, draft_of
from league.tables.seasons.keys import noted_name
from league.tables.seasons.models import MoveDecision, SeasonRules, SignedMoves
from league.tables.seasons.selectors import season_sheet
from league.tables.seasons.services.placing import UnknownCompetitor
from league.tables.seasons.services.season_locks import count_change, lock_season, lock_unsigned


class DecisionInvalid(Refused):
    code = "move_decision_invalid"


class NothingToSign(Refused):
    code = "nothing_to_sign"


class SeasonNotOver(Refused):
    """Nights are still played or not confirmed."""

    code = "season_not_over"


class Undecided(Refused):
    """Competitors are level where a division ends, and nobody has decided who moves."""

    code = "moves_undecided"


class DraftChanged(OutOfDate):
    """The draft is not the one that the organiser saw."""

    code = "draft_changed"


class NextSeasonMade(Refused):
    """The next season was made from the signed moves already."""

    code = "next_season_made"


@transaction.atomic
def decide_move(
    *, season: Season, key: str, to: int | None, reason: str, actor: Actor, at: datetime
) -> MoveDecision:
    """Say where a competitor goes whatever the table proposes: a division's number, or None: out.

    Raises UnknownCompetitor, DecisionInvalid or SeasonSigned.
    """
    row = lock_unsigned(season)
    sheet = season_sheet(season)
    if key not in sheet.names:
        raise UnknownCompetitor(
            _("Nobody in %(season)s has the number “%(key)s”; look at the table again.")
            % {"season": season.name, "key": key}
        )
    division = next((candidate for candidate in sheet.divisions if candidate.number == to), None)
    if to is not None and division is None:
        raise DecisionInvalid(
            _("There is no division %(number)d; the season has %(count)d.")
            % {"number": to, "count": len(sheet.divisions)}
        )
    reason = " ".join(reason.split())
    if not 0 < len(reason) <= 200:
        raise DecisionInvalid(
            _("Give a reason of at most %(most)d letters: players will ask.") % {"most": 200},
            field="reason",
        )
    before = MoveDecision.objects.filter(season=season, key=key).first()
    if before is not None and (before.division, before.reason) == (division, reason):
        return before
    decision, _is_new = MoveDecision.objects.update_or_create(
        season=season, key=key, defaults={"division": division, "reason": reason}
    )
    count_change(row)
    journal.append(
        kind="season.move_decided",
        actor=actor,
        at=at,
        club_id=season.club_id,
        subject=season,
        data={
            "season": season.name,
            "name": noted_name(key, sheet.names[key].full),
            "where": division.name if division else "\N{EN DASH}",
            "reason": reason,
        },
    )
    return decision


@transaction.atomic
def leave_move(*, season: Season, key: str, actor: Actor, at: datetime) -> None:
    """Leave a competitor's move to the table again."""
    row = lock_unsigned(season)
    gone, _by_model = MoveDecision.objects.filter(season=season, key=key).delete()
    if not gone:
        return
    count_change(row)
    names = season_sheet(season).names
    journal.append(
        kind="season.move_left",
        actor=actor,
        at=at,
        club_id=season.club_id,
        subject=season,
        data={
            "season": season.name,
            "name": noted_name(key, names[key].full if key in names else key),
        },
    )


@transaction.atomic
def sign_moves(*, season: Season, digest: str, actor: Actor, at: datetime) -> SignedMoves:
    """Sign the draft with this digest; signing it again changes nothing.

    The table is calculated from results, not from stored standings. Raises DraftChanged when
    it is not what the organiser saw, SeasonNotOver, Undecided or NothingToSign.
    """
    row = lock_season(season)
    signed = SignedMoves.objects.filter(season=season).first()
    if signed is not None:
        if signed.digest == digest:
            return signed
        raise DraftChanged(
            _("The moves after %(season)s are already signed. Withdraw the signature first.")
            % {"season": season.name}
        )
    draft = draft_of(season, fresh=True)
    _check(draft, digest)
    signed = SignedMoves.objects.create(
        season=season,
        digest=digest,
        moves=draft.stored,
        signed_by_id=actor.user_id,
        signed_at=at,
    )
    count_change(row)
    journal.append(
        kind="season.signed",
        actor=actor,
        at=at,
        club_id=season.club_id,
        subject=season,
        data={
            "season": season.name,
            "moves": [
                move | {"name": noted_name(move["key"], draft.sheet.names[move["key"]].full)}
                for move in signed.moves
            ],
        },
    )
    return signed


def _check(draft: Draft, digest: str) -> None:
    if not draft.moves:
        raise NothingToSign(
            _("There is nobody to promote or relegate: make divisions and put people into them.")
        )
    if draft.still_played:
        raise SeasonNotOver(
            _("These nights are still played or not confirmed: %(events)s. Finish them first.")
            % {"events": listed(event.name for event in draft.still_played)}
        )
    if draft.digest != digest:
        raise DraftChanged(
            _("Results or decisions have changed since you opened the draft. Look at it again.")
        )
    if draft.unsettled:
        names = listed(draft.sheet.names[move.key].full for move in draft.unsettled)
        raise Undecided(
            _("%(names)s are level on a dividing line: decide for each of them where they go.")
            % {"names": names}
        )


@transaction.atomic
def take_signature_back(*, season: Season, actor: Actor, at: datetime) -> None:
    """Make the moves a draft again, until the next season has been made from them."""
    row = lock_season(season)
    made = SeasonRules.objects.filter(copied_from=season).select_related("season").first()
    if made is not None:
        raise NextSeasonMade(
            _("%(next)s was made from these moves. Change its divisions there.")
            % {"next": made.season.name}
        )
    gone, _by_model = SignedMoves.objects.filter(season=season).delete()
    if gone:
        count_change(row)
        journal.append(
            kind="season.signature_taken_back",
            actor=actor,
            at=at,
            club_id=season.club_id,
            subject=season,
            data={"season": season.name},
        )
