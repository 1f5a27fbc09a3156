"""What a saved change did to rounds that were drawn and not yet shown."""

from django.utils.translation import gettext as _

from league.play.events.models import Event
from league.play.rounds.models import Round


def rounds_drawn(event: Event) -> int:
    return Round.objects.filter(stage__event=event).count()


def saved_in_words(event: Event, before: int) -> str:
    """Return that a change is saved, and that it discarded a draw; `before` were drawn."""
    if rounds_drawn(event) < before:
        return _("Saved. The draw that nobody had seen does not fit any more: draw again.")
    return _("Saved.")
