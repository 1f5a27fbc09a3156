"""The addresses of the games, of rule codes, and of clubs' house rules."""

from django.urls import path

from league.faces.api.rules import views

urlpatterns = [
    path("variants", views.VariantList.as_view(), name="variants"),
    path("variants/<slug:variant>", views.VariantView.as_view(), name="variant"),
    path("rule-codes", views.RuleCodeList.as_view(), name="rule_codes"),
    path(
        "clubs/<slug:club>/house-rules",
        views.HouseRulesList.as_view(),
        name="house_rules",
    ),
    path(
        "clubs/<slug:club>/house-rules/<int:rules>",
        views.HouseRulesView.as_view(),
        name="house_rules_one",
    ),
    path(
        "clubs/<slug:club>/house-rules/<int:rules>/archive",
        views.ArchiveHouseRules.as_view(),
        name="house_rules_archive",
    ),
    path(
        "clubs/<slug:club>/house-rules/<int:rules>/bring-back",
        views.BringBackHouseRules.as_view(),
        name="house_rules_bring_back",
    ),
]
