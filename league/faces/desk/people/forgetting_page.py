"""A player is forgotten at the person's wish: what will happen, and that it is wanted."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from league.clubs.models import Club, Player
from league.faces.desk.access import actor_of, club_page
from league.faces.desk.people.player_pages import player_of
from league.foundation.jobs.selectors import unfinished
from league.foundation.refusal_shown import form_errors
from league.office.personal_data.services import forget_player, preview_forgetting

LONGEST_TEXT = 2_000


class ForgetForm(forms.Form):
    words = forms.CharField(
        label=gettext_lazy("Other words for the person, one a line"),
        required=False,
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy(
            "Nicknames and wrong spellings that stand in notes and reasons. The name, earlier "
            "names and addresses are found without them."
        ),
    )
    sure = forms.BooleanField(
        label=gettext_lazy("The person wishes it. I know that it cannot be undone.")
    )

    def words_typed(self) -> list[str]:
        return str(self.cleaned_data["words"]).splitlines()


@require_http_methods(["GET", "POST"])
@club_page("clubs.forget_player")
def forget(request: HttpRequest, club: Club, player: int) -> HttpResponse:
    """Say what forgetting a player does; then do it."""
    found = player_of(club, player)
    if found.merged_into_id:
        return redirect("desk:player_forget", club.slug, found.merged_into_id)
    form = ForgetForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with form_errors(form):
            return _forget(request, club, found, form)
    context = {
        "club": club,
        "player": found,
        "form": form,
        "preview": preview_forgetting(found),
    }
    status = 422 if form.is_bound else 200
    return render(request, "desk/people/forget.html", context, status=status)


def _forget(request: HttpRequest, club: Club, player: Player, form: ForgetForm) -> HttpResponse:
    words = form.words_typed()
    registered = preview_forgetting(player).registered
    forget_player(player=player, words=words, actor=actor_of(request), at=timezone.now())
    for association, _name in registered:
        sentence = _("%(association)s still knows this person. Its owners are told, and decide.")
        messages.warning(request, sentence % {"association": association})
    job = unfinished("forget", player.pk)
    if job is not None:
        return redirect("desk:job", club.slug, job.pk)
    messages.success(request, _("The player is forgotten."))
    return redirect("desk:people", club.slug)
