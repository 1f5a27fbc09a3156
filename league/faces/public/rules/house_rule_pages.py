"""One page of rules in plain language: house rules of a club, and what an event is played by."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import services as games
from games.services import RulesetRefused
from league.clubs.models import Club, HouseRules
from league.clubs.rules_in_words import rules_in_words
from league.faces.public.page_cache import add_etag
from league.faces.public.pictures.links import page_tabs
from league.faces.public.rules.rule_page import languages, printed_language, rule_page
from league.faces.public.visitors import EventPage, Visitor, pass_club, pass_event
from league.play.events.models import EventState, TablePlay
from league.play.events.rulesets import RulesetNotPossible, ruleset_of, table_sizes


@require_safe
def house_rules(request: HttpRequest, club: str, rules: int) -> HttpResponse:
    return add_etag(request, _house_rules(request, club, rules))


@pass_club
def _house_rules(request: HttpRequest, club: Club, visitor: Visitor, rules: int) -> HttpResponse:
    house_rules = HouseRules.objects.filter(club=club, pk=rules).first()
    if house_rules is None:
        raise Http404("the club has no such house rules")
    language = printed_language(request)
    page, problem = None, ""
    try:
        by_players = games.rulesets_by_players(
            house_rules.variant, house_rules.preset, house_rules.options
        )
        page = rule_page(next(iter(by_players.values())), by_players.keys(), language)
    except RulesetRefused:
        problem = rules_in_words(house_rules).problem
    context = {"club": club, "rules": house_rules, "title": house_rules.name, "page": page}
    context |= {"problem": problem, "languages": languages(language)}
    return render(request, "public/rules.html", context)


@require_safe
def event_rules(request: HttpRequest, club: str, event: str) -> HttpResponse:
    return add_etag(request, _event_rules(request, club, event))


@pass_event
def _event_rules(request: HttpRequest, page: EventPage) -> HttpResponse:
    event = page.event
    language = printed_language(request)
    shown, problem = None, ""
    try:
        shown = rule_page(ruleset_of(event, event.most_seats), table_sizes(event), language)
    except RulesetNotPossible as refused:
        problem = games.whole_sentence(str(refused))
    context = {
        "club": event.club,
        "event": event,
        "page_tabs": page_tabs(event),
        "title": event.name,
        "is_draft": event.state == EventState.DRAFT,
        "deals": event.deals_a_round if event.table_play == TablePlay.DEALS else 0,
        "is_timed": event.table_play == TablePlay.TIMED,
        "page": shown,
        "problem": problem,
        "languages": languages(language),
    }
    return render(request, "public/rules.html", context)
