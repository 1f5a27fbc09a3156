"""Players of one name who are still to be told apart: all of a club on a page, a word for each."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from league.clubs.models import LONGEST_TOLD_APART, Club, Player
from league.clubs.selectors import to_tell_apart
from league.clubs.services import tell_players_apart
from league.desk.access import actor_of, club_page
from league.limits import text_of
from league.refusal import RowsRefused

MOST_SHOWN = 100


@require_http_methods(["GET", "POST"])
@club_page("clubs.change_people")
def same_names(request: HttpRequest, club: Club) -> HttpResponse:
    """Show who has the same name as another one, and store what tells them apart."""
    players = list(to_tell_apart(club).select_related("user")[:MOST_SHOWN])
    words = {player.pk: _typed(request, player) for player in players}
    wrong: dict[int, str] = {}
    if request.method == "POST":
        try:
            return _store(request, club, {pk: word for pk, word in words.items() if word})
        except RowsRefused as refused:
            pks = [pk for pk, word in words.items() if word]
            wrong = {pks[index]: str(why) for index, why in refused.rows.items()}
    context: dict[str, Any] = {
        "club": club,
        "rows": [(player, words[player.pk], wrong.get(player.pk, "")) for player in players],
        "most": LONGEST_TOLD_APART,
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "desk/people/same_names.html", context, status=status)


def _typed(request: HttpRequest, player: Player) -> str:
    typed = text_of(request.POST.get(f"word_{player.pk}"), most=200)
    return " ".join(typed.split())


def _store(request: HttpRequest, club: Club, words: dict[int, str]) -> HttpResponse:
    """Raises RowsRefused."""
    told = tell_players_apart(club=club, words=words, actor=actor_of(request), at=timezone.now())
    if told:
        sentence = ngettext(
            "%(count)d player has a name of their own now.",
            "%(count)d players have names of their own now.",
            len(told),
        )
        messages.success(request, sentence % {"count": len(told)})
    else:
        messages.error(request, _("Write what tells at least one of the players apart."))
    return redirect("desk:same_names", club.slug)
