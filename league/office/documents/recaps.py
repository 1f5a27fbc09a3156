"""How events came out, in the sentences of their recaps."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from functools import cache
from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db.models import Prefetch, QuerySet, prefetch_related_objects
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import override

from games import services as games
from games.wording import join_sentences
from league.foundation.embedding import absolute
from league.foundation.lists import noted
from league.foundation.shown_numbers import figure
from league.office.paper.news import (
    MOST_ACHIEVEMENTS,
    BigDeal,
    FinalMatch,
    NamedAchievement,
    News,
    NightDeal,
    Placed,
    SeasonPlaces,
    comeback_of,
    newsletter,
    recap,
)
from league.play.events.entry_names import EntryNames, names_of
from league.play.events.models import Event, Season, Stage
from league.play.events.names import called_after
from league.play.events.states import OVER
from league.play.results.deal_words import Names
from league.play.results.models import Submission
from league.play.results.submitted_deals import remembered_of
from league.play.rounds.models import Seat, Table
from league.play.rounds.selectors import placements_with_names, side_names
from league.tables.highlights.facts import (
    PlaceFact,
    RecapFacts,
    SeasonFirst,
    SeasonPlace,
    deals_of_the_nights,
    deals_shown,
    deciding_page,
    evenings_of,
    recap_facts,
    season_first,
)
from league.tables.highlights.selectors import (
    deals_with_people,
    first_of_season,
    may_see,
    nights_of,
    recaps_of,
    top_rows,
)
from league.tables.seasons.models import Division
from league.tables.seasons.selectors import division_of_event, may_see_table
from league.tables.standings.methods.deals.methods import PERCENTAGE
from league.tables.standings.models import SnapshotRow
from league.tables.standings.stamps import is_for_everybody
from league.tables.standings.standings_shown import ranked_by_bracket, reached_in_words
from league.tables.statistics.models import Achievement

# --- The deals of the nights in words: what each gave, and what somebody did in it ---

# (its day, the submission)
Chosen = tuple[date, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenDeal:
    """The deal of an evening: its submission, what is said of it, by the names of the public."""

    day: date
    submission: int
    deal: NightDeal


def deals_of_last_nights(events: Sequence[Event]) -> dict[int, list[ChosenDeal]]:
    """Return by event, of these that are over, the deal of its last night; two queries.

    One for events that were loaded with their highlights.
    """
    return describe_deals(last_nights(events))


def last_nights(events: Sequence[Event]) -> dict[int, Sequence[Chosen]]:
    """Return by event the deal that was chosen of its last night, none or one."""
    return {pk: nights[:1] for pk, nights in nights_of(events).items()}


def describe_deals(
    chosen: Mapping[int, Sequence[Chosen]], deals: Mapping[int, Submission] | None = None
) -> dict[int, list[ChosenDeal]]:
    """Return by event the deals that were chosen of its nights in words, in their order.

    One query however many, none where the `deals` are known. One that is not confirmed any more
    is left out.
    """
    ids = [submission for nights in chosen.values() for _day, submission in nights]
    found = deals_with_people(ids) if deals is None else deals
    return {
        event: [
            ChosenDeal(day=day, submission=submission, deal=_night_deal(found[submission]))
            for day, submission in nights
            if submission in found
        ]
        for event, nights in chosen.items()
    }


def _night_deal(row: Submission) -> NightDeal:
    names, score = Names(row.table, public=True), row.deal.score
    return NightDeal(
        round=row.table.round.number,
        table=row.table.shown_number,
        number=row.number,
        side=names.side(score.index(max(score))),
        points=max(score),
        url=absolute(reverse("public:deal", args=[row.pk])),
        achievements=[
            NamedAchievement(name=one.who(names), what=one.label) for one in remembered_of(row.deal)
        ],
    )


MOST_IN_SEASON = 3
IN_IMPS = ("cross_imps", "butler", "imps")
NOBODY = AnonymousUser()


class EventRecap(NamedTuple):
    """How an event that is over came out in sentences, and the deals of its nights."""

    sentences: list[str]
    deals: list[ChosenDeal]


def event_recaps(events: Sequence[Event], *, nights: int = 1) -> dict[int, EventRecap]:
    """Return by event the recaps of these, each with the deals of so many nights, the last first.

    Two queries however many for events that were loaded with their highlights and the tops of
    their seasons, and more for each season of which one is the last night.
    """
    prefetch_related_objects(list(events), "season__top")
    deals = describe_deals({pk: chosen[:nights] for pk, chosen in nights_of(events).items()})
    facts = recaps_of(events)
    named = names_of({entry for row in facts.values() for entry in row.entries})
    return {
        event.pk: EventRecap(
            recap(
                news_from(
                    event,
                    facts.get(event.pk),
                    named,
                    night=next(iter(deals[event.pk]), None),
                    first=_shown_to_all(event),
                )
            ),
            deals[event.pk],
        )
        for event in events
    }


def _shown_to_all(event: Event) -> SeasonFirst | None:
    """Return the first places after the last night of a season that everybody may see."""
    first = first_of_season(event.season) if event.season else None
    if first is None or not _places_of(event, first):
        return None
    return first if may_see(first, event.club, NOBODY) else None


def news_from(
    event: Event,
    facts: RecapFacts | None,
    named: Mapping[int, EntryNames],
    *,
    night: ChosenDeal | None,
    first: SeasonFirst | None,
) -> News:
    """Return what a recap says of the event; `first` are the first places of its season."""
    is_over = event.state in OVER
    if facts is None:
        return News(event=event.name, after_round=0, is_over=is_over, places=[])
    rows = [row for row in facts.places if row.entry in named]
    return News(
        event=event.name,
        after_round=facts.round,
        is_over=is_over,
        is_during=facts.is_during,
        is_unconfirmed=facts.is_unconfirmed,
        places=[_placed(event, row, named) for row in rows],
        margin="" if facts.is_knockout else _margin(event, rows),
        is_level=not facts.is_knockout and _is_level(rows),
        is_knockout=facts.is_knockout,
        final=_final(facts, named),
        comeback=comeback_of(facts.way) if is_over and facts.way else None,
        night_deal=night.deal if night else None,
        season=season_places(event, first) if is_over and first else None,
    )


def season_places(event: Event, first: SeasonFirst) -> SeasonPlaces | None:
    """Return the first places of the event's season, if it is its last night so far.

    None where each division has its own and the event is of none.
    """
    season: Season | None = event.season
    places, division = _places_of(event, first), _division_of(event)
    if season is None or not places:
        return None
    return SeasonPlaces(
        season=season.name,
        nights=first.nights,
        division=division.name if division else "",
        places=[
            Placed(rank=row.rank, name=row.name, points=figure(row.total))
            for row in top_rows(season, places[:MOST_IN_SEASON], full=False)
        ],
    )


def _places_of(event: Event, first: SeasonFirst) -> list[SeasonPlace]:
    if first.last_event != event.pk:
        return []
    division = _division_of(event)
    places = [
        place for place in first.places if division is None or place.division == division.number
    ]
    return places if len({place.division for place in places}) == 1 else []


def _division_of(event: Event) -> Division | None:
    """Return the division that plays the event; no query where it was loaded with it."""
    tie: Any = Event._meta.get_field("of_division")
    if not tie.is_cached(event):
        return division_of_event(event)
    found = tie.get_cached_value(event)
    return found.division if found else None


def _placed(event: Event, row: PlaceFact, named: Mapping[int, EntryNames]) -> Placed:
    group = _("Group %(name)s") % {"name": row.group} if row.group else ""
    name = public_name(named[row.entry])
    return Placed(rank=row.rank, name=name, points=points_in_words(event, row.points), group=group)


def public_name(names: EntryNames) -> str:
    """Return what an entry is called with its members, where it has a name of its own."""
    return noted(names.public, names.public_members) if names.public_members else names.public


def _final(facts: RecapFacts, named: Mapping[int, EntryNames]) -> FinalMatch | None:
    final = facts.final
    if final is None or not {final.winner, final.loser} <= named.keys():
        return None
    score = "" if final.score is None else ":".join(map(figure, final.score))
    winner, loser = public_name(named[final.winner]), public_name(named[final.loser])
    return FinalMatch(winner=winner, loser=loser, score=score)


def _margin(event: Event, rows: Sequence[PlaceFact]) -> str:
    """Return by how much the first is ahead; nothing where a tie-break parts them."""
    if len(rows) < 2 or rows[0].group or rows[0].points <= rows[1].points:
        return ""
    return points_in_words(event, rows[0].points - rows[1].points)


def _is_level(rows: Sequence[PlaceFact]) -> bool:
    """Say whether a tie-break parts the first two."""
    if len(rows) < 2 or rows[0].group:
        return False
    return rows[0].points == rows[1].points and rows[1].rank > 1


def points_in_words(event: Event, points: Decimal | Any) -> str:
    """Return points of the event's scoring with their unit."""
    number = f"{points:.2f}".rstrip("0").rstrip(".")
    method = event.method
    if method.get("points_as") == PERCENTAGE:
        return f"{number} %"
    if method.get("name") in IN_IMPS:
        return _("%(number)s IMPs") % {"number": number}
    if points == 1:
        return _("1 point")
    return _("%(number)s points") % {"number": number}


# --- What an event came to, in a language: the text for a club's newsletter, and a short recap ---

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
        places=[_placed_with_names(event, row, found.stage) for row in found.rows] if found else [],
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


def _placed_with_names(event: Event, row: SnapshotRow, stage: Stage) -> Placed:
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
