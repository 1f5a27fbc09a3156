"""How the season's table is counted, and its divisions."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from games import services as games
from league.foundation.journal import services as journal
from league.foundation.journal.actor import Actor
from league.foundation.journal.models import Happening
from league.foundation.journal.versions import change_made, change_to_undo, is_undone
from league.foundation.lists import listed
from league.foundation.names import clean_name
from league.foundation.refusal import OutOfDate, Refused
from league.play.events.models import Season
from league.tables.seasons.methods import BadSeasonRules, read_rules, rules_as_json
from league.tables.seasons.models import Division, MoveDecision, SeasonRules
from league.tables.seasons.services.season_locks import count_change, lock_unsigned

MOST_DIVISIONS = 20
MOST_MOVES = 50
LONGEST_NAME = 60
DIVIDED = "season.divided"


class SeasonRulesInvalid(Refused):
    """Rules of a season that make no sense; `field` is their place, such as `handicap.factor`."""

    code = "season_rules_invalid"


class DivisionsInvalid(Refused):
    code = "divisions_invalid"


class DivisionInUse(Refused):
    """Somebody is in a division that is to go."""

    code = "division_in_use"


class DivisionSettings(NamedTuple):
    """A division as it is to be; the first of a list is the highest."""

    name: str
    up: int
    down: int


@transaction.atomic
def set_rules(*, season: Season, rules: object, actor: Actor, at: datetime) -> SeasonRules:
    """Count the season by these rules, as JSON. Raises SeasonRulesInvalid or SeasonSigned."""
    row = lock_unsigned(season)
    try:
        fresh = rules_as_json(read_rules(rules))
    except BadSeasonRules as fault:
        sentence = games.whole_sentence(games.render_sentence(fault.sentence))
        raise SeasonRulesInvalid(sentence, field=fault.path or None) from fault
    before = rules_as_json(read_rules(row.rules))
    changed = {name: value for name, value in fresh.items() if before[name] != value}
    if row.version and not changed:
        return row
    row.rules = fresh
    row.save(update_fields=["rules"])
    count_change(row)
    journal.append(
        kind="season.rules_changed",
        actor=actor,
        at=at,
        club_id=season.club_id,
        subject=season,
        data={
            "season": season.name,
            "before": {name: before[name] for name in changed},
            "after": changed,
        },
    )
    return row


@transaction.atomic
def set_divisions(
    *, season: Season, divisions: Sequence[DivisionSettings], actor: Actor, at: datetime
) -> list[Division]:
    """Make these the divisions of the season, the highest first; those at a place stay the same.

    Raises DivisionsInvalid, DivisionInUse or SeasonSigned.
    """
    return _divide(season, divisions, actor, at)


def division_change(season: Season, *, actor: Actor, at: datetime) -> Happening | None:
    """Return what somebody's change of the divisions at a moment wrote, if it can be undone."""
    return change_made("season", season.pk, (DIVIDED,), actor=actor, at=at)


@transaction.atomic
def undo_divisions(*, season: Season, change: int, actor: Actor, at: datetime) -> list[Division]:
    """Make the divisions what they were before a change, a happening by its number.

    Decisions on moves that went with a division come back with it. Undone twice it is done once.
    Raises OutOfDate where somebody changed them or decided on moves since, and what
    `set_divisions` raises.
    """
    lock_unsigned(season)
    made = change_to_undo("season", season.pk, (DIVIDED,), change)
    if made is not None and is_undone(made):
        return list(season.divisions.order_by("number"))
    if made is None or _as_they_are(season) != made.data["divisions"]:
        raise OutOfDate(
            _("This can no longer be undone: somebody has changed the divisions since then.")
        )
    wanted = [DivisionSettings(*settings) for settings in made.data["was"]]
    _check_decisions(season, len(wanted), made.data.get("decisions", []))
    divisions = _divide(season, wanted, actor, at, undoes=made.pk)
    _decide_again(season, divisions, made.data.get("decisions", []))
    return divisions


def _check_decisions(season: Season, stays: int, gone: Sequence[Mapping[str, Any]]) -> None:
    """Refuse to undo where it would lose a decision on a move that was made since."""
    since = season.move_decisions.filter(
        Q(division__number__gt=stays) | Q(key__in=[one["key"] for one in gone])
    )
    if since.exists():
        raise OutOfDate(
            _(
                "This can no longer be undone: somebody has decided who goes up or down since "
                "then. Look at “Up and down”."
            )
        )


