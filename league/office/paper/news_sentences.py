"""The sentences of a recap or newsletter: whole ones, from values, without any adjective."""

from collections.abc import Iterable, Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.foundation.lists import clauses, listed, noted
from league.foundation.shown_numbers import figure
from league.office.paper.news import Comeback, News, NightDeal, Placed, SeasonPlaces


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
