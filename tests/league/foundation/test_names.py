"""Names: stored in one way, the same or alike."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.clubs.models import Player
from league.foundation.names import PLAIN, SPELT_OUT, alike_key, clean_name, name_key
from tests.league.factories import make_club, make_player


@pytest.mark.long
@pytest.mark.parametrize(
    ("written", "stored"),
    [
        ("Jose\u0301 Nu\u0301n\u0303ez", "Jos\u00e9 N\u00fa\u00f1ez"),
        ("Jos\u00e9  N\u00fa\u00f1ez", "Jos\u00e9 N\u00fa\u00f1ez"),
        ("Sean O’Brien", "Sean O'Brien"),
        ("H\r\nX: y", "H X: y"),
        ("\u202eAnn\u200b\x07 Lee\ufeff", "Ann Lee"),
        ("山田\u3000太郎", "山田 太郎"),
        ("＝1", "＝1"),
        ("ക്\u200dഷ", "ക്\u200dഷ"),
        ("Ann\u200dLee", "AnnLee"),
    ],
)
def test_a_name_is_stored_in_one_way(written, stored):
    assert clean_name(written) == stored


@pytest.mark.long
@given(st.text())
def test_a_stored_name_is_stored_so_again_and_hides_nothing(text):
    stored = clean_name(text)

    assert clean_name(stored) == stored
    assert stored == stored.strip()
    assert not {"Cc", "Cs", "Zl", "Zp"} & set(map(unicodedata.category, stored))


def test_names_that_differ_in_accents_are_alike_and_not_the_same():
    assert alike_key("JOSE NUNEZ") == alike_key("José Núñez") == "jose nunez"
    assert name_key("JOSE NUNEZ") != name_key("José Núñez")
    assert alike_key("Anna-Lena O’Brien") == alike_key("anna lena obrien")


@pytest.mark.long
@pytest.mark.django_db
def test_the_database_finds_the_same_names_alike():
    club = make_club()
    names = [
        "José Núñez", "Øyvind Ł. Straße", "İnci Çelik", "Anna-Lena O'Brien", "ガトウ・ルイ",
        "ｱﾍﾞ", "Ælfred Œuvre", "Þór", "Zoë – Jr.", "Ngô Đình Diệm", "Δημήτρης", "ﬁnn",
        *(f"x{letter}y" for letter in [*PLAIN, *SPELT_OUT] if letter.isalpha()),
    ]  # fmt: skip
    players = {name: make_player(club, name).pk for name in names}

    missed = [
        name
        for name, pk in players.items()
        if not Player.objects.filter(pk=pk, name__alike=alike_key(name)).exists()
    ]

    assert missed == []


@pytest.mark.django_db
def test_whatever_writes_a_name_it_is_stored_clean():
    club = make_club()
    player = make_player(club, "Ann")
    Player.objects.filter(pk=player.pk).update(name="Jose\u0301")

    player.refresh_from_db()

    assert player.name == "Jos\u00e9"
    assert Player.objects.get(name="Jose\u0301") == player
