"""A recap of an evening: a few whole sentences from facts, to be read, copied and fed."""

from collections.abc import Iterator

from league.office.paper.news import News
from league.office.paper.news_sentences import (
    night_deal_sentences,
    season_sentence,
    winner_sentences,
)


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
