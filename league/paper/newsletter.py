"""What a club's newsletter says of an event: plain sentences from values."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.wording import one_after_another
from league.lists import listed

# achievements that a newsletter names; those beyond are only counted
MOST_ACHIEVEMENTS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """An entry of the standings: `points` with their unit, as they are written."""

    rank: int
    name: str
    points: str
    group: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BigDeal:
    """The deal that gave one side the most."""

    name: str
    points: int
    round: int
    table: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedAchievement:
    """What is worth remembering of a deal, and who did it."""

    name: str
    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class News:
    """An event so far. `is_over`: it is finished. `margin` parts first and second.

    `is_during`: the last round, `after_round`, is still being played. `is_unconfirmed`: a table of
    it has no confirmed result.

    `achievements` are the first of them, `more_achievements` says how many there are beside those.

    `places` are in the order of the standings, group by group where there are groups.
    """

    event: str
    club: str
    day: str
    after_round: int
    is_over: bool
    places: Sequence[Placed]
    margin: str = ""
    is_during: bool = False
    is_unconfirmed: bool = False
    big_deal: BigDeal | None = None
    achievements: Sequence[NamedAchievement] = ()
    more_achievements: int = 0
    players: int = 0
    deals: int = 0


def newsletter(news: News) -> list[str]:
    """Return the paragraphs: who won, who follows, what was remarkable, thanks."""
    return [paragraph for paragraph in _paragraphs(news) if paragraph]


def _paragraphs(news: News) -> Iterator[str]:
    yield f"{news.event}, {news.club}, {news.day}"
    if not news.places:
        yield _("Nothing can be reported yet: no result of %(event)s is confirmed.") % {
            "event": news.event
        }
        return
    yield one_after_another(_winners(news))
    yield _followers(news)
    yield one_after_another(_remarkable(news))
    yield _thanks(news)


def _winners(news: News) -> Iterator[str]:
    groups = list(dict.fromkeys(place.group for place in news.places))
    for group in groups:
        here = [place for place in news.places if place.group == group]
        first = [place for place in here if place.rank == 1]
        sentence = _first(news, first, here[len(first) :])
        yield (
            _("%(group)s: %(sentence)s") % {"group": group, "sentence": sentence}
            if (group)
            else sentence
        )
    if not news.is_over:
        yield _("The event is not over, so this can still change.")
    elif news.is_unconfirmed:
        yield _("Not every table of it is confirmed.")


def _first(news: News, first: Sequence[Placed], others: Sequence[Placed]) -> str:
    words = {
        "names": _and([place.name for place in first]),
        "event": news.event,
        "points": first[0].points,
        "round": news.after_round,
    }
    if len(first) > 1:
        return _shared(news) % words
    if news.margin and others and not others[0].group:
        return _ahead(news) % (words | {"margin": news.margin, "second": others[0].name})
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


def _followers(news: News) -> str:
    behind = [place for place in news.places if place.rank > 1 and not place.group]
    if not behind:
        return ""
    listed = "; ".join(f"{place.rank}. {place.name} ({place.points})" for place in behind)
    return _("The other places: %(places)s.") % {"places": listed}


def _remarkable(news: News) -> Iterator[str]:
    big = news.big_deal
    if big is not None:
        text = ngettext(
            "The biggest deal gave %(name)s %(points)d point, in round %(round)d at table "
            "%(table)s.",
            "The biggest deal gave %(name)s %(points)d points, in round %(round)d at table "
            "%(table)s.",
            big.points,
        )
        yield text % {
            "name": big.name,
            "points": big.points,
            "round": big.round,
            "table": big.table,
        }
    if news.achievements:
        achievements = listed(
            f"{achievement.name} ({achievement.what})" for achievement in news.achievements
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
    players = ngettext("%(count)d player", "%(count)d players", news.players)
    deals = ngettext("%(count)d deal", "%(count)d deals", news.deals)
    words = {
        "players": players % {"count": news.players},
        "deals": deals % {"count": news.deals},
    }
    if news.deals:
        return _("%(players)s took part and played %(deals)s. Thank you to all of them.") % words
    return _("%(players)s took part. Thank you to all of them.") % words


def _and(names: Sequence[str]) -> str:
    if len(names) == 1:
        return names[0]
    return _("%(first)s and %(last)s") % {"first": listed(names[:-1]), "last": names[-1]}
