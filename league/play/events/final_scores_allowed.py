"""Events whose tables may enter final scores only: what that does not go with, and its words."""

from django.utils.translation import gettext as _

from league.play.events.event_scoring import DEALS_SCALED
from league.play.events.models import Event, FinalScores


def why_no_final_scores(event: Event) -> str | None:
    """Return why the event cannot take final scores, although it is to; None where it can."""
    if event.final_scores == FinalScores.NONE:
        return None
    if isinstance(event.method, dict) and event.method.get("name") in DEALS_SCALED:
        return _(
            "The scoring counts deal by deal, so each deal has to be entered: choose another way "
            "of scoring, or no final scores."
        )
    return None


def final_scores_in_words(event: Event) -> list[tuple[str, str]]:
    """Return (label, value) of what is entered in the place of deals; nothing where deals are."""
    if event.final_scores == FinalScores.NONE:
        return []
    return [(_("Final scores only"), event.get_final_scores_display())]
