"""The addresses of imports."""

from django.urls import path

from league.faces.api.imports import views
from league.faces.api.resources import Router

router = Router()
router.register("clubs/<slug:club>/imports", views.ImportViewSet, "import")

urlpatterns = [
    path("import-kinds", views.ImportKindViewSet.as_view({"get": "list"}), name="import_kinds"),
    *router.urls,
]
