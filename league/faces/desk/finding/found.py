"""What a search at a club's desk finds: groups of links, each with a limit of its own."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any
from urllib.parse import urlencode

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from games import services as games
from league.clubs.club_settings import SETTINGS, Page
from league.clubs.models import Club, HouseRules
from league.clubs.selectors import search_members, search_players
from league.faces.desk.finding.findable import HELP, Findable, Needs, PageScope, findable_for
from league.faces.desk.finding.nav import DIRECTORS, OWNERS
from league.foundation.compiled_queries import CompiledQuery
from league.foundation.journal.selectors import Wanted, happenings, sentence_of, with_names
from league.foundation.limits import parse_int
from league.foundation.names import alike_key
from league.foundation.related_rows import read_rows, rows_column
from league.office.associations.models import Association
from league.office.kitty.models import Kitty
from league.play.events.models import Event, EventState, Season
from league.play.events.names import name_of
from league.play.events.selectors import ids_of, read_members, search_entries
from league.play.results.models import Submission
from league.play.rounds.models import Round, RoundState, number_in_words
from league.play.rounds.selectors import read_people, round_title, search_tables, side_names

MOST_WORDS = 6
# "table 7", "Tisch 7", "7", "卓7", "テーブル 7", "7卓", in full or half width
TABLE = re.compile(r"^(?:table|tisch|卓|テーブル)?\s*#?([0-9]{1,3})\s*(?:卓)?$")
# "deal 3", "deal 3 table 2", "Spiel 3", "ディール3"
DEAL = re.compile(
    r"^(?:deal|spiel|ディール)\s*#?([0-9]{1,3})(?:\s*(?:table|tisch|卓|テーブル)\s*#?([0-9]{1,3}))?$"
)
# looked at for one search, the newest first
MOST_EVENTS, MOST_ROUNDS = 500, 100
MOST_NUMBER = 999
ONE_LETTER_IS_ENOUGH = re.compile("[0-9぀-ヿ㐀-鿿]")


@dataclass(frozen=True, slots=True)
class Hit:
    """A result of the search: a link, with a line that says what it leads to."""

    title: str
    url: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Hits of one kind; `is_cut`: there are more."""

    label: str
    hits: list[Hit]
    is_cut: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """Who asks for what, at most so many of a kind, and on the page of which event."""

    club: Club
    role: str
    text: str
    most: int
    event: str = ""

    @property
    def words(self) -> list[str]:
        return self.text.split()[:MOST_WORDS]

    @property
    def folded_words(self) -> list[str]:
        return alike_key(self.text).split()[:MOST_WORDS]


def search(asked: Asked) -> list[Group]:
    """Return what the club has for a text, as far as the role may see it; `most` hits a group.

    Every word must be found. The number of queries is the same whatever is found. Pages come
    first, and of those of an event those of the one on whose page the search was opened; before
    them what is asked for by its number, as "table 7".
    """
    club, role, words, most = asked.club, asked.role, asked.words, asked.most
    wanted = " ".join(asked.folded_words)
    if len(wanted) < 2 and not ONE_LETTER_IS_ENOUGH.search(wanted):
        return []
    slug = club.slug
    there = _read_club(asked)
    events, seasons = read_rows(Event, there.events_read), read_rows(Season, there.seasons_read)
    pages = list(findable_for(role, has=_has(there)))
    played = [(_("Deals"), _deals(asked)), (_("Tables"), _tables(club, words, most))]
    of_pages = [
        (_("Pages"), _pages(slug, pages, asked)),
        (_("Pages of events"), _event_pages(asked, pages, events)),
        (_("Rounds"), _round_pages(asked, pages, read_rows(Round, there.rounds_read))),
    ]
    found = [*played, *of_pages] if _names_a_table(words) else [*of_pages, *played]
    if role in DIRECTORS:
        found.append((_("Players"), _players(club, asked.text, most)))
    found += [
        (_("Events"), _events(slug, events, words)),
        (_("Entries"), _entries(club, role, words, most)),
        (_("Seasons"), _season_pages(asked, pages, seasons)),
        (_("House rules"), _house_rules(asked, read_rows(HouseRules, there.house_rules_read))),
    ]
    if role in OWNERS:
        found.append((_("Settings"), _settings(slug, asked)))
    if role in DIRECTORS:
        found += [
            (_("Members"), _members(club, words, most)),
            (_("Journal"), _journal(club, words, most)),
        ]
    found.append((_("Help"), _help(asked)))
    groups = [_group(label, hits, most) for label, hits in found]
    return [group for group in groups if group.hits]


