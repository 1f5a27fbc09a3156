"""The addresses of the games, of rule codes, and of clubs' house rules."""

from django.urls import path

from league.faces.api.rules import house_rule_views, views

urlpatterns = [
    path("variants", views.VariantList.as_view(), name="variants"),
    path("variants/<slug:variant>", views.VariantView.as_view(), name="variant"),
    path("rule-codes", views.RuleCodeList.as_view(), name="rule_codes"),
    path(
        "clubs/<slug:club>/house-rules",
        house_rule_views.HouseRulesList.as_view(),
        name="house_rules",
    ),
    path(
        "clubs/<slug:club>/house-rules/<int:rules>",
        house_rule_views.HouseRulesView.as_view(),
        name="house_rules_one",
    ),
    path(
        "clubs/<slug:club>/house-rules/<int:rules>/archive",
        house_rule_views.ArchiveHouseRules.as_view(),
        name="house_rules_archive",
    ),
    path(
        "clubs/<slug:club>/house-rules/<int:rules>/bring-back",
        house_rule_views.BringBackHouseRules.as_view(),
        name="house_rules_bring_back",
    ),
]
