"""The addresses of results at the desk, below `<club>/`."""

from django.urls import path

from league.desk import (
    play_offs,
    results_adjustments,
    results_awards,
    results_deals,
    results_deals_written,
    results_forfeits,
    results_room,
    results_sheet,
    results_tables,
)

ROUND = "events/<slug:event>/rounds/<int:stage>/<int:number>/"
TABLE = "events/<slug:event>/tables/<int:table>/"

urlpatterns = [
    path(f"{ROUND}room/", results_room.room, name="room"),
    path(f"{ROUND}sheets/", results_sheet.round_sheets, name="round_sheets"),
    path(TABLE, results_tables.table_home, name="table"),
    path(f"{TABLE}move/", results_tables.table_move, name="table_move"),
    path(f"{TABLE}award/", results_awards.table_award, name="table_award"),
    path(f"{TABLE}forfeit/", results_forfeits.table_forfeit, name="table_forfeit"),
    path(f"{TABLE}decide/", results_awards.table_decide, name="table_decide"),
    path(f"{TABLE}sheet/", results_sheet.table_sheet, name="table_sheet"),
    path(f"{TABLE}enter/", results_deals_written.enter, name="deal_enter"),
    path(f"{TABLE}deals/<int:deal>/", results_deals.history, name="deal_history"),
    path(f"{TABLE}deals/<int:deal>/correct/", results_deals_written.correct, name="deal_correct"),
    path(f"{TABLE}deals/<int:deal>/settle/", results_deals_written.settle, name="deal_settle"),
    path(f"{TABLE}deals/<int:deal>/restore/", results_deals.restore, name="deal_restore"),
    path(f"{TABLE}deals/<int:deal>/void/", results_deals.void, name="deal_void"),
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
