"""Players of one name who need a word that distinguishes them: all of a club on a page."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from league.clubs.models import LONGEST_TOLD_APART, Club, Player
from league.clubs.selectors import alike_in, find_namesakes
from league.clubs.services import tell_players_apart, undo_words
from league.faces.desk.access import actor_of, club_page
from league.faces.desk.undo import flash_done, sealed, unsealed
from league.foundation.limits import clean_text
from league.foundation.lists import listed
from league.foundation.refusal import OutOfDate, RowsRefused
from league.foundation.refusal_shown import flash_errors

MOST_SHOWN, SEAL = 100, "words"


@require_http_methods(["GET", "POST"])
@club_page("clubs.change_people")
def same_names(request: HttpRequest, club: Club) -> HttpResponse:
    """Show who has the same name as another one, and store what tells them apart."""
    players = list(find_namesakes(club).select_related("user")[:MOST_SHOWN])
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
        "alike": alike_in(club)[:MOST_SHOWN],
        "most": LONGEST_TOLD_APART,
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "desk/people/same_names.html", context, status=status)


def _typed(request: HttpRequest, player: Player) -> str:
    typed = clean_text(request.POST.get(f"word_{player.pk}"), most=200)
    return " ".join(typed.split())


def _store(request: HttpRequest, club: Club, words: dict[int, str]) -> HttpResponse:
    """Raises RowsRefused."""
    before = dict(club.players.filter(pk__in=words).values_list("pk", "told_apart_by"))
    renamed = tell_players_apart(club=club, words=words, actor=actor_of(request), at=timezone.now())
    if renamed:
        sentence = ngettext(
            "%(count)d player has a name of their own now.",
            "%(count)d players have names of their own now.",
            len(renamed),
        )
        was = {player.pk: [before[player.pk], player.told_apart_by] for player in renamed}
        seal = sealed(_about(club), {str(pk): pair for pk, pair in was.items()})
        flash_done(
            request,
            sentence % {"count": len(renamed)},
            undo="desk:same_names_undo",
            at=[club.slug],
            fields={SEAL: seal},
        )
    else:
        messages.error(request, _("Write what tells at least one of the players apart."))
    return redirect("desk:same_names", club.slug)


@require_POST
@club_page("clubs.change_people")
def same_names_undo(request: HttpRequest, club: Club) -> HttpResponse:
    """Take back the words that were written, but of players changed since."""
    facts = unsealed(_about(club), request.POST.get(SEAL, ""))
    with flash_errors(request):
        if facts is None:
            raise OutOfDate(_("This can no longer be undone. Look at the page once more."))
        words = {int(pk): (before, after) for pk, (before, after) in facts.items()}
        undone = undo_words(club=club, words=words, actor=actor_of(request), at=timezone.now())
        messages.success(request, _("The earlier names have been restored."))
        if undone.changed:
            sentence = _("These have been changed since then and stay as they are: %(names)s.")
            names = listed(player.name for player in undone.changed)
            messages.warning(request, sentence % {"names": names})
    return redirect("desk:same_names", club.slug)


def _about(club: Club) -> str:
    return f"names of club {club.pk}"
