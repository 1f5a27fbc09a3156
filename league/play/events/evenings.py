"""What pages and services ask of a club's evenings. They read, they never write."""

from datetime import date
from typing import Any

from django.db.models import QuerySet
from django.utils import formats, translation
from django.utils.translation import gettext as _

from games import services as games
from league.clubs.models import Club, Player
from league.clubs.selectors import house_rules_of, players_of
from league.play.events.models import Attendance, Evening, Event, Season
from league.play.events.rulesets import copied_from
from league.play.events.selectors import seasons_of

USUAL_GAME = "pitch"

LONGEST_NAME = 110  # leaves room in the column for a number behind the name


def waiting_evening(club: Club, day: date) -> Evening | None:
    """Return the evening of that day that has not started yet."""
    return (
        Evening.objects.filter(club=club, day=day, event__isnull=True)
        .select_related("club", "house_rules", "season")
        .first()
    )


def started_evenings(club: Club, day: date) -> list[Evening]:
    """Return what has been started on that day, the latest first."""
    evenings = Evening.objects.filter(club=club, day=day, event__isnull=False)
    return list(evenings.select_related("event").order_by("-pk"))


def is_evening(event: Event) -> bool:
    """Say whether an event is an evening of the club: said of it, or it began on "Tonight"."""
    if event.is_evening is not None:
        return event.is_evening
    return Evening.objects.filter(event=event).exists()


def draft_next_evening(club: Club, day: date) -> Evening:
    """Return an evening, not stored, that begins like the club's last one."""
    evening = Evening(club=club, day=day, season=season_on(club, day), **_usual_rules(club))
    last = club.evenings.select_related("house_rules").order_by("-day", "-pk").first()
    if last is None:
        return evening
    if last.house_rules is None or not last.house_rules.is_archived:
        for name in ("variant", "preset", "house_rules"):
            setattr(evening, name, getattr(last, name))
    for name in ("minutes", "minutes_a_deal", "deals_a_round"):
        setattr(evening, name, getattr(last, name))
    return evening


def season_on(club: Club, day: date) -> Season | None:
    """Return the season to which a night of that day belongs: the latest that has begun."""
    return seasons_of(club).filter(starts_on__lte=day, ends_on__gte=day).first()


def _usual_rules(club: Club) -> dict[str, Any]:
    """Return the columns for the club's first house rules, else for the game most clubs play."""
    house_rules = house_rules_of(club).first()
    if house_rules is not None:
        return {
            "variant": house_rules.variant,
            "preset": house_rules.preset,
            "house_rules": house_rules,
        }
    game = games.variant_named(USUAL_GAME) or games.variants()[0]
    return {"variant": game.id, "preset": game.default_preset}


def rules_of_evening(evening: Evening) -> dict[str, Any]:
    """Return the columns of an event that is played by the evening's rules, as they are now."""
    if evening.house_rules is not None:
        return copied_from(evening.house_rules)
    return {
        "variant": evening.variant,
        "preset": evening.preset,
        "options": {},
        "house_rules": None,
    }


def name_of_evening(evening: Evening) -> str:
    """Return what the evening's event is called, in the language of the club."""
    if evening.name:
        return evening.name
    with translation.override(evening.club.language):
        game = games.variant_named(evening.variant)
        return _("%(game)s, %(day)s") % {
            "game": games.render_sentence(game.label) if game else evening.variant,
            "day": formats.date_format(evening.day, "DATE_FORMAT"),
        }


def name_once(evening: Evening) -> str:
    """Return a name for the evening's event that no other event of the club on that day has."""
    name = name_of_evening(evening)
    there = evening.club.events.filter(starts_on=evening.day)
    taken = set(there.values_list("name", flat=True))
    free_name, number = name, 1
    while free_name in taken:
        number += 1
        free_name = f"{name[:LONGEST_NAME]} ({number})"
    return free_name


def present(evening: Evening) -> QuerySet[Attendance]:
    """Return who is there, in the order of their names, with the players."""
    return (
        Attendance.objects.filter(evening=evening.pk, left_at__isnull=True)
        .select_related("player")
        .order_by("player__sort_key", "player_id")
    )


def may_come(club: Club) -> QuerySet[Player]:
    """Return the players who can be ticked as present, in the order of their names."""
    return players_of(club).filter(is_active=True)


def groups_of(attendances: list[Attendance]) -> dict[int, list[Attendance]]:
    """Return who wants to play together: attendances by the number of their group, in order."""
    groups: dict[int, list[Attendance]] = {}
    for attendance in sorted(attendances, key=lambda row: (row.together or 0, row.place or 0)):
        if attendance.together is not None:
            groups.setdefault(attendance.together, []).append(attendance)
    return groups
