from django.urls import path, re_path

from league.public.club.club_pictures import archive, club_statistics, head_to_head
from league.public.club.looks import logo, look, look_sample
from league.public.club.views import club, home
from league.public.embeds.views import FORMS, embed_club, embed_event, embed_season
from league.public.events.check_in import check_in, confirm
from league.public.events.event_pictures import (
    bracket,
    event_statistics,
    meetings,
    movement,
    progress,
)
from league.public.events.papers import bracket_pdf, round_pdf, score_sheet_pdf, standings_pdf
from league.public.events.screen import screen, server_time
from league.public.events.sign_up import sign_up
from league.public.events.views import event
from league.public.events.why import why
from league.public.feeds.views import (
    club_calendar,
    club_feed,
    player_calendar,
    season_calendar,
)
from league.public.people.views import player
from league.public.prepared.views import prepared_deal, prepared_deals
from league.public.prepared.weekly import all_weekly, weekly, weekly_sheet, weekly_sheet_pdf
from league.public.previews.views import club_picture, event_picture, season_picture
from league.public.ratings.views import pair, rating, rating_list
from league.public.results.deals import deal
from league.public.results.tables import table
from league.public.rounds.views import round_
from league.public.rules.house_rules import event_rules, house_rules
from league.public.rules.try_deal import try_it
from league.public.rules.views import all_games, game, preset, rule_codes
from league.public.seasons.paper import season_pdf
from league.public.seasons.views import season, season_why
from league.public.standings.views import standings
from league.public.styleguide.views import styleguide

app_name = "public"

CLUB = "clubs/<slug:club>/"
EVENT = f"{CLUB}events/<slug:event>/"
SEASON = f"{CLUB}seasons/<slug:season>/"
GAME = "games/<slug:variant>/"
EMBED = rf"embed/(?P<form>{'|'.join(FORMS)})$"
AT_CLUB = r"^clubs/(?P<club>[-\w]+)/"
COLOURS = r"(?P<main>[0-9a-f]{6})-(?P<accent>[0-9a-f]{6})"

urlpatterns = [
    # the most asked for, so it is looked at first
    path(f"{EVENT}standings/", standings, name="standings"),
    path(f"{EVENT}standings/pdf/", standings_pdf, name="standings_pdf"),
    path("", home, name="home"),
    path("time/", server_time, name="time"),
    re_path(rf"^look/{COLOURS}\.(?P<digest>[0-9a-f]{{12}})\.css$", look, name="look"),
    re_path(rf"^look/sample/{COLOURS}\.css$", look_sample, name="look_sample"),
    re_path(r"^logos/(?P<name>[0-9a-f]{24}-[0-9]+x[0-9]+)\.webp$", logo, name="logo"),
    path("styleguide/", styleguide, name="styleguide"),
    path(CLUB, club, name="club"),
    path(f"{CLUB}picture.png", club_picture, name="club_picture"),
    path(f"{SEASON}picture.png", season_picture, name="season_picture"),
    path(f"{EVENT}picture.png", event_picture, name="event_picture"),
    path(f"{CLUB}calendar.ics", club_calendar, name="club_calendar"),
    path(f"{CLUB}feed.atom", club_feed, name="club_feed"),
    path(f"{SEASON}calendar.ics", season_calendar, name="season_calendar"),
    path(f"{CLUB}players/<int:player_id>/calendar.ics", player_calendar, name="player_calendar"),
    re_path(rf"{AT_CLUB}{EMBED}", embed_club, name="embed_club"),
    re_path(rf"{AT_CLUB}events/(?P<event>[-\w]+)/{EMBED}", embed_event, name="embed_event"),
    re_path(rf"{AT_CLUB}seasons/(?P<season>[-\w]+)/{EMBED}", embed_season, name="embed_season"),
    path(f"{CLUB}players/<int:player_id>/", player, name="player"),
    path(f"{CLUB}players/<int:player_id>/ratings/<slug:family>/", rating, name="rating"),
    path(f"{CLUB}pairs/<int:player_id>/<int:partner_id>/", pair, name="pair"),
    path(f"{CLUB}ratings/", rating_list, name="ratings"),
    path(f"{CLUB}ratings/<slug:family>/", rating_list, name="ratings_of"),
    path(f"{CLUB}archive/", archive, name="archive"),
    path(f"{CLUB}statistics/", club_statistics, name="club_statistics"),
    path(f"{CLUB}head-to-head/", head_to_head, name="head_to_head"),
    path(f"{CLUB}house-rules/<int:rules>/", house_rules, name="house_rules"),
    path(SEASON, season, name="season"),
    path(f"{SEASON}why/<slug:key>/", season_why, name="season_why"),
    path(f"{SEASON}pdf/", season_pdf, name="season_pdf"),
    path(EVENT, event, name="event"),
    path(f"{EVENT}bracket/<int:stage_number>/pdf/", bracket_pdf, name="bracket_pdf"),
    path(f"{EVENT}score-sheet/pdf/", score_sheet_pdf, name="score_sheet_pdf"),
    path(f"{EVENT}rules/", event_rules, name="event_rules"),
    path(f"{EVENT}progress/", progress, name="progress"),
    path(f"{EVENT}meetings/", meetings, name="meetings"),
    path(f"{EVENT}bracket/", bracket, name="bracket"),
    path(f"{EVENT}movement/", movement, name="movement"),
    path(f"{EVENT}statistics/", event_statistics, name="event_statistics"),
    path(f"{EVENT}screen/", screen, name="screen"),
    path(f"{EVENT}sign-up/", sign_up, name="sign_up"),
    path(f"{EVENT}why/<int:entry_id>/", why, name="why"),
    path(f"{EVENT}rounds/<int:stage_number>/<int:number>/", round_, name="round"),
    path(f"{EVENT}rounds/<int:stage_number>/<int:number>/pdf/", round_pdf, name="round_pdf"),
    path(f"{EVENT}deals/<int:stage_number>/", prepared_deals, name="prepared_deals"),
    path(f"{EVENT}deals/<int:stage_number>/<int:number>/", prepared_deal, name="prepared_deal"),
    path(f"{EVENT}tables/<int:table_id>/", table, name="table"),
    # short, for a code that old phones can read
    path("here/<str:token>/", check_in, name="check_in"),
    path("here/<str:token>/<int:player>/", confirm, name="check_in_confirm"),
    path("deals/<int:submission_id>/", deal, name="deal"),
    path("deal-of-the-week/", all_weekly, name="all_weekly"),
    path("deal-of-the-week/<slug:variant>/", weekly, name="weekly"),
    path("deal-of-the-week/<slug:variant>/sheet/", weekly_sheet, name="weekly_sheet"),
    path("deal-of-the-week/<slug:variant>/sheet/pdf/", weekly_sheet_pdf, name="weekly_sheet_pdf"),
    path("games/", all_games, name="games"),
    path("games/rule-codes/", rule_codes, name="rule_codes"),
    path(GAME, game, name="game"),
    path(f"{GAME}try/", try_it, name="try_deal"),
    path(f"{GAME}<slug:preset>/", preset, name="preset"),
]
