"""Who takes part: entries typed fast, changed, seeded."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from games.wording import join_sentences
from league.clubs.models import Club, Player
from league.clubs.selectors import players_of
from league.faces.desk.access import act_of, event_page
from league.faces.desk.event_tabs import event_tabs
from league.faces.desk.events.entry_forms import EntryForm, LinesForm, SeedsForm
from league.faces.desk.undo import flash_done, flash_saved
from league.foundation.limits import LARGEST_ID, parse_int
from league.foundation.lists import listed, partners
from league.foundation.refusal import Refused, add_refusal, flash_errors
from league.foundation.spreadsheets import Column, Sheet, format_asked, spreadsheet
from league.play.events import services as events
from league.play.events.entry_rules import lacking_in_words, waits_for_partner
from league.play.events.journaling import hold_event
from league.play.events.models import Entry, EntryState, Event, EventState
from league.play.events.names import current_members, name_of
from league.play.events.selectors import (
    asked_in,
    entries_of,
    members_with_players,
    moves_up,
    places_left,
    removal_of,
)
from league.play.events.services.typed_entries import UnknownNames, enter_lines, save_typed_entry
from league.play.rounds.arrangement import moves_in_words
from league.tables.ratings.seeding import seeds_by_rating

# --- The club's events and the entries of one as spreadsheets of the desk ---

A_BATCH = 1_000

EVENTS = (
    Column(gettext_lazy("Event"), lambda event: event.name),
    Column(gettext_lazy("State"), lambda event: event.get_state_display()),
    Column(gettext_lazy("First day"), lambda event: event.starts_on),
    Column(gettext_lazy("Season"), lambda event: event.season.name if event.season else None),
    Column(gettext_lazy("Entries"), lambda event: event.taking_part),
    Column(gettext_lazy("Waiting list"), lambda event: event.waiting),
)
ENTRIES = (
    Column(gettext_lazy("Number"), lambda row: row["number"]),
    Column(gettext_lazy("Name"), lambda row: row["name"]),
    Column(gettext_lazy("Players"), lambda row: row["members"]),
    Column(gettext_lazy("State"), lambda row: row["state_label"]),
    Column(gettext_lazy("Seed"), lambda row: row["seed"]),
    Column(gettext_lazy("Entered"), lambda row: row["entered_at"]),
)


def desk_events_sheet(club: Club, events: Any) -> Sheet:
    title = " · ".join((club.name, _("Events")))
    return Sheet(title=title, columns=EVENTS, rows=events.iterator(chunk_size=A_BATCH))


def desk_entries_sheet(event: Event, rows: Iterable[dict[str, Any]]) -> Sheet:
    return Sheet(title=" · ".join((event.name, _("Entries"))), columns=ENTRIES, rows=rows)


MOST_TAKEN_BACK = 60


@require_http_methods(["GET", "POST"])
@event_page("events.change_entries")
def entries(request: HttpRequest, event: Event) -> HttpResponse:
    """The list of entries, and the field to type new ones into."""
    form = LinesForm(request.POST or None, event=event)
    if request.method == "POST" and form.is_valid() and _enter(request, event, form):
        return redirect("desk:entries", event.club.slug, event.slug)
    asked = asked_in(event)
    rows = [_shown(event, entry, asked.get(entry.pk, [])) for entry in entries_of(event)]
    if wanted := format_asked(request):
        return spreadsheet(desk_entries_sheet(event, rows), wanted, event.slug, "entries")
    shown = [row for row in rows if row["state"] == EntryState.ACCEPTED]
    context = {
        "club": event.club,
        "event": event,
        "form": form,
        "tabs": event_tabs(event, "entries"),
        "taking_part": shown,
        "waiting": [r for r in rows if r["state"] in (EntryState.WAITING, EntryState.APPLIED)],
        "withdrawn": [row for row in rows if row["state"] == EntryState.WITHDRAWN],
        "places_left": places_left(event),
        "is_closed": event.state in (EventState.FINISHED, EventState.ARCHIVED),
        "is_running": event.state == EventState.RUNNING,
        "asks_first": moves_up(event),
        "has_seeds": any(row["seed"] for row in shown),
    }
    return render(request, "desk/events/entries.html", context)


def _shown(event: Event, entry: Entry, asked: list[Player]) -> dict[str, Any]:
    members = current_members(entry)
    return {
        "id": entry.pk,
        "number": entry.number,
        "name": name_of(entry),
        "members": partners(m.player.name for m in members) if entry.name else "",
        "asked": listed(player.name for player in asked),
        "state": entry.state,
        "state_label": _("waiting for a partner")
        if waits_for_partner(event, entry)
        else entry.get_state_display(),
        "seed": entry.seed,
        "entered_at": entry.entered_at,
        "withdrawn_at": entry.withdrawn_at,
    }


def _enter(request: HttpRequest, event: Event, form: LinesForm) -> bool:
    try:
        entered = enter_lines(
            event=event,
            text=form.cleaned_data["lines"],
            add_unknown=form.cleaned_data["add_unknown"],
            by=act_of(request),
        )
    except Refused as refused:
        add_refusal(form, refused)
        return False
    done = ngettext("%(count)d entry added.", "%(count)d entries added.", len(entered))
    _say_entered(request, event, done % {"count": len(entered)}, entered)
    _say_lacking(request, event, entered)
    return True


def _say_entered(
    request: HttpRequest, event: Event, sentence: str, entered: Sequence[Entry]
) -> None:
    """Say who was entered, with the way back where they are few enough to be taken out at once."""
    if len(entered) > MOST_TAKEN_BACK:
        messages.success(request, sentence)
        return
    at = [event.club.slug, event.slug]
    fields = {"entry": [entry.pk for entry in entered]}
    flash_done(request, sentence, undo="desk:entries_take_back", at=at, fields=fields)


@require_POST
@event_page("events.change_entries")
def entries_take_back(request: HttpRequest, event: Event) -> HttpResponse:
    """Take out entries that were just added: withdrawn once the event runs, removed before."""
    chosen = [parse_int(text, most=LARGEST_ID) for text in request.POST.getlist("entry")]
    rows = Entry.objects.filter(event=event, pk__in=[pk for pk in chosen[:MOST_TAKEN_BACK] if pk])
    with flash_errors(request):
        taken = events.take_out(entries=rows, event=event, by=act_of(request))
        done = ngettext("%(count)d entry taken out.", "%(count)d entries taken out.", taken)
        messages.success(request, done % {"count": taken})
    return redirect("desk:entries", event.club.slug, event.slug)


def _say_lacking(request: HttpRequest, event: Event, saved: Iterable[Entry]) -> None:
    """Say who of those just saved waits for a partner."""
    rows = Entry.objects.filter(pk__in=[entry.pk for entry in saved])
    lacking = rows.order_by("number").prefetch_related(members_with_players())
    sentence = lacking_in_words(event, lacking)
    if sentence:
        messages.warning(request, sentence)


@require_http_methods(["GET", "POST"])
@event_page("events.change_entries")
def entry_change(request: HttpRequest, event: Event, entry: int | None = None) -> HttpResponse:
    """One entry by name, with suggestions from the club's players: a new one, or one to change."""
    found = entry_of(event, entry) if entry is not None else None
    form = EntryForm(request.POST or None, event=event, entry=found)
    if (
        request.method == "POST"
        and form.is_valid()
        and (saved := saved_entry(request, event, form, found))
    ):
        if found is None:
            _say_entered(request, event, _("Saved."), [saved])
        else:
            flash_saved(request, _("Saved."), form)
        return redirect("desk:entries", event.club.slug, event.slug)
    players = players_of(event.club).filter(is_active=True)
    context = {
        "club": event.club,
        "event": event,
        "entry": found,
        "entry_name": name_of(found) if found else "",
        "form": form,
        "players": players.values_list("name", flat=True),
        "is_running": event.state == EventState.RUNNING,
    }
    return render(request, "desk/events/entry.html", context)


