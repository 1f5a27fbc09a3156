"""Tonight in two minutes: what is played, who is there, a plan; one button starts the evening."""

import secrets
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, cast

from django.conf import settings
from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django.views.decorators.vary import vary_on_headers

from games import services as games
from league.calendar.availability.models import Answer
from league.calendar.availability.selectors import (
    Answers,
    answers_for_evening,
    read_answers,
    with_answers,
)
from league.clubs.models import Club, Player, User
from league.faces.desk.access import act_of, club_page, event_page
from league.faces.desk.events.entry_forms import EntryForm
from league.faces.desk.events.entry_pages import saved_entry
from league.faces.desk.tonight.forms import ChoiceForm, GuestForm
from league.faces.desk.tonight.next_action import entry_form, events_shown, next_of_evening
from league.faces.desk.tonight.night_shown import Room, plans_shown, row_of, sought
from league.faces.desk.undo import flash_done
from league.foundation.compiled_queries import CompiledQuery
from league.foundation.jobs.selectors import silent_since, worker_heard, workers_silent_since
from league.foundation.limits import LARGEST_ID, clean_text, parse_int
from league.foundation.qr_codes import qr_svg
from league.foundation.refusal import Refused, add_refusal, flash_errors, form_errors
from league.play.events import services as events
from league.play.events.evenings import (
    day_of,
    link_of,
    present,
    read_day,
    waiting_evening,
    with_day,
)
from league.play.events.models import Entry, Evening, Event, EventState
from league.play.events.names import name_of
from league.play.events.services import GuestUnclear
from league.play.rounds import services as rounds
from league.play.rounds.events_of_a_day import events_of_a_day
from league.tables.ratings.tonight import form_even_pairs, propose_even_pairs

MOST_EVENTS = 6


@require_GET
@club_page("events.view_evening")
def tonight(request: HttpRequest, club: Club) -> HttpResponse:
    """The page: nothing is stored before somebody is ticked or something is chosen."""
    return _page(request, club)


def _page(
    request: HttpRequest, club: Club, evening: Evening | None = None, **more: Any
) -> HttpResponse:
    status = more.pop("status", 200)
    context = _shown(request, club, evening, **more)
    return render(request, "desk/tonight/tonight.html", context, status=status)


def _whole_day(value: Callable[[str], Any]) -> "QuerySet[Club]":
    clubs = Club.objects.filter(pk=value("club")).only("pk")
    rows = with_answers(with_day(clubs, value("day")), value("day"))
    return rows.annotate(worker_heard=worker_heard())


WHOLE_DAY = CompiledQuery(_whole_day)


def _shown(
    request: HttpRequest, club: Club, evening: Evening | None, **more: Any
) -> dict[str, Any]:
    """Return what the page and each part of it need; `more` are forms with what was typed."""
    today = evening.day if evening else timezone.localdate()
    (row,) = WHOLE_DAY(club=club.pk, day=today)
    day, now, found = read_day(club, today, row), timezone.now(), cast("Any", row)
    evening = evening or day.evening
    silent = silent_since(found.worker_heard, at=now)
    room = Room.with_players(evening)
    text = clean_text(request.GET.get("q"), most=100)
    rows = room.rows()
    plans = plans_shown(room, now)
    return {
        "club": evening.club,
        "evening": evening,
        "seen": evening.version,
        "now": now,
        "names": [row["name"] for row in rows],
        "game": _game(evening),
        "events": _events(request, evening, silent, more.pop("entered", None)),
        "choice": ChoiceForm(evening=evening, day=day),
        "guest": GuestForm(),
        "together": room.together_form(),
        "groups": room.groups(),
        "rows": sought(rows, text),
        "count": room.count,
        "q": text,
        **_may(request, evening.club),
        **plans,
        **_next(request, room, plans, read_answers(row)),
        **more,
    }


def _next(
    request: HttpRequest, room: Room, plans: Mapping[str, Any], answers: Answers | None = None
) -> dict[str, Any]:
    """Return what comes next while nothing is started, and what players said beforehand."""
    evening = room.evening
    answers = answers or answers_for_evening(evening.club, evening.day)
    here = {attendance.player_id for attendance in room.there}
    said_yes = {row.player_id for row in answers.of(Answer.COMES)}
    return {
        "answers": answers,
        "next": next_of_evening(
            club_slug=evening.club.slug,
            here=room.count,
            expected=len(said_yes - here),
            plans=plans.get("plans", []),
            why_none=plans.get("why_none", ""),
            evening={"evening": str(evening.pk or ""), "version": str(evening.version)},
            may_start=_may(request, evening.club)["may_start"],
        ),
    }


