"""Which notifications one gets from a club: chosen when signed in, or by the link in a mail."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from league.clubs.models import Club, Player, User
from league.clubs.selectors import player_of_user
from league.office.notifications import push_keys, services
from league.office.notifications.choice_links import (
    LinkInvalid,
    read_choices_token,
    read_player_token,
)
from league.office.notifications.models import Frequency, Preference
from league.office.notifications.selectors import (
    clubs_that_notify,
    phones_of,
    preference_of,
    stopped_address_of,
)
from league.office.notifications.topics import Topic

# --- The form in which a person chooses what a club tells, how much at once, and by which way ---

PREFIX = "topic_"


class ChoicesForm(forms.Form):
    """`topics` of what was typed are the frequencies by topic."""

    by_mail = forms.BooleanField(label=gettext_lazy("Send me e-mails"), required=False)
    by_push = forms.BooleanField(label=gettext_lazy("Show notices on my phone"), required=False)
    quiet_from = forms.TimeField(
        label=gettext_lazy("Quiet hours from"),
        help_text=gettext_lazy("By the club’s clock. What comes up then is sent afterwards."),
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
    )
    quiet_until = forms.TimeField(
        label=gettext_lazy("Quiet hours until"),
        help_text=gettext_lazy("The same time twice: there is no such pause."),
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
    )

    def __init__(self, chosen: Preference, data: Any = None) -> None:
        names = ("by_mail", "by_push", "quiet_from", "quiet_until")
        initial: dict[str, Any] = {name: getattr(chosen, name) for name in names}
        initial |= {PREFIX + topic: chosen.frequency(topic) for topic in Topic.values}
        super().__init__(data, initial=initial)
        for topic in Topic:
            self.fields[PREFIX + topic] = forms.ChoiceField(
                label=topic.label, choices=Frequency.choices
            )
        self.order_fields(["by_mail", "by_push", *(PREFIX + topic for topic in Topic)])

    @property
    def topics(self) -> Mapping[str, str]:
        return {topic: self.cleaned_data[PREFIX + topic] for topic in Topic.values}

    @property
    def chosen(self) -> dict[str, Any]:
        """Return what `choose` takes."""
        names = ("by_mail", "by_push", "quiet_from", "quiet_until")
        return {name: self.cleaned_data[name] for name in names} | {"topics": self.topics}


# what the button of a mail program sends (RFC 8058)
ONE_CLICK = "List-Unsubscribe"


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def choices(request: HttpRequest, club: str) -> HttpResponse:
    """Notifications wanted from a club, the own phones, and whether the address takes mail."""
    user = request.user
    assert isinstance(user, User)  # noqa: S101  login_required
    found = get_object_or_404(clubs_that_notify(user), slug=club)
    form = ChoicesForm(preference_of(user, found), request.POST or None)
    if request.method == "POST" and form.is_valid():
        services.choose(user=user, club=found, **form.chosen)
        messages.success(request, _("Saved."))
        return redirect("account:choices", found.slug)
    context = _context(form, found) | {
        "is_own": True,
        "phones": phones_of(user),
        "public_key": push_keys.public_key(),
        "stopped": stopped_address_of(user),
        "calendar": _calendar(user, found),
    }
    return render(request, "desk/account/choices.html", context, status=_status(form))


def _calendar(user: User, club: Club) -> str:
    """Return the address of the own calendar in the club; empty for who is no player of it."""
    player = player_of_user(user, club)
    return reverse("public:player_calendar", args=[club.slug, player.pk]) if player else ""


@csrf_exempt  # mail programs send no token of a form; the link itself is what proves the right
@never_cache
@require_http_methods(["GET", "POST"])
def choices_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """The same by the link in a mail. Looking at it changes nothing; one click stops the mails."""
    user, club = _of_link(token)
    if request.method == "POST" and request.POST.get(ONE_CLICK) == "One-Click":
        services.stop_mails(user, club)
        return _by_link(request, user, club, is_stopped=True)
    # of its own form, which has no other field: the other one is read as it was typed
    if request.method == "POST" and set(request.POST) == {"stop"}:
        services.stop_mails(user, club)
        return redirect(f"{request.path}?done=stopped")
    form = ChoicesForm(preference_of(user, club), request.POST or None)
    if request.method == "POST" and form.is_valid():
        services.choose(user=user, club=club, **form.chosen)
        return redirect(f"{request.path}?done=saved")
    done = request.GET.get("done")
    said = {"is_stopped": done == "stopped", "is_saved": done == "saved"}
    return _by_link(request, user, club, form=form, **said)


def _of_link(token: str) -> tuple[User, Club]:
    """Return whose link it is. Raises Http404 for one that is none, or of nobody any more."""
    try:
        user, club = read_choices_token(token)
    except LinkInvalid:
        raise Http404 from None
    return (
        get_object_or_404(User, pk=user, is_active=True),
        get_object_or_404(Club, pk=club),
    )


@csrf_exempt  # as above
@never_cache
@require_http_methods(["GET", "POST"])
def player_mails(request: HttpRequest, token: str) -> HttpResponse:
    """Stop the mails to a player without an account. Looking at it changes nothing."""
    try:
        found = read_player_token(token)
    except LinkInvalid:
        raise Http404 from None
    player = get_object_or_404(Player.objects.select_related("club"), pk=found, merged_into=None)
    if request.method == "POST":
        services.stop_mails_to_player(player, timezone.now())
        return redirect(request.path)
    return render(request, "desk/account/player_mails.html", {"player": player})


def _by_link(
    request: HttpRequest, user: User, club: Club, form: ChoicesForm | None = None, **said: bool
) -> HttpResponse:
    chosen = preference_of(user, club)
    shown = form or ChoicesForm(chosen)
    context = _context(shown, club) | {"by_mail": chosen.by_mail, **said}
    return render(request, "desk/account/choices.html", context, status=_status(shown))


def _context(form: ChoicesForm, club: Club) -> dict[str, Any]:
    return {"form": form, "club": club}


def _status(form: ChoicesForm) -> int:
    return 422 if form.errors else 200


@login_required
@require_POST
def try_address_again(request: HttpRequest) -> HttpResponse:
    """Mail to the own address again after a bounce."""
    user = request.user
    assert isinstance(user, User)  # noqa: S101  login_required
    services.resume_address(user)
    messages.success(request, _("E-mails are sent to %(email)s again.") % {"email": user.email})
    return redirect("account:home")
