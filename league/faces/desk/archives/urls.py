"""The addresses of a club's record at the desk: archives made of it and read into it."""

from django.urls import path

from league.faces.desk.archives import views

urlpatterns = [
    path("record/", views.record, name="record"),
    path("record/<int:archive>/", views.archive, name="archive"),
    path("record/<int:archive>/file/", views.archive_file, name="archive_file"),
]
