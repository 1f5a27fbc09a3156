"""What a club's own website can show: standings of an event or a season, and the next dates.

It is always what the public may see, because it is shown on pages of others.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.wording import join_sentences
from league.clubs.models import Club
from league.faces.public.club.news import latest_nights
from league.faces.public.events.event_facts import game_name
from league.faces.public.pictures.form import form_shown, recent_of
from league.faces.public.results.views import SHOWN
from league.faces.public.rounds.rounds_shown import present_round
from league.faces.public.visitors import may_see
from league.foundation.embedding import ROWS, absolute
from league.foundation.lists import listed
from league.foundation.shown_numbers import figure, place
from league.office.documents.recaps import event_recaps
from league.play.events.models import Event, EventState, Season
from league.play.events.names import day_of
from league.play.events.selectors import events_of
from league.play.events.states import OVER
from league.play.prepared.selectors import hidden_places
from league.play.results.deal_words import Names, contract_of, label_of
from league.play.results.models import Submission
from league.play.rounds.clock import Clock
from league.play.rounds.models import RoundState, Table
from league.play.rounds.selectors import table_with_names
from league.tables.seasons.selectors import season_sheet
from league.tables.seasons.shown import shown_rows
from league.tables.standings.selectors import StandingsPage, standings_page
from league.tables.standings.standings_shown import (
    best_last,
    caption_of,
    counts_matches,
    name_in,
    points_label,
    ranking_figure,
    ranking_label,
    stages_of,
)

NOBODY = AnonymousUser()
MOST_DATES = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A line of a table: where somebody stands, as texts in the reader's language.

    `form` are the last results, the newest last: "won", "drawn" or "lost".
    """

    place: str
    name: str
    points: str
    group: str = ""
    form: Sequence[str] = ()

    @property
    def form_marks(self) -> dict[str, object] | None:
        """Return what `components/pictures/form.html` takes."""
        return form_shown(self.form)


@dataclass(frozen=True, slots=True, kw_only=True)
class Live:
    """The round that is being played: how many of its tables are done, and its clock in words.

    `ends_at` is when the clock runs down, as ISO 8601; "" where none runs.
    """

    round: int
    title: str
    done: int
    total: int
    clock: str = ""
    ends_at: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Date:
    """An event that is being played or comes; `on` is its first day, year-month-day."""

    on: str
    shown: str
    name: str
    game: str
    url: str
    is_running: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Embed:
    """An embedded table or list; `url` is the page of the site that has all of it."""

    kind: str
    club: str
    title: str
    url: str
    caption: str = ""
    points_label: str = ""
    rows: Sequence[Row] = ()
    dates: Sequence[Date] = ()
    winners: Sequence[str] = ()
    note: str = ""
    live: Live | None = None
    recap: str = ""
    is_running: bool = False

    @property
    def has_form(self) -> bool:
        return any(row.form for row in self.rows)

    @property
    def being_played(self) -> list[Date]:
        return [date for date in self.dates if date.is_running]

    @property
    def coming(self) -> list[Date]:
        return [date for date in self.dates if not date.is_running]

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def embed_of_event(event: Event, *, rows: int = ROWS) -> Embed:
    """Return the standings of the stage that decides the event, as far as there are any."""
    standings = last_standings(event, rows=rows)
    fields: dict[str, Any] = {"points_label": points_label(event)}
    if event.state == EventState.RUNNING:
        fields["live"] = _live(event)
    if event.state in OVER:
        fields["recap"] = join_sentences(event_recaps([event])[event.pk].sentences)
    if standings is not None:
        form = _form(event, standings)
        fields |= {
            "caption": caption_of(standings),
            "points_label": ranking_label(event, standings.stage),
            "rows": [
                Row(
                    place=place(row.rank, row.is_tied),
                    name=name_in(row, full=False),
                    points=figure(ranking_figure(standings.stage, row)),
                    group=_("Group %(name)s") % {"name": row.group} if row.group else "",
                    form=form.get(row.entry_id, ()),
                )
                for row in standings.rows
            ],
            "note": _provisional() if standings.snapshot.is_provisional else "",
        }
    return Embed(
        kind="event",
        club=event.club.name,
        title=event.name,
        url=absolute(reverse("public:event", args=[event.club.slug, event.slug])),
        is_running=event.state == EventState.RUNNING,
        **fields,
    )


def _form(event: Event, standings: StandingsPage) -> dict[int, Sequence[str]]:
    """Return the last results by entry, where matches are counted."""
    if not counts_matches(event):
        return {}
    recent = recent_of(standings)
    return {entry: one.form for entry, one in recent.items()}


