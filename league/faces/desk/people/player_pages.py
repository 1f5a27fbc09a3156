"""One player at the desk: added, changed, taken off the lists, linked to an account, kept apart."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from league.clubs.models import Club, KeptApart, Member, Player
from league.clubs.selectors import apart_from, doubles_of, merges_into, pairs_with
from league.clubs.services import (
    add_player,
    change_player,
    link_player_to_account,
    unlink_player,
)
from league.faces.desk.access import act_of, club_page
from league.faces.desk.people.forms import AccountOfPlayerForm, ApartForm, PlayerForm
from league.faces.desk.records.views import ClubResource
from league.faces.desk.undo import flash_done, flash_saved
from league.foundation.jobs.selectors import unfinished
from league.foundation.refusal import flash_errors, form_errors
from league.foundation.spreadsheets import Column, Sheet
from league.office.personal_data.services import forget_player, preview_forgetting


@require_http_methods(["GET", "POST"])
@club_page("clubs.change_people")
def player_new(request: HttpRequest, club: Club) -> HttpResponse:
    """Add a player; with “and another one” the form comes back empty."""
    form = PlayerForm(request.POST or None, club=club)
    if request.method == "POST" and form.is_valid():
        data: dict[str, Any] = form.cleaned_data
        with form_errors(form):
            added = add_player(club=club, **data, by=act_of(request))
            flash_done(
                request,
                _("%(player)s added.") % {"player": added.name},
                undo="desk:player_active",
                at=[club.slug, added.pk],
                fields={"is_active": 0},
            )
            another = "another" in request.POST
            return redirect("desk:player_new" if another else "desk:people", club.slug)
    return render(request, "desk/people/new.html", {"club": club, "form": form})


@require_http_methods(["GET", "POST"])
@club_page("clubs.change_people")
def player(request: HttpRequest, club: Club, player: int) -> HttpResponse:
    """Change a player."""
    found = player_of(club, player)
    if found.merged_into_id:
        return redirect("desk:player", club.slug, found.merged_into_id)
    form = PlayerForm(request.POST or None, club=club, player=found)
    if request.method == "POST" and form.is_valid():
        data: dict[str, Any] = form.cleaned_data
        with form_errors(form):
            by = act_of(request)
            changed = form.run_if_unchanged(partial(change_player, player=found, **data, by=by))
            flash_saved(request, _("%(player)s saved.") % {"player": changed.name}, form)
            return redirect("desk:people", club.slug)
    return show_player(request, club, found, form=form)


def show_player(
    request: HttpRequest,
    club: Club,
    player: Player,
    *,
    form: PlayerForm | None = None,
) -> HttpResponse:
    """Render the player's page, with a form that was not accepted as it was typed."""
    context = {
        "club": club,
        "player": player,
        "form": form or PlayerForm(club=club, player=player),
        "apart": Player.objects.filter(pk__in=apart_from(player)).order_by("sort_key", "id"),
        "account_form": AccountOfPlayerForm(club=club, player=player)
        if player.user is None
        else None,
        "doubles": _doubles(player),
    }
    refused = form is not None and form.is_bound
    return render(request, "desk/people/player.html", context, status=422 if refused else 200)


def _doubles(player: Player) -> list[tuple[Player, bool]]:
    """Return the rows merged into the player, and whether the journal says what moved with each."""
    doubles = list(doubles_of(player))
    known = merges_into(player) if doubles else set()
    return [(double, double.pk in known) for double in doubles]


def player_of(club: Club, pk: int) -> Player:
    return get_object_or_404(Player.objects.select_related("user", "club"), pk=pk, club=club)


@require_POST
@club_page("clubs.change_people")
def active(request: HttpRequest, club: Club, player: int) -> HttpResponse:
    """Take a player off the lists of who can play, or put the player back."""
    wanted = request.POST.get("is_active") == "1"

    def act(player: Player) -> str:
        change_player(player=player, is_active=wanted, by=act_of(request))
        if wanted:
            return _("%(player)s can be entered for events again.")
        return _("%(player)s is off the lists; the results stay.")

    way_back = ("desk:player_active", {"is_active": 0 if wanted else 1})
    return _act(request, club, player, act, way_back)


@require_POST
@club_page("clubs.change_people")
def link(request: HttpRequest, club: Club, player: int) -> HttpResponse:
    """Say which member a player is."""
    player_of(club, player)
    form = AccountOfPlayerForm(request.POST, club=club)
    if not form.is_valid():
        messages.error(request, _("Choose a member of the club who is not linked to a player yet."))
        return redirect("desk:player", club.slug, player)

    def act(player: Player) -> str:
        user = form.cleaned_data["member"].user
        link_player_to_account(player=player, user=user, by=act_of(request))
        return _("%(player)s is linked to the account.")

    return _act(request, club, player, act, ("desk:player_unlink", {}))