def _game(evening: Evening) -> str:
    """Return what is played, as the folded choice says it."""
    if evening.house_rules is not None:
        return evening.house_rules.name
    game = games.variant_named(evening.variant)
    return games.render_sentence(game.label) if game else evening.variant


def _events(
    request: HttpRequest,
    evening: Evening,
    silent: datetime | None,
    entered: tuple[int, EntryForm] | None,
) -> list[dict[str, Any]]:
    """Return the events of the evening; `entered` is the form of one of them, as it was typed."""
    user = request.user
    assert isinstance(user, User)  # noqa: S101  club_page
    found = events_of_a_day(evening.club, evening.day, most=MOST_EVENTS)
    forms = dict([entered]) if entered else {}
    return events_shown(found, user, silent_since=silent, forms=forms)


def _evening(request: HttpRequest, club: Club) -> Evening:
    """Return the evening that the page was about; the first thing done on a page opens it.

    A page that was left open does not begin another evening: it knows which one it is of.
    """
    number = parse_int(request.POST.get("evening"), most=LARGEST_ID)
    if number is not None:
        evenings = Evening.objects.select_related("club", "house_rules", "event")
        return get_object_or_404(evenings, club=club, pk=number)
    return events.open_evening(club=club, day=timezone.localdate(), by=act_of(request))


def _back(club: Club, anchor: str = "") -> HttpResponse:
    return redirect(reverse("desk:tonight", args=[club.slug]) + anchor)


def _is_part(request: HttpRequest) -> bool:
    return bool(getattr(request, "htmx", False))


@require_POST
@vary_on_headers("HX-Request")
@club_page("events.start_evening")
def choose(request: HttpRequest, club: Club) -> HttpResponse:
    """Say what is played and for how long."""
    evening = _evening(request, club)
    form = ChoiceForm(request.POST, evening=evening, day=day_of(club, evening.day))
    if form.is_valid():
        with form_errors(form):
            events.choose(
                evening=evening,
                changes=form.columns(),
                by=act_of(request),
            )
    if _is_part(request):
        evening = waiting_evening(club, evening.day) or evening
        context = _parts(request, evening) | {"choice": form, "game": _game(evening)}
        status = 422 if form.errors else 200
        return render(request, "desk/tonight/_chosen.html", context, status=status)
    if form.errors:
        return _page(request, club, evening, choice=form, status=422)
    return _back(club)


@require_POST
@vary_on_headers("HX-Request")
@club_page("events.change_presence")
def tick(request: HttpRequest, club: Club) -> HttpResponse:
    """Note that somebody is there (`here`), or is not after all (`gone`)."""
    evening = _evening(request, club)
    comes = "here" in request.POST
    number = parse_int(request.POST.get("here" if comes else "gone"), most=LARGEST_ID)
    player = get_object_or_404(Player, club=club, pk=number or 0)
    act = events.check_in if comes else events.take_back
    try:
        act(evening=evening, player=player, by=act_of(request))
    except Refused as refused:
        messages.error(request, str(refused))
        if _is_part(request):
            return HttpResponse(headers={"HX-Redirect": reverse("desk:tonight", args=[club.slug])})
    if not _is_part(request):
        return _back(club, f"#player-{player.pk}")
    evening.refresh_from_db(fields=["version"])
    presence = present(evening).filter(player=player).first()
    context = _parts(request, evening) | {"row": row_of(player, presence)}
    return render(request, "desk/tonight/_ticked.html", context)


def _parts(request: HttpRequest, evening: Evening) -> dict[str, Any]:
    """Return the parts of the page that change with every tick; the plans are loaded after them."""
    room = Room.of(evening)
    return {
        "club": evening.club,
        "evening": evening,
        "seen": _seen(request, evening),
        "count": room.count,
        "together": room.together_form(),
        "groups": room.groups(),
        "is_part": True,
        **_may(request, evening.club),
        **_next(request, room, {}),
    }


