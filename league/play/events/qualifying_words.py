"""Who goes through to a stage and what is carried over, as sentences."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.play.events.models import Qualifying, Takes
from league.play.events.names import stage_name


def who_goes_through(qualifying: Qualifying) -> str:
    """Return the rule of a stage that follows; reads the stage it is filled from."""
    places = qualifying.places or 0
    match qualifying.takes:
        case Takes.TOP:
            sentence = ngettext(
                "The first %(places)d of %(source)s goes through.",
                "The first %(places)d of %(source)s go through.",
                places,
            )
        case Takes.OF_GROUPS:
            sentence = ngettext(
                "The first %(places)d of each group of %(source)s goes through.",
                "The first %(places)d of each group of %(source)s go through.",
                places,
            )
        case Takes.REST:
            sentence = _("Those of %(source)s who do not go through to another stage play here.")
        case _everybody:
            sentence = _("Everybody goes on from %(source)s.")
    return sentence % {"places": places, "source": stage_name(qualifying.source)}


def what_is_carried(qualifying: Qualifying) -> str:
    """Return how much of their points the entries take along."""
    match qualifying.carried_percent:
        case 0:
            return _("No points are carried over.")
        case 50:
            return _("Half of the points are carried over.")
        case 100:
            return _("All points are carried over.")
        case percent:
            return _("%(percent)d%% of the points are carried over.") % {"percent": percent}
