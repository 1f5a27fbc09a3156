"""The addresses of rounds: drawn, changed, seated."""

from django.urls import path

from league.faces.api.rounds import views

urlpatterns = [
    path("events/<int:event>/rounds", views.RoundList.as_view(), name="rounds"),
    path("stages/<int:stage>/draw", views.DrawRounds.as_view(), name="draw_rounds"),
    path(
        "stages/<int:stage>/bye-requests",
        views.ByeRequestList.as_view(),
        name="bye_requests",
    ),
    path(
        "bye-requests/<int:bye>/take-back",
        views.TakeBackBye.as_view(),
        name="bye_take_back",
    ),
    path("rounds/<int:round>", views.RoundView.as_view(), name="round"),
    path("rounds/<int:round>/clock", views.RoundClock.as_view(), name="clock"),
    path("rounds/<int:round>/tables", views.TablesOfRound.as_view(), name="tables"),
    path("rounds/<int:round>/open", views.OpenRound.as_view(), name="open"),
    path("rounds/<int:round>/close", views.CloseRound.as_view(), name="close"),
    path("rounds/<int:round>/reopen", views.ReopenRound.as_view(), name="reopen"),
    path("rounds/<int:round>/deadline", views.SetDeadline.as_view(), name="deadline"),
    path("rounds/<int:round>/edit", views.EditRound.as_view(), name="edit"),
    path("rounds/<int:round>/redraw", views.RedrawRound.as_view(), name="redraw"),
    path("rounds/<int:round>/undo-draw", views.UndoDraw.as_view(), name="undo_draw"),
    path("tables/<int:table>/seats/<int:seat>", views.SeatView.as_view(), name="seat"),
]
