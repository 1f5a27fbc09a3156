"""The addresses of archives: those that are kept of a club, and the jobs that work at them."""

from django.urls import path

from league.faces.api.archives import views

ARCHIVES = "clubs/<slug:club>/archives"

urlpatterns = [
    path(ARCHIVES, views.ArchiveList.as_view(), name="archives"),
    path(f"{ARCHIVES}/upload", views.ArchiveUpload.as_view(), name="archive_upload"),
    path(f"{ARCHIVES}/<int:archive>", views.ArchiveView.as_view(), name="archive"),
    path(f"{ARCHIVES}/<int:archive>/file", views.ArchiveContent.as_view(), name="archive_file"),
    path(f"{ARCHIVES}/<int:archive>/read", views.ArchiveReading.as_view(), name="archive_read"),
    path(f"{ARCHIVES}/jobs/<int:job>", views.ArchiveJob.as_view(), name="archive_job"),
]
