"""Several things in a row within a sentence."""

import pytest
from django.template import Context, Template
from django.utils.translation import override

from league.foundation.lists import clauses, labelled, listed, noted, partners


def test_things_of_any_kind_stand_in_a_row_in_their_order():
    assert listed(["wins", 12, "lot"]) == "wins, 12, lot"
    assert listed(["wins"]) == "wins"
    assert listed([]) == ""


@pytest.mark.parametrize(
    ("names", "called"),
    [
        (["Ann Lee", "Bob Ray"], "Ann Lee & Bob Ray"),
        (["佐藤 美咲", "鈴木 健太"], "佐藤 美咲・鈴木 健太"),
        (["さくら", "ケン"], "さくら・ケン"),
        (["Ann Lee", "鈴木 健太"], "Ann Lee & 鈴木 健太"),
        (["ルイ・フェラン", "森 花"], "ルイ・フェラン & 森 花"),
        (["森 花"], "森 花"),
        ([], ""),
    ],
)
def test_partners_are_joined_as_their_names_are_written(names, called):
    assert partners(names) == called


def test_brackets_and_what_parts_clauses_are_those_of_the_language():
    assert noted("Ann", 12) == "Ann (12)"
    assert clauses(["1. Ann, 4", "2. Bob"]) == "1. Ann, 4; 2. Bob"
    with override("ja"):
        assert noted("Ann", 12) == "Ann（12）"
        assert clauses(["1位", "2位"]) == "1位、2位"


def test_templates_part_things_as_the_language_does():
    template = Template(
        "{% load lists %}{{ a|then:b }} {{ names|listed }} {{ a|noted:b }} {{ a|labelled:b }}"
    )
    context = Context({"a": "<卓1>", "b": "ディール4", "names": ["x", "y"]})
    with override("ja"):
        shown = template.render(context)

    assert shown == ("&lt;卓1&gt;、ディール4 x、y &lt;卓1&gt;（ディール4） &lt;卓1&gt;：ディール4")


def test_a_colon_is_that_of_the_language(monkeypatch):
    assert labelled("Password", "too short") == "Password: too short"
    monkeypatch.setattr(
        "league.foundation.lists._", {"%(label)s: %(words)s": "%(label)s：%(words)s"}.get
    )
    assert labelled("パスワード", "短すぎます。") == "パスワード：短すぎます。"
