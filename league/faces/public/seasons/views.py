"""A season of a club: its table from all its nights, and why a row stands where it does."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.services import render_sentence, whole_sentence
from league.clubs.models import Club
from league.faces.public.page_cache import add_etag
from league.faces.public.paper_rows import answer_with, wanted_by
from league.faces.public.pictures.race_chart import Runner, race_chart
from league.faces.public.pictures.rank_chart import MOST_LINES, RankChart
from league.faces.public.visitors import Visitor, pass_club
from league.foundation.spreadsheets import format_asked, spreadsheet
from league.office.documents.club_papers import SEASON_TABLE
from league.office.paper.document import mark_as_pdf
from league.play.events.models import Season
from league.tables.outlook.season_outlook import SeasonOutlook, rows_with_marks, season_outlook
from league.tables.seasons.drafts import moves_of
from league.tables.seasons.keys import players_of
from league.tables.seasons.methods import MoveKind, Rules, explain_rank, season_table
from league.tables.seasons.rules_in_words import rules_in_words
from league.tables.seasons.selectors import (
    SeasonRead,
    SeasonSheet,
    may_see_table,
    names_of_keys,
    read_season,
    season_sheet,
    with_kinds_unlisted,
    with_stamp,
    with_what_was_said,
)
from league.tables.seasons.shown import (
    ShownRow,
    other_total_shown,
    ranks_with_handicap,
    row_at,
    season_list,
    shown_nights,
    total_shown,
)

# --- Points race ---
# The race of a season as its page shows it: totals after each night, lines, what can be caught.

WIDE, NARROW = 700, 340
# of a long season the last nights: each is worked out as the table stood then
MOST_NIGHTS = 24
ZONES = {MoveKind.PROMOTED: "up", MoveKind.RELEGATED: "down"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Race:
    """The race within a division, whose name is empty where there are none."""

    division: str
    wide: RankChart
    narrow: RankChart


def races_of(sheet: SeasonSheet, rows: Sequence[ShownRow]) -> list[Race]:
    """Return the points after each night, a division at a time; none before the second night."""
    nights = sheet.table.nights
    numbers = list(range(1, len(nights) + 1))[-MOST_NIGHTS:]
    after = {}
    for number in numbers if len(numbers) > 1 else []:
        stood = season_table(replace(sheet.facts, nights=nights[:number]))
        after[number] = {row.key: row.total for row in stood.rows}
    divisions: dict[str, list[ShownRow]] = {}
    for row in rows:
        if row.rank is not None:
            divisions.setdefault(row.division, []).append(row)
    races = []
    for division, theirs in divisions.items():
        # a night of another division adds nothing to this one
        played = [
            number
            for number in after
            if any(row.cells[number - 1].score is not None for row in theirs)
        ]
        runners = [
            Runner(at, row.name, [after[number].get(row.key, 0) for number in played])
            for at, row in enumerate(theirs[: MOST_LINES + 1])
        ]
        wide = race_chart(runners, played, width=WIDE)
        narrow = race_chart(runners, played, width=NARROW, names=False)
        if wide is not None and narrow is not None:
            races.append(Race(division=division, wide=wide, narrow=narrow))
    return races


def lines_explained(rows: Sequence[ShownRow]) -> list[str]:
    """Say why a line of promotion or relegation is between two who have the same total."""
    sentence = _("Level at the line: %(upper)s is ahead of %(lower)s. %(why)s")
    return [
        sentence % {"upper": upper.name, "lower": lower.name, "why": upper.why}
        for upper, lower in pairwise(rows)
        if upper.division == lower.division
        and upper.zone != lower.zone
        and upper.rank is not None
        and lower.rank is not None
        and upper.total == lower.total
    ]


def with_race(
    sheet: SeasonSheet, outlook: SeasonOutlook, rows: Sequence[ShownRow]
) -> list[ShownRow]:
    """Return the rows with how far each is behind, and whether it is going up or down by now."""
    moves = moves_of(sheet, decisions={})
    zones = {move.key: ZONES.get(move.kind, "") for move in moves}
    leaders: dict[str, ShownRow] = {}
    for row in rows:
        if row.rank is not None:
            leaders.setdefault(row.division, row)
    return [
        replace(
            row,
            zone=zones.get(row.key, ""),
            behind=leaders[row.division].total - row.total if row.rank else None,
            can_win=row.key in outlook.can_win,
        )
        for row in rows
    ]


@require_safe
def season(request: HttpRequest, club: str, season: str) -> HttpResponse:
    return add_etag(request, _season(request, club, season))


@require_safe
def season_why(request: HttpRequest, club: str, season: str, key: str) -> HttpResponse:
    return add_etag(request, _why(request, club, season, key))


@pass_club
def _season(request: HttpRequest, club: Club, visitor: Visitor, season: str) -> HttpResponse:
    found = season_at(club, season, visitor)
    said = read_season(found)
    refused = turned_away(request, found, visitor, said.rules)
    if refused is not None:
        return refused
    sheet = season_sheet(found, said=said)
    outlook = season_outlook(sheet)
    rows = rows_with_marks(sheet, outlook, full=visitor.sees_full_names)
    if wanted := format_asked(request):
        return spreadsheet(season_list(sheet, rows), wanted, club.slug, found.slug)
    raced = with_race(sheet, outlook, rows)
    context = {
        "club": club,
        "season": found,
        "sheet": sheet,
        "nights": list(zip(sheet.events, sheet.table.nights, strict=True)),
        "rows": raced,
        "has_zones": any(row.zone for row in raced),
        "lines": lines_explained(raced),
        "races": races_of(sheet, rows),
        "with_gaps": len(rows) > 1,
        "contenders": outlook.can_win,
        "outlook_notes": outlook.notes,
        "with_handicap": ranks_with_handicap(sheet.table),
        "has_handicap": sheet.table.net is not None,
        "is_provisional": sheet.table.is_provisional,
        "rules": rules_in_words(sheet.rules),
        "moves": _signed(found, said, full=visitor.sees_full_names),
    }
    return render(request, "public/season.html", context)


def _signed(season: Season, said: SeasonRead, *, full: bool) -> list[dict[str, Any]]:
    """Return who goes up or down as it was signed; nothing before that."""
    moves = [move for move in said.signed_moves if move["kind"] in ("promoted", "relegated")]
    if not moves:
        return []
    divisions = {division.number: division.name for division in said.divisions}
    names = names_of_keys(season, [move["key"] for move in moves])
    return [
        {
            "name": names[move["key"]].full if full else names[move["key"]].public,
            "kind": move["kind"],
            "before": divisions.get(move["before"], ""),
            "after": divisions.get(move["after"], ""),
        }
        for move in moves
    ]


@pass_club
def _why(request: HttpRequest, club: Club, visitor: Visitor, season: str, key: str) -> HttpResponse:
    found = season_at(club, season, visitor)
    said = read_season(found)
    refused = turned_away(request, found, visitor, said.rules)
    if refused is not None:
        return refused
    sheet = season_sheet(found, said=said)
    row = row_at(sheet.table, key)
    if row is None:
        raise Http404("nobody of this key is in the season")
    names = sheet.called(full=visitor.sees_full_names)
    players = players_of(key)
    context = {
        "club": club,
        "season": found,
        "name": names[key],
        "player": players[0] if len(players) == 1 else None,
        "row": row,
        "why": whole_sentence(render_sentence(explain_rank(row, names))),
        "total": total_shown(sheet, row),
        "other_total": other_total_shown(sheet, row),
        "nights": shown_nights(sheet, row),
        "has_handicap": sheet.table.net is not None,
        "division": _division_name(sheet.divisions, row.division),
    }
    return render(request, "public/season_why.html", context)


def _division_name(divisions: Any, number: int | None) -> str:
    return next((division.name for division in divisions if division.number == number), "")


def season_at(club: Club, slug: str, visitor: Visitor) -> Season:
    """Return the season with all that its page asks of it; one query."""
    seasons = with_stamp(with_what_was_said(Season.objects.filter(club=club, slug=slug)))
    found = with_kinds_unlisted(seasons, club, visitor.user).first()
    if found is None:
        raise Http404("the club has no such season")
    found.club = club
    return found


def turned_away(
    request: HttpRequest, season: Season, visitor: Visitor, rules: Rules | None = None
) -> HttpResponse | None:
    """Return the way to sign in, or None for who may see; others find nothing.

    `rules` are the season's own, where they were read already.
    """
    if may_see_table(season, visitor.user, rules):
        return None
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    raise Http404(_("The standings of this season are for members of the club."))


# --- The table of a season as a PDF file ---


@require_safe
def season_pdf(request: HttpRequest, club: str, season: str) -> HttpResponse:
    return mark_as_pdf(add_etag(request, _season_paper(request, club, season)), season)


@pass_club
def _season_paper(request: HttpRequest, club: Club, visitor: Visitor, season: str) -> HttpResponse:
    found = season_at(club, season, visitor)
    refused = turned_away(request, found, visitor)
    if refused is not None:
        return refused
    found.club = club
    return answer_with(SEASON_TABLE, found, wanted_by(request, visitor))
