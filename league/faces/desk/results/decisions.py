"""What a director decides about a table: an award, a forfeit, what was flagged."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from games import services as games
from games.wording import join_sentences
from league.clubs.models import User
from league.faces.desk.access import act_of, actor_of
from league.faces.desk.conflict_checked import ConflictCheckedForm
from league.faces.desk.results.deal_pages import READS, ReasonForm
from league.faces.desk.results.desk_table import (
    DeskTable,
    decision_page,
    desk_table_page,
    redirect_to_table,
)
from league.faces.desk.undo import flash_done, flash_saved
from league.foundation.doors.reading import InvalidRequest
from league.foundation.limits import limits
from league.foundation.lists import listed
from league.foundation.refusal import form_errors
from league.foundation.shown_numbers import figure
from league.play.events.setup_problems import COMPARING_DEALS
from league.play.prepared import services as prepared
from league.play.results import services as results
from league.play.results.card_flags import Flag, flags_of
from league.play.results.selectors import history_of, result_of
from league.play.results.services.deciding import MOST_POINTS
from league.play.results.services.revoking import LONGEST
from league.play.results.sheet import submission_shown
from league.play.rounds.forfeits import Forfeit, absent_sides, forfeit_in_words
from league.play.rounds.models import Table
from league.play.rounds.rooms import compares_deals
from league.tables.standings.methods.matches.awards import AVERAGES, Award
from league.tables.standings.methods.matches.match_method import MatchMethod
from league.tables.standings.methods.parts import AWARD_WORDS
from league.tables.standings.methods.scoring import read_method
from league.tables.standings.sums import MOST_SUMMED
from league.tables.standings.unplayed_worth import forfeit_wins

# --- What a director decides about a table: points instead of play, and who won a level one ---


class AwardForm(forms.Form):
    """A number a side, and why. Empty numbers all round take an award (`is_award`) back."""

    reason = forms.CharField(
        label=gettext_lazy("Why"),
        help_text=gettext_lazy("Everybody who sees the table can read it."),
        max_length=LONGEST,
    )

    def __init__(self, *args: Any, names: list[str], is_award: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.is_award = is_award
        points = {
            f"points_{side}": forms.DecimalField(
                label=_("Points of %(name)s") % {"name": name},
                **limits(-MOST_POINTS, MOST_POINTS),
                decimal_places=2,
                required=False,
                widget=forms.NumberInput(attrs={"inputmode": "decimal", "step": "any"}),
            )
            for side, name in enumerate(names)
        }
        self.fields = points | self.fields
        self.sides = len(names)

    def clean(self) -> dict[str, Any]:
        points = [self.cleaned_data.get(f"points_{side}") for side in range(self.sides)]
        if (
            not self.is_award
            and not self.errors
            and not any(number is not None for number in points)
        ):
            self.add_error(
                "points_0",
                _("Type the points of each side; without them there is nothing to award."),
            )
        missing = [side for side, number in enumerate(points) if number is None]
        if missing and len(missing) < self.sides:
            self.add_error(f"points_{missing[0]}", _("Give each side its points, or none."))
        return self.cleaned_data

    def points(self) -> list[float] | None:
        points = [self.cleaned_data.get(f"points_{side}") for side in range(self.sides)]
        whole = [float(number) for number in points if number is not None]
        return whole if len(whole) == self.sides else None


class DecideForm(forms.Form):
    """Which side won a table that ended level, or moves on where nobody came, and why."""

    side = forms.TypedChoiceField(
        label=gettext_lazy("Who won"),
        coerce=int,
        empty_value=None,
        widget=forms.RadioSelect,
        required=False,
    )
    reason = forms.CharField(
        label=gettext_lazy("How it was decided"),
        help_text=gettext_lazy(
            "For example by a cut or one more deal. Everybody who sees the table can read it."
        ),
        max_length=LONGEST,
    )
    by_lot = forms.BooleanField(
        label=gettext_lazy("It was decided by lot"),
        help_text=gettext_lazy("The bracket then says “lot” beside the winner."),
        required=False,
    )

    def __init__(self, *args: Any, names: list[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [*enumerate(names), ("", _("it stays a draw"))]
        self.fields["side"].choices = choices  # type: ignore[attr-defined]


@require_http_methods(["GET", "HEAD", "POST"])
@desk_table_page("results.award_table")
def table_decide(request: HttpRequest, desk: DeskTable) -> HttpResponse:
    """Say who won a table that ended level, or take that back; the points stay as they are."""
    initial = {
        "side": "" if desk.result.decided is None else desk.result.decided,
        "by_lot": desk.result.decided_by_lot,
    }
    before = desk.result.decided_reason
    form = DecideForm(request.POST or None, names=list(desk.names.sides), initial=initial)
    if request.method == "POST" and form.is_valid():
        with form_errors(form):
            results.decide_level(
                table=desk.table,
                side=form.cleaned_data["side"],
                reason=form.cleaned_data["reason"],
                by_lot=form.cleaned_data.get("by_lot", False),
                by=act_of(request),
            )
            fields = {"side": initial["side"], "reason": before or _("Undone straight away.")}
            if initial["by_lot"]:
                fields["by_lot"] = "on"
            flash_done(request, _("Saved."), undo="desk:table_decide", at=desk.at, fields=fields)
            return redirect_to_table(desk)
    return decision_page(
        request,
        desk,
        form,
        heading=_("Who won a level table"),
        lead=_("The points stay as they are; your decision says who has won and who moves on."),
        submit_label=_("Decide"),
        unmarked="side",
    )


@require_http_methods(["GET", "HEAD", "POST"])
@desk_table_page("results.award_table")
def table_award(request: HttpRequest, desk: DeskTable) -> HttpResponse:
    """Give the sides points instead of what was played, or take that back."""
    names = list(desk.names.sides)
    initial = {f"points_{side}": points for side, points in enumerate(desk.result.awarded or [])}
    before = desk.result.award_reason
    form = AwardForm(
        request.POST or None,
        names=names,
        is_award=desk.result.awarded is not None,
        initial=initial,
    )
    if request.method == "POST" and form.is_valid():
        with form_errors(form):
            result = results.award(
                table=desk.table,
                points=form.points(),
                reason=form.cleaned_data["reason"],
                by=act_of(request),
            )
            flash_done(
                request,
                _("The points are awarded.")
                if result.awarded is not None
                else _("No points are awarded: what was played counts."),
                undo="desk:table_award",
                at=desk.at,
                fields=initial | {"reason": before or _("Undone straight away.")},
            )
            return redirect_to_table(desk)
    return decision_page(
        request,
        desk,
        form,
        heading=_("Award points"),
        lead=_award_in_words(in_percent=compares_deals(desk.table.round.stage)),
        note=_("Leave all numbers empty to withdraw the award.") if form.is_award else "",
        submit_label=_("Award the points"),
    )


def _award_in_words(*, in_percent: bool) -> str:
    if not in_percent:
        return _("These points count instead of what was played. The deals stay on the sheet.")
    return _(
        "Deals are compared here: give each side a percentage of the best on a deal, such as "
        "60 and 40. It counts on every deal of this table instead of what was played, which "
        "still counts for the other tables."
    )


# --- A table to which somebody did not come: said at the desk, or taken back ---


class ForfeitForm(ConflictCheckedForm):
    """Who did not come; "nobody" takes it back, where somebody is marked."""

    absent = forms.TypedChoiceField(
        label=gettext_lazy("Who did not come"),
        coerce=int,
        empty_value=None,
        widget=forms.RadioSelect,
        required=False,
    )
    reason = forms.CharField(
        label=gettext_lazy("Why they did not come"),
        help_text=gettext_lazy("Everybody who sees the table can read it."),
        max_length=LONGEST,
        required=False,
    )

    def __init__(self, *args: Any, names: list[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["absent"].choices = [  # type: ignore[attr-defined]
            *(
                (side, _("%(name)s did not come") % {"name": name})
                for side, name in enumerate(names)
            ),
            (int(Forfeit.BOTH), _("neither of them came")),
        ]
        if self.initial["absent"] == "":
            self.fields["absent"].required = True
        else:
            self.fields["absent"].choices += [  # type: ignore[attr-defined]
                ("", _("nobody: the table plays"))
            ]


@require_http_methods(["GET", "HEAD", "POST"])
@desk_table_page("results.award_table")
def table_forfeit(request: HttpRequest, desk: DeskTable) -> HttpResponse:
    """Say who did not come, or take that back."""
    names = list(desk.names.sides)
    form = _form(desk.table, names, request.POST or None)
    if request.method == "POST" and form.is_valid():
        absent = form.cleaned_data["absent"]
        with form_errors(form):
            form.run_if_unchanged(
                partial(
                    results.forfeit,
                    table=desk.table,
                    absent=None if absent is None else absent_sides(absent),
                    reason=form.cleaned_data["reason"],
                    by=act_of(request),
                )
            )
            flash_saved(
                request,
                _("Nobody is marked as absent: the table plays.")
                if absent is None
                else forfeit_in_words(absent, names),
                form,
            )
            return redirect_to_table(desk)
    return decision_page(
        request,
        desk,
        form,
        heading=_("Who did not come"),
        lead=join_sentences(
            [
                _("The side that came wins by forfeit."),
                *_worth_in_words(desk),
            ]
        ),
        submit_label=_("Save"),
        unmarked="absent",
    )


def _worth_in_words(desk: DeskTable) -> Iterator[str]:
    """Say what each side gets in the standings by the scoring, where that can be read."""
    try:
        method = read_method(desk.event.method)
    except InvalidRequest:
        return
    if not isinstance(method, MatchMethod):
        return
    sentence = _("In the standings it gets %(win)s, the other side %(loss)s.")
    words = {
        "win": _forfeit_in_words(method.forfeit_win),
        "loss": _forfeit_in_words(method.forfeit_loss),
    }
    yield sentence % words
    if method.forfeit_win in AVERAGES and not desk.result.deals and desk.result.forfeit is None:
        yield from _averages_in_words(desk.table)


def _averages_in_words(table: Table) -> Iterator[str]:
    """Say what either side would get by the results so far, if they say anything of it yet."""
    wins = forfeit_wins(table, most=MOST_SUMMED)
    if wins:
        sides = listed(f"{name} {figure(points)}" for name, points in wins.items())
        yield _("So far that is: %(sides)s.") % {"sides": sides}


def _forfeit_in_words(award: Award) -> str:
    if isinstance(award, str):
        return games.render_sentence(AWARD_WORDS[award])
    count = 1 if award == 1 else 2
    return ngettext("%(count)s point", "%(count)s points", count) % {"count": figure(award)}


def _form(table: Table, names: list[str], data: Any = None) -> ForfeitForm:
    result = result_of(table)
    now = result.forfeit
    initial = {
        "absent": "" if now is None else now,
        "reason": "" if now is None else result.award_reason,
    }
    form = ForfeitForm(data, names=names, initial=initial)
    form.watch(
        ("table", table.pk),
        lock=partial(results.hold_match, table),
        reload_form=lambda: _form(Table.objects.get(pk=table.pk), names),
    )
    return form


def forfeit_shown(desk: DeskTable) -> dict[str, Any]:
    """Return what the page of a table says of a forfeit, and whether there can be one."""
    names, forfeit = desk.names.sides, desk.result.forfeit
    counted = desk.event.method.get("name") not in COMPARING_DEALS
    return {
        "forfeit": "" if forfeit is None else forfeit_in_words(forfeit, names),
        "can_forfeit": counted and len(names) == 2,
    }


# --- Flagged ---
# A deal that cannot be of its prepared cards, at the desk: its detail with a reason, accepted.


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
                by=act_of(request),
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
                by=act_of(request),
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
