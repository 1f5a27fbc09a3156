"""What a bye, or a round sat out, is worth: the sentences that all pages and papers use."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.services import render_sentence
from league.foundation.shown_numbers import figure
from league.play.events.models import Event, Stage
from league.play.events.setup_problems import bye_of, least_and_most
from league.play.rounds.bye_award import method_with_byes
from league.tables.standings.deal_facts import exact
from league.tables.standings.methods.parts import AWARD_WORDS

BYE_WORTH_LABEL = gettext_lazy("A bye, or a round sat out, is worth")


def bye_worth(stage: Stage, event: Event) -> str:
    """Return what a bye is worth in the stage, to follow `BYE_WORTH_LABEL` or within a sentence.

    "" while the event does not say how it counts.
    """
    if not event.method.get("name"):
        return ""
    method = method_with_byes(stage, event.method)
    bye = bye_of(method)
    if isinstance(bye, str):
        return render_sentence(AWARD_WORDS[bye]) if bye in AWARD_WORDS else ""
    points = figure(exact(bye))
    if not bye:
        return _("no points")
    if method["name"] == "victory_points":
        _least, most = least_and_most(method) or (0, 0)
        return _("%(number)s of %(most)s victory points") % {
            "number": points,
            "most": figure(exact(most)),
        }
    return ngettext("%(number)s point", "%(number)s points", 1 if points == "1" else 2) % {
        "number": points
    }


def bye_worth_sentence(stage: Stage, event: Event) -> str:
    """Return the same as a sentence, to stand below a list or on a slip."""
    worth = bye_worth(stage, event)
    return _("A bye, or a round sat out, is worth %(worth)s.") % {"worth": worth} if worth else ""
