"""What a club's newsletter says of an event: plain sentences from values."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.wording import join_sentences
from league.foundation.lists import listed, noted
from league.foundation.shown_numbers import figure
from league.office.paper.news import News
from league.office.paper.news_sentences import (
    night_deal_sentences,
    places_in_words,
    season_sentence,
    winner_sentences,
)

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
