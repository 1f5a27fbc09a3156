"""The addresses of the games, their rules and house rules."""

from django.urls import path

from league.faces.public.rules.house_rule_pages import event_rules, house_rules
from league.faces.public.rules.trial import try_it
from league.faces.public.rules.views import all_games, game, preset, rule_codes

CLUB = "clubs/<slug:club>/"
EVENT = f"{CLUB}events/<slug:event>/"
GAME = "games/<slug:variant>/"

urlpatterns = [
    path(f"{CLUB}house-rules/<int:rules>/", house_rules, name="house_rules"),
    path(f"{EVENT}rules/", event_rules, name="event_rules"),
    path("games/", all_games, name="games"),
    path("games/rule-codes/", rule_codes, name="rule_codes"),
    path(GAME, game, name="game"),
    path(f"{GAME}try/", try_it, name="try_deal"),
    path(f"{GAME}<slug:preset>/", preset, name="preset"),
]
