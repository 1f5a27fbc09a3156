"""What is known of an event: plain values, from which sentences are made."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.wording import join_sentences
from league.foundation.lists import clauses, listed, noted
from league.foundation.shown_numbers import figure


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """An entry of the standings: `points` with their unit, as they are written.

    In a knock-out they are how far it came.
    """

    rank: int
    name: str
    points: str
    group: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalMatch:
    """The last match of a knock-out; `score` is the winner's first, "" where it has none."""

    winner: str
    loser: str
    score: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BigDeal:
    """The deal that gave one side the most."""

    name: str
    points: int
    round: int
    table: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NightDeal:
    """The deal of the night: deal `number` at a table, with the side that it gave the most.

    `achievements` are what somebody did in it, as far as the game has a name for it. `url` is the
    whole address of its page.
    """

    round: int
    table: str
    number: int
    side: str
    points: int
    achievements: Sequence["NamedAchievement"] = ()
    url: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedAchievement:
    """What is worth remembering of a deal, and who did it."""

    name: str
    what: str


class Comeback(NamedTuple):
    """The winner's way to the first place: the worst place, after which round, and since when."""

    place: int
    after_round: int
    first_since: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonPlaces:
    """The first places of a season after so many nights; `division` is "" where there are none."""

    season: str
    nights: int
    places: Sequence[Placed]
    division: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class News:
    """An event so far. `is_over`: it is finished. `margin` parts first and second.

    `is_level`: they have as many points, and a tie-break parts them.

    `is_during`: the last round, `after_round`, is still being played. `is_unconfirmed`: a table of
    it has no confirmed result.

    `achievements` are the first of them, `more_achievements` says how many there are beside those.

    `places` are in the order of the standings, group by group where there are groups.
    `season` is how its season stands after it. `is_knockout`: how far an entry came ranks it;
    `final` is its last match, once that is played.
    """

    event: str
    after_round: int
    is_over: bool
    places: Sequence[Placed]
    club: str = ""
    day: str = ""
    margin: str = ""
    is_level: bool = False
    is_during: bool = False
    is_unconfirmed: bool = False
    big_deal: BigDeal | None = None
    achievements: Sequence[NamedAchievement] = ()
    more_achievements: int = 0
    players: int = 0
    deals: int = 0
    comeback: Comeback | None = None
    night_deal: NightDeal | None = None
    season: SeasonPlaces | None = None
    is_knockout: bool = False
    final: FinalMatch | None = None


# a winner who was second is not said to have come from behind
LEAST_BEHIND = 3


def comeback_of(places: Sequence[tuple[int, int]]) -> Comeback | None:
    """Return how a winner came from behind: not first until half of it was played, and third once.

    `places` are (round, place) after each round, in their order; the last place is 1.
    """
    behind = [number for number, (_round, place) in enumerate(places) if place > 1]
    if not behind or 2 * (behind[-1] + 1) < len(places) or behind[-1] + 1 == len(places):
        return None
    worst = max(place for _round, place in places)
    if worst < LEAST_BEHIND:
        return None
    after = max(number for number, place in places if place == worst)
    return Comeback(place=worst, after_round=after, first_since=places[behind[-1] + 1][0])


# --- The sentences of a recap or newsletter: whole ones, from values, without any adjective ---


def winner_sentences(news: News) -> Iterator[str]:
    """Yield who won or leads and by how much, and how the winner came from behind."""
    yield from _winners(news)
    if news.comeback is not None:
        first = [place.name for place in news.places if place.rank == 1]
        yield _comeback(join_names(first), news.comeback)


def _winners(news: News) -> Iterator[str]:
    groups = list(dict.fromkeys(place.group for place in news.places))
    if news.is_knockout:
        yield _of_knockout(news)
        groups = []
    for group in groups:
        here = [place for place in news.places if place.group == group]
        first = [place for place in here if place.rank == 1]
        sentence = _first(news, first, here[len(first) :])
        yield (
            _("%(group)s: %(sentence)s") % {"group": group, "sentence": sentence}
            if group
            else sentence
        )
    if not news.is_over:
        yield _("The event is not over, so this can still change.")
    elif news.is_unconfirmed:
        yield _("Not every table of it is confirmed.")


def _of_knockout(news: News) -> str:
    """Say who beat whom in the final; points of different matches are not compared."""
    first = [place.name for place in news.places if place.rank == 1]
    words = {"event": news.event, "round": news.after_round, "names": join_names(first or [""])}
    if news.final is not None:
        final = news.final
        words |= {"winner": final.winner, "loser": final.loser, "score": final.score}
        if final.score:
            return _("%(winner)s won %(event)s: %(score)s in the final against %(loser)s.") % words
        return _("%(winner)s won %(event)s: first in the final against %(loser)s.") % words
    if not first:
        return _("Nobody won %(event)s.") % words
    if news.is_over:
        return _("%(names)s came furthest in %(event)s.") % words
    return _("Still in %(event)s after round %(round)d: %(names)s.") % words


def _first(news: News, first: Sequence[Placed], others: Sequence[Placed]) -> str:
    words = {
        "names": join_names([place.name for place in first]),
        "event": news.event,
        "points": first[0].points,
        "round": news.after_round,
    }
    if len(first) > 1:
        return _shared(news) % words
    if news.margin and others and not others[0].group:
        return _ahead(news) % (words | {"margin": news.margin, "second": others[0].name})
    if news.is_over and news.is_level and others:
        sentence = _(
            "%(names)s won %(event)s with %(points)s, level with %(second)s: the tie-break decided."
        )
        return sentence % (words | {"second": others[0].name})
    if news.is_over:
        return _("%(names)s won %(event)s with %(points)s.") % words
    if news.is_during:
        return _("Leading during round %(round)d: %(names)s with %(points)s.") % words
    return _("Leading after round %(round)d: %(names)s with %(points)s.") % words