def _seen(request: HttpRequest, evening: Evening) -> int:
    """Return the version that the list shows: after an act, it lacks what others did meanwhile."""
    seen = parse_int(request.POST.get("seen"), most=LARGEST_ID)
    return evening.version if seen is None or evening.version <= seen + 1 else seen


def _may(request: HttpRequest, club: Club) -> dict[str, bool]:
    return {
        "may_start": request.user.has_perm("events.start_evening", club),
        "may_add": request.user.has_perm("events.add_guest", club),
    }


@require_GET
@vary_on_headers("HX-Request")
@club_page("events.view_evening")
def present_part(request: HttpRequest, club: Club) -> HttpResponse:
    """The list once more when somebody else has changed it, a player's phone for example."""
    evening = waiting_evening(club, timezone.localdate())
    known = request.GET.get("version", "")
    if evening is None:
        # somebody else has started it: the whole page says so
        return HttpResponse(status=204, headers={"HX-Refresh": "true"} if known else {})
    if known == f"{evening.pk}.{evening.version}":
        return HttpResponse(status=204)
    context = _parts(request, evening) | {"rows": Room.with_players(evening).rows()}
    return render(request, "desk/tonight/_people.html", context)


@require_GET
@club_page("events.view_evening")
def plans_part(request: HttpRequest, club: Club) -> HttpResponse:
    """The plans for those who are there now."""
    evening = day_of(club, timezone.localdate()).evening
    room = Room.of(evening)
    context = {"club": club, "evening": evening, "count": room.count, **_may(request, club)}
    plans = plans_shown(room, timezone.now())
    context |= plans | _next(request, room, plans)
    return render(request, "desk/tonight/_plans_now.html", context)


@require_GET
@vary_on_headers("HX-Request")
@event_page("events.view_evening")
def event_part(request: HttpRequest, event: Event) -> HttpResponse:
    """One event of the evening once more, as live.js asks for it when something was reported."""
    if request.headers.get("HX-Request") != "true":
        return _back(event.club, f"#event-{event.slug}")
    user = request.user
    assert isinstance(user, User)  # noqa: S101  event_page
    silent = workers_silent_since(at=timezone.now())
    (shown,) = events_shown([event], user, silent_since=silent, forms={})
    return render(request, "desk/tonight/_event_part.html", shown)


@require_POST
@event_page("events.change_entries")
def entry_add(request: HttpRequest, event: Event) -> HttpResponse:
    """Enter somebody who came later: players of the club by name, or new ones."""
    form = entry_form(event, request.POST)
    if form is None:
        return redirect("desk:entry_new", event.club.slug, event.slug)
    if form.is_valid() and (entry := saved_entry(request, event, form)):
        _say_entered(request, event, entry)
        return _back(event.club, f"#event-{event.slug}")
    return _page(request, event.club, entered=(event.pk, form), status=422)


def _say_entered(request: HttpRequest, event: Event, entry: Entry) -> None:
    """Say who was entered, with the way back: withdrawn once the event runs, removed before."""
    action = "withdraw" if event.state == EventState.RUNNING else "remove"
    at = [event.club.slug, event.slug, entry.pk, action]
    sentence = _("%(entry)s is entered for %(event)s.")
    words = {"entry": name_of(entry), "event": event.name}
    flash_done(request, sentence % words, undo="desk:entry_act", at=at, fields={})


@require_POST
@club_page("events.add_guest")
def guest(request: HttpRequest, club: Club) -> HttpResponse:
    """Add a guest by name as present; a player of this name is created if the club has none."""
    evening = _evening(request, club)
    form = GuestForm(request.POST)
    if form.is_valid():
        try:
            player = events.add_guest(
                evening=evening,
                name=form.cleaned_data["guest"],
                surely_new=form.cleaned_data["surely_new"],
                by=act_of(request),
            )
        except Refused as refused:
            add_refusal(form, refused)
            similar = refused.similar if isinstance(refused, GuestUnclear) else []
            return _page(request, club, evening, guest=form, similar=similar, status=422)
        flash_done(
            request,
            _("%(name)s is present.") % {"name": player.name},
            undo="desk:tonight_tick",
            at=[club.slug],
            fields={"evening": evening.pk, "gone": player.pk},
        )
        # the next name is typed there
        return _back(club, "#find")
    return _page(request, club, evening, guest=form, status=422)


