"""The addresses of archives: those that are kept of a club, and the jobs that work at them."""

from league.faces.api.archives import views
from league.faces.api.resources import Router

ARCHIVES = "clubs/<slug:club>/archives"

router = Router()
router.register(ARCHIVES, views.ArchiveViewSet, "archive")
router.register(f"{ARCHIVES}/jobs", views.ArchiveJobViewSet, "archive_job")

urlpatterns = router.urls