@require_POST
@club_page("clubs.change_people")
def unlink(request: HttpRequest, club: Club, player: int) -> HttpResponse:
    """Take the account from a player."""
    member = Member.objects.filter(club=club, user__players=player).first()

    def act(player: Player) -> str:
        unlink_player(player=player, by=act_of(request))
        return _("%(player)s is no longer linked to an account.")

    way_back = ("desk:player_link", {"member": member.pk}) if member else None
    return _act(request, club, player, act, way_back)


def _act(
    request: HttpRequest,
    club: Club,
    pk: int,
    act: Callable[[Player], str],
    way_back: tuple[str, dict[str, Any]] | None = None,
) -> HttpResponse:
    """Do something with a player and say so, with the way back; then show the player again."""
    player = player_of(club, pk)
    with flash_errors(request):
        sentence = act(player)
        text = sentence % {"player": player.name}
        if way_back is None:
            messages.success(request, text)
        else:
            undo, fields = way_back
            flash_done(request, text, undo=undo, at=[club.slug, player.pk], fields=fields)
    return redirect("desk:player", club.slug, player.pk)


class ApartPages(ClubResource):
    """Whom draws to come keep apart from a player."""

    model = KeptApart
    permission = "clubs.change_people"
    roles = ("list", "revoke", "undo")
    places = {"revoke": "may-meet"}
    url_word = "player_pair"
    form_class = ApartForm
    fields = ("other", "reason")
    columns = (Column(gettext_lazy("Players"), str), "reason")
    lead = gettext_lazy(
        "A household, for example: draws put them at different tables where they can. It applies "
        "to events that begin from now on. Anyone can read why a table was drawn, which may "
        "mention that the two are kept apart."
    )

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        self.player = player_of(self.owner, kwargs["player"])

    @property
    def at(self) -> list[Any]:
        return [*super().at, self.player.pk]

    def get_queryset(self) -> "QuerySet[KeptApart]":
        rows = pairs_with(self.player).order_by("noted_at", "pk")
        return rows.filter(ended_at=None) if self.role == "list" else rows

    def new_row(self) -> KeptApart:
        return KeptApart(club=self.owner, one=self.player)

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        back = reverse("desk:player", args=self.at)
        return super().get_context_data(parent=self.player.name, parent_url=back, **context)


# --- The club's players and members as spreadsheets ---

A_BATCH = 1_000

# by these headings the import knows the columns again
PLAYERS = (
    Column(gettext_lazy("Name"), lambda player: player.name),
    Column(gettext_lazy("Family name"), lambda player: player.family),
    Column(gettext_lazy("Told apart by"), lambda player: player.told_apart_by),
    Column(gettext_lazy("Sorted as"), lambda player: player.sort_name),
    Column(gettext_lazy("Member number"), lambda player: player.member_number),
    Column(gettext_lazy("E-mail address"), lambda player: player.email),
    Column(gettext_lazy("Telephone number"), lambda player: player.phone),
    Column(gettext_lazy("The public sees"), lambda player: player.get_public_name_display()),
    Column(gettext_lazy("Still plays here"), lambda player: player.is_active),
    Column(gettext_lazy("Guest"), lambda player: player.is_guest),
    Column(gettext_lazy("Account"), lambda player: player.user_id is not None),
)
MEMBERS = (
    Column(gettext_lazy("Name"), lambda member: member.user.name),
    Column(gettext_lazy("E-mail address"), lambda member: member.user.email),
    Column(gettext_lazy("Role"), lambda member: member.get_role_display()),
    Column(gettext_lazy("Since"), lambda member: member.since),
)


def players_sheet(club: Club, players: Any) -> Sheet:
    title = " · ".join((club.name, _("Players")))
    return Sheet(title=title, columns=PLAYERS, rows=players.iterator(chunk_size=A_BATCH))


def members_sheet(club: Club, members: Any) -> Sheet:
    title = " · ".join((club.name, _("Members")))
    return Sheet(title=title, columns=MEMBERS, rows=members.iterator(chunk_size=A_BATCH))


# --- A player is forgotten at the person's wish: what will happen, and that it is wanted ---

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
    forget_player(player=player, words=words, by=act_of(request))
    for association, _name in registered:
        sentence = _("%(association)s still knows this person. Its owners are told, and decide.")
        messages.warning(request, sentence % {"association": association})
    job = unfinished("forget", player.pk)
    if job is not None:
        return redirect("desk:job", club.slug, job.pk)
    messages.success(request, _("The player is forgotten."))
    return redirect("desk:people", club.slug)