def _names_a_table(words: Sequence[str]) -> bool:
    return bool(TABLE.match(_plain(words)) or DEAL.match(_plain(words)))


def _plain(words: Sequence[str]) -> str:
    return unicodedata.normalize("NFKC", " ".join(words)).casefold()


def all_pages(club: Club, role: str) -> list[Group]:
    """Return every page of the club that the role may open, while nothing is searched for."""
    (there,) = NEEDED(club=club.pk)
    asked = Asked(club, role, "", most=len(names := list(findable_for(role, has=_has(there)))))
    groups = [
        _group(_("Pages"), _pages(club.slug, names, asked), asked.most),
        _group(_("Help"), _help(asked), asked.most),
    ]
    return [group for group in groups if group.hits]


def _needed(value: Callable[[str], Any]) -> "QuerySet[Club]":
    """Return the club with what some pages need."""
    kitties = Kitty.objects.filter(club=OuterRef("pk"), is_on=True)
    associations = Association.objects.filter(club=OuterRef("pk"))
    clubs = Club.objects.filter(pk=value("club")).only("pk")
    return clubs.annotate(has_kitty=Exists(kitties), is_association=Exists(associations))


def _has(there: Any) -> frozenset[Needs]:
    has = {Needs.KITTY: there.has_kitty, Needs.ASSOCIATION: there.is_association}
    return frozenset(need for need, is_there in has.items() if is_there)


def _with_lists(value: Callable[[str], Any], meant: Q) -> "QuerySet[Club]":
    """Return the club with what is looked through, and those rounds of running events."""
    events = Event.objects.filter(club=OuterRef("pk")).order_by("-starts_on", "-id")
    seasons = Season.objects.filter(club=OuterRef("pk")).order_by("-starts_on", "-id")
    house_rules = HouseRules.objects.filter(club=OuterRef("pk"), archived_at__isnull=True)
    running = Event.objects.filter(club=value("club"), state=EventState.RUNNING)
    rounds = Round.objects.filter(meant, stage__event__any_of=ids_of(running)).order_by(
        "-stage__event__starts_on", "number", "id"
    )
    return _needed(value).annotate(
        events_read=rows_column(events[:MOST_EVENTS], "id", "slug", "name", "state", "starts_on"),
        seasons_read=rows_column(seasons, "id", "slug", "name"),
        house_rules_read=rows_column(
            house_rules.order_by(Lower("name"), "id"), "id", "name", "variant"
        ),
        rounds_read=rows_column(
            rounds[:MOST_ROUNDS],
            *("id", "number", "state", "stage_id", "stage__number", "stage__event_id"),
            *("stage__event__slug", "stage__event__name"),
        ),
    )


NEEDED = CompiledQuery(_needed)
WITH_OPEN_ROUNDS = CompiledQuery(lambda value: _with_lists(value, ~Q(state=RoundState.CLOSED)))
WITH_ROUNDS = CompiledQuery(lambda value: _with_lists(value, Q(number__any_of=value("numbers"))))


def _read_club(asked: Asked) -> Any:
    """Return the club with its lists and the rounds that may be meant; one query."""
    read = [parse_int(word, most=MOST_NUMBER) for word in asked.folded_words]
    numbers = [number for number in read if number is not None]
    (there,) = (
        WITH_ROUNDS(club=asked.club.pk, numbers=numbers)
        if numbers
        else WITH_OPEN_ROUNDS(club=asked.club.pk)
    )
    return there


def _group(label: str, hits: Iterable[Hit], most: int) -> Group:
    some = list(islice(hits, most + 1))
    return Group(label, some[:most], len(some) > most)


def _has_all(words: Iterable[str], *texts: str) -> bool:
    text = alike_key(" ".join(texts))
    return all(alike_key(word) in text for word in words)


def _find_unnamed_words(findable: Findable, asked: Asked) -> list[str]:
    """Return the words that a page is not called, which must then name what it is about."""
    return [word for word in asked.folded_words if not findable.is_called(word)]


def _nearness(findable: Findable, asked: Asked) -> tuple[bool, bool]:
    """Return how a page is sorted: those that are called so before those that are about it."""
    text = " ".join(asked.folded_words)
    label = alike_key(str(findable.label))
    return (not label.startswith(text), text not in label)


