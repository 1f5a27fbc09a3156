"""Two rows of one person at the desk: found, compared, made one, and taken apart again."""

from difflib import SequenceMatcher
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from league.clubs.models import LONGEST_TOLD_APART, Club, Player
from league.clubs.selectors import alike_in, find_namesakes, players_of, search_players
from league.clubs.services import (
    CannotMerge,
    CannotUndoMerge,
    merge_players,
    preview_merge,
    tell_players_apart,
    undo_merge,
    undo_words,
)
from league.faces.desk.access import act_of, club_page
from league.faces.desk.undo import flash_done, sealed, unsealed
from league.foundation.limits import LARGEST_ID, clean_text, parse_int
from league.foundation.lists import listed
from league.foundation.refusal import OutOfDate, RowsRefused, flash_errors

OFFERED = 12
SIMILAR = 0.6
COMPARED = [
    ("name", gettext_lazy("Name")),
    ("sort_name", gettext_lazy("Sorted as")),
    ("member_number", gettext_lazy("Member number")),
    ("email", gettext_lazy("E-mail address")),
    ("phone", gettext_lazy("Telephone number")),
    ("user", gettext_lazy("Account")),
]


@require_http_methods(["GET", "POST"])
@club_page("clubs.change_people")
def merge(request: HttpRequest, club: Club, player: int) -> HttpResponse:
    """Choose the double of a player, see what merging moves, and merge."""
    stays = _player(club, player)
    chosen = parse_int(request.POST.get("goes") or request.GET.get("goes"), most=LARGEST_ID)
    if chosen is None:
        return _choose(request, club, stays)
    goes = _player(club, chosen)
    if request.method == "POST":
        try:
            merge_players(stays=stays, goes=goes, by=act_of(request))
        except CannotMerge as refused:
            messages.error(request, str(refused))
        else:
            flash_done(
                request,
                _("%(goes)s is now %(stays)s.") % {"goes": goes.name, "stays": stays.name},
                undo="desk:player_unmerge",
                at=[club.slug, stays.pk],
                fields={"goes": goes.pk},
            )
            return redirect("desk:player", club.slug, stays.pk)
    context = {
        "club": club,
        "stays": stays,
        "goes": goes,
        "preview": preview_merge(stays=stays, goes=goes),
        "columns": [stays.name, goes.name],
        "rows": [
            (label, getattr(stays, field) or "–", getattr(goes, field) or "–")
            for field, label in COMPARED
        ],
    }
    return render(request, "desk/people/merge.html", context)


@require_POST
@club_page("clubs.change_people")
def unmerge(request: HttpRequest, club: Club, player: int) -> HttpResponse:
    """Undo a merge: the duplicate is a separate player again."""
    stays = _player(club, player)
    double = parse_int(request.POST.get("goes"), most=LARGEST_ID)
    if double is None:
        messages.error(request, _("Choose two different players."))
        return redirect("desk:player", club.slug, stays.pk)
    goes = _player(club, double)
    try:
        undo_merge(stays=stays, goes=goes, by=act_of(request))
    except CannotUndoMerge as refused:
        messages.error(request, str(refused))
    else:
        messages.success(
            request,
            _("%(goes)s and %(stays)s are two players again.")
            % {"goes": goes.name, "stays": stays.name},
        )
    return redirect("desk:player", club.slug, stays.pk)


def _player(club: Club, pk: int) -> Player:
    players = Player.objects.select_related("user", "club", "merged_into")
    return get_object_or_404(players, pk=pk, club=club)


def _choose(request: HttpRequest, club: Club, stays: Player) -> HttpResponse:
    text = clean_text(request.GET.get("q"), most=100)
    if text.strip():
        offered = list(search_players(club, text).exclude(pk=stays.pk)[:OFFERED])
    else:
        offered = _similar(club, stays)
    context = {"club": club, "stays": stays, "offered": offered, "q": text}
    return render(request, "desk/people/merge_choose.html", context)


def _similar(club: Club, stays: Player) -> list[Player]:
    """Return the players whose names are most like this one's, most alike first; two queries."""
    matcher = SequenceMatcher(b=stays.sort_key.split("\t")[0])
    scores: list[tuple[float, int]] = []
    others = players_of(club).exclude(pk=stays.pk)
    for pk, key in others.values_list("pk", "sort_key"):
        matcher.set_seq1(key.split("\t")[0])
        if matcher.real_quick_ratio() >= SIMILAR and matcher.quick_ratio() >= SIMILAR:
            scores.append((matcher.ratio(), pk))
    best = [pk for ratio, pk in sorted(scores, reverse=True)[:OFFERED] if ratio >= SIMILAR]
    players = Player.objects.in_bulk(best)
    return [players[pk] for pk in best]


# --- Players of one name who need a word that distinguishes them: all of a club on a page ---

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
    renamed = tell_players_apart(club=club, words=words, by=act_of(request))
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
        undone = undo_words(club=club, words=words, by=act_of(request))
        messages.success(request, _("The earlier names have been restored."))
        if undone.changed:
            sentence = _("These have been changed since then and stay as they are: %(names)s.")
            names = listed(player.name for player in undone.changed)
            messages.warning(request, sentence % {"names": names})
    return redirect("desk:same_names", club.slug)


def _about(club: Club) -> str:
    return f"names of club {club.pk}"