def _shared(news: News) -> str:
    if news.is_over:
        return _("%(names)s share the first place of %(event)s with %(points)s.")
    if news.is_during:
        return _("During round %(round)d, %(names)s share the lead with %(points)s.")
    return _("After round %(round)d, %(names)s share the lead with %(points)s.")


def _ahead(news: News) -> str:
    if news.is_over:
        return _("%(names)s won %(event)s with %(points)s, %(margin)s ahead of %(second)s.")
    if news.is_during:
        return _(
            "Leading during round %(round)d: %(names)s with %(points)s, %(margin)s ahead of "
            "%(second)s."
        )
    return _(
        "Leading after round %(round)d: %(names)s with %(points)s, %(margin)s ahead of %(second)s."
    )


def _comeback(names: str, comeback: Comeback) -> str:
    return _(
        "%(names)s came from place %(place)d after round %(after)d and took the first place in "
        "round %(since)d."
    ) % {
        "names": names,
        "place": comeback.place,
        "after": comeback.after_round,
        "since": comeback.first_since,
    }


def night_deal_sentences(deal: NightDeal) -> Iterator[str]:
    words = {
        "number": deal.number,
        "table": deal.table,
        "round": deal.round,
        "side": deal.side,
        "points": points_in_words(deal.points),
    }
    sentence = _(
        "The deal of the night was deal %(number)d at table %(table)s in round %(round)d: it gave "
        "%(side)s %(points)s."
    )
    yield sentence % words
    if deal.achievements:
        feats = listed(
            noted(achievement.name, achievement.what) for achievement in deal.achievements
        )
        yield _("In it: %(feats)s.") % {"feats": feats}


def points_in_words(points: int) -> str:
    return ngettext("%(count)s point", "%(count)s points", points) % {"count": figure(points)}


def season_sentence(season: SeasonPlaces) -> str:
    called = listed(filter(None, [season.season, season.division]))
    return ngettext(
        "The first places of %(season)s after %(count)d night: %(places)s.",
        "The first places of %(season)s after %(count)d nights: %(places)s.",
        season.nights,
    ) % {"season": called, "count": season.nights, "places": places_in_words(season.places)}


def places_in_words(places: Iterable[Placed]) -> str:
    return clauses(
        _("%(place)d. %(name)s (%(points)s)")
        % {"place": place.rank, "name": place.name, "points": place.points}
        for place in places
    )


def join_names(names: Sequence[str]) -> str:
    if len(names) == 1:
        return names[0]
    return _("%(first)s and %(last)s") % {"first": listed(names[:-1]), "last": names[-1]}


# --- What a club's newsletter says of an event: plain sentences from values ---

# achievements that a newsletter names; those beyond are only counted
MOST_ACHIEVEMENTS = 12


def newsletter(news: News) -> list[str]:
    """Return the paragraphs: who won, who follows, what was remarkable, thanks."""
    return [paragraph for paragraph in _paragraphs(news) if paragraph]


def _paragraphs(news: News) -> Iterator[str]:
    yield listed([news.event, news.club, news.day])
    if not news.places:
        yield _("Nothing can be reported yet: no result of %(event)s is confirmed.") % {
            "event": news.event
        }
        return
    yield join_sentences(winner_sentences(news))
    yield _followers(news)
    yield join_sentences(_remarkable(news))
    if news.night_deal is not None:
        yield news.night_deal.url
    if news.season is not None:
        yield season_sentence(news.season)
    yield _thanks(news)


def _followers(news: News) -> str:
    behind = [place for place in news.places if place.rank > 1 and not place.group]
    if not behind:
        return ""
    return _("The other places: %(places)s.") % {"places": places_in_words(behind)}


def _remarkable(news: News) -> Iterator[str]:
    if news.night_deal is not None:
        yield from night_deal_sentences(news.night_deal)
    big = news.big_deal
    if big is not None:
        text = ngettext(
            "The biggest deal gave %(name)s %(points)s point, in round %(round)d at table "
            "%(table)s.",
            "The biggest deal gave %(name)s %(points)s points, in round %(round)d at table "
            "%(table)s.",
            big.points,
        )
        yield text % {
            "name": big.name,
            "points": figure(big.points),
            "round": big.round,
            "table": big.table,
        }
    if news.achievements:
        achievements = listed(
            noted(achievement.name, achievement.what) for achievement in news.achievements
        )
        yield _("Highlights: %(feats)s.") % {"feats": achievements}
    more = news.more_achievements
    if more:
        text = ngettext(
            "%(count)d more is not listed here.",
            "%(count)d more are not listed here.",
            more,
        )
        yield text % {"count": more}


def _thanks(news: News) -> str:
    if not news.players:
        return ""
    players = ngettext("%(count)s player", "%(count)s players", news.players)
    deals = ngettext("%(count)s deal", "%(count)s deals", news.deals)
    words = {
        "players": players % {"count": figure(news.players)},
        "deals": deals % {"count": figure(news.deals)},
    }
    if news.deals:
        return _("%(players)s took part and played %(deals)s. Thank you to all of them.") % words
    return _("%(players)s took part. Thank you to all of them.") % words


# --- A recap of an evening: a few whole sentences from facts, to be read, copied and fed ---


def recap(news: News) -> list[str]:
    """Return who won and by how much, who came from behind, the deal of the night, the season.

    Nothing where nothing is confirmed.
    """
    return list(_sentences(news)) if news.places else []


def _sentences(news: News) -> Iterator[str]:
    yield from winner_sentences(news)
    if news.night_deal is not None:
        yield from night_deal_sentences(news.night_deal)
    if news.season is not None:
        yield season_sentence(news.season)
