"""Several things in a row within a sentence."""

import pytest

from league.lists import labelled, listed, partners


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


def test_a_colon_is_that_of_the_language(monkeypatch):
    assert labelled("Password", "too short") == "Password: too short"
    monkeypatch.setattr("league.lists._", {"%(label)s: %(words)s": "%(label)s：%(words)s"}.get)
    assert labelled("パスワード", "短すぎます。") == "パスワード：短すぎます。"
