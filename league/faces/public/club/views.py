"""The home of a club: what is played, what comes, what was; and its look, at their addresses."""

from typing import Any

from django import forms
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.services import render_sentence, variants
from league.clubs.colours import digest_of, sample_stylesheet, stylesheet
from league.clubs.logos import CONTENT_TYPE
from league.clubs.models import Club, Joining, Logo, User
from league.clubs.services import JoiningClosed, ask_to_join, check_taking, joining_of_code
from league.clubs.services.rate_limits import CODES_TYPED, TooOften, count, network_of
from league.faces.public.club.club_home import (
    HOME_AT,
    MOST_CURRENT,
    associated,
    coming_events,
    dates_of,
    events_on_page,
    house_rules_on_page,
    match_days_among,
    match_days_of,
    next_dates,
    next_event,
    present_season,
    seasons_on_page,
)
from league.faces.public.club.home_live import now_among, playing_now, running_among, running_at
from league.faces.public.club.news import nights_of
from league.faces.public.events.event_facts import event_cards, events_sheet, outcomes_of
from league.faces.public.page_cache import add_etag
from league.faces.public.visitors import Visitor, for_club_of, pass_club
from league.foundation.refusal import Refused, add_refusal, add_retry_after
from league.foundation.spreadsheets import format_asked, spreadsheet
from league.office.documents.recaps import describe_deals, last_nights
from league.office.personal_data.retention_labels import retention_labels
from league.play.events.models import Event, EventState, Visibility
from league.play.events.selectors import events_of, listed_for
from league.tables.highlights.selectors import (
    deals_with_people,
    first_of_season,
    remarkable_of,
    top_of,
)

MOST_SEASONS = 3
FOR_EVER = "public, max-age=31536000, immutable"
NOT_KEPT = "no-cache"


@require_safe
def club(request: HttpRequest, club: str) -> HttpResponse:
    return add_etag(request, _club(request, club))


@for_club_of(HOME_AT)
def _club(request: HttpRequest, club: Club, visitor: Visitor) -> HttpResponse:
    if wanted := format_asked(request):
        sheet = events_sheet(
            club.name, events_of(club, visitor.user), full_names=visitor.sees_full_names
        )
        return spreadsheet(sheet, wanted, club.slug, "events")
    if request.headers.get("HX-Request") == "true" and request.GET.get("part") == "now":
        now = playing_now(club, full_names=visitor.sees_full_names)
        return render(request, "public/_playing_now.html", now)
    seasons = seasons_on_page(club)
    season = present_season(seasons, timezone.localdate())
    first = first_of_season(season) if season else None
    listed, full = listed_for(club, visitor.user), visitor.sees_full_names
    events = events_on_page(club, listed, first.events if first else [])
    running = _running(club, events.current, full)
    outcomes = outcomes_of([*running, *events.ended])
    nights = last_nights(events.ended)
    night_deals = [submission for chosen in nights.values() for _day, submission in chosen]
    deals = deals_with_people([*night_deals, *remarkable_of(running)])
    now = now_among(running, outcomes, full, deals)
    context: dict[str, Any] = {
        "club": club,
        "seasons": seasons[:MOST_SEASONS],
        "top": top_of(season, first, full=full)
        if season and first and not events.hides_a_night
        else None,
        "nights": nights_of(
            events.ended, full_names=full, outcomes=outcomes, deals=describe_deals(nights, deals)
        ),
        "house_rules": _house_rules(club),
        **associated(club),
        "has_ratings": club.has_ratings,  # type: ignore[attr-defined]
        **_now_and_next(club, visitor, events.current, now, listed),
        "live_version": club.live_version,  # type: ignore[attr-defined]
        "stream": _stream(club),
    }
    return render(request, "public/club.html", context)


def _running(club: Club, current: list[Event], full: bool) -> list[Event]:
    """Return the running events; those that were read, where these are all there are."""
    if len(current) < MOST_CURRENT:
        return running_among(current, full_names=full)
    return running_at(club, full_names=full)


def _now_and_next(
    club: Club, visitor: Visitor, current: list[Event], now: dict[str, Any], listed: Q
) -> dict[str, Any]:
    """Return what is played now, and what comes; `unlisted` is what only those who run it see."""
    coming = coming_events(current)
    is_all = len(current) < MOST_CURRENT
    days = match_days_among(club, current) if is_all else match_days_of(club, listed)
    unlisted = [
        event
        for event in current
        if event.state == EventState.DRAFT
        or (event.state == EventState.RUNNING and event.visibility == Visibility.HIDDEN)
    ]
    next_one = None if now["live"] else next_event(club, coming, visitor)
    dates = next_dates([*dates_of(coming), *days])
    return {
        **now,
        "is_live": bool(now["live"] or now["others"] or _begins_today(coming)),
        "next_event": next_one,
        "dates": [line for line in dates if next_one is None or line.url != next_one.url],
        "unlisted": event_cards(unlisted, full_names=visitor.sees_full_names) if unlisted else [],
    }


def _begins_today(coming: list[Event]) -> bool:
    return any(event.starts_on <= timezone.localdate() for event in coming)


def _stream(club: Club) -> str:
    """Return the address at which what is played now is sent whenever it changes."""
    return f"/live/clubs/{club.pk}/?only=club-{club.pk}&language={get_language()}"


def _house_rules(club: Club) -> list[dict[str, Any]]:
    games = {info.id: render_sentence(info.label) for info in variants()}
    return [
        {"rules": house_rules, "game": games.get(house_rules.variant, house_rules.variant)}
        for house_rules in house_rules_on_page(club)
    ]


