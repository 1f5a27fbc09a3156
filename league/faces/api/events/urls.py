"""The addresses of events, their entries and substitutes."""

from django.urls import path

from league.faces.api.events import entry_views, views

urlpatterns = [
    path("clubs/<slug:club>/events", views.NewEvent.as_view(), name="new_event"),
    path("events", views.EventList.as_view(), name="events"),
    path("events/<int:event>", views.EventView.as_view(), name="event"),
    path("events/<int:event>/copy", views.EventCopy.as_view(), name="event_copy"),
    path("events/<int:event>/move", views.EventMove.as_view(), name="move"),
    path("events/<int:event>/entries", entry_views.EntryList.as_view(), name="entries"),
    path(
        "events/<int:event>/entries/bulk",
        entry_views.AddEntries.as_view(),
        name="entries_write",
    ),
    path("events/<int:event>/sign-up", entry_views.SignUp.as_view(), name="sign_up"),
    path("events/<int:event>/seeds", entry_views.Seeds.as_view(), name="seeds"),
    path("events/<int:event>/reserves", entry_views.Reserves.as_view(), name="reserves"),
    path(
        "events/<int:event>/substitutions",
        entry_views.SubstitutionList.as_view(),
        name="substitutions",
    ),
    path("entries/<int:entry>", entry_views.EntryView.as_view(), name="entry"),
    path("entries/<int:entry>/withdraw", entry_views.WithdrawEntry.as_view(), name="withdraw"),
    path("entries/<int:entry>/answer", entry_views.AnswerPartner.as_view(), name="answer"),
    path("entries/<int:entry>/accept", entry_views.AcceptEntry.as_view(), name="accept"),
    path("entries/<int:entry>/reinstate", entry_views.ReinstateEntry.as_view(), name="reinstate"),
]
