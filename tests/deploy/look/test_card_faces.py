from xml.etree import ElementTree as ET

from deploy.look.card_faces import RANKS, SUITS, TARGET, sprite

SVG = "{http://www.w3.org/2000/svg}"


def test_the_stored_sprite_is_the_one_the_program_draws() -> None:
    assert TARGET.read_text(encoding="utf-8") == sprite()


def test_every_card_is_there_small_and_large_once() -> None:
    symbols = [one.get("id") for one in ET.fromstring(sprite()).iter(f"{SVG}symbol")]  # noqa: S314
    cards = {rank + suit for rank in RANKS for suit in SUITS}
    assert len(symbols) == len(set(symbols))
    assert set(symbols) == cards | {f"{card}-large" for card in cards} | set(SUITS) | {"back"}


def test_a_number_card_shows_as_many_pips_as_its_number_beside_the_corners() -> None:
    symbols = {one.get("id"): one for one in ET.fromstring(sprite()).iter(f"{SVG}symbol")}  # noqa: S314
    for number in range(2, 11):
        rank = "T" if number == 10 else str(number)
        pips = list(symbols[f"{rank}H-large"].iter(f"{SVG}path"))
        assert len(pips) == number + 2, rank


def test_suits_take_the_colour_of_the_page() -> None:
    for suit in SUITS:
        symbol = next(
            one
            for one in ET.fromstring(sprite()).iter(f"{SVG}symbol")  # noqa: S314
            if one.get("id") == suit
        )
        assert [path.get("fill") for path in symbol] == ["currentColor"]