def _live(event: Event) -> Live | None:
    """Return the round that is being played, None between rounds; one query."""
    round_: Any = present_round(event)
    if round_ is None or round_.state != RoundState.OPEN:
        return None
    clock: Clock | None = round_.clock
    ends_at = clock.ends_at if clock and not clock.is_over else None
    number = _("Round %(number)d") % {"number": round_.number}
    return Live(
        round=round_.number,
        title=f"{round_.stage.name} · {number}" if round_.stage.name else number,
        done=round_.tables_done,
        total=round_.tables_in_all,
        clock=_clock_in_words(clock),
        ends_at=ends_at.isoformat() if ends_at else "",
    )


def _clock_in_words(clock: Clock | None) -> str:
    if clock is None or clock.is_over:
        return ""
    if clock.ends_at is None:
        return _("%(left)s left, paused") % {"left": clock.had_shown}
    if clock.ends_at <= timezone.now():
        return _("Time is up")
    ends_at = timezone.localtime(clock.ends_at)
    return _("until %(time)s") % {"time": date_format(ends_at, "TIME_FORMAT")}


def last_standings(event: Event, *, rows: int) -> StandingsPage | None:
    """Return the first rows of the last stage that has standings, never of one for the rest."""
    for stage in reversed(best_last(list(stages_of(event)))):
        page = standings_page(stage, page_rows=rows, with_reasons=False, with_recent=True)
        if page is not None:
            return page
    return None


def embed_of_season(season: Season, *, rows: int = ROWS) -> Embed:
    """Return the table of a season that everybody may see."""
    sheet = season_sheet(season)
    shown = [row for row in shown_rows(sheet, full=False) if row.rank is not None]
    return Embed(
        kind="season",
        club=season.club.name,
        title=season.name,
        url=absolute(reverse("public:season", args=[season.club.slug, season.slug])),
        points_label=_("Total"),
        rows=[
            Row(
                place=place(row.rank, row.is_tied),
                name=row.name,
                points=figure(row.total),
                group=row.division,
            )
            for row in shown[:rows]
        ],
        note=_provisional() if shown and sheet.table.is_provisional else "",
    )


def embed_of_club(club: Club, *, rows: int = ROWS) -> Embed:
    """Return the club's running and coming events, and its latest winners."""
    events = events_of(club, NOBODY)
    states = (EventState.RUNNING, EventState.OPEN)
    coming = list(events.filter(state__in=states).order_by("starts_on", "id")[:MOST_DATES])
    return Embed(
        kind="club",
        club=club.name,
        title=club.name,
        url=absolute(reverse("public:club", args=[club.slug])),
        dates=[_date(club, event) for event in coming[:rows]],
        winners=[
            _("%(event)s, %(date)s: %(names)s")
            % {
                "event": night.event.name,
                "date": date_format(night.on, "DATE_FORMAT"),
                "names": listed(night.champions),
            }
            for night in latest_nights(events, full_names=False)
            if night.champions
        ],
        note=" · ".join(text for text in (club.when_we_play, club.where_we_play) if text),
    )


def _date(club: Club, event: Event) -> Date:
    return Date(
        on=event.starts_on.isoformat(),
        shown=day_of(event),
        name=event.name,
        game=game_name(event),
        url=absolute(reverse("public:event", args=[club.slug, event.slug])),
        is_running=event.state == EventState.RUNNING,
    )


def _provisional() -> str:
    return _("Provisional until all tables are confirmed.")


# --- A deal for other websites: what each side scored, for those that everybody may see ---


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicDeal:
    """A deal that every stranger may see, with its table and club."""

    submission: Submission
    table: Table
    club: Club
    title: str


def deal_for_everybody(pk: int) -> PublicDeal:
    """Return a deal that counts, is not hidden, and is of a public event. Raises Http404."""
    rows = Submission.objects.select_related("deal", "table__round__stage__event__club")
    found = rows.filter(pk=pk, state__in=SHOWN).exclude(table__round__state=RoundState.DRAWN)
    submission = found.first()
    if submission is None or not may_see(NOBODY, submission.table.round.stage.event):
        raise Http404("there is no such deal for everybody")
    table = table_with_names(submission.table_id)
    if submission.number in hidden_places(table):
        raise Http404("other tables have still to play this deal")
    event = submission.table.round.stage.event
    title = _("%(what)s, table %(table)s") % {
        "what": label_of(submission.deal, submission.number),
        "table": table.shown_number,
    }
    return PublicDeal(
        submission=submission, table=table, club=event.club, title=f"{title} · {event.name}"
    )


def embed_of_deal(deal: PublicDeal, *, rows: int) -> Embed:
    """Return what each side of the table scored in the deal, the declarer's contract below."""
    names = Names(deal.table, public=True)
    scored = zip(names.marked_sides, deal.submission.deal.score, strict=False)
    return Embed(
        kind="deal",
        club=deal.club.name,
        title=deal.title,
        url=absolute(reverse("public:deal", args=[deal.submission.pk])),
        points_label=_("Points"),
        rows=[Row(place="", name=name, points=figure(points)) for name, points in scored][:rows],
        note=str(contract_of(deal.submission.deal, names) or ""),
    )