def _decide_again(
    season: Season, divisions: Sequence[Division], gone: Sequence[Mapping[str, Any]]
) -> None:
    at_number = {division.number: division for division in divisions}
    MoveDecision.objects.bulk_create(
        MoveDecision(
            season=season,
            key=one["key"],
            division=at_number[one["division"]],
            reason=one["reason"],
        )
        for one in gone
    )


def _as_they_are(season: Season) -> list[list[str | int]]:
    rows = season.divisions.order_by("number").values_list("name", "up", "down")
    return [list(row) for row in rows]


def _divide(
    season: Season,
    divisions: Sequence[DivisionSettings],
    actor: Actor,
    at: datetime,
    **for_undo: Any,
) -> list[Division]:
    row = lock_unsigned(season)
    wanted = [_tidy(settings, number) for number, settings in enumerate(divisions, start=1)]
    _check(wanted)
    before = list(season.divisions.order_by("number"))
    if [
        DivisionSettings(division.name, division.up, division.down) for division in before
    ] == wanted:
        return before
    goes = before[len(wanted) :]
    if not for_undo:
        for_undo = {"was": _as_they_are(season)} | _decided_on(season, goes)
    for gone in goes:
        _check_empty(gone)
        gone.delete()
    for kept in before:
        # out of each other's way: two divisions may have changed their names
        Division.objects.filter(pk=kept.pk).update(name=f"\N{EN DASH}{kept.number}")
    for number, settings in enumerate(wanted, start=1):
        Division.objects.update_or_create(
            season=season,
            number=number,
            defaults={"name": settings.name, "up": settings.up, "down": settings.down},
        )
    count_change(row)
    journal.append(
        kind=DIVIDED,
        actor=actor,
        at=at,
        club_id=season.club_id,
        subject=season,
        data={
            "season": season.name,
            "divisions": [list(settings) for settings in wanted],
            **for_undo,
        },
    )
    return list(season.divisions.order_by("number"))


def _decided_on(season: Season, goes: Sequence[Division]) -> dict[str, Any]:
    """Return the decisions on moves into divisions that go, which go with them; empty: none."""
    rows = season.move_decisions.filter(division__in=goes).select_related("division")
    decisions = [
        {"key": row.key, "division": row.division.number, "reason": row.reason}
        for row in rows.order_by("key")
        if row.division is not None
    ]
    return {"decisions": decisions} if decisions else {}


def _tidy(settings: DivisionSettings, number: int) -> DivisionSettings:
    # nobody goes up from the highest
    return DivisionSettings(
        clean_name(settings.name), 0 if number == 1 else settings.up, settings.down
    )


def _check(wanted: Sequence[DivisionSettings]) -> None:
    if len(wanted) > MOST_DIVISIONS:
        raise DivisionsInvalid(
            _("A season has at most %(most)d divisions; these are %(count)d.")
            % {"most": MOST_DIVISIONS, "count": len(wanted)}
        )
    names = [settings.name for settings in wanted]
    for settings in wanted:
        if not settings.name or len(settings.name) > LONGEST_NAME:
            raise DivisionsInvalid(
                _("Give each division a name of at most %(most)d letters.") % {"most": LONGEST_NAME}
            )
        if names.count(settings.name) > 1:
            raise DivisionsInvalid(
                _("Two divisions are called “%(name)s”; give one another name.")
                % {"name": settings.name}
            )
        if not (0 <= settings.up <= MOST_MOVES and 0 <= settings.down <= MOST_MOVES):
            raise DivisionsInvalid(
                _("From 0 to %(most)d can go up or down from “%(name)s”.")
                % {"most": MOST_MOVES, "name": settings.name}
            )


def _check_empty(division: Division) -> None:
    count = division.competitors.count()
    if count:
        raise DivisionInUse(
            _("“%(name)s” still has %(count)d in it: move them to another division first.")
            % {"name": division.name, "count": count}
        )
    events = [tie.event.name for tie in division.events.select_related("event")]
    if events:
        raise DivisionInUse(
            _("“%(name)s” still plays %(events)s: choose another division for these events first.")
            % {"name": division.name, "events": listed(events)}
        )
