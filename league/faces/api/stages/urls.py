"""The addresses of stages and their formats."""

from django.urls import path

from league.faces.api.stages import views

urlpatterns = [
    path("formats", views.FormatList.as_view(), name="formats"),
    path("events/<int:event>/stages", views.StageList.as_view(), name="stages"),
    path("stages/<int:stage>", views.StageView.as_view(), name="stage"),
    path("stages/<int:stage>/filling", views.Filling.as_view(), name="filling"),
    path("stages/<int:stage>/entries", views.StageEntryList.as_view(), name="stage_entries"),
    path("stages/<int:stage>/groups", views.Groups.as_view(), name="groups"),
]
