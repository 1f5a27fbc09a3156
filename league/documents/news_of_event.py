"""What an event came to, in a language: the text for a club's newsletter, and a short recap."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Prefetch, QuerySet
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import override

from games import services as games
from games.wording import one_after_another
from league.documents.night_deals import deals_of_the_nights, deals_shown
from league.events.models import Event
from league.events.names import called_after
from league.events.states import OVER
from league.lists import noted
from league.paper.news import (
    BigDeal,
    Comeback,
    FinalMatch,
    NamedAchievement,
    News,
    Placed,
    SeasonPlaces,
    comeback_of,
)
from league.paper.newsletter import MOST_ACHIEVEMENTS, newsletter
from league.paper.recap import recap
from league.prepared.hiding import hidden_in_stages
from league.results.models import Submission
from league.rounds.bracket_final import final_of
from league.rounds.models import Seat, Table
from league.rounds.selectors import placements_with_names, side_names
from league.seasons.selectors import division_of_event, may_see_table, season_sheet
from league.seasons.shown import shown_rows
from league.shown_numbers import figure
from league.standings.deciding import is_for_the_rest
from league.standings.methods.deals.methods import PERCENTAGE
from league.standings.models import SnapshotRow
from league.standings.selectors import StandingsPage, standings_page
from league.standings.stamps import FOR_STRANGERS
from league.standings.standings_shown import ranked_by_bracket, reached_in_words
from league.statistics.models import Achievement

# places that a newsletter prints, of the event and of its season
MOST_PLACES, MOST_IN_SEASON = 10, 3
LINE_BREAK = mark_safe("<br>\n")
IN_IMPS = ("cross_imps", "butler", "imps")


def newsletter_text(event: Event, language: str) -> str:
    """Return the text as it is mailed, its paragraphs parted by an empty line."""
    return "\n\n".join(newsletter_paragraphs(event, language)) + "\n"


def newsletter_html(event: Event, language: str) -> str:
    """Return the text for a website: a paragraph each, and lines of one parted by a break.

    The address of the deal of the night is its picture, a link to its page.
    """
    with override(language):
        news = news_of(event)
        paragraphs = newsletter(news)
    link = news.night_deal.url if news.night_deal else None
    is_for_everybody = event.visibility in FOR_STRANGERS
    return format_html_join(
        "\n",
        "<p>{}</p>",
        (
            [
                _deal_linked(text, with_picture=is_for_everybody, language=language)
                if text == link
                else _with_breaks(text)
            ]
            for text in paragraphs
        ),
    )


def _deal_linked(url: str, *, with_picture: bool, language: str) -> str:
    """Return a link to the deal's page: its picture, where it has one, or else the address."""
    if not with_picture:
        return format_html('<a href="{0}">{0}</a>', url)
    return format_html(
        '<a href="{0}"><img src="{0}picture.png?language={1}" alt="{0}" width="600" height="315">'
        "</a>",
        url,
        language,
    )


def _with_breaks(paragraph: str) -> str:
    return format_html_join(LINE_BREAK, "{}", ([line] for line in paragraph.split("\n")))


def newsletter_paragraphs(event: Event, language: str) -> list[str]:
    with override(language):
        return newsletter(news_of(event))


def recap_text(event: Event, language: str) -> str:
    """Return the recap of an event's last evening in one paragraph; "" where nothing is known."""
    with override(language):
        return one_after_another(recap(news_of(event)))


def news_of(event: Event) -> News:
    """Return what is known of the event; thirty queries or so, however many tables played."""
    found = _deciding(event)
    rows = found.rows if found else []
    is_knockout = found is not None and ranked_by_bracket(found.stage)
    submissions = deals_shown(event)
    nights = deals_of_the_nights(event, submissions)
    night = nights[0] if nights else None
    is_over = event.state in OVER
    achievements = _labelled(submissions)
    return News(
        event=event.name,
        club=event.club.name,
        day=date_format(event.starts_on),
        after_round=found.snapshot.round_number if found else 0,
        is_over=is_over,
        is_during=found is not None and found.is_during,
        is_unconfirmed=found is not None and found.snapshot.is_provisional,
        places=[_placed(event, row, reached=is_knockout) for row in rows],
        margin="" if is_knockout else _margin(event, rows),
        is_level=not is_knockout and _is_level(rows),
        is_knockout=is_knockout,
        final=_final(found) if found and is_knockout else None,
        big_deal=_big_deal(submissions, night.submission if night else None),
        achievements=_achievements(achievements[:MOST_ACHIEVEMENTS]),
        more_achievements=max(len(achievements) - MOST_ACHIEVEMENTS, 0),
        players=Seat.objects.filter(round__stage__event=event, player__isnull=False)
        .values("player")
        .distinct()
        .count(),
        deals=submissions.count(),
        comeback=_comeback(found) if found and is_over else None,
        night_deal=night.told if night else None,
        season=season_after(event) if is_over else None,
    )


def _final(found: StandingsPage) -> FinalMatch | None:
    names = {row.entry_id: _name(row) for row in found.rows}
    final = final_of(found.stage, held_back=hidden_in_stages([found.stage.pk]).held_back)
    if final is None or not {final.winner, final.loser} <= names.keys():
        return None
    score = "" if final.points is None else ":".join(map(figure, final.points))
    return FinalMatch(winner=names[final.winner], loser=names[final.loser], score=score)