@require_safe
def look(request: HttpRequest, main: str, accent: str, digest: str) -> HttpResponse:
    """The stylesheet made from two colours; with the digest of another release it is not cached."""
    colours = f"#{main}", f"#{accent}"
    response = HttpResponse(stylesheet(*colours), content_type="text/css")
    response["Cache-Control"] = FOR_EVER if digest == digest_of(*colours) else NOT_KEPT
    return response


@require_safe
def look_sample(request: HttpRequest, main: str, accent: str) -> HttpResponse:
    """The shades of two colours for the samples at the desk: nothing of them is stored."""
    response = HttpResponse(sample_stylesheet(f"#{main}", f"#{accent}"), content_type="text/css")
    response["Cache-Control"] = NOT_KEPT
    return response


@require_safe
def logo(request: HttpRequest, name: str) -> HttpResponse:
    """A club's logo, as it was cleaned when it was uploaded."""
    content = Logo.objects.filter(pk=name).values_list("content", flat=True).first()
    if content is None:
        raise Http404("there is no such logo")
    response = HttpResponse(bytes(content), content_type=CONTENT_TYPE)
    response["Cache-Control"] = FOR_EVER
    return response


# --- What a club keeps of people and for how long, for everybody ---


@require_safe
def club_privacy(request: HttpRequest, club: str) -> HttpResponse:
    return add_etag(request, _privacy(request, club))


@pass_club
def _privacy(request: HttpRequest, club: Club, _visitor: Visitor) -> HttpResponse:
    context = {"club": club, "kept": retention_labels(club)}
    return render(request, "public/club_privacy.html", context)


# --- Join pages ---
# Signing up to a club on a phone: by the link of its QR code, or by the code that was read out.
#
# The page after it is the same whoever signed up: it does not say whether a name or an address is
# known to the club.


class CodeForm(forms.Form):
    code = forms.CharField(
        label=gettext_lazy("Code"),
        max_length=20,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        ),
        help_text=gettext_lazy("Six letters and digits, as your club shows them."),
    )


class JoinForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Your name"),
        max_length=120,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    email = forms.EmailField(
        label=gettext_lazy("Your e-mail address"),
        help_text=gettext_lazy("Only owners and directors of the club see it."),
    )

    def __init__(self, *args: Any, user: User | None, **kwargs: Any) -> None:
        if user is not None:
            kwargs.setdefault("initial", {"name": user.name})
        super().__init__(*args, **kwargs)
        if user is not None:
            del self.fields["email"]


@require_http_methods(["GET", "HEAD", "POST"])
def join_by_code(request: HttpRequest) -> HttpResponse:
    """Take a code that was read out or stands on a sheet."""
    form = CodeForm(request.POST or None)
    refused: Refused | None = None
    if request.method == "POST" and form.is_valid():
        try:
            count(CODES_TYPED, network_of(request.META["REMOTE_ADDR"]), timezone.now())
            joining = joining_of_code(form.cleaned_data["code"])
            if joining is not None:
                return redirect("public:join_club", joining.code)
            form.add_error("code", _("No club has this code. Look at it again, letter by letter."))
        except TooOften as often:
            refused = often
            add_refusal(form, often)
    status = 422 if form.is_bound else 200
    page = render(request, "public/join_by_code.html", {"form": form}, status=status)
    return _sealed(add_retry_after(page, refused))


@require_http_methods(["GET", "HEAD", "POST"])
def join_club(request: HttpRequest, code: str) -> HttpResponse:
    """Sign up to the club of a code, with one's name and address."""
    try:
        count(CODES_TYPED, network_of(request.META["REMOTE_ADDR"]), timezone.now())
        joining = joining_of_code(code)
        if joining is None:
            raise JoiningClosed(_("No club has this code. Ask your club for the new one."))
        if request.GET.get("done") == "1":
            return _sealed(render(request, "public/joined.html", {"club": joining.club}))
        check_taking(joining, timezone.now())
    except JoiningClosed as closed:
        context = {"sentence": str(closed)}
        return _sealed(render(request, "public/join_closed.html", context, status=404))
    except TooOften as often:
        page = render(request, "public/join_closed.html", {"sentence": str(often)}, status=429)
        return _sealed(add_retry_after(page, often))
    return _sealed(_form(request, joining))


def _form(request: HttpRequest, joining: Joining) -> HttpResponse:
    user = request.user if isinstance(request.user, User) else None
    form = JoinForm(request.POST or None, user=user)
    refused: Refused | None = None
    if request.method == "POST" and form.is_valid():
        try:
            ask_to_join(
                joining=joining,
                name=form.cleaned_data["name"],
                email=form.cleaned_data.get("email", ""),
                user=user,
                client=request.META["REMOTE_ADDR"],
                at=timezone.now(),
            )
        except Refused as why:
            refused = why
            add_refusal(form, why)
        else:
            answer = redirect("public:join_club", joining.code)
            answer["Location"] += "?done=1"
            answer.status_code = 303
            return answer
    context = {"club": joining.club, "form": form, "account": user}
    status = 422 if form.is_bound else 200
    return add_retry_after(
        render(request, "public/join_club.html", context, status=status), refused
    )


def _sealed(response: HttpResponse) -> HttpResponse:
    # same-origin, not no-referrer: with that browsers send "Origin: null", which CSRF refuses
    response["Referrer-Policy"] = "same-origin"
    response["X-Robots-Tag"] = "noindex, nofollow"
    add_never_cache_headers(response)
    return response
