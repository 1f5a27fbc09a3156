"""Each document by what stands on it; values only, no database."""

from datetime import UTC, datetime

import pytest

from games import services as games
from league.office.paper.bracket import BracketMatch, BracketPart, bracket
from league.office.paper.document import About, paper_size
from league.office.paper.sheets import ScoreSheet, column_heads, deal_sheets, score_sheets
from league.play.prepared.stage_deals import deal_sheet
from tests.league.office.paper.reading import joined, pages_of, text_of

ABOUT = About(
    title="Cup", club="Harbour", language="en", at=datetime(2026, 1, 2, tzinfo=UTC), subject="Cup"
)


def ruleset_of(info):
    preset = info.presets[0]
    return games.ruleset(info.id, preset.id, None, preset.seats[0])


def sheet_for(ruleset, rows=20, names=True):
    seats = [f"Player {n}" for n in range(ruleset.players)]
    return ScoreSheet(
        ruleset=ruleset,
        over="Cup",
        title="Table 7",
        sides=[f"Side {n}" if names else "" for n in range(ruleset.sides)],
        dealers=seats if names else [],
        rows=rows,
        notes=["The game is played to 500."],
    )


@pytest.mark.long
@pytest.mark.parametrize("info", games.variants(), ids=lambda info: info.id)
def test_every_game_has_a_sheet_of_one_page_with_its_columns(info):
    ruleset = ruleset_of(info)
    once, each = column_heads(ruleset)

    (page,) = pages_of(score_sheets(ABOUT, [sheet_for(ruleset)]).to_bytes())

    for head in once:
        assert joined(head) in page
    for head in each:
        assert page.count(joined(head)) >= ruleset.sides
    assert page.count("Player0") == -(-20 // ruleset.players)
    assert "Signed:Side1" in page
    assert "Thegameisplayedto500." in page


@pytest.mark.long
@pytest.mark.parametrize("game", ["double-deck-pinochle", "pitch", "two-handed-pinochle"])
def test_a_deal_sheet_has_every_card_of_every_hand_and_the_steps(game):
    ruleset = ruleset_of(games.variant_named(game))
    deal = games.prepared_deal(ruleset, "5" * 64, 3)
    sheet = deal_sheet(ruleset, deal)

    def printed(with_steps):
        return text_of(
            deal_sheets(ABOUT, [sheet], over="Cup", with_steps=with_steps, stock_in_order=False)
            .to_bytes()
        )  # fmt: skip

    text, short = printed(True), printed(False)

    for step in sheet["steps"]:
        assert joined(step["taken"]) in text
    for _seat, suits in sheet["hands"]:
        for _suit, ranks, _count in suits:
            assert joined(ranks) in text
            assert joined(ranks) in short
    assert joined(sheet["stock"]) in short
    assert "Take" not in short


def tree(size):
    matches, column = [], 0
    while size:
        matches += [
            BracketMatch(
                key=f"{column}-{n}",
                column=column,
                place=n,
                names=(f"Left {column}.{n}!", "" if column else f"Right {n}!"),
                feeds=f"{column + 1}-{n // 2}" if size > 1 else "",
            )
            for n in range(size)
        ]
        size, column = size // 2, column + 1
    return BracketPart(title="Main", heads=[f"R{n}" for n in range(column)], matches=matches)


@pytest.mark.long
@pytest.mark.parametrize(("size", "pages"), [(1, 1), (8, 1), (16, 2), (64, 9)])
def test_every_match_of_a_bracket_is_printed_once(size, pages):
    part = tree(size)

    found = pages_of(bracket(ABOUT, [part], over="Cup").to_bytes())

    text = "".join(found)
    assert len(found) == pages
    for match in part.matches:
        assert text.count(joined(match.names[0])) == 1
    assert text.count("notknownyet") == len(part.matches) - size


@pytest.mark.parametrize(
    ("asked", "zone", "size"),
    [
        ("", "Europe/London", "a4"),
        ("", "America/Chicago", "letter"),
        ("", "America/Sao_Paulo", "a4"),
        ("", "Asia/Tokyo", "a4"),
        ("a4", "America/Chicago", "a4"),
        ("letter", "Asia/Tokyo", "letter"),
        ("folio", "Asia/Tokyo", "a4"),
    ],
)
def test_paper_is_what_is_sold_where_the_club_is_or_what_was_asked_for(asked, zone, size):
    assert paper_size(asked, zone) == size
