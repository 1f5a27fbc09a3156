"""Undo at the desks of associations and of clubs: the step that was just taken on the page."""

from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from league.clubs.models import Club
from league.faces.desk.access import actor_of
from league.faces.desk.undo import change_asked, flash_change_here, say_done_at, sealed, unsealed
from league.foundation.journal.actor import Actor
from league.foundation.refusal import OutOfDate
from league.office.associations import services as associations
from league.office.associations.models import Registration

# what the buttons send as `action`: undo a step between clubs, open a registration again
UNDO, RESUME = "undo", "resume"
ABOUT = "registration"


def say_step(
    request: HttpRequest, club: Club, sentence: str, *, actor: Actor, at: datetime
) -> None:
    """Say what was done for the club or the association, with the way back."""
    change = associations.belonging_change(club, actor=actor, at=at)
    flash_change_here(request, sentence, change, action=UNDO)


def undo_step(request: HttpRequest, club: Club) -> None:
    """Undo a step of the club or the association, and say so. Raises what the service raises."""
    associations.undo_belonging(
        club=club, change=change_asked(request), actor=actor_of(request), at=timezone.now()
    )
    messages.success(request, _("Undone: it is as it was before."))


def say_ended(
    request: HttpRequest, club: Club, row: Registration, *, at: datetime, **_who: Any
) -> None:
    """Say that a registration ended, with the way back unless it had ended before."""
    names = {"player": row.player.name, "club": row.club.name}
    sentence = _("%(player)s is no longer registered for %(club)s.") % names
    if row.ended_at != at:
        messages.success(request, sentence)
        return
    facts = {"club": club.pk, "row": row.pk, "ended": at.isoformat()}
    sent = {"action": RESUME, "which": sealed(ABOUT, facts)}
    say_done_at(request, sentence, request.get_full_path(), sent)


def resume(request: HttpRequest, club: Club, **who: Any) -> None:
    """Open a registration again that was ended at this desk. Raises what the service raises."""
    facts = unsealed(ABOUT, request.POST.get("which", ""))
    row = Registration.objects.filter(pk=facts["row"]).first() if facts else None
    if facts is None or facts["club"] != club.pk or row is None:
        raise OutOfDate(_("This can no longer be undone. Look at the page once more."))
    ended_at = datetime.fromisoformat(facts["ended"])
    resumed = associations.resume_registration(registration=row, ended_at=ended_at, **who)
    sentence = _("%(player)s is registered for %(club)s again.")
    names = {"player": resumed.player.name, "club": resumed.club.name}
    messages.success(request, sentence % names)
