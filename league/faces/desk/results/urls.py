"""The addresses of results at the desk, below `<club>/`."""

from django.urls import path

from league.faces.desk.results import (
    adjustments,
    deal_pages,
    deal_writing,
    decisions,
    room,
    sheet,
    views,
)
from league.faces.desk.results.adjustments import AdjustmentPages

ROUND = "events/<slug:event>/rounds/<int:stage>/<int:number>/"
TABLE = "events/<slug:event>/tables/<int:table>/"

urlpatterns = [
    path(f"{ROUND}room/", room.room, name="room"),
    path(f"{ROUND}final-scores/", room.round_scores, name="round_scores"),
    path(f"{ROUND}final-scores/undo/", room.round_scores_undo, name="round_scores_undo"),
    path(f"{ROUND}sheets/", sheet.round_sheets, name="round_sheets"),
    path(TABLE, views.table_home, name="table"),
    path(f"{TABLE}move/", views.table_move, name="table_move"),
    path(f"{TABLE}award/", decisions.table_award, name="table_award"),
    path(f"{TABLE}forfeit/", decisions.table_forfeit, name="table_forfeit"),
    path(f"{TABLE}decide/", decisions.table_decide, name="table_decide"),
    path(f"{TABLE}sheet/", sheet.table_sheet, name="table_sheet"),
    path(f"{TABLE}sheet/undo/", sheet.table_sheet_undo, name="table_sheet_undo"),
    path(f"{TABLE}enter/", deal_writing.enter, name="deal_enter"),
    path(f"{TABLE}final-score/", deal_writing.enter_score, name="score_enter"),
    path(f"{TABLE}deals/<int:deal>/", deal_pages.history, name="deal_history"),
    path(f"{TABLE}deals/<int:deal>/correct/", deal_writing.correct, name="deal_correct"),
    path(f"{TABLE}deals/<int:deal>/look/", decisions.look, name="deal_look"),
    path(f"{TABLE}deals/<int:deal>/accept/", decisions.accept, name="deal_accept"),
    path(f"{TABLE}deals/<int:deal>/settle/", deal_writing.settle, name="deal_settle"),
    path(f"{TABLE}deals/<int:deal>/restore/", deal_pages.restore, name="deal_restore"),
    path(f"{TABLE}deals/<int:deal>/void/", deal_pages.void, name="deal_void"),
    path("events/<slug:event>/play-offs/", adjustments.play_offs, name="play_offs"),
    path(
        "events/<slug:event>/play-offs/<int:play_off>/revoke/",
        adjustments.revoke,
        name="play_off_revoke",
    ),
    *AdjustmentPages.urls("events/<slug:event>/adjustments/"),
]
