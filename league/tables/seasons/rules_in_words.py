"""The rules of a season as sentences for players: what counts, who is ranked, how ties end."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.services import render_sentence
from games.wording import join_sentences
from league.foundation.lists import listed
from league.foundation.shown_numbers import figure
from league.tables.seasons.methods import TIEBREAKS, HandicapRules, Rules
from league.tables.seasons.methods.rules import AVERAGE, BEST, PAIR, PLAYER
from league.tables.seasons.methods.scoring import PERCENTAGE, RankPoints, ThresholdPoints


def rules_in_words(rules: Rules) -> list[str]:
    """Return sentences in the active language, the most important first."""
    return [
        _who(rules),
        *_scoring(rules),
        _total(rules),
        *_dropped(rules),
        *_attendance(rules),
        _guests(rules),
        _ties(rules),
        *(_handicap(rules.handicap) if rules.handicap else []),
    ]


def _who(rules: Rules) -> str:
    if rules.who == PLAYER:
        return _("Players are ranked; each gets all the points of their pair or team.")
    if rules.who == PAIR:
        return _("Pairs are ranked: the nights of pairs count, and a pair is its two players.")
    return _("Teams are ranked by name.")


def _scoring(rules: Rules) -> list[str]:
    scoring = rules.scoring
    sentences = [render_sentence(scoring.help)]
    if isinstance(scoring, RankPoints):
        sentences.append(
            _("Points by place: %(table)s; every later place gets %(beyond)s.")
            % {
                "table": listed(figure(points) for points in scoring.table),
                "beyond": figure(scoring.beyond),
            }
        )
    if isinstance(scoring, ThresholdPoints):
        bands = listed(
            _("%(points)s for %(least)s or more")
            % {"points": figure(band.gives), "least": figure(band.least)}
            for band in scoring.bands
        )
        sentence = (
            _("Of the percentage of a night: %(bands)s.")
            if scoring.of == PERCENTAGE
            else _("Of the points of a night: %(bands)s.")
        )
        sentences.append(sentence % {"bands": bands})
    return sentences


def _total(rules: Rules) -> str:
    if rules.best is None:
        best = ""
    else:
        best = ngettext(
            "The best night counts.", "The best %(count)d nights count.", rules.best
        ) % {"count": rules.best}
    if rules.total == AVERAGE:
        return join_sentences(
            filter(None, [best, _("Ranked by the average of the nights that count.")])
        )
    return join_sentences(filter(None, [best, _("Ranked by the sum of the nights that count.")]))


def _dropped(rules: Rules) -> list[str]:
    if not rules.drop:
        return []
    sentence = ngettext(
        "The worst night does not count.", "The worst %(count)d nights do not count.", rules.drop
    ) % {"count": rules.drop}
    if rules.total != AVERAGE:
        sentence = join_sentences([sentence, _("A night missed is one of them.")])
    return [sentence]


def _attendance(rules: Rules) -> list[str]:
    if rules.least_nights < 2:
        return []
    return [
        _("Whoever has come to fewer than %(least)d nights is listed but not ranked.")
        % {"least": rules.least_nights}
    ]


def _guests(rules: Rules) -> str:
    if rules.guests_move_ranks:
        return _("Guests are not ranked, but they take ranks in a night.")
    return _("Guests are not ranked.")


def _ties(rules: Rules) -> str:
    if not rules.tiebreaks:
        return _("Those with the same total share their place.")
    names = listed(render_sentence(TIEBREAKS[name].label) for name in rules.tiebreaks)
    return _(
        "Those with the same total are separated by: %(names)s. If that leaves them level, "
        "they share the place."
    ) % {"names": names}


def _handicap(rules: HandicapRules) -> list[str]:
    if isinstance(rules.reference, str):
        reference = _("the best average") if rules.reference == BEST else _("the average of all")
    else:
        reference = figure(rules.reference)
    sentences = [
        _(
            "A player’s handicap is %(factor)s × (%(reference)s − own average of the nights so "
            "far), from %(least)s to %(most)s."
        )
        % {
            "factor": figure(rules.factor),
            "reference": reference,
            "least": figure(rules.least),
            "most": figure(rules.most),
        }
    ]
    if rules.dates is None:
        sentences.append(_("It is recalculated before each night."))
    else:
        days = listed(day.isoformat() for day in rules.dates)
        sentences.append(_("It is recalculated on these days: %(days)s.") % {"days": days or "–"})
    if rules.deals is None:
        sentences.append(_("For fewer deals it is reduced in proportion."))
    else:
        sentences.append(
            _("It is for %(deals)d deals, in proportion for more or fewer.")
            % {"deals": rules.deals}
        )
    if not rules.decides:
        sentences.append(
            _("The standings with handicaps are shown beside those that decide the places.")
        )
    return sentences
