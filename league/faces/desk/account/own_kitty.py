"""What a player owes a club, or has there: the own kitty account, for nobody else."""

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET

from league.clubs.models import Player
from league.foundation.spreadsheets.answers import format_asked, spreadsheet
from league.office.kitty.bookings_shown import lines_shown
from league.office.kitty.kitty_columns import account_sheet
from league.office.kitty.selectors import balance_of, kitty_of, lines_of

A_PAGE = 50


@login_required
@require_GET
def own_kitty(request: HttpRequest, player: int) -> HttpResponse:
    """The account of one's own player in a club that keeps a kitty."""
    players = Player.objects.select_related("club").filter(merged_into__isnull=True)
    found = get_object_or_404(players, pk=player, user=request.user)
    kitty = kitty_of(found.club)
    if kitty is None or not request.user.has_perm("kitty.view_own", found):
        raise Http404
    if wanted := format_asked(request):
        sheet = account_sheet(kitty, found, lines_of(kitty, found))
        return spreadsheet(sheet, wanted, found.club.slug, "kitty")
    page = Paginator(lines_of(kitty, found), A_PAGE).get_page(request.GET.get("page"))
    owes = balance_of(kitty, found)
    context = {
        "player": found,
        "club": found.club,
        "currency": kitty.currency,
        "owes": owes,
        "page": page,
        "rows": lines_shown(page),
    }
    return render(request, "desk/account/kitty.html", context)
