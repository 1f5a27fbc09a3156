"""The addresses of events and rounds at the desk, below `<club>/events/`."""

from django.urls import path

from league.desk.events import entries as events_entries
from league.desk.events import entries_acts, newsletter, setup, substitutes
from league.desk.events import home as events_home
from league.desk.jobs import rebuild
from league.desk.prepared import home as prepared
from league.desk.prepared import printing
from league.desk.rounds import by_hand, bye_requests, cards, clock, edit, paper, seats
from league.desk.rounds import draw as rounds_draw
from league.desk.rounds import slips as rounds_slips
from league.desk.stages import home as stages
from league.desk.stages import removal

DEALS = "<slug:event>/deals/<int:stage>/"
ROUND = "<slug:event>/rounds/<int:stage>/<int:number>/"

urlpatterns = [
    path("", events_home.event_list, name="events"),
    path("new/", setup.event_new, name="event_new"),
    path("seasons/new/", events_home.season_new, name="season_new"),
    path("<slug:event>/", events_home.event_home, name="event"),
    path("<slug:event>/stages/<int:stage>/anew/", rebuild.of_stage, name="stage_rebuild"),
    path("<slug:event>/move/", events_home.event_move, name="event_move"),
    path("<slug:event>/discard/", events_home.event_discard, name="event_discard"),
    path("<slug:event>/setup/<slug:step>/", setup.event_setup, name="event_setup"),
    path("<slug:event>/setup/rules/renew/", setup.event_rules_renew, name="event_rules_renew"),
    path("<slug:event>/entries/", events_entries.entries, name="entries"),
    path("<slug:event>/entries/new/", events_entries.entry_change, name="entry_new"),
    path("<slug:event>/entries/<int:entry>/", events_entries.entry_change, name="entry"),
    path(
        "<slug:event>/entries/<int:entry>/restore/",
        entries_acts.entry_restore,
        name="entry_restore",
    ),
    path(
        "<slug:event>/entries/<int:entry>/<slug:action>/",
        entries_acts.entry_act,
        name="entry_act",
    ),
    path("<slug:event>/newsletter/", newsletter.newsletter_page, name="newsletter"),
    path("<slug:event>/newsletter/file/", newsletter.newsletter_file, name="newsletter_file"),
    path("<slug:event>/seeds/", events_entries.seeds, name="seeds"),
    path("<slug:event>/substitutes/", substitutes.substitutes, name="substitutes"),
    path(
        "<slug:event>/substitutes/<int:seat>/end/",
        substitutes.substitution_end,
        name="substitution_end",
    ),
    path("<slug:event>/byes/", bye_requests.bye_requests, name="bye_requests"),
    path("<slug:event>/byes/<int:bye>/take-back/", bye_requests.take_back, name="bye_take_back"),
    path("<slug:event>/stages/new/", stages.stage_new, name="stage_new"),
    path("<slug:event>/stages/<int:stage>/", stages.stage_home, name="stage"),
    path("<slug:event>/stages/<int:stage>/pdf/", paper.movement_pdf, name="movement_pdf"),
    path("<slug:event>/stages/<int:stage>/change/", stages.stage_change, name="stage_change"),
    path("<slug:event>/stages/<int:stage>/groups/", stages.stage_groups, name="stage_groups"),
    path("<slug:event>/stages/<int:stage>/remove/", removal.stage_remove, name="stage_remove"),
    path("<slug:event>/stages/restore/", removal.stage_restore, name="stage_restore"),
    path("<slug:event>/draw/", rounds_draw.draw, name="draw"),
    path("<slug:event>/draw/<int:stage>/", rounds_draw.draw, name="draw_stage"),
    path(DEALS, prepared.deals, name="deals"),
    path(f"{DEALS}look/", prepared.look, name="deals_look"),
    path(f"{DEALS}release/", prepared.release, name="deals_release"),
    path(f"{DEALS}sheets/", printing.sheets, name="deal_sheets"),
    path(f"{DEALS}sheets/pdf/", printing.sheets_pdf, name="deal_sheets_pdf"),
    path(f"{DEALS}travellers/", printing.travellers, name="travellers"),
    path(f"{DEALS}travellers/pdf/", printing.travellers_pdf, name="travellers_pdf"),
    path(ROUND, edit.round_home, name="round"),
    path(f"{ROUND}move/", edit.round_move, name="round_move"),
    path(f"{ROUND}redraw/", rounds_draw.redraw, name="redraw"),
    path(f"{ROUND}edit/", by_hand.round_edit, name="round_edit"),
    path(f"{ROUND}undo/", by_hand.round_undo, name="round_undo"),
    path(f"{ROUND}clock/", clock.round_clock, name="round_clock"),
    path(f"{ROUND}cards/", cards.table_cards, name="table_cards"),
    path(f"{ROUND}cards/pdf/", paper.table_cards_pdf, name="table_cards_pdf"),
    path(f"{ROUND}slips/", rounds_slips.slips, name="slips"),
    path(f"{ROUND}slips/pdf/", paper.slips_pdf, name="slips_pdf"),
    path(f"{ROUND}score-sheets/pdf/", paper.score_sheets_pdf, name="score_sheets_pdf"),
    path(f"{ROUND}seats/<int:seat>/", seats.seat, name="seat"),
    path(f"{ROUND}tables/<int:table>/renew/", edit.renew, name="renew_link"),
]
