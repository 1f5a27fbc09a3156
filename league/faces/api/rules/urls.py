"""The addresses of the games, of rule codes, and of clubs' house rules."""

from django.urls import path

from league.faces.api.resources import Router
from league.faces.api.rules import views

house_rules = Router()
house_rules.register("clubs/<slug:club>/house-rules", views.HouseRulesViewSet, "house_rule")

urlpatterns = [
    path("variants", views.VariantList.as_view(), name="variants"),
    path("variants/<slug:variant>", views.VariantView.as_view(), name="variant"),
    path("rule-codes", views.RuleCodeList.as_view(), name="rule_codes"),
    *house_rules.urls,
]
