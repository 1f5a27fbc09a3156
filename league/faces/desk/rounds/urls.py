"""The addresses of rounds and their draws at the desk, below `<club>/`."""

from django.urls import path

from league.faces.desk.rounds import draw_pages, paper, seats, views
from league.faces.desk.rounds.bye_requests import ByeRequestPages

EVENT = "events/<slug:event>/"
ROUND = f"{EVENT}rounds/<int:stage>/<int:number>/"

urlpatterns = [
    *ByeRequestPages.urls(f"{EVENT}byes/"),
    path(f"{EVENT}stages/<int:stage>/pdf/", paper.movement_pdf, name="movement_pdf"),
    path(f"{EVENT}codes/", paper.place_codes, name="place_codes"),
    path(f"{EVENT}codes/renew/", paper.place_codes_renew, name="place_codes_renew"),
    path(f"{EVENT}draw/", draw_pages.draw, name="draw"),
    path(f"{EVENT}draw/<int:stage>/", draw_pages.draw, name="draw_stage"),
    path(f"{EVENT}draw/<int:stage>/restore/", draw_pages.restore, name="draw_restore"),
    path(ROUND, views.round_home, name="round"),
    path(f"{ROUND}move/", views.round_move, name="round_move"),
    path(f"{ROUND}redraw/", draw_pages.redraw, name="redraw"),
    path(f"{ROUND}edit/", draw_pages.round_edit, name="round_edit"),
    path(f"{ROUND}undo/", draw_pages.round_undo, name="round_undo"),
    path(f"{ROUND}clock/", views.round_clock, name="round_clock"),
    path(f"{ROUND}cards/", paper.table_cards, name="table_cards"),
    path(f"{ROUND}cards/pdf/", paper.table_cards_pdf, name="table_cards_pdf"),
    path(f"{ROUND}slips/", paper.slips, name="slips"),
    path(f"{ROUND}slips/pdf/", paper.slips_pdf, name="slips_pdf"),
    path(f"{ROUND}score-sheets/pdf/", paper.score_sheets_pdf, name="score_sheets_pdf"),
    path(f"{ROUND}seats/<int:seat>/", seats.seat, name="seat"),
    path(f"{ROUND}seats/put-back/", seats.seat_put_back, name="seat_put_back"),
    path(f"{ROUND}tables/<int:table>/renew/", views.renew, name="renew_link"),
]
