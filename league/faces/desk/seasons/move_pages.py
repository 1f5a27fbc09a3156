"""Promotion and relegation at the desk: the draft, decisions, the signature, the next season."""

import secrets
from datetime import timedelta
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.sentences import sentence_from_json
from games.services import render_sentence, whole_sentence
from league.faces.desk.access import act_of
from league.faces.desk.conflict_checked import FIELD as SEEN
from league.faces.desk.conflict_checked import LONGEST_SEEN, Stored
from league.faces.desk.inputs import day_field
from league.faces.desk.seasons.views import page_of, season_page
from league.faces.desk.undo import flash_done
from league.foundation.limits import clean_text, parse_int
from league.foundation.lists import listed
from league.foundation.once.services import with_row_lock
from league.foundation.refusal import flash_errors, form_errors
from league.play.events.models import Season
from league.tables.seasons import services as seasons
from league.tables.seasons.drafts import Draft, draft_of
from league.tables.seasons.methods import Move, MoveKind
from league.tables.seasons.models import LONGEST_KEY, SeasonRules, SignedMoves
from league.tables.seasons.selectors import names_of_keys
from league.tables.seasons.services.season_settings import lock_season

OUT = "out"
LOTS = 2**31
KINDS: dict[str, Any] = {
    MoveKind.PROMOTED: gettext_lazy("goes up"),
    MoveKind.RELEGATED: gettext_lazy("goes down"),
    MoveKind.STAYS: gettext_lazy("stays"),
    MoveKind.ENTERS: gettext_lazy("enters"),
    MoveKind.LEAVES: gettext_lazy("leaves"),
}


class NextSeasonForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("Name"), max_length=120)
    starts_on = day_field(label=gettext_lazy("First day"))
    ends_on = day_field(label=gettext_lazy("Last day"))
    with_events = forms.BooleanField(
        label=gettext_lazy("Make the events again, as drafts"),
        help_text=gettext_lazy(
            "Later by as many days as the season, with the same entries; an event of one division "
            "gets those who are in it after the moves."
        ),
        required=False,
    )


@require_GET
@season_page("seasons.change_season")
def moves(request: HttpRequest, season: Season) -> HttpResponse:
    """The draft, or what was signed; and the way to the next season."""
    return _page(request, season, NextSeasonForm(initial=_after(season)))


def _page(request: HttpRequest, season: Season, form: NextSeasonForm) -> HttpResponse:
    draft = draft_of(season)
    signed = SignedMoves.objects.select_related("signed_by").filter(season=season).first()
    made = SeasonRules.objects.filter(copied_from=season).select_related("season").first()
    divisions = {division.number: division.name for division in draft.sheet.divisions}
    context = page_of(
        season,
        "season_moves",
        draft=draft,
        signed=signed,
        has_changed=signed is not None and signed.digest != draft.digest,
        rows=_signed_rows(signed, divisions) if signed else _rows(draft, divisions),
        choices=[*((str(number), name) for number, name in divisions.items()), (OUT, _("out"))],
        following=made.season if made else None,
        form=form,
        has_divisions=bool(divisions),
    )
    return render(request, "desk/seasons/moves.html", context)


def _rows(draft: Draft, divisions: dict[int, str]) -> list[dict[str, Any]]:
    return [
        {
            "key": move.key,
            "name": draft.sheet.names[move.key].full,
            "before": divisions.get(move.before or 0, ""),
            "after": divisions.get(move.after or 0, ""),
            "kind": move.kind.value,
            "label": KINDS[move.kind],
            "why": whole_sentence(render_sentence(move.why)),
            "is_settled": move.is_settled,
            "is_decided": move.is_decided,
            "chosen": _chosen(move),
        }
        for move in draft.moves
    ]


def _chosen(move: Move) -> str:
    return OUT if move.after is None else str(move.after)


def _signed_rows(signed: SignedMoves, divisions: dict[int, str]) -> list[dict[str, Any]]:
    names = names_of_keys(signed.season, [move["key"] for move in signed.moves])
    return [
        {
            **{name: move[name] for name in ("key", "kind", "is_settled")},
            "name": names[move["key"]].full,
            "before": divisions.get(move["before"], ""),
            "after": divisions.get(move["after"], ""),
            "label": KINDS[move["kind"]],
            "why": whole_sentence(render_sentence(sentence_from_json(move["why"]))),
        }
        for move in signed.moves
    ]


def _after(season: Season) -> dict[str, Any]:
    """Suggest days for the next season: as long as this one, from the day after it."""
    first = season.ends_on + timedelta(days=1)
    return {"starts_on": first, "ends_on": first + (season.ends_on - season.starts_on)}


