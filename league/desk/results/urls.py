"""The addresses of results at the desk, below `<club>/`."""

from django.urls import path

from league.desk.results import adjustments as results_adjustments
from league.desk.results import (
    awards,
    deals,
    deals_written,
    flagged,
    forfeits,
    play_offs,
    sheet,
    tables,
)
from league.desk.results import room as results_room

ROUND = "events/<slug:event>/rounds/<int:stage>/<int:number>/"
TABLE = "events/<slug:event>/tables/<int:table>/"

urlpatterns = [
    path(f"{ROUND}room/", results_room.room, name="room"),
    path(f"{ROUND}sheets/", sheet.round_sheets, name="round_sheets"),
    path(TABLE, tables.table_home, name="table"),
    path(f"{TABLE}move/", tables.table_move, name="table_move"),
    path(f"{TABLE}award/", awards.table_award, name="table_award"),
    path(f"{TABLE}forfeit/", forfeits.table_forfeit, name="table_forfeit"),
    path(f"{TABLE}decide/", awards.table_decide, name="table_decide"),
    path(f"{TABLE}sheet/", sheet.table_sheet, name="table_sheet"),
    path(f"{TABLE}enter/", deals_written.enter, name="deal_enter"),
    path(f"{TABLE}deals/<int:deal>/", deals.history, name="deal_history"),
    path(f"{TABLE}deals/<int:deal>/correct/", deals_written.correct, name="deal_correct"),
    path(f"{TABLE}deals/<int:deal>/look/", flagged.look, name="deal_look"),
    path(f"{TABLE}deals/<int:deal>/accept/", flagged.accept, name="deal_accept"),
    path(f"{TABLE}deals/<int:deal>/settle/", deals_written.settle, name="deal_settle"),
    path(f"{TABLE}deals/<int:deal>/restore/", deals.restore, name="deal_restore"),
    path(f"{TABLE}deals/<int:deal>/void/", deals.void, name="deal_void"),
    path("events/<slug:event>/play-offs/", play_offs.play_offs, name="play_offs"),
    path(
        "events/<slug:event>/play-offs/<int:play_off>/revoke/",
        play_offs.revoke,
        name="play_off_revoke",
    ),
    path("events/<slug:event>/adjustments/", results_adjustments.adjustments, name="adjustments"),
    path(
        "events/<slug:event>/adjustments/<int:adjustment>/revoke/",
        results_adjustments.revoke,
        name="adjustment_revoke",
    ),
]
