"""The addresses of jobs."""

from league.faces.api.jobs import views
from league.faces.api.resources import Router

router = Router()
router.register("clubs/<slug:club>/jobs", views.JobViewSet, "job")

urlpatterns = router.urls
