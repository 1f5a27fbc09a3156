"""The codes that name the rule a refused deal has broken."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.schema import reads
from league.api.serializers.rule_codes import RuleCodeGroupSerializer, rule_codes_as_json
from league.api.views.doors import TAG, Door


class RuleCodeList(Door):
    @reads("rule_codes_list", TAG, serializers.ListSerializer(child=RuleCodeGroupSerializer()))
    def get(self, request: Request) -> Response:
        """Every code a refused deal can have, with what a scorer looks at, in all languages."""
        return Response(rule_codes_as_json())
