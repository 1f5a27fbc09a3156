"""A deal that cannot be of its prepared cards, at the desk: its detail with a reason, accepted."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.clubs.models import User
from league.faces.desk.access import actor_of
from league.faces.desk.results.deal_pages import READS, ReasonForm
from league.faces.desk.results.desk_table import DeskTable, decision_page, desk_table_page
from league.foundation.refusal_shown import form_errors
from league.play.prepared import services as prepared
from league.play.results import services as results
from league.play.results.card_flags import Flag, flags_of
from league.play.results.selectors import history_of
from league.play.results.sheet_rows import submission_shown


@require_http_methods(READS)
@desk_table_page("prepared.look_at_deals")
def look(request: HttpRequest, desk: DeskTable, deal: int) -> HttpResponse:
    """Show what does not fit in a flagged deal, after a reason that goes into the journal."""
    flag = _flags(request, desk, deal)[-1]
    table = desk.sheet.plan.prepared
    user = request.user
    assert table is not None  # noqa: S101  only prepared deals are flagged
    assert isinstance(user, User)  # noqa: S101  desk_table_page
    form = _reason(request, _("Your name and the reason go into the journal."))
    if request.method == "POST" and form.is_valid():
        with form_errors(form):
            prepared.look(
                prepared=table.prepared,
                user=user,
                first=flag.prepared_number,
                last=flag.prepared_number,
                reason=form.cleaned_data["reason"],
                actor=actor_of(request),
                at=timezone.now(),
            )
            return redirect(desk.history_of(flag.submission))
    return decision_page(
        request,
        desk,
        form,
        heading=_("What doesn’t match in deal %(number)s") % {"number": deal},
        lead=_(
            "It is shown with cards of prepared deal %(prepared)d, which others may have still to "
            "play. Who plays it must not look."
        )
        % {"prepared": flag.prepared_number},
        submit_label=_("Show what doesn’t match"),
        back=desk.history_of(flag.submission),
    )


@require_http_methods(READS)
@desk_table_page("results.accept_cards")
def accept(request: HttpRequest, desk: DeskTable, deal: int) -> HttpResponse:
    """Let a flagged deal stand as it was sent, with a reason."""
    still_open = [flag for flag in _flags(request, desk, deal) if flag.is_open]
    if not still_open:
        messages.info(request, _("Deal %(number)d is not flagged (any more).") % {"number": deal})
        return redirect(reverse("desk:deal_history", args=[*desk.at, deal]))
    flag = still_open[0]
    form = _reason(request, _("It is recorded in the journal, for directors to read."))
    if request.method == "POST" and form.is_valid():
        with form_errors(form):
            results.accept_cards(
                submission=flag.submission,
                reason=form.cleaned_data["reason"],
                actor=actor_of(request),
                at=timezone.now(),
            )
            messages.success(
                request, _("Deal %(number)d stands as it was sent.") % {"number": deal}
            )
            return redirect(desk.history_of(flag.submission))
    return decision_page(
        request,
        desk,
        form,
        template="desk/results/void.html",
        heading=_("Let deal %(number)s stand") % {"number": deal},
        lead=_(
            "It does not match prepared deal %(prepared)d. It counts as it was sent and is no "
            "longer flagged. If the numbers are wrong, correct the deal instead."
        )
        % {"prepared": flag.prepared_number},
        submission=submission_shown(flag.submission, desk.names),
        submit_label=_("Let it stand"),
        back=desk.history_of(flag.submission),
    )


def _reason(request: HttpRequest, help_text: str) -> ReasonForm:
    form = ReasonForm(request.POST or None)
    form.fields["reason"].help_text = help_text
    return form


def _flags(request: HttpRequest, desk: DeskTable, deal: int) -> list[Flag]:
    """Return all flags of a deal, the oldest first. Raises Http404 if it never had one."""
    flags = list(
        flags_of(desk.sheet, history_of(desk.table, deal), actor=actor_of(request)).values()
    )
    if not flags:
        raise Http404("nothing is flagged of this deal")
    return flags
