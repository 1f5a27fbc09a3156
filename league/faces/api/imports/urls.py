"""The addresses of imports."""

from django.urls import path

from league.faces.api.imports import views

IMPORTS = "clubs/<slug:club>/imports"
UPLOAD = f"{IMPORTS}/<int:upload>"

urlpatterns = [
    path("import-kinds", views.ImportKinds.as_view(), name="import_kinds"),
    path(IMPORTS, views.ImportList.as_view(), name="imports"),
    path(UPLOAD, views.ImportView.as_view(), name="import"),
    path(f"{UPLOAD}/plan", views.ImportPlan.as_view(), name="import_plan"),
    path(f"{UPLOAD}/carry-out", views.CarryOutImport.as_view(), name="import_carry_out"),
]
