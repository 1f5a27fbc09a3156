"""The codes of refusals with what a scorer looks at, in every language of the site."""

from typing import Any

from django.conf import settings
from django.utils import translation
from rest_framework import serializers

from games import services as games
from games.sentences import Sentence

IN_LANGUAGES = "By language: `en`, `ja`."


class RuleCodeSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    look_at = serializers.DictField(child=serializers.CharField(), help_text=IN_LANGUAGES)


class RuleCodeGroupSerializer(serializers.Serializer[Any]):
    """The codes that one part of a deal can be refused with."""

    label = serializers.DictField(  # type: ignore[assignment]
        child=serializers.CharField(), help_text=IN_LANGUAGES
    )
    codes = RuleCodeSerializer(many=True)


def rule_codes_as_json() -> list[dict[str, Any]]:
    return [
        {
            "label": in_all_languages(group.label),
            "codes": [
                {"code": code, "look_at": in_all_languages(sentence)}
                for code, sentence in group.codes.items()
            ],
        }
        for group in games.code_groups()
    ]


def in_all_languages(sentence: Sentence) -> dict[str, str]:
    said = {}
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            said[language] = games.in_words(sentence)
    return said
