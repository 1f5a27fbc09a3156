"""The address where the desk asks for a substitute, below `<club>/`."""

from django.urls import path

from league.faces.desk.stand_ins import views

urlpatterns = [
    path(
        "events/<slug:event>/rounds/<int:stage>/<int:number>/seats/<int:seat>/ask/",
        views.ask,
        name="stand_in_ask",
    ),
]
