"""Scoring a deal that is kept nowhere: what the page says of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, cast

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods
from rest_framework.throttling import ScopedRateThrottle

from games import services as games
from games.engine.errors import MalformedRecord, Refusal
from games.engine.ruleset import Ruleset
from games.services import RulesetRefused, VariantInfo
from league.faces.public.rules.chosen import RulesForm
from league.faces.public.rules.record_shown import (
    Letters,
    Part,
    example_record_text,
    example_summary,
    record_shown,
    trick_size,
)
from league.faces.public.rules.rule_page import players_in_words, preset_of
from league.faces.public.rules.views import game_in_words, game_named
from league.foundation.refusal import Refused
from league.play.events.models import TablePlay
from league.play.results.deal_form import DealForm
from league.play.results.deal_inputs import UnreadableRecord, read_record
from league.play.results.deal_words import Names, lines_shown
from league.play.results.table_outcome import TablePlan


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """The answer to a deal: a result with reasons, or a refusal with its place."""

    result: dict[str, Any] | None = None
    refusal: dict[str, Any] | None = None
    parts: list[Part]
    rules: str = ""
    field: str | None = None

    @property
    def is_refused(self) -> bool:
        return self.refusal is not None

    @property
    def anchor(self) -> str:
        """Return where the refusal is marked among the parts; nothing where it has no place."""
        if any(entry.is_refused for part in self.parts for entry in part.entries):
            return "refused"
        return "refused-part" if any(part.is_refused for part in self.parts) else ""


def try_deal(ruleset: Ruleset, data: Mapping[str, Any]) -> Trial:
    """Score a summary or a record; one that names a game of its own is scored by that."""
    names: Names = Letters(ruleset)
    try:
        if "variant" in data:
            ruleset = _own_ruleset(data)
            names = Letters(ruleset)
        result = games.score_deal(ruleset, data)
    except Refusal as refusal:
        return Trial(
            refusal=refusal_in_words(refusal, names, _trick_size(ruleset, data, names)),
            parts=record_shown(ruleset, data, names, refusal),
            rules=ruleset_in_words(ruleset),
            field=refusal.field,
        )
    deal = games.unsaved_deal(ruleset, data, result)
    next_dealer = result.detail.get("next_dealer")
    return Trial(
        result={
            "made": deal.made,
            "redeal": result.redeal,
            "lines": lines_shown(result.lines, names),
            "totals": [(names.side(side), points) for side, points in enumerate(result.score)],
            "next_dealer": "" if next_dealer is None else names.seat(next_dealer),
            "wins_game": "" if result.wins_game is None else names.side(result.wins_game),
        },
        parts=record_shown(ruleset, data, names) if "summary" not in data else [],
        rules=ruleset_in_words(ruleset),
    )


def check_is_one_deal(data: Mapping[str, Any]) -> None:
    """Refuse the other forms that programs may send. Raises UnreadableRecord."""
    if "game" in data:
        raise UnreadableRecord(
            _("This is a whole game. Paste one of its deals here; programs can send all of it."),
            field="record",
        )
    if "call" in data:
        raise UnreadableRecord(
            _(
                "This asks what one call means. Paste a whole deal here, and every call is "
                "explained."
            ),
            field="record",
        )


def ruleset_in_words(ruleset: Ruleset) -> str:
    """Return the game, the preset and the number of players; house rules are counted."""
    info = games.variant_named(ruleset.variant)
    preset = preset_of(info, ruleset.preset) if info else None
    if info is None or preset is None:
        return ""
    parts = [games.render_sentence(info.label), games.render_sentence(preset.label)]
    if ruleset.changed_options:
        parts.append(
            ngettext(
                "%(count)d option changed",
                "%(count)d options changed",
                len(ruleset.changed_options),
            )
            % {"count": len(ruleset.changed_options)}
        )
    return " · ".join([*parts, players_in_words((ruleset.players,))])


def _own_ruleset(data: Mapping[str, Any]) -> Ruleset:
    """Return the ruleset that a pasted deal names. Raises RulesetRefused."""
    return games.ruleset(
        data["variant"], data.get("preset"), data.get("options"), data.get("players")
    )


def _trick_size(ruleset: Ruleset, data: Mapping[str, Any], names: Names) -> int:
    turns = games.turns_of(ruleset, data) if "hands" in data else {}
    return trick_size(turns.get("play", ()), names)


def refusal_in_words(refusal: Refusal, names: Names, trick_size: int) -> dict[str, Any]:
    """Return what is wrong, where, by which rule, and what to look at."""
    look_at = games.look_at(refusal.rule)
    return {
        "sentence": games.whole_sentence(
            games.render_sentence(refusal.sentence, names.seats, names.sides)
        ),
        "is_unreadable": isinstance(refusal, MalformedRecord),
        "is_ruleset": isinstance(refusal, RulesetRefused),
        "where": _where(refusal, names, trick_size),
        "phase": refusal.phase,
        "index": refusal.index,
        "rule": refusal.rule,
        "look_at": games.render_sentence(look_at) if look_at else "",
    }


def _where(refusal: Refusal, names: Names, trick_size: int) -> str:
    """Return the place of a refusal as people count, from one."""
    if refusal.index is None:
        return str(PLACES[refusal.phase]()) if refusal.phase in PLACES else ""
    number = refusal.index + 1
    match refusal.phase:
        case "hands":
            return _("the hand of %(name)s") % {"name": names.seat(refusal.index)}
        case "auction":
            return _("the auction, call %(number)d") % {"number": number}
        case "exchange":
            return _("the cards passed on, entry %(number)d") % {"number": number}
        case "discards":
            return _("the cards laid away by %(name)s") % {"name": names.seat(refusal.index)}
        case "events":
            return _("the melds during the play, entry %(number)d") % {"number": number}
        case "play":
            trick, card = divmod(refusal.index, trick_size)
            return _("the play, trick %(trick)d, card %(card)d") % {
                "trick": trick + 1,
                "card": card + 1,
            }
        case _:
            return str(PLACES[refusal.phase]()) if refusal.phase in PLACES else ""


PLACES = {
    "hands": lambda: _("the hands"),
    "stock": lambda: _("the stock"),
    "deck": lambda: _("the pack"),
    "auction": lambda: _("the auction"),
    "trump": lambda: _("the trump"),
    "exchange": lambda: _("the cards passed on"),
    "discards": lambda: _("the cards laid away"),
    "events": lambda: _("the melds during the play"),
    "throw_in": lambda: _("the throw-in"),
    "play": lambda: _("the play"),
    "summary": lambda: _("the summary"),
    "options": lambda: _("the options"),
}


# --- Try it: score a deal without an account, as a score sheet or pasted. Nothing is kept ---

RECORD, EXAMPLE, HOW = "record", "example", "how"
UNPROCESSABLE, TOO_MANY = 422, 429


class SheetForm(DealForm):
    """Bound and valid, `deal` is what the score door takes."""

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        ruleset: Ruleset,
        deal: Mapping[str, Any] | None = None,
    ) -> None:
        plan = TablePlan(ruleset=ruleset, play=TablePlay.DEALS, deals_due=1, first_dealer=0)
        names = Letters(ruleset)
        super().__init__(data, plan=plan, names=names, summary=deal["summary"] if deal else None)
        last = ruleset.players - 1
        self.fields["dealer"] = forms.TypedChoiceField(
            label=_("Dealer"),
            help_text=_("Who dealt; the next player speaks first."),
            coerce=int,
            choices=[(str(seat), name) for seat, name in names.seats.items()],
            initial=str(deal["dealer"] if deal else last),
            widget=forms.RadioSelect,
        )

    @property
    def deal(self) -> dict[str, Any]:
        return {"dealer": self.cleaned_data["dealer"], "summary": self.summary}


SCORE_DOOR: Any = SimpleNamespace(throttle_scope="score")


@require_http_methods(["GET", "HEAD", "POST"])
def try_it(request: HttpRequest, variant: str) -> HttpResponse:
    """Show the form for a deal, and its score at once; the form keeps what was typed."""
    page = TryPage.open(request, game_named(variant))
    status = page.score() if request.method == "POST" else 200
    is_part = request.headers.get("HX-Request") == "true"
    if is_part and status == TOO_MANY:
        status = UNPROCESSABLE  # htmx shows the page's own words for this one only
    template = "public/games/_answered.html" if is_part else "public/games/try.html"
    response = render(request, template, page.context(), status=status)
    # not "no-store": who looks up a code and comes back finds the form as it was
    response["Cache-Control"] = "private, no-cache"
    if page.wait:
        response["Retry-After"] = str(page.wait)
    return response


@dataclass(kw_only=True)
class TryPage:
    """The page: the chosen rules, the form that was filled in, and the score or refusal."""

    request: HttpRequest
    info: VariantInfo
    rules: RulesForm
    is_record: bool
    form: SheetForm
    record: str
    trial: Trial | None = None
    unreadable: str = ""
    wait: int = 0

    @classmethod
    def open(cls, request: HttpRequest, info: VariantInfo) -> "TryPage":
        rules = RulesForm(request.GET, info=info)
        is_record = request.GET.get(HOW) == RECORD
        posted = request.POST if request.method == "POST" else None
        wants_example = EXAMPLE in request.GET and posted is None
        example = example_summary(rules.ruleset) if wants_example and not is_record else None
        record = example_record_text(rules.ruleset) if wants_example and is_record else ""
        return cls(
            request=request,
            info=info,
            rules=rules,
            is_record=is_record,
            form=SheetForm(
                None if is_record else posted,
                ruleset=rules.ruleset,
                deal=example,
            ),
            record=posted.get(RECORD, "") if posted is not None else record,
        )

    def score(self) -> int:
        """Score what was sent; return the status of the answer."""
        self.wait = seconds_to_wait(self.request)
        if self.wait:
            return TOO_MANY
        if self.is_record:
            self._score_record()
        elif self.form.is_valid():
            self.trial = try_deal(self.rules.ruleset, self.form.deal)
            if self.trial.refusal:
                self.form.refuse(self.trial.refusal["sentence"], self.trial.field)
        failed = self.form.errors or self.unreadable or (self.trial and self.trial.is_refused)
        return UNPROCESSABLE if failed else 200

    def _score_record(self) -> None:
        try:
            if not self.record.strip():
                raise UnreadableRecord(_("Paste a record or a summary first."), field=RECORD)
            data = read_record(self.record)
            check_is_one_deal(data)
        except Refused as refused:
            self.unreadable = str(refused)
        else:
            self.trial = try_deal(self.rules.ruleset, data)

    def context(self) -> dict[str, Any]:
        own = self.rules.own
        return game_in_words(self.info) | {
            "preset": self.rules.preset.id,
            "rules": self.rules,
            "rules_in_words": ruleset_in_words(self.rules.ruleset),
            "own_options": len(own),
            "tabs": [
                (self._address(), _("Score sheet"), not self.is_record),
                (self._address(how=RECORD), _("Pasted record"), self.is_record),
            ],
            "here": self._address(how=RECORD) if self.is_record else self._address(),
            "example_url": self._address(how=RECORD if self.is_record else "", example="1"),
            "is_record": self.is_record,
            "wrong_question": self._wrong_question(),
            "form": self.form,
            "record": self.record,
            "trial": self.trial,
            "unreadable": self.unreadable,
            "asks_more": self.form.is_bound and self.form.has_more_to_ask,
            "too_many": _too_many(self.wait) if self.wait else "",
        }

    def _wrong_question(self) -> dict[str, str] | None:
        """Return the label and the anchor of the first question that was refused."""
        for question in self.form.questions() if self.form.is_bound else ():
            if question.errors:
                first = question.inputs[0]
                return {"label": question.label, "id": first.id_for_label or first.auto_id}
        return None

    def _address(self, **more: str) -> str:
        """Return this page's address with the same rules, so that it can be handed on."""
        query = self.request.GET.copy()
        for name in (HOW, EXAMPLE):
            query.pop(name, None)
        for name in [name for name in query if not query[name]]:
            del query[name]
        query.update({name: value for name, value in more.items() if value})
        address = reverse("public:try_deal", args=[self.info.id])
        return f"{address}?{query.urlencode()}" if query else address


def _too_many(seconds: int) -> str:
    return ngettext(
        "Too many deals have been scored from your address. Wait %(seconds)d second, then try "
        "again; what you typed is still here.",
        "Too many deals have been scored from your address. Wait %(seconds)d seconds, then try "
        "again; what you typed is still here.",
        seconds,
    ) % {"seconds": seconds}


def seconds_to_wait(request: HttpRequest) -> int:
    """Count one score, with those of programs; return 0, or how long to wait for the next."""
    throttle = ScopedRateThrottle()
    if throttle.allow_request(cast("Any", request), SCORE_DOOR):
        return 0
    return int(throttle.wait() or 0) + 1
