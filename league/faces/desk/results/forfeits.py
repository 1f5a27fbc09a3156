"""A table to which somebody did not come: said at the desk, or taken back."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from games import services as games
from games.wording import join_sentences
from league.faces.desk.access import actor_of
from league.faces.desk.conflict_checked import ConflictCheckedForm
from league.faces.desk.results.desk_table import (
    DeskTable,
    decision_page,
    desk_table_page,
    redirect_to_table,
)
from league.faces.desk.saved import flash_saved
from league.foundation.doors.invalid_request import InvalidRequest
from league.foundation.lists import listed
from league.foundation.refusal_shown import form_errors
from league.foundation.shown_numbers import figure
from league.play.events.event_scoring import COMPARING_DEALS
from league.play.results import services as results
from league.play.results.selectors import result_of
from league.play.results.services.reasons import LONGEST
from league.play.rounds.forfeits import Forfeit, absent_sides, forfeit_in_words
from league.play.rounds.models import Table
from league.tables.standings.methods.matches.awards import AVERAGES, Award
from league.tables.standings.methods.matches.match_method import MatchMethod
from league.tables.standings.methods.parts import AWARD_WORDS
from league.tables.standings.methods.scoring import read_method
from league.tables.standings.sums import MOST_SUMMED
from league.tables.standings.unplayed_worth import forfeit_wins


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
                    actor=actor_of(request),
                    at=timezone.now(),
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
        "win": _award_in_words(method.forfeit_win),
        "loss": _award_in_words(method.forfeit_loss),
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


def _award_in_words(award: Award) -> str:
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
