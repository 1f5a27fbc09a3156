"""The addresses of house rules at the desk, below `<club>/`."""

from django.urls import path

from league.faces.desk.house_rules import views

RULES = "house-rules/"

urlpatterns = [
    path(RULES, views.house_rules, name="house_rules"),
    path(f"{RULES}new/", views.house_rules_new, name="house_rules_new"),
    path(f"{RULES}<int:rules>/", views.house_rules_change, name="house_rules_change"),
    path(
        f"{RULES}<int:rules>/archive/",
        views.house_rules_archive,
        name="house_rules_archive",
    ),
    path(
        f"{RULES}<int:rules>/bring-back/",
        views.house_rules_bring_back,
        name="house_rules_bring_back",
    ),
]