@require_POST
@club_page("events.change_presence")
def together(request: HttpRequest, club: Club) -> HttpResponse:
    """Let players be partners, or part them (`part`)."""
    evening = _evening(request, club)
    who: dict[str, Any] = {"evening": evening, "by": act_of(request)}
    number = parse_int(request.POST.get("part"), most=LARGEST_ID)
    form = Room.of(evening).together_form(request.POST)
    with flash_errors(request):
        if number is not None:
            events.part(together=number, **who)
        elif form is not None and form.is_valid():
            events.put_together(players=form.chosen, **who)
        elif form is not None:
            return _page(request, club, evening, together=form, status=422)
    return _back(club, "#partners")


@require_POST
@club_page("events.start_evening")
def start(request: HttpRequest, club: Club) -> HttpResponse:
    """Enter everybody, draw the room, open round 1. Pressed twice it is done once."""
    evening = _evening(request, club)
    version = parse_int(request.POST.get("version"), most=LARGEST_ID)
    try:
        first = rounds.start_evening(
            evening=evening,
            plan=request.POST.get("plan", ""),
            version=-1 if version is None else version,
            by=act_of(request),
        )
    except Refused as refused:
        messages.error(request, str(refused))
        return _back(club, "#plans")
    event = first.stage.event
    messages.success(
        request,
        _("%(event)s has begun. Slips and table cards can be printed beside its round.")
        % {"event": event.name},
    )
    return _back(club, f"#event-{event.slug}")


# --- The code in the room: players scan it to check in, this evening only ---


def check_in_url(evening: Evening) -> str:
    """Return the whole address at which players check in, as it stands in the code."""
    return f"{settings.SITE_URL}{reverse('public:check_in', args=[link_of(evening)])}"


@require_GET
@club_page("events.change_presence")
def code(request: HttpRequest, club: Club) -> HttpResponse:
    """The code, large, to be shown or printed."""
    evening = waiting_evening(club, timezone.localdate())
    context: dict[str, Any] = {"club": club, "evening": evening}
    if evening is not None:
        url = check_in_url(evening)
        context |= {"url": url, "svg": qr_svg(url)}
    return render(request, "desk/tonight/code.html", context)


@require_POST
@club_page("events.change_presence")
def code_act(request: HttpRequest, club: Club) -> HttpResponse:
    """Make the evening's code, or replace it (`renew`), so that the one before is worthless."""
    by = act_of(request)
    with flash_errors(request):
        evening = events.open_evening(club=club, day=timezone.localdate(), by=by)
        if "renew" in request.POST:
            events.renew_link(evening=evening, by=by)
            messages.success(request, _("The code has been replaced: the old one no longer works."))
    return redirect("desk:tonight_code", club.slug)


# --- Even pairs for tonight: a proposal by the ratings to look at, and a button that forms them ---

LARGEST_SEED = 1_000_000


@require_http_methods(["GET", "POST"])
@club_page("events.change_presence")
def even_pairs(request: HttpRequest, club: Club) -> HttpResponse:
    """Show the pairs of one lot, which stands in the address; nothing is written before the POST.

    Another lot only turns those who are equally strong.
    """
    evening = waiting_evening(club, timezone.localdate())
    if evening is None:
        return redirect("desk:tonight", club.slug)
    seed = _number(request.POST.get("lot") or request.GET.get("lot"))
    if request.method == "POST":
        try:
            formed = form_even_pairs(
                evening=evening,
                seed=seed,
                version=_number(request.POST.get("version")),
                by=act_of(request),
            )
        except Refused as refused:
            messages.error(request, str(refused))
            return redirect("desk:tonight_pairs", club.slug)
        done = ngettext("%(count)d pair formed.", "%(count)d pairs formed.", len(formed))
        messages.success(request, done % {"count": len(formed)})
        return redirect("desk:tonight", club.slug)
    context = {
        "club": club,
        "evening": evening,
        "lot": seed,
        "another_lot": secrets.randbelow(LARGEST_SEED),
        "proposed": propose_even_pairs(evening, seed=seed),
    }
    return render(request, "desk/tonight/even_pairs.html", context)


def _number(text: str | None) -> int:
    """Return a whole number that came with the request, 0 for anything else."""
    return parse_int(text, most=LARGEST_SEED) or 0
