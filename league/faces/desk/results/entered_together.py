"""Scores that were entered in one go: the message that says so, and its undo for all of them."""

from collections.abc import Sequence
from datetime import datetime

from django.contrib import messages
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.faces.desk.access import actor_of
from league.faces.desk.undo import say_done_at, sealed, unsealed
from league.foundation.journal.actor import Actor
from league.foundation.lists import listed
from league.foundation.refusal import OutOfDate
from league.play.results import services as results
from league.play.results.deal_words import label_of
from league.play.results.final_scores import is_final
from league.play.results.models import Submission
from league.play.rounds.models import Table

SEAL, ABOUT = "entered", "scores entered together"


def say_entered(
    request: HttpRequest,
    sentence: str,
    tables: Sequence[Table],
    *,
    undo: str,
    actor: Actor,
    at: datetime,
) -> None:
    """Say it, with a button to the address `undo` where something was entered at that moment."""
    if results.entered_together(tables, actor=actor, at=at):
        seal = sealed(ABOUT, {"at": at.isoformat(), "by": actor.user_id})
        say_done_at(request, sentence, undo, {SEAL: seal})
    else:
        messages.success(request, sentence)


def strike_out(request: HttpRequest, tables: Sequence[Table]) -> None:
    """Strike out what the button of a message asks for, and say what was and what was not."""
    actor = actor_of(request)
    facts = unsealed(ABOUT, request.POST.get(SEAL, ""))
    if facts is None or facts["by"] != actor.user_id:
        raise OutOfDate(_("This can no longer be undone. Look at the page once more."))
    struck = results.strike_out_together(
        tables=tables,
        entered_at=datetime.fromisoformat(facts["at"]),
        reason=_("Undone straight away."),
        actor=actor,
        at=timezone.now(),
    )
    if not struck.out:
        messages.info(request, _("All of it is struck out already."))
        return
    messages.success(request, _struck_in_words(struck.out))
    if struck.changed:
        messages.warning(request, _changed_in_words(struck.changed))


def _struck_in_words(out: Sequence[Submission]) -> str:
    if is_final(out[0]):
        text = ngettext(
            "The final score of %(count)d table is struck out.",
            "The final scores of %(count)d tables are struck out.",
            len(out),
        )
    else:
        text = ngettext(
            "%(count)d deal is struck out.", "%(count)d deals are struck out.", len(out)
        )
    return text % {"count": len(out)}


def _changed_in_words(changed: Sequence[Submission]) -> str:
    text = ngettext(
        "%(count)d of them has been changed since then and stays as it is: %(which)s.",
        "%(count)d of them have been changed since then and stay as they are: %(which)s.",
        len(changed),
    )
    is_one_table = len({one.table_id for one in changed}) == 1 and not is_final(changed[0])
    which = [_deal_of(one) if is_one_table else _table_of(one) for one in reversed(changed)]
    return text % {"count": len(changed), "which": listed(which)}


def _deal_of(submission: Submission) -> str:
    return label_of(submission.deal, submission.number)


def _table_of(submission: Submission) -> str:
    return _("Table %(number)s") % {"number": submission.table.shown_number}
