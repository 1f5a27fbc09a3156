"""The addresses of jobs at the desk, below `<club>/`."""

from django.urls import path

from league.faces.desk.jobs import job_pages

urlpatterns = [
    path("orders/<int:job>/", job_pages.job, name="job"),
    path("orders/<int:job>/file/", job_pages.file, name="job_file"),
    path("orders/<int:job>/cancel/", job_pages.cancel, name="job_cancel"),
]