def entry_of(event: Event, pk: int) -> Entry:
    """Return an entry of the event with its members. Raises Http404 if there is none."""
    entry = get_object_or_404(
        Entry.objects.prefetch_related(members_with_players()), event=event, pk=pk
    )
    entry.event = event
    return entry


def saved_entry(
    request: HttpRequest, event: Event, form: EntryForm, entry: Entry | None = None
) -> Entry | None:
    """Save what was typed, as a new entry unless it is one's; None where the form says why not."""
    save = partial(
        save_typed_entry,
        event=event,
        entry=entry,
        typed_players=form.typed_players,
        name=form.cleaned_data.get("name", ""),
        add_unknown=form.cleaned_data["add_unknown"],
        by=act_of(request),
    )
    try:
        saved = save() if entry is None else form.run_if_unchanged(save)
    except UnknownNames as refused:
        place = form.typed_players.index(refused.names[0]) + 1 if refused.names else 1
        form.add_error(f"player_{place}", str(refused))
        return None
    except Refused as refused:
        add_refusal(form, refused)
        return None
    _say_lacking(request, event, [saved])
    return saved


@require_http_methods(["GET", "POST"])
@event_page("events.change_entries")
def seeds(request: HttpRequest, event: Event) -> HttpResponse:
    """Number the entries by strength; the draw starts from it."""
    by_rating = seeds_by_rating(event, _taking_part(event)) if "by_rating" in request.GET else []
    form = _seeds_form(event, request.POST if request.method == "POST" else None)
    if not form.is_bound:
        # a proposal: what is stored is watched, and is what an undo brings back
        form.initial = {f"seed_{seeded.entry.pk}": seeded.seed for seeded in by_rating}
    if request.method == "POST" and form.is_valid():
        try:
            by = act_of(request)
            form.run_if_unchanged(partial(events.set_seeds, event=event, order=form.order, by=by))
        except Refused as refused:
            add_refusal(form, refused)
        else:
            flash_saved(request, _("Seeds saved."), form)
            return redirect("desk:entries", event.club.slug, event.slug)
    context = {
        "club": event.club,
        "event": event,
        "form": form,
        "by_rating": [(seeded, name_of(seeded.entry)) for seeded in by_rating],
    }
    return render(request, "desk/events/seeds.html", context)


