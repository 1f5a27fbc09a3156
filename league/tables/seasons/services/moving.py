"""Who goes up and down: the committee's decisions, and the draft that the organiser signs."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from league.clubs.models import Player
from league.foundation.journal import services as journal
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.journal.naming import LISTED
from league.foundation.journal.versions import change_made, change_to_undo, is_undone
from league.foundation.lists import listed
from league.foundation.refusal import OutOfDate, Refused
from league.play.events.models import Season
from league.tables.seasons.drafts import Draft, draft_of
from league.tables.seasons.keys import key_of_players, noted_name, players_of
from league.tables.seasons.methods.rules import PLAYER
from league.tables.seasons.models import (
    Competitor,
    Division,
    MoveDecision,
    SeasonRules,
    SignedMoves,
)
from league.tables.seasons.selectors import names_of_keys, season_sheet
from league.tables.seasons.services.season_settings import count_change, lock_season, lock_unsigned

# --- Who is in which division, who is a guest, who has withdrawn ---

PLACED = "season.placed"


class UnknownCompetitor(Refused):
    """Nobody of this key has played in the season or been placed in it."""

    code = "unknown_competitor"


class CompetitorInvalid(Refused):
    """A competitor's division, guest status and withdrawal contradict each other."""

    code = "competitor_invalid"


class Placing(NamedTuple):
    """What the club says of a competitor. `division` is its number."""

    division: int | None = None
    is_guest: bool = False
    has_withdrawn: bool = False


@transaction.atomic
def place_competitors(
    *, season: Season, placings: Mapping[str, Placing], by: Act
) -> list[Competitor]:
    """Set division, guest status and withdrawal of competitors, by key; return the changed ones.

    Raises UnknownCompetitor, CompetitorInvalid or SeasonSigned; then nothing is changed.
    """
    row = lock_unsigned(season)
    sheet = season_sheet(season)
    divisions = {division.number: division for division in sheet.divisions}
    changed, was = [], {}
    for key, placing in placings.items():
        if key not in sheet.names:
            raise UnknownCompetitor(
                _("Nobody in %(season)s has the number “%(key)s”; look at the table again.")
                % {"season": season.name, "key": key}
            )
        name = sheet.names[key].full
        _check_places(name, placing, divisions)
        known = sheet.competitors.get(key)
        before = None if known is None else _placing_for_undo(known)
        competitor = known or Competitor(season=season, key=key)
        if _changed(competitor, placing, divisions):
            competitor.name = "" if players_of(key) else name[:120]
            competitor.save()
            changed.append(competitor)
            was[key] = {"before": before, "after": _placing_for_undo(competitor)}
    if changed:
        count_change(row)
        _journal(season, changed, by, was=was)
    return changed


@transaction.atomic
def add_competitors(
    *,
    season: Season,
    players: Sequence[Player],
    division: int | None,
    by: Act,
) -> list[Competitor]:
    """List players who have not come to a night yet; return those that were changed.

    Raises CompetitorInvalid or SeasonSigned; then nothing is changed.
    """
    row = lock_unsigned(season)
    sheet = season_sheet(season)
    divisions = {division.number: division for division in sheet.divisions}
    changed, was = [], {}
    for player in (one.merged_into or one for one in players):
        if sheet.rules.who != PLAYER or player.club_id != season.club_id:
            raise CompetitorInvalid(
                _("Choose a player of the club; pairs and teams appear with their first night.")
            )
        placing = Placing(division=division)
        _check_places(player.name, placing, divisions)
        key = key_of_players([player.pk])
        known = sheet.competitors.get(key)
        before = None if known is None else _placing_for_undo(known)
        competitor = known or Competitor(season=season, key=key)
        if _changed(competitor, placing, divisions) or competitor.pk is None:
            competitor.save()
            changed.append(competitor)
            was[key] = {"before": before, "after": _placing_for_undo(competitor)}
    if changed:
        count_change(row)
        _journal(season, changed, by, was=was)
    return changed


def placing_change(season: Season, *, by: Act) -> Happening | None:
    """Return what somebody's placing of competitors at a moment wrote, if anything."""
    return change_made("season", season.pk, (PLACED,), by=by)


@transaction.atomic
def undo_placing(*, season: Season, change: int, by: Act) -> list[Competitor]:
    """Put competitors back where they were before a change, a happening by its number.

    Whoever was added by it leaves the list; undone twice it is done once. Returns whom it put
    back. Raises OutOfDate where one of them was placed again since or a division is gone, and
    SeasonSigned.
    """
    row = lock_unsigned(season)
    made = change_to_undo("season", season.pk, (PLACED,), change)
    if made is None:
        raise OutOfDate(_("This can no longer be undone. Look at the page once more."))
    if is_undone(made):
        return []
    was = made.data["was"]
    placed_then = Competitor.objects.filter(season=season, key__in=was)
    rows = placed_then.select_related("division").order_by("key")
    there = {competitor.key: competitor for competitor in rows}
    divisions = {division.pk: division for division in season.divisions.all()}
    for key, placed in was.items():
        _check_undoable(season, key, placed, there.get(key), divisions)
    for key, placed in was.items():
        _put_back(there[key], placed["before"], divisions)
    count_change(row)
    changed = list(there.values())
    _journal(season, changed, by, undoes=made.pk)
    return changed


