"""Tonight in two minutes: what is played, who is there, a plan; one button starts the evening."""

from collections.abc import Callable
from typing import Any, TypeAlias

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST
from django.views.decorators.vary import vary_on_headers

from league.availability.selectors import answers_for_evening
from league.clubs.models import Club, Player
from league.desk.access import actor_of, club_page
from league.desk.tonight.forms import ChoiceForm, GuestForm
from league.desk.tonight.night_shown import Room, plans_shown, row_of, started_shown
from league.events import services as events
from league.events.evenings import next_evening, present, waiting_evening
from league.events.models import Evening
from league.events.services import GuestUnclear
from league.limits import LARGEST_ID, number_of, text_of
from league.refusal import Refused
from league.refusal_shown import add_refusal, refusals_above, refusals_in
from league.rounds import services as rounds

Answer: TypeAlias = Callable[[HttpRequest, Club], HttpResponse]


@require_GET
@club_page("events.view_evening")
def tonight(request: HttpRequest, club: Club) -> HttpResponse:
    """The page: nothing is stored before somebody is ticked or something is chosen."""
    evening = waiting_evening(club, timezone.localdate()) or _unsaved(club)
    return _page(request, evening)


def _unsaved(club: Club) -> Evening:
    return next_evening(club, timezone.localdate())


def _page(request: HttpRequest, evening: Evening, **more: Any) -> HttpResponse:
    status = more.pop("status", 200)
    return render(
        request, "desk/tonight/tonight.html", _shown(request, evening, **more), status=status
    )


def _shown(request: HttpRequest, evening: Evening, **more: Any) -> dict[str, Any]:
    """Return what the page and each part of it need; `more` are forms with what was typed."""
    room = Room.of(evening)
    text = text_of(request.GET.get("q"), most=100)
    return {
        "club": evening.club,
        "evening": evening,
        "choice": ChoiceForm(evening=evening),
        "guest": GuestForm(),
        "together": room.together_form(),
        "groups": room.groups(),
        "rows": room.rows(text),
        "count": room.count,
        "q": text,
        "started": started_shown(evening),
        "answers": answers_for_evening(evening.club, evening.day),
        **_may(request, evening.club),
        **plans_shown(room, timezone.now()),
        **more,
    }


def _evening(request: HttpRequest, club: Club) -> Evening:
    """Return the evening that the page was about; the first thing done on a page opens it.

    A page that was left open does not begin another evening: it knows which one it is of.
    """
    number = number_of(request.POST.get("evening"), most=LARGEST_ID)
    if number is not None:
        evenings = Evening.objects.select_related("club", "house_rules", "event")
        return get_object_or_404(evenings, club=club, pk=number)
    return events.open_evening(
        club=club, day=timezone.localdate(), actor=actor_of(request), at=timezone.now()
    )


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
    form = ChoiceForm(request.POST, evening=evening)
    if form.is_valid():
        with refusals_in(form):
            events.choose(
                evening=evening,
                changes=form.columns(),
                actor=actor_of(request),
                at=timezone.now(),
            )
    if _is_part(request):
        evening = waiting_evening(club, evening.day) or evening
        context = _parts(request, evening) | {"choice": form}
        status = 422 if form.errors else 200
        return render(request, "desk/tonight/_chosen.html", context, status=status)
    if form.errors:
        return _page(request, evening, choice=form, status=422)
    return _back(club)


@require_POST
@vary_on_headers("HX-Request")
@club_page("events.change_presence")
def tick(request: HttpRequest, club: Club) -> HttpResponse:
    """Note that somebody is there (`here`), or is not after all (`gone`)."""
    evening = _evening(request, club)
    comes = "here" in request.POST
    number = number_of(request.POST.get("here" if comes else "gone"), most=LARGEST_ID)
    player = get_object_or_404(Player, club=club, pk=number or 0)
    act = events.check_in if comes else events.take_back
    try:
        act(evening=evening, player=player, actor=actor_of(request), at=timezone.now())
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
        "count": room.count,
        "together": room.together_form(),
        "groups": room.groups(),
        "is_part": True,
        **_may(request, evening.club),
    }


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
    context = _parts(request, evening) | {"rows": Room.of(evening).rows()}
    return render(request, "desk/tonight/_people.html", context)


@require_GET
@club_page("events.view_evening")
def plans_part(request: HttpRequest, club: Club) -> HttpResponse:
    """The plans for those who are there now."""
    evening = waiting_evening(club, timezone.localdate()) or _unsaved(club)
    room = Room.of(evening)
    context = {"club": club, "evening": evening, "count": room.count, **_may(request, club)}
    context |= plans_shown(room, timezone.now())
    return render(request, "desk/tonight/_plans.html", context)


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
                actor=actor_of(request),
                at=timezone.now(),
            )
        except Refused as refused:
            add_refusal(form, refused)
            similar = refused.similar if isinstance(refused, GuestUnclear) else []
            return _page(request, evening, guest=form, similar=similar, status=422)
        messages.success(request, _("%(name)s is present.") % {"name": player.name})
        # the next name is typed there
        return _back(club, "#find")
    return _page(request, evening, guest=form, status=422)


@require_POST
@club_page("events.change_presence")
def together(request: HttpRequest, club: Club) -> HttpResponse:
    """Let players be partners, or part them (`part`)."""
    evening = _evening(request, club)
    who: dict[str, Any] = {"evening": evening, "actor": actor_of(request), "at": timezone.now()}
    number = number_of(request.POST.get("part"), most=LARGEST_ID)
    form = Room.of(evening).together_form(request.POST)
    with refusals_above(request):
        if number is not None:
            events.part(together=number, **who)
        elif form is not None and form.is_valid():
            events.put_together(players=form.chosen, **who)
        elif form is not None:
            return _page(request, evening, together=form, status=422)
    return _back(club, "#partners")


@require_POST
@club_page("events.start_evening")
def start(request: HttpRequest, club: Club) -> HttpResponse:
    """Enter everybody, draw the room, open round 1, and go there. Pressed twice it is done once."""
    evening = _evening(request, club)
    version = number_of(request.POST.get("version"), most=LARGEST_ID)
    try:
        first = rounds.start_evening(
            evening=evening,
            plan=request.POST.get("plan", ""),
            version=-1 if version is None else version,
            actor=actor_of(request),
            at=timezone.now(),
        )
    except Refused as refused:
        messages.error(request, str(refused))
        return _back(club, "#plans")
    event = first.stage.event
    messages.success(
        request, _("%(event)s has begun. Print cards and slips above.") % {"event": event.name}
    )
    return redirect("desk:room", club.slug, event.slug, first.stage.number, first.number)