def _sorted(pages: Iterable[Findable], of: PageScope, asked: Asked) -> list[Findable]:
    """Return the pages about one kind of thing that have at least one of the words."""
    some = [
        page
        for page in pages
        if page.of is of and len(_find_unnamed_words(page, asked)) < max(len(asked.folded_words), 1)
    ]
    return sorted(some, key=lambda page: _nearness(page, asked))


def _pages(slug: str, pages: Iterable[Findable], asked: Asked) -> Iterator[Hit]:
    pages = list(pages)
    for page in sorted(
        _sorted(pages, PageScope.CLUB, asked) + _sorted(pages, PageScope.SITE, asked),
        key=lambda page: _nearness(page, asked),
    ):
        if not _find_unnamed_words(page, asked):
            yield Hit(str(page.label), _address(page, [slug]))


def _help(asked: Asked) -> Iterator[Hit]:
    for page in HELP:
        if not _find_unnamed_words(page, asked):
            yield Hit(str(page.label), _address(page, []))
    for game in games.variants() if asked.words else ():
        label = games.render_sentence(game.label)
        if _has_all(asked.words, label, _("Rules"), "rules regeln ルール"):
            yield Hit(label, reverse("public:game", args=[game.id]), _("Rules"))


def _address(page: Findable, at: list[object]) -> str:
    if page.of is PageScope.SITE:
        return reverse(page.name)
    address = reverse(f"desk:{page.name}", args=[*at, *page.more])
    return f"{address}#{page.anchor}" if page.anchor else address


def _event_pages(asked: Asked, pages: Iterable[Findable], events: Iterable[Event]) -> Iterator[Hit]:
    """Yield the pages of events: of those that are named, else of those that are going on."""
    by_work = sorted(
        events,
        key=lambda event: (event.slug != asked.event, event.state not in GOING_ON),
    )
    for page in _sorted(pages, PageScope.EVENT, asked):
        rest = _find_unnamed_words(page, asked)
        for event in by_work:
            is_near = event.slug == asked.event or event.state in GOING_ON
            if _has_all(rest, event.name, event.slug) if rest else is_near:
                yield Hit(
                    str(page.label), _address(page, [asked.club.slug, event.slug]), event.name
                )


GOING_ON = (EventState.RUNNING, EventState.OPEN, EventState.DRAFT)


def _round_pages(asked: Asked, pages: Iterable[Findable], rounds: Iterable[Round]) -> Iterator[Hit]:
    """Yield pages of rounds: of the one with the number, else of those that are open or drawn."""
    order = {RoundState.OPEN: 0, RoundState.DRAWN: 1, RoundState.CLOSED: 2}
    nearest_first = sorted(
        rounds,
        key=lambda round: (
            round.stage.event.slug != asked.event,
            order[RoundState(round.state)],
        ),
    )
    for page in _sorted(pages, PageScope.ROUND, asked):
        rest = [
            word
            for word in _find_unnamed_words(page, asked)
            if parse_int(word, most=MOST_NUMBER) is None
        ]
        for round in nearest_first:
            event = round.stage.event
            if _has_all(rest, event.name, event.slug):
                at = [asked.club.slug, event.slug, round.stage.number, round.number]
                about = f"{round_title(round, 1)} · {event.name}"
                yield Hit(str(page.label), _address(page, at), about)


def _deals(asked: Asked) -> Iterator[Hit]:
    """Yield the deals with the number at tables of open rounds; one query, none without one."""
    match = DEAL.match(_plain(asked.words))
    if match is None:
        return
    rows = Submission.objects.filter(
        table__round__stage__event__club=asked.club,
        table__round__state=RoundState.OPEN,
        number=parse_int(match[1], most=999) or 0,
    )
    if match[2]:
        rows = rows.filter(table__number=parse_int(match[2], most=999) or 0)
    rows = rows.select_related("table__round__stage__event")
    rows = rows.order_by("table__round_id", "table__number", "table__room", "-pk")
    for row in rows.distinct("table__round_id", "table__number", "table__room")[: asked.most + 1]:
        table = row.table
        event = table.round.stage.event
        where = _("Table %(number)s") % {"number": number_in_words(table.number, table.room)}
        yield Hit(
            _("Deal %(number)d") % {"number": row.number},
            reverse("desk:deal_history", args=[asked.club.slug, event.slug, table.pk, row.number]),
            f"{where} · {round_title(table.round, 1)} · {event.name}",
        )


