"""What an event came to, in a language: the text for a club's newsletter, and a short recap."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from django.db.models import Prefetch, QuerySet
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import override

from games import services as games
from games.wording import join_sentences
from league.office.documents.night_deals import describe_deals
from league.office.documents.recaps import NOBODY, news_from, points_in_words, public_name
from league.office.paper.news import BigDeal, NamedAchievement, News, Placed
from league.office.paper.newsletter import MOST_ACHIEVEMENTS, newsletter
from league.office.paper.recap import recap
from league.play.events.models import Event, Stage
from league.play.events.names import called_after
from league.play.events.states import OVER
from league.play.results.models import Submission
from league.play.rounds.models import Seat, Table
from league.play.rounds.selectors import placements_with_names, side_names
from league.tables.highlights.night_deals import deals_of_the_nights, deals_shown, evenings_of
from league.tables.highlights.recap_facts import deciding_page, recap_facts
from league.tables.highlights.season_facts import SeasonFirst, season_first
from league.tables.seasons.selectors import may_see_table
from league.tables.standings.models import SnapshotRow
from league.tables.standings.stamps import is_for_everybody
from league.tables.standings.standings_shown import ranked_by_bracket, reached_in_words
from league.tables.statistics.models import Achievement

LINE_BREAK = mark_safe("<br>\n")


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
    return format_html_join(
        "\n",
        "<p>{}</p>",
        (
            [
                _deal_linked(text, with_picture=is_for_everybody(event), language=language)
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
        return join_sentences(recap(news_of(event)))


def news_of(event: Event) -> News:
    """Return what is known of the event; thirty queries or so, however many tables played."""
    found = deciding_page(event)
    facts = recap_facts(found) if found else None
    submissions = deals_shown(event)
    chosen = deals_of_the_nights(event, submissions, evenings_of(event))
    night = next(iter(describe_deals({event.pk: chosen[:1]})[event.pk]), None)
    achievements = _labelled(submissions)
    is_over = event.state in OVER
    named = {row.entry_id: row.names for row in found.rows} if found else {}
    news = news_from(event, facts, named, night=night, first=_season_first(event))
    return replace(
        news,
        club=event.club.name,
        day=date_format(event.starts_on),
        is_over=is_over,
        places=[_placed(event, row, found.stage) for row in found.rows] if found else [],
        big_deal=_big_deal(submissions, night.submission if night else None),
        achievements=_achievements(achievements[:MOST_ACHIEVEMENTS]),
        more_achievements=max(len(achievements) - MOST_ACHIEVEMENTS, 0),
        players=Seat.objects.filter(round__stage__event=event, player__isnull=False)
        .values("player")
        .distinct()
        .count(),
        deals=submissions.count(),
        night_deal=night.deal if night else None,
    )


def _season_first(event: Event) -> SeasonFirst | None:
    """Return the first places of the event's season; None where not everybody may see them."""
    if event.season is None or event.state not in OVER:
        return None
    return season_first(event.season) if may_see_table(event.season, NOBODY) else None


def _placed(event: Event, row: SnapshotRow, stage: Stage) -> Placed:
    group = _("Group %(name)s") % {"name": row.group} if row.group else ""
    reached = ranked_by_bracket(stage)
    points = reached_in_words(row) if reached else points_in_words(event, row.points)
    return Placed(rank=row.rank, name=public_name(row.names), points=points, group=group)


def _big_deal(submissions: "QuerySet[Submission]", night_deal: int | None) -> BigDeal | None:
    """Return the deal that gave one side the most; the first of several.

    None where it is `night_deal` already.
    """
    scores = submissions.order_by("id").values_list("pk", "table_id", "deal__score")
    pk, table_id, score = max(scores, key=lambda row: max(row[2]), default=(None, None, [0]))
    most = max(score)
    if table_id is None or most <= 0 or pk == night_deal:
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
    return [(pk, games.render_sentence(said)) for pk, said in labelled if said is not None]


def _achievements(labelled: Sequence[tuple[int, str]]) -> list[NamedAchievement]:
    rows = Achievement.objects.select_related("player__merged_into")
    achieved = rows.in_bulk([pk for pk, _label in labelled])
    return [
        NamedAchievement(name=called_after(achieved[pk].player).shown_name, what=label)
        for pk, label in labelled
    ]
