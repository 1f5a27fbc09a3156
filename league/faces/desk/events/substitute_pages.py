"""The substitutes of an event: the rule, who stood in so far, and how often."""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from games.services import whole_sentence
from games.wording import join_sentences
from league.clubs.models import Player
from league.faces.desk.access import act_of, check, event_page
from league.faces.desk.event_tabs import event_tabs
from league.faces.desk.events.setup_forms import StepForm
from league.faces.desk.inputs import day_field, number_field
from league.faces.desk.rounds.seats import say_seated
from league.faces.desk.undo import flash_saved
from league.foundation.journal.actor import Act
from league.foundation.refusal import Refused, add_refusal, flash_errors
from league.play.events.journaling import as_stored, hold_event
from league.play.events.models import (
    MOST_SUBSTITUTED,
    EntryKind,
    Event,
    EventState,
    SubstitutePoints,
    Substitutes,
)
from league.play.events.names import called_after, name_of
from league.play.events.rulesets import rule_in_words, rule_of
from league.play.events.services import change_substitutes
from league.play.events.services.typed_entries import Directory, find_player
from league.play.rounds import services as rounds
from league.play.rounds.models import RoundState, Seat
from league.play.rounds.selectors import round_title
from league.play.rounds.substitutions import substitutions_of

# --- The rule on substitutes of an event as a form, its reserves as names one a line ---

COLUMNS = (
    *("substitutes", "rounds_a_substitute", "substituted_rounds"),
    *("substitutes_until_round", "substitutes_until", "substitute_points"),
)
MOST_RESERVES = 500