def _season_pages(
    asked: Asked, pages: Iterable[Findable], seasons: Sequence[Season]
) -> Iterator[Hit]:
    """Yield the seasons with the words, then their pages: without a name of the newest season."""
    slug = asked.club.slug
    for season in seasons:
        if _has_all(asked.words, season.name):
            yield Hit(season.name, reverse("desk:season", args=[slug, season.slug]))
    for page in _sorted(pages, PageScope.SEASON, asked):
        rest = _find_unnamed_words(page, asked)
        for season in seasons if rest else seasons[:1]:
            if _has_all(rest, season.name):
                yield Hit(str(page.label), _address(page, [slug, season.slug]), season.name)


def _settings(slug: str, asked: Asked) -> Iterator[Hit]:
    """Yield the settings of the club, each at its field."""
    for setting in SETTINGS.values():
        if _has_all(asked.words, str(setting.label)):
            address = reverse(f"desk:{PAGES_OF_SETTINGS[setting.page]}", args=[slug])
            yield Hit(str(setting.label), f"{address}#id_{setting.name}", _("Settings"))


PAGES_OF_SETTINGS = {
    Page.SETTINGS: "club_settings",
    Page.LOOK: "club_settings_look",
    Page.PRIVACY: "club_privacy",
}


def _tables(club: Club, words: list[str], most: int) -> Iterator[Hit]:
    match = TABLE.match(_plain(words))
    number = parse_int(match[1], most=999) if match else None
    for table in search_tables(club, number, words)[: most + 1]:
        read_people(table)
        event = table.round.stage.event
        where = _("%(event)s, round %(round)d") % {"event": event.name, "round": table.round.number}
        yield Hit(
            _("Table %(number)s") % {"number": table.shown_number},
            reverse("desk:table", args=[club.slug, event.slug, table.pk]),
            " · ".join([where, " – ".join(side_names(table))]),
        )


def _players(club: Club, text: str, most: int) -> Iterator[Hit]:
    for player in search_players(club, text)[: most + 1]:
        about = [player.sort_name, player.member_number, player.email]
        yield Hit(
            player.name,
            reverse("desk:player", args=[club.slug, player.pk]),
            " · ".join(filter(None, about)),
        )


def _events(slug: str, events: Iterable[Event], words: list[str]) -> Iterator[Hit]:
    for event in events:
        if _has_all(words, event.name, event.slug):
            yield Hit(event.name, reverse("desk:event", args=[slug, event.slug]), _about(event))


def _about(event: Event) -> str:
    day = date_format(event.starts_on, "SHORT_DATE_FORMAT") if event.starts_on else ""
    return " · ".join(filter(None, [str(event.get_state_display()), day]))


def _entries(club: Club, role: str, words: list[str], most: int) -> Iterator[Hit]:
    for entry in search_entries(club, words)[: most + 1]:
        read_members(entry)
        at = [club.slug, entry.event.slug]
        yield Hit(
            name_of(entry),
            reverse("desk:entry", args=[*at, entry.pk])
            if role in DIRECTORS
            else reverse("desk:event", args=at),
            " · ".join([entry.event.name, str(entry.get_state_display())]),
        )


def _house_rules(asked: Asked, house_rules: Iterable[HouseRules]) -> Iterator[Hit]:
    slug = asked.club.slug
    for rules in house_rules:
        variant = games.variant_named(rules.variant)
        game = games.render_sentence(variant.label) if variant else rules.variant
        if _has_all(asked.words, rules.name, game):
            url = (
                reverse("desk:house_rules_change", args=[slug, rules.pk])
                if asked.role in DIRECTORS
                else reverse("desk:house_rules", args=[slug])
            )
            yield Hit(rules.name, url, game)


def _members(club: Club, words: list[str], most: int) -> Iterator[Hit]:
    url = reverse("desk:members", args=[club.slug])
    for member in search_members(club, words)[: most + 1]:
        about = f"{member.get_role_display()} · {member.user.email}"
        yield Hit(str(member.user), f"{url}#member-{member.pk}", about)


def _journal(club: Club, words: list[str], most: int) -> Iterator[Hit]:
    url = reverse("desk:audit", args=[club.slug]) + "?" + urlencode({"words": " ".join(words)})
    for row in with_names(happenings(club.pk, Wanted(words=tuple(words)))[: most + 1]):
        yield Hit(sentence_of(row), url, date_format(localtime(row.at), "DATETIME_FORMAT"))
