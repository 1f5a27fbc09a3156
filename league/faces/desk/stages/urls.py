"""The addresses of stages at the desk, below `<club>/`."""

from django.urls import path

from league.faces.desk.stages import views

EVENT = "events/<slug:event>/"

urlpatterns = [
    path(f"{EVENT}stages/<int:stage>/rebuild/", views.stage_rebuild, name="stage_rebuild"),
    path(f"{EVENT}stages/new/", views.stage_new, name="stage_new"),
    path(f"{EVENT}stages/<int:stage>/", views.stage_home, name="stage"),
    path(f"{EVENT}stages/<int:stage>/change/", views.stage_change, name="stage_change"),
    path(f"{EVENT}stages/<int:stage>/groups/", views.stage_groups, name="stage_groups"),
    path(f"{EVENT}stages/<int:stage>/remove/", views.stage_remove, name="stage_remove"),
    path(f"{EVENT}stages/restore/", views.stage_restore, name="stage_restore"),
]
