"""The addresses of a club's evening of today."""

from django.urls import path

from league.faces.api.tonight import views

TONIGHT = "clubs/<slug:club>/tonight"

urlpatterns = [
    path(TONIGHT, views.TonightView.as_view(), name="tonight"),
    path(f"{TONIGHT}/plans", views.Plans.as_view(), name="tonight_plans"),
    path(f"{TONIGHT}/present/<int:player>", views.PresentPlayer.as_view(), name="tonight_present"),
    path(f"{TONIGHT}/guests", views.Guests.as_view(), name="tonight_guests"),
    path(f"{TONIGHT}/start", views.StartTonight.as_view(), name="tonight_start"),
    path(f"{TONIGHT}/together", views.Together.as_view(), name="tonight_together"),
    path(f"{TONIGHT}/together/<int:group>", views.Part.as_view(), name="tonight_part"),
    path(f"{TONIGHT}/even-pairs", views.EvenPairs.as_view(), name="tonight_pairs"),
    path(f"{TONIGHT}/check-in-link", views.CheckInLink.as_view(), name="check_in_link"),
    path(
        f"{TONIGHT}/check-in-link/renew",
        views.RenewCheckInLink.as_view(),
        name="check_in_link_renew",
    ),
]
