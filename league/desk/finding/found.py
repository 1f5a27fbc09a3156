"""What a search at a club's desk finds: groups of links, each with a limit of its own."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from games import services as games
from league.clubs.models import Club
from league.clubs.selectors import (
    house_rules_of,
    search_members,
    search_players,
)
from league.clubs.sorting import folded
from league.desk.finding.desk_pages import DIRECTORS, places_for
from league.events.models import Event
from league.events.names import name_of
from league.events.selectors import search_entries, seasons_of
from league.journal.selectors import Wanted, happenings, sentence_of
from league.limits import number_of
from league.rounds.selectors import search_tables, side_names

MOST_WORDS = 6
# "table 7", "Tisch 7", "7", "卓7", "テーブル 7", "7卓", in full or half width
TABLE = re.compile(r"^(?:table|tisch|卓|テーブル)?\s*#?([0-9]{1,3})\s*(?:卓)?$")
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


def search(club: Club, role: str, text: str, most: int) -> list[Group]:
    """Return what the club has for a text, as far as the role may see it; `most` hits a group.

    Every word must be found. The number of queries is the same whatever is found.
    """
    wanted = " ".join(folded(text).split()[:MOST_WORDS])
    words = text.split()[:MOST_WORDS]
    if len(wanted) < 2 and not ONE_LETTER_IS_ENOUGH.search(wanted):
        return []
    slug = club.slug
    found = [
        (_("Pages"), _places(slug, role, wanted)),
        (_("Tables"), _tables(club, words, most)),
    ]
    if role in DIRECTORS:
        found.append((_("Players"), _players(club, text, most)))
    found += [
        (_("Events"), _events(club, words)),
        (_("Entries"), _entries(club, role, words, most)),
        (_("Seasons"), _seasons(club, words)),
        (_("House rules"), _house_rules(club, role, words)),
    ]
    if role in DIRECTORS:
        found += [
            (_("Members"), _members(club, words, most)),
            (_("Journal"), _journal(club, words, most)),
        ]
    groups = [_group(label, hits, most) for label, hits in found]
    return [group for group in groups if group.hits]


def _group(label: str, hits: Iterable[Hit], most: int) -> Group:
    some = list(islice(hits, most + 1))
    return Group(label, some[:most], len(some) > most)


def _has_all(words: Iterable[str], *texts: str) -> bool:
    text = folded(" ".join(texts))
    return all(folded(word) in text for word in words)


def _places(slug: str, role: str, wanted: str) -> Iterator[Hit]:
    for place in places_for(role):
        if _has_all([wanted], str(place.label)):
            yield Hit(str(place.label), reverse(f"desk:{place.name}", args=[slug]))


def _tables(club: Club, words: list[str], most: int) -> Iterator[Hit]:
    match = TABLE.match(unicodedata.normalize("NFKC", " ".join(words)).casefold())
    number = number_of(match[1], most=999) if match else None
    for table in search_tables(club, number, words)[: most + 1]:
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


def _events(club: Club, words: list[str]) -> Iterator[Hit]:
    for event in club.events.order_by("-starts_on", "-id"):
        if _has_all(words, event.name, event.slug):
            yield Hit(
                event.name, reverse("desk:event", args=[club.slug, event.slug]), _about(event)
            )


def _about(event: Event) -> str:
    day = date_format(event.starts_on, "SHORT_DATE_FORMAT") if event.starts_on else ""
    return " · ".join(filter(None, [str(event.get_state_display()), day]))


def _entries(club: Club, role: str, words: list[str], most: int) -> Iterator[Hit]:
    for entry in search_entries(club, words)[: most + 1]:
        at = [club.slug, entry.event.slug]
        yield Hit(
            name_of(entry),
            reverse("desk:entry", args=[*at, entry.pk])
            if role in DIRECTORS
            else reverse("desk:event", args=at),
            " · ".join([entry.event.name, str(entry.get_state_display())]),
        )


def _seasons(club: Club, words: list[str]) -> Iterator[Hit]:
    for season in seasons_of(club):
        if _has_all(words, season.name):
            yield Hit(season.name, reverse("desk:season", args=[club.slug, season.slug]))


def _house_rules(club: Club, role: str, words: list[str]) -> Iterator[Hit]:
    for rules in house_rules_of(club):
        variant = games.variant_named(rules.variant)
        game = games.in_words(variant.label) if variant else rules.variant
        if _has_all(words, rules.name, game):
            url = (
                reverse("desk:house_rules_change", args=[club.slug, rules.pk])
                if role in DIRECTORS
                else reverse("desk:house_rules", args=[club.slug])
            )
            yield Hit(rules.name, url, game)


def _members(club: Club, words: list[str], most: int) -> Iterator[Hit]:
    url = reverse("desk:members", args=[club.slug])
    for member in search_members(club, words)[: most + 1]:
        about = f"{member.get_role_display()} · {member.user.email}"
        yield Hit(str(member.user), f"{url}#member-{member.pk}", about)


def _journal(club: Club, words: list[str], most: int) -> Iterator[Hit]:
    url = reverse("desk:audit", args=[club.slug]) + "?" + urlencode({"words": " ".join(words)})
    for row in happenings(club.pk, Wanted(words=tuple(words)))[: most + 1]:
        yield Hit(sentence_of(row), url, date_format(localtime(row.at), "DATETIME_FORMAT"))