def _check_undoable(
    season: Season,
    key: str,
    placed: Mapping[str, Any],
    now: Competitor | None,
    divisions: Mapping[int, Division],
) -> None:
    if now is None or _placing_for_undo(now) != placed["after"]:
        raise OutOfDate(
            _("This can no longer be undone: the status of %(name)s has changed since then.")
            % {"name": names_of_keys(season, [key])[key].full}
        )
    division = placed["before"] and placed["before"]["division"]
    if division and division not in divisions:
        raise OutOfDate(
            _("This can no longer be undone: the earlier division of %(name)s no longer exists.")
            % {"name": names_of_keys(season, [key])[key].full}
        )


def _put_back(
    competitor: Competitor, before: Mapping[str, Any] | None, divisions: Mapping[int, Division]
) -> None:
    """Let the row be as it was; one that was not there goes."""
    was = before or {"division": None, "guest": False, "withdrawn": False}
    competitor.division = divisions.get(was["division"])
    competitor.is_guest, competitor.has_withdrawn = was["guest"], was["withdrawn"]
    if before is None:
        Competitor.objects.filter(pk=competitor.pk).delete()
    else:
        competitor.save()


def _placing_for_undo(competitor: Competitor) -> dict[str, Any]:
    """Return where a competitor is, as an undo needs it."""
    return {
        "division": competitor.division_id,
        "guest": competitor.is_guest,
        "withdrawn": competitor.has_withdrawn,
    }


def _check_places(name: str, placing: Placing, divisions: Mapping[int, Division]) -> None:
    if placing.division is not None and placing.division not in divisions:
        raise CompetitorInvalid(
            _("There is no division %(number)d for %(name)s; the season has %(count)d.")
            % {"number": placing.division, "name": name, "count": len(divisions)}
        )
    if placing.is_guest and placing.division is not None:
        raise CompetitorInvalid(
            _("%(name)s cannot be a guest and in a division; choose one of the two.")
            % {"name": name}
        )


def _changed(competitor: Competitor, placing: Placing, divisions: Mapping[int, Division]) -> bool:
    """Put the placing into the row; return whether that changes it."""
    division = None if placing.division is None else divisions[placing.division]
    before = (competitor.division, competitor.is_guest, competitor.has_withdrawn)
    competitor.division = division
    competitor.is_guest = placing.is_guest
    competitor.has_withdrawn = placing.has_withdrawn
    return before != (division, placing.is_guest, placing.has_withdrawn)


def _journal(season: Season, changed: list[Competitor], by: Act, **for_undo: Any) -> None:
    journal.append(
        kind=PLACED,
        by=by,
        club_id=season.club_id,
        subject=season,
        data={
            "season": season.name,
            "names": {
                LISTED: [
                    noted_name(competitor.key, competitor.name or competitor.key)
                    for competitor in changed
                ]
            },
            "after": {
                competitor.key: {
                    "division": competitor.division.name if competitor.division else None,
                    "guest": competitor.is_guest,
                    "withdrawn": competitor.has_withdrawn,
                }
                for competitor in changed
            },
        }
        | for_undo,
    )


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
def decide_move(*, season: Season, key: str, to: int | None, reason: str, by: Act) -> MoveDecision:
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
        by=by,
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
def leave_move(*, season: Season, key: str, by: Act) -> None:
    """Leave a competitor's move to the table again."""
    row = lock_unsigned(season)
    gone, _by_model = MoveDecision.objects.filter(season=season, key=key).delete()
    if not gone:
        return
    count_change(row)
    names = season_sheet(season).names
    journal.append(
        kind="season.move_left",
        by=by,
        club_id=season.club_id,
        subject=season,
        data={
            "season": season.name,
            "name": noted_name(key, names[key].full if key in names else key),
        },
    )


@transaction.atomic
def sign_moves(*, season: Season, digest: str, by: Act) -> SignedMoves:
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
        signed_by_id=by.actor.user_id,
        signed_at=by.at,
    )
    count_change(row)
    journal.append(
        kind="season.signed",
        by=by,
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
def take_signature_back(*, season: Season, by: Act) -> None:
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
            by=by,
            club_id=season.club_id,
            subject=season,
            data={"season": season.name},
        )
