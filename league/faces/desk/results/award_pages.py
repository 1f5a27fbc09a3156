"""What a director decides about a table: points instead of play, and who won a level one."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from league.faces.desk.access import actor_of
from league.faces.desk.results.desk_table import (
    DeskTable,
    decision_page,
    desk_table_page,
    redirect_to_table,
)
from league.faces.desk.undo import flash_done
from league.foundation.limits import limits
from league.foundation.refusal_shown import form_errors
from league.play.results import services as results
from league.play.results.services.ending import MOST_POINTS
from league.play.results.services.reasons import LONGEST
from league.play.rounds.rooms import compares_deals


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
                actor=actor_of(request),
                at=timezone.now(),
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
                actor=actor_of(request),
                at=timezone.now(),
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