class SubstitutesForm(StepForm):
    """Who may stand in, how often, until when, and who gets the points."""

    frozen_after = {EventState.OPEN: ("substitute_points",), EventState.RUNNING: COLUMNS}

    substitutes = forms.ChoiceField(
        label=gettext_lazy("Who may stand in"),
        choices=Substitutes.choices,
        widget=forms.RadioSelect,
    )
    reserves = forms.CharField(
        label=gettext_lazy("The reserves, one a line"),
        help_text=gettext_lazy(
            "Players of the club by name; two of the same name: write “Ann Lee #12” with the "
            "member number."
        ),
        widget=forms.Textarea(attrs={"rows": 4, "autocomplete": "off"}),
        max_length=20_000,
        required=False,
    )
    rounds_a_substitute = number_field(
        least=1,
        most=MOST_SUBSTITUTED,
        label=gettext_lazy("Rounds one substitute may stand in"),
        help_text=gettext_lazy("Leave it empty for no limit."),
        required=False,
    )
    substituted_rounds = number_field(
        least=1,
        most=MOST_SUBSTITUTED,
        label=gettext_lazy("Rounds one entry may have substitutes"),
        help_text=gettext_lazy("Leave it empty for no limit."),
        required=False,
    )
    substitutes_until_round = number_field(
        least=1,
        most=1_000,
        label=gettext_lazy("Last round with substitutes"),
        help_text=gettext_lazy("Counted through all stages. Leave it empty for no limit."),
        required=False,
    )
    substitutes_until = day_field(label=gettext_lazy("Last day with substitutes"), required=False)
    substitute_points = forms.ChoiceField(
        label=gettext_lazy("Who gets a substitute’s points"),
        help_text=gettext_lazy("This is scoring: it stays as it is once the event runs."),
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        listed = event.reserves.select_related("player").order_by("player__sort_key", "player_id")
        initial = {name: getattr(event, name) for name in COLUMNS}
        initial["reserves"] = "\n".join(_as_typed(row.player) for row in listed)
        kwargs.setdefault("initial", initial)
        super().__init__(*args, event=event, **kwargs)
        self.fields["substitute_points"].choices = [  # type: ignore[attr-defined]
            choice
            for choice in SubstitutePoints.choices
            if event.entry_kind == EntryKind.INDIVIDUAL or choice[0] != SubstitutePoints.PLAYER
        ]
        if event.state in (EventState.FINISHED, EventState.ARCHIVED):
            self.fields["reserves"].disabled = True

    def clean_reserves(self) -> list[Player]:
        """Return the players named; every name that is not clear is an error."""
        lines = [line.strip() for line in self.cleaned_data["reserves"].splitlines()]
        directory = Directory.of(self.event.club)
        reserves: dict[int, Player] = {}
        wrong: list[str] = []
        for line in filter(None, lines):
            player = find_player(directory, line)
            if isinstance(player, Player):
                reserves[player.pk] = player
            elif isinstance(player, str):
                wrong.append(_("The club has no player called %(name)s.") % {"name": line[:60]})
            else:
                wrong.append(whole_sentence(player.sentence))
        if len(reserves) > MOST_RESERVES:
            wrong.append(
                _("%(count)d reserves are too many; name at most %(most)d.")
                % {"count": len(reserves), "most": MOST_RESERVES}
            )
        if wrong:
            raise forms.ValidationError(join_sentences(wrong[:10]))
        return list(reserves.values())

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("substitutes") == Substitutes.RESERVES and cleaned.get("reserves") == []:
            self.add_error(
                "reserves",
                _("Only reserves may stand in, and there are none: name them, or choose others."),
            )
        return cleaned

    def save(self, *, by: Act) -> Event:
        return change_substitutes(
            event=self.event,
            changes={name: self.cleaned_data[name] for name in COLUMNS},
            reserves=self.cleaned_data["reserves"],
            by=by,
        )


def _as_typed(player: Player) -> str:
    return f"{player.name} #{player.member_number}" if player.member_number else player.name


@require_http_methods(["GET", "POST"])
@event_page("events.view_desk")
def substitutes(request: HttpRequest, event: Event) -> HttpResponse:
    """Who stood in for whom; directors also change the rule here."""
    may_change = request.user.has_perm("events.change_event", event)
    form = None
    if request.method == "POST":
        check(request.user, "events.change_event", event, event.club)  # type: ignore[arg-type]
    if may_change:
        form = SubstitutesForm(request.POST if request.method == "POST" else None, event=event)
        form.watch(
            ("event", event.pk),
            lock=partial(hold_event, event.pk),
            reload_form=lambda: SubstitutesForm(event=as_stored(event)),
        )
        if form.is_bound and form.is_valid() and _save(request, form):
            return redirect("desk:substitutes", event.club.slug, event.slug)
    seats = list(substitutions_of(event))
    stages = event.stages.count()
    context = {
        "club": event.club,
        "event": event,
        "may_change": may_change,
        "tabs": event_tabs(event, "substitutes") if may_change else [],
        "rule": rule_in_words(rule_of(event)),
        "form": form,
        "is_over": event.state in (EventState.FINISHED, EventState.ARCHIVED),
        "rows": [_row(seat, stages, may_change=may_change) for seat in seats],
        "by_player": _by_player(seats),
        "by_entry": _by_entry(seats),
    }
    return render(request, "desk/events/substitutes.html", context)


def _save(request: HttpRequest, form: SubstitutesForm) -> bool:
    try:
        form.run_if_unchanged(partial(form.save, by=act_of(request)))
    except Refused as refused:
        add_refusal(form, refused)
        return False
    flash_saved(request, _("Saved."), form)
    return True


def _row(seat: Seat, stages: int, *, may_change: bool) -> dict[str, Any]:
    return {
        "id": seat.pk,
        "round": seat.round,
        "round_title": round_title(seat.round, stages),
        "table": seat.table.shown_number,
        "player": _name(seat.player),
        "absent": _name(seat.stands_in_for) or _("a free seat"),
        "entry": name_of(seat.placement.entry),
        "may_end": may_change and seat.round.state != RoundState.CLOSED,
    }


def _name(player: Player | None) -> str:
    return called_after(player).name if player else ""


def _by_player(seats: Sequence[Seat]) -> list[tuple[str, int]]:
    """Return how many rounds each substitute stood in, most first."""
    names = {called_after(s.player).pk: _name(s.player) for s in seats if s.player}
    counts = Counter(called_after(s.player).pk for s in seats if s.player)
    return sorted(
        ((names[player], count) for player, count in counts.items()), key=lambda p: (-p[1], p[0])
    )


def _by_entry(seats: Sequence[Seat]) -> list[tuple[str, int]]:
    """Return in how many rounds each entry had substitutes, most first."""
    names = {seat.placement.entry_id: name_of(seat.placement.entry) for seat in seats}
    rounds_of = {(seat.placement.entry_id, seat.round_id) for seat in seats}
    counts = Counter(entry for entry, _round in rounds_of)
    return sorted(
        ((names[entry], count) for entry, count in counts.items()), key=lambda p: (-p[1], p[0])
    )


@require_POST
@event_page("rounds.change_round")
def substitution_end(request: HttpRequest, event: Event, seat: int) -> HttpResponse:
    """End a substitution: the player of the entry sits at the seat again."""
    substitution = get_object_or_404(
        Seat.objects.select_related("round"), round__stage__event=event, pk=seat
    )
    with flash_errors(request):
        by = act_of(request)
        seated = rounds.end_substitution(seat=substitution, by=by)
        say_seated(request, event, seated, by=by)
    return redirect("desk:substitutes", event.club.slug, event.slug)