def _seeds_form(event: Event, data: Any = None) -> SeedsForm:
    entries = [(entry, name_of(entry)) for entry in _taking_part(event)]
    form = SeedsForm(data, entries=entries)
    form.watch(
        ("event", event.pk),
        lock=partial(hold_event, event.pk),
        reload_form=partial(_seeds_form, event),
    )
    return form


def _taking_part(event: Event) -> QuerySet[Entry]:
    return entries_of(event).exclude(state=EntryState.WITHDRAWN)


# --- Buttons beside an entry in the list: accept, withdraw, reinstate, remove, and undo these ---

EntryAct = Callable[..., Any]
ACTIONS: dict[str, tuple[EntryAct, Any]] = {
    "accept": (events.accept_entry, gettext_lazy("%(entry)s accepted.")),
    "withdraw": (events.withdraw_entry, gettext_lazy("%(entry)s withdrawn.")),
    "reinstate": (events.reinstate_entry, gettext_lazy("%(entry)s reinstated.")),
    "remove": (events.remove_entry, gettext_lazy("%(entry)s removed.")),
}
MOVING = ("withdraw", "reinstate")


@require_POST
@event_page("events.change_entries")
def entry_act(request: HttpRequest, event: Event, entry: int, action: str) -> HttpResponse:
    """Accept, withdraw, reinstate or remove an entry."""
    if action not in ACTIONS:
        raise Http404
    found = entry_of(event, entry)
    name = name_of(found)
    act, done = ACTIONS[action]
    way_back = _way_back(found, action)
    try:
        act(entry=found, by=act_of(request))
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        moves = moves_in_words(event, found) if action in MOVING else []
        sentence = join_sentences([done % {"entry": name}, *moves])
        _say_done(request, found, action, sentence, way_back)
    return redirect("desk:entries", event.club.slug, event.slug)


def _way_back(entry: Entry, action: str) -> str:
    """Return the action that undoes this one exactly, or "", as when another entry moves up."""
    if action == "reinstate":
        return "withdraw"
    if action == "accept" or (entry.state == EntryState.ACCEPTED and moves_up(entry.event)):
        return ""
    if action == "remove":
        return "restore"
    return "reinstate" if entry.state == EntryState.ACCEPTED else ""


def _say_done(
    request: HttpRequest, entry: Entry, action: str, sentence: str, way_back: str
) -> None:
    event = entry.event
    at = [event.club.slug, event.slug, entry.pk]
    if way_back == "restore":
        if removal_of(event, entry.pk) is None:
            messages.success(request, sentence)
        else:
            flash_done(request, sentence, undo="desk:entry_restore", at=at, fields={})
    elif way_back:
        flash_done(request, sentence, undo="desk:entry_act", at=[*at, way_back], fields={})
    else:
        messages.success(request, sentence)


@require_POST
@event_page("events.change_entries")
def entry_restore(request: HttpRequest, event: Event, entry: int) -> HttpResponse:
    """Put an entry back that was removed, as it was; 404 where the event never had it."""
    if not event.entries.filter(pk=entry).exists() and removal_of(event, entry) is None:
        raise Http404
    try:
        restored = events.restore_entry(event=event, entry_id=entry, by=act_of(request))
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("%(entry)s reinstated.") % {"entry": name_of(restored)})
    return redirect("desk:entries", event.club.slug, event.slug)
