"""The addresses of a club's evening of today."""

from league.faces.api.resources import OneRouter
from league.faces.api.tonight.views import TonightViewSet

tonight = OneRouter()
tonight.register("clubs/<slug:club>/tonight", TonightViewSet, "tonight")

urlpatterns = tonight.urls