def _comeback(found: StandingsPage) -> Comeback | None:
    """Return how the winner came from behind; None where several won, or a bracket decided."""
    first = [row for row in found.rows if row.rank == 1]
    if len(first) != 1 or first[0].group or ranked_by_bracket(found.stage):
        return None
    rows = SnapshotRow.objects.filter(snapshot__in=found.until, entry=first[0].entry_id)
    places = rows.order_by("snapshot__round_number").values_list("snapshot__round_number", "rank")
    return comeback_of(list(places))


def season_after(event: Event) -> SeasonPlaces | None:
    """Return the first places of the event's season, if it is its last night so far.

    None where not everybody may see the season's table, or where each division has its own and
    the event is of none.
    """
    season = event.season
    if season is None or not may_see_table(season, AnonymousUser()):
        return None
    sheet = season_sheet(season)
    if not sheet.events or sheet.events[-1] != event:
        return None
    division = division_of_event(event)
    ranked = [row for row in shown_rows(sheet, full=False) if row.rank is not None]
    rows = [row for row in ranked if division is None or row.division == division.name]
    if not rows or len({row.division for row in rows}) > 1:
        return None
    return SeasonPlaces(
        season=season.name,
        nights=len(sheet.table.nights),
        division=division.name if division else "",
        places=[
            Placed(rank=row.rank or 0, name=row.name, points=figure(row.total))
            for row in rows[:MOST_IN_SEASON]
        ],
    )


def _deciding(event: Event) -> StandingsPage | None:
    """Return the first places of the last stage that has standings, but not of one for the rest."""
    stages = event.stages.select_related("qualifying").order_by("-number")
    for stage in sorted(stages, key=is_for_the_rest):
        stage.event = event
        found = standings_page(stage, page_rows=MOST_PLACES, with_reasons=False)
        if found is not None:
            return found
    return None


def _placed(event: Event, row: SnapshotRow, *, reached: bool) -> Placed:
    group = _("Group %(name)s") % {"name": row.group} if row.group else ""
    points = reached_in_words(row) if reached else _points(event, row.points)
    return Placed(rank=row.rank, name=_name(row), points=points, group=group)


def _name(row: SnapshotRow) -> str:
    name, members = row.names.public, row.names.public_members
    return noted(name, members) if members else name


def _margin(event: Event, rows: list[SnapshotRow]) -> str:
    """Return by how much the first is ahead; nothing where a tie-break parts them."""
    if len(rows) < 2 or rows[0].group or rows[0].points <= rows[1].points:
        return ""
    return _points(event, rows[0].points - rows[1].points)


def _is_level(rows: list[SnapshotRow]) -> bool:
    """Say whether a tie-break parts the first two."""
    if len(rows) < 2 or rows[0].group:
        return False
    return rows[0].points == rows[1].points and rows[1].rank > 1


def _points(event: Event, points: Any) -> str:
    number = f"{points:.2f}".rstrip("0").rstrip(".")
    method = event.method
    if method.get("points_as") == PERCENTAGE:
        return f"{number} %"
    if method.get("name") in IN_IMPS:
        return _("%(number)s IMPs") % {"number": number}
    if points == 1:
        return _("1 point")
    return _("%(number)s points") % {"number": number}


def _big_deal(submissions: "QuerySet[Submission]", told: int | None) -> BigDeal | None:
    """Return the deal that gave one side the most; the first of several.

    None where it is the deal that is `told` already.
    """
    scores = submissions.order_by("id").values_list("pk", "table_id", "deal__score")
    pk, table_id, score = max(scores, key=lambda row: max(row[2]), default=(None, None, [0]))
    most = max(score)
    if table_id is None or most <= 0 or pk == told:
        return None
    table = (
        Table.objects.select_related("round")
        .prefetch_related(Prefetch("placements", placements_with_names()))
        .get(pk=table_id)
    )
    names = side_names(table, public=True)
    side = score.index(most)
    if side >= len(names):
        return None
    return BigDeal(
        name=names[side],
        points=most,
        round=table.round.number,
        table=table.shown_number,
    )


def _labelled(submissions: "QuerySet[Submission]") -> list[tuple[int, str]]:
    """Return the achievements of the deals that have a name, in their order: each with its name.

    What another one of the same player in the same deal says as well is left out.
    """
    achieved = (
        Achievement.objects.filter(submission__in=submissions)
        .order_by("at", "submission_id", "kind", "player__sort_key")
        .values_list("pk", "variant", "kind", "submission_id", "player_id")
    )
    label, implied = cache(games.achievement_label), cache(games.achievement_implied)
    said_already = {
        (implied(variant, kind), submission, player)
        for _pk, variant, kind, submission, player in achieved
    }
    labelled = [
        (pk, label(variant, kind))
        for pk, variant, kind, submission, player in achieved
        if (kind, submission, player) not in said_already
    ]
    return [(pk, games.in_words(said)) for pk, said in labelled if said is not None]


def _achievements(labelled: Sequence[tuple[int, str]]) -> list[NamedAchievement]:
    rows = Achievement.objects.select_related("player__merged_into")
    achieved = rows.in_bulk([pk for pk, _label in labelled])
    return [
        NamedAchievement(name=called_after(achieved[pk].player).shown_name, what=label)
        for pk, label in labelled
    ]
