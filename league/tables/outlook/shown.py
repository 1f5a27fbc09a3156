"""What can still happen, in words for people; names are put in as the reader may see them."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.services import render_sentence
from league.foundation.lists import listed
from league.tables.outlook.methods.marks import Aim, Chance, ClinchStatus
from league.tables.outlook.models import EntryOutlook, OutlookState, StageOutlook
from league.tables.standings.methods import criterion_label

MARKS: Mapping[str, str | Promise] = {
    ClinchStatus.WON: gettext_lazy("first place certain"),
    ClinchStatus.PROMOTED: gettext_lazy("promoted"),
    ClinchStatus.SAFE: gettext_lazy("stays up"),
    ClinchStatus.RELEGATED: gettext_lazy("relegated"),
    ClinchStatus.OUT: gettext_lazy("cannot win"),
}
AIMS: Mapping[str, str | Promise] = {
    Aim.WIN: gettext_lazy("First place"),
    Aim.PROMOTION: gettext_lazy("Promotion"),
    Aim.SAFETY: gettext_lazy("Staying up"),
}
CHANCES: Mapping[str, str | Promise] = {
    Chance.CERTAIN: gettext_lazy("certain"),
    Chance.OPEN: gettext_lazy("possible"),
    Chance.GONE: gettext_lazy("not possible"),
}
WHY_NOTHING: Mapping[str, str | Promise] = {
    OutlookState.NO_LIMIT: gettext_lazy(
        "The scoring of this event sets no limit to the points of a match, so anybody who still "
        "plays can still reach any place."
    ),
    OutlookState.ROUNDS_UNKNOWN: gettext_lazy(
        "Nobody has said yet how many rounds are played, so nothing can be said about the places "
        "at the end."
    ),
}
TONES: Mapping[str, str] = {
    ClinchStatus.RELEGATED: "bad",
    ClinchStatus.OUT: "quiet",
    ClinchStatus.SAFE: "info",
}
PARTS = 1_000

Names = Mapping[int, str]


def mark_in_words(mark: str) -> str:
    """Return the mark as a word or two; empty where nothing is certain."""
    return str(MARKS[mark]) if mark else ""


def tone_of(mark: str) -> str:
    """Return the tone of the badge that a mark is shown in; "" without one."""
    return TONES.get(mark, "good") if mark else ""


def aims_of(rows: Sequence[EntryOutlook]) -> list[str]:
    """Return the aims that there are, in their order."""
    there = {aim for row in rows for aim in row.chances}
    return [aim for aim in AIMS if aim in there]


def chance_in_words(row: EntryOutlook, aim: str) -> str:
    """Return "certain", "not possible", or how likely it is: "possible (34 percent)"."""
    chance = row.chances.get(aim, Chance.GONE)
    likely = row.likely.get(aim)
    if chance != Chance.OPEN or likely is None:
        return str(CHANCES[chance])
    return _("possible (%(percent)s)") % {"percent": percent_in_words(likely)}


def percent_in_words(parts: int) -> str:
    """Return thousandths as percent; what is open is never shown as 0 or 100."""
    percent = round(100 * parts / PARTS)
    if percent < 1:
        return _("less than 1 percent")
    if percent > 99:
        return _("more than 99 percent")
    return _("%(percent)d percent") % {"percent": percent}


def places_in_words(row: EntryOutlook) -> str:
    if row.best == row.worst:
        return str(row.best)
    return _("%(best)d to %(worst)d") % {"best": row.best, "worst": row.worst}


def how_worked_out(outlook: StageOutlook) -> list[str]:
    """Return the sentences that say what the places are made from, and how far they are exact."""
    sentences = [
        _(
            "Only confirmed tables count. Forfeits, penalties and corrections still to come are "
            "not foreseen."
        )
    ]
    if outlook.rounds_to_draw:
        sentences.append(
            ngettext(
                "%(count)d round is not drawn yet: whoever meets whom in it, any result counts as "
                "possible. So somebody can be out without being shown as out.",
                "%(count)d rounds are not drawn yet: whoever meets whom in them, any result counts "
                "as possible. So somebody can be out without being shown as out.",
                outlook.rounds_to_draw,
            )
            % {"count": outlook.rounds_to_draw}
        )
    elif outlook.is_exact:
        sentences.append(_("Possible places are exact."))
    else:
        sentences.append(
            _(
                "So many tables are open that some places are bounds: nobody comes higher or lower "
                "than shown, but perhaps not as high or as low."
            )
        )
    return [*sentences, _ties(outlook), *_simulated(outlook)]


def _ties(outlook: StageOutlook) -> str:
    if not outlook.followed:
        return _("A tie on points counts as possible both ways.")
    names = listed(render_sentence(criterion_label(name)) for name in outlook.followed)
    return _(
        "Ties on points are followed through %(names)s; what is level after that counts as "
        "possible both ways."
    ) % {"names": names}


def _simulated(outlook: StageOutlook) -> list[str]:
    if not outlook.simulations:
        return []
    return [
        _("Chances come from %(count)s simulated seasons.")
        % {"count": number_format(outlook.simulations, force_grouping=True)}
    ]


# What contenders need in the last round.


def entries_in(outlook: StageOutlook) -> set[int]:
    """Return the ids of all entries that the last round names."""
    ids = {one["entry"] for one in outlook.last_round}
    for one in outlook.last_round:
        for way in one["ways"]:
            ids |= {need[side] for need in way["needs"] for side in ("home", "away")}
    return ids


def last_round_in_words(outlook: StageOutlook, names: Names) -> list[dict[str, Any]]:
    """Return by aim its contenders: the name, the table, and a sentence for each outcome."""
    aims: list[dict[str, Any]] = []
    for aim, label in AIMS.items():
        contenders = [_contender(one, names) for one in outlook.last_round if one["aim"] == aim]
        if contenders:
            aims.append({"aim": aim, "label": str(label), "contenders": contenders})
    return aims


def _contender(one: Mapping[str, Any], names: Names) -> dict[str, Any]:
    table = one["table"]
    sentences = [_way(way, names) for way in one["ways"]]
    if one["enough"]:
        sentences = _scale(one["enough"])
    return {
        "entry": one["entry"],
        "name": names.get(one["entry"], ""),
        "table": "" if table is None else _("Table %(table)d") % {"table": table},
        "sentences": sentences,
    }


def _way(way: Mapping[str, Any], names: Names) -> str:
    condition = {
        1: _("With a win"),
        0: _("With a draw"),
        -1: _("With a loss"),
        None: _("Without a match"),
    }[way["own"]]
    return _("%(condition)s: %(what)s.") % {"condition": condition, "what": _what(way, names)}


def _what(way: Mapping[str, Any], names: Names) -> str:
    if way["chance"] == Chance.CERTAIN:
        return _("certain, whatever the others do")
    if way["chance"] == Chance.GONE:
        return _("not possible")
    needs = _all_of([need_in_words(need, names) for need in way["needs"]])
    if not needs:
        return _("possible, if other tables or the tie-breaks help")
    if way["is_enough"]:
        return _("certain if %(needs)s") % {"needs": needs}
    return _("possible only if %(needs)s; other tables or the tie-breaks then decide") % {
        "needs": needs
    }


def _all_of(needs: Sequence[str]) -> str:
    """Return what all have to happen together, with "and" between them."""
    together = "".join(needs[:1])
    for need in needs[1:]:
        together = _("%(first)s and %(then)s") % {"first": together, "then": need}
    return together


def need_in_words(need: Mapping[str, Any], names: Names) -> str:
    """Say what has to happen at another table."""
    home, away = names.get(need["home"], ""), names.get(need["away"], "")
    outcomes, where = tuple(need["outcomes"]), {"table": need["table"]}
    if outcomes in ((1,), (-1,)):
        name = home if outcomes == (1,) else away
        return _("%(name)s wins at table %(table)d") % {"name": name, **where}
    if outcomes in ((1, 0), (0, -1)):
        name = away if outcomes == (1, 0) else home
        return _("%(name)s does not win at table %(table)d") % {"name": name, **where}
    if outcomes == (0,):
        return _("table %(table)d is drawn") % where
    return _("table %(table)d is not drawn") % where


def _scale(enough: Mapping[str, Any]) -> list[str]:
    certain, possible = enough["certain"], enough["possible"]
    sentences = []
    if certain is not None:
        sentences.append(
            _("Certain with %(result)s, whatever the others do.") % {"result": _result(certain)}
        )
    if possible is not None and (certain is None or possible["worth"] != certain["worth"]):
        sentences.append(
            _("Possible with %(result)s, if the others help.") % {"result": _result(possible)}
        )
    return sentences


def _result(result: Mapping[str, Any]) -> str:
    if result["margin"] is None or result["outcome"] <= 0:
        return _("%(points)s points or more") % {"points": result["worth"]}
    return _("%(points)s points or more, a win by %(margin)s") % {
        "points": result["worth"],
        "margin": result["margin"],
    }


# What an entry needs at its next table.


def passing_in_words(row: EntryOutlook, names: Names) -> list[str]:
    """Return what the entry's next table takes it past, as things stand now; nearest first."""
    return [_past(one, names.get(one["other"], "")) for one in row.passing]


def _past(one: Mapping[str, Any], name: str) -> str:
    where = {"round": one["round"], "table": one["table"], "name": name}
    if one["outcome"] is None:
        return _("One match is not enough to pass %(name)s: %(points)s points are missing.") % {
            "name": name,
            "points": one["points"],
        }
    if one["outcome"] > 0 and one["margin"] is not None:
        return _("A win by %(margin)s in round %(round)d takes you past %(name)s.") % {
            "margin": one["margin"],
            **where,
        }
    if one["outcome"] > 0:
        return _("A win in round %(round)d takes you past %(name)s.") % where
    if one["outcome"] == 0:
        return _("A draw in round %(round)d takes you past %(name)s.") % where
    return _("Even a loss in round %(round)d takes you past %(name)s.") % where
