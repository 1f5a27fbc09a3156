"""The addresses of jobs."""

from django.urls import path

from league.faces.api.jobs import views

urlpatterns = [
    path("clubs/<slug:club>/jobs", views.JobList.as_view(), name="jobs"),
    path("clubs/<slug:club>/jobs/<int:job>", views.JobView.as_view(), name="job"),
    path("clubs/<slug:club>/jobs/<int:job>/file", views.JobFileView.as_view(), name="job_file"),
    path("clubs/<slug:club>/jobs/<int:job>/cancel", views.CancelJob.as_view(), name="job_cancel"),
]