@require_POST
@season_page("seasons.change_season")
def decide(request: HttpRequest, season: Season) -> HttpResponse:
    """Decide where somebody goes, or leave it to the table again."""
    key = clean_text(request.POST.get("key"), most=LONGEST_KEY)
    wanted = None if "leave" in request.POST else _wanted(request)
    if wanted is not None and wanted["to"] != OUT and _number(wanted) is None:
        messages.error(request, _("Choose where they go."))
        return redirect("desk:season_moves", season.club.slug, season.slug)
    seen = clean_text(request.POST.get(SEEN), most=LONGEST_SEEN)
    before: list[dict[str, str] | None] = []

    def act() -> None:
        now = _decided(season, key)
        if now != wanted:
            _stored(season).check(seen, only=[key])
        before.append(now)
        _decide(request, season, key, wanted)

    with flash_errors(request):
        with_row_lock(partial(lock_season, season), act)
        sentence = _("The decision has been added to the draft.")
        if wanted is None:
            sentence = _("The standings decide again.")
        _say_decided(request, season, key, sentence, before=before[0], wanted=wanted)
    return redirect("desk:season_moves", season.club.slug, season.slug)


def _wanted(request: HttpRequest) -> dict[str, str]:
    reason = " ".join(clean_text(request.POST.get("reason"), most=1_000).split())
    return {"to": clean_text(request.POST.get("to"), most=LONGEST_KEY), "reason": reason}


def _number(wanted: dict[str, str]) -> int | None:
    return parse_int(wanted["to"], most=seasons.MOST_DIVISIONS)


def _decide(request: HttpRequest, season: Season, key: str, wanted: dict[str, str] | None) -> None:
    by = act_of(request)
    if wanted is None:
        seasons.leave_move(season=season, key=key, by=by)
    else:
        to, reason = _number(wanted), wanted["reason"]
        seasons.decide_move(season=season, key=key, to=to, reason=reason, by=by)


def _decided(season: Season, key: str) -> dict[str, str] | None:
    """Return what the form sends that decides as it is decided now; None where nothing is."""
    decision = season.move_decisions.select_related("division").filter(key=key).first()
    if decision is None:
        return None
    to = OUT if decision.division is None else str(decision.division.number)
    return {"to": to, "reason": decision.reason}


def _stored(season: Season) -> Stored:
    """Return the decisions, each by the key of whom it is about."""
    values = {}
    for row in season.move_decisions.select_related("division"):
        to = row.division.name if row.division else _("out")
        values[row.key] = (_("The decision"), f"{to}, {row.reason}")
    return Stored.of(values, ("season", season.pk))


def _say_decided(
    request: HttpRequest,
    season: Season,
    key: str,
    sentence: str,
    *,
    before: dict[str, str] | None,
    wanted: dict[str, str] | None,
) -> None:
    """Say so, with the form that decides as it was decided before, where that is otherwise."""
    if before == wanted:
        messages.success(request, sentence)
        return
    fields = {"key": key, SEEN: _stored(season).seen, **(before or {"leave": "on"})}
    at = [season.club.slug, season.slug]
    flash_done(request, sentence, undo="desk:season_decide", at=at, fields=fields)


@require_POST
@season_page("seasons.change_season")
def sign(request: HttpRequest, season: Season) -> HttpResponse:
    """Sign the draft that was on the page."""
    digest = clean_text(request.POST.get("digest"), most=LONGEST_KEY)
    with flash_errors(request):
        seasons.sign_moves(season=season, digest=digest, by=act_of(request))
        flash_done(
            request,
            _("Signed. The next season can be made from it."),
            undo="desk:season_unsign",
            at=[season.club.slug, season.slug],
            fields={},
        )
    return redirect("desk:season_moves", season.club.slug, season.slug)


@require_POST
@season_page("seasons.change_season")
def unsign(request: HttpRequest, season: Season) -> HttpResponse:
    """Make the moves a draft again."""
    with flash_errors(request):
        seasons.take_signature_back(season=season, by=act_of(request))
        messages.success(request, _("The signature has been withdrawn; this is a draft again."))
    return redirect("desk:season_moves", season.club.slug, season.slug)


@require_http_methods(["POST"])
@season_page("seasons.change_season")
def following(request: HttpRequest, season: Season) -> HttpResponse:
    """Make the next season from this one."""
    form = NextSeasonForm(request.POST)
    if form.is_valid():
        with form_errors(form):
            days = dict(form.cleaned_data)
            by = act_of(request)
            with_events = days.pop("with_events")
            if with_events and seasons.takes_long(season):
                seed = secrets.randbelow(LOTS)
                job = seasons.request_next_season(season=season, **days, seed=seed, by=by)
                return redirect("desk:job", season.club.slug, job.pk)
            lots = partial(secrets.randbelow, LOTS) if with_events else None
            made = seasons.make_next_season(season=season, **days, draw_lot=lots, by=by)
            messages.success(request, _("%(season)s created.") % {"season": made.season.name})
            for one in made.left_out:
                messages.warning(request, _left_out(one))
            return redirect("desk:season", season.club.slug, made.season.slug)
    return _page(request, season, form)


def _left_out(one: seasons.LeftOut) -> str:
    sentence = _(
        "%(event)s: not entered again, as they no longer play here or are not registered: "
        "%(names)s."
    )
    return sentence % {"event": one.event.name, "names": listed(one.names)}
