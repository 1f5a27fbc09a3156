"""Work that takes long, at the desk: how far it is, what came of it, and a way to cancel it."""

from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from league.clubs.models import Club, User
from league.desk.access import check
from league.desk.orders.shown import OF_A_ROUND, links_of, subjects_of, time_left
from league.orders import services as orders
from league.orders.kinds import kind_named
from league.orders.models import Order, OrderState
from league.orders.selectors import before, file_of, seconds_left, workers_silent_since
from league.paper.answers import as_pdf
from league.refusal_shown import refusals_above

View = Callable[[HttpRequest, Club, Order], HttpResponse]


def order_page(view: View) -> Callable[..., HttpResponse]:
    """Give the view the club and the order of its address, for those whom the order is for."""

    @wraps(view)
    def page(request: HttpRequest, club: str, order: int) -> HttpResponse:
        if not isinstance(request.user, User):
            return redirect_to_login(request.get_full_path())
        found = get_object_or_404(Club, slug=club)
        asked = Order.objects.filter(pk=order, club_id=found.pk).first()
        if asked is None:
            check(request.user, "clubs.view_desk", found, found)
            raise Http404
        check(request.user, kind_named(asked.kind).permission, found, found)
        with timezone.override(ZoneInfo(found.time_zone)):
            return view(request, found, asked)

    return page


@never_cache
@require_safe
@order_page
def order(request: HttpRequest, club: Club, order: Order) -> HttpResponse:
    """How far an order is; the part that htmx asks for, or the whole page."""
    context = order_shown(club, order, request.user.pk)
    if request.headers.get("HX-Request") == "true":
        # whoever listens hears of a new step once, and not every other second
        context["says"] = request.GET.get("seen") != context["mark"]
        return render(request, "desk/orders/_order.html", context)
    return render(request, "desk/orders/order.html", context)


@never_cache
@require_safe
@order_page
def file(request: HttpRequest, _club: Club, order: Order) -> HttpResponse:
    """The file that an order made, for the one who asked for it and while it is kept."""
    found = file_of(order, request.user.pk, at=timezone.now())
    if found is None:
        raise Http404("there is no such file, or it is not kept any more")
    answer = as_pdf(HttpResponse(bytes(found.content)), found.name.removesuffix(".pdf"))
    # the links of tables are in it: no cache keeps it
    answer["Cache-Control"] = "no-store"
    return answer


@require_POST
@order_page
def cancel(request: HttpRequest, club: Club, order: Order) -> HttpResponse:
    """Say that the work is not wanted any more."""
    with refusals_above(request):
        now = orders.cancel(order=order, at=timezone.now())
        if now.state == OrderState.DONE:
            messages.error(request, _("It was done before it could be cancelled."))
    return redirect("desk:order", club.slug, order.pk)


def order_shown(club: Club, order: Order, user_id: int | None) -> dict[str, Any]:
    """Return what `desk/orders/_order.html` needs; at most seven queries."""
    now = timezone.now()
    waits = order.state == OrderState.WAITING
    return {
        "club": club,
        "order": order,
        "label": kind_named(order.kind).label,
        "subject": subjects_of([order]).get((order.kind, order.subject_id), ""),
        "is_waiting": waits,
        "before": before(order) if waits else 0,
        "silent_since": None if order.is_over else workers_silent_since(at=now),
        "left": time_left(seconds_left(order, at=now)),
        "links": links_of(club, order),
        "file": file_of(order, user_id, at=now) if order.is_over else None,
        "has_file": order.kind in OF_A_ROUND and order.state == OrderState.DONE,
        "is_own": order.asked_by.user_id == user_id,
        "mark": _mark(order),
    }


def _mark(order: Order) -> str:
    """Return what tells this step from the next one."""
    said = f"{order.state} {order.is_unwanted} {order.step}"
    return sha256(said.encode()).hexdigest()[:12]
