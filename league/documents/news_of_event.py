"""The text for a club's newsletter: what an event came to, in a language."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.utils.formats import date_format
from django.utils.html import format_html_join
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import override

from games import services as games
from games.models import Deal
from league.events.models import Event, EventState
from league.events.names import called_after
from league.paper.newsletter import (
    MOST_ACHIEVEMENTS,
    BigDeal,
    NamedAchievement,
    News,
    Placed,
    newsletter,
)
from league.prepared.hiding import hidden_in_events
from league.results.models import Submission, SubmissionState
from league.results.visible_results import submissions_shown
from league.rounds.models import Seat, Table
from league.rounds.selectors import placements_with_names, side_names
from league.standings.deciding import is_for_the_rest
from league.standings.methods.deals.methods import PERCENTAGE
from league.standings.models import SnapshotRow
from league.standings.selectors import StandingsPage, standings_page
from league.statistics.models import Achievement

# places that a newsletter prints
MOST_PLACES = 10
LINE_BREAK = mark_safe("<br>\n")
IN_IMPS = ("cross_imps", "butler", "imps")


def newsletter_text(event: Event, language: str) -> str:
    """Return the text as it is mailed, its paragraphs parted by an empty line."""
    return "\n\n".join(newsletter_paragraphs(event, language)) + "\n"


def newsletter_html(event: Event, language: str) -> str:
    """Return the text for a website: a paragraph each, and lines of one parted by a break."""
    with_breaks = (
        [format_html_join(LINE_BREAK, "{}", ([line] for line in paragraph.split("\n")))]
        for paragraph in newsletter_paragraphs(event, language)
    )
    return format_html_join("\n", "<p>{}</p>", with_breaks)


def newsletter_paragraphs(event: Event, language: str) -> list[str]:
    with override(language):
        return list(newsletter(news_of(event)))


def news_of(event: Event) -> News:
    """Return what is known of the event; ten queries or so, however many tables played."""
    found = _deciding(event)
    rows = found.rows if found else []
    submissions = _shown_submissions(event)
    achievements = _labelled(submissions)
    return News(
        event=event.name,
        club=event.club.name,
        day=date_format(event.starts_on),
        after_round=found.snapshot.round_number if found else 0,
        is_over=event.state in (EventState.FINISHED, EventState.ARCHIVED),
        is_during=found is not None and found.is_during,
        is_unconfirmed=found is not None and found.snapshot.is_provisional,
        places=[_placed(event, row) for row in rows],
        margin=_margin(event, rows),
        big_deal=_big_deal(submissions),
        achievements=_achievements(achievements[:MOST_ACHIEVEMENTS]),
        more_achievements=max(len(achievements) - MOST_ACHIEVEMENTS, 0),
        players=Seat.objects.filter(round__stage__event=event, player__isnull=False)
        .values("player")
        .distinct()
        .count(),
        deals=submissions.count(),
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


def _placed(event: Event, row: SnapshotRow) -> Placed:
    name = f"{row.entry_name} ({row.members})" if row.members else row.entry_name
    group = _("Group %(name)s") % {"name": row.group} if row.group else ""
    return Placed(rank=row.rank, name=name, points=_points(event, row.points), group=group)


def _margin(event: Event, rows: list[SnapshotRow]) -> str:
    """Return by how much the first is ahead; nothing where a tie-break or a bracket parts them."""
    if len(rows) < 2 or rows[0].group or rows[0].points <= rows[1].points:
        return ""
    return _points(event, rows[0].points - rows[1].points)


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


def _shown_submissions(event: Event) -> "QuerySet[Submission]":
    """Return the confirmed deals; none that others have still to play, and no final scores."""
    rows = Submission.objects.filter(
        table__round__stage__event=event, state=SubmissionState.CONFIRMED
    ).exclude(deal__form=Deal.Form.FINAL)
    return submissions_shown(rows, hidden_in_events([event.pk]))


def _big_deal(submissions: "QuerySet[Submission]") -> BigDeal | None:
    """Return the deal that gave one side the most; the first of several."""
    scores = submissions.order_by("id").values_list("table_id", "deal__score")
    table_id, score = max(scores, key=lambda row: max(row[1]), default=(None, [0]))
    most = max(score)
    if table_id is None or most <= 0:
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
    """Return the achievements of the deals that have a name, in their order: each with its name."""
    achieved = (
        Achievement.objects.filter(submission__in=submissions)
        .order_by("at", "submission_id", "kind", "player__sort_key")
        .values_list("pk", "variant", "kind")
    )
    label = cache(games.achievement_label)
    found = [(pk, label(variant, kind)) for pk, variant, kind in achieved]
    return [(pk, games.in_words(said)) for pk, said in found if said is not None]


def _achievements(labelled: Sequence[tuple[int, str]]) -> list[NamedAchievement]:
    rows = Achievement.objects.select_related("player__merged_into")
    achieved = rows.in_bulk([pk for pk, _label in labelled])
    return [
        NamedAchievement(name=called_after(achieved[pk].player).shown_name, what=label)
        for pk, label in labelled
    ]
