"""Final scores, game by game: what is refused, and who has won."""

from random import Random

import pytest

from games.engine.errors import MalformedRecord, Refusal
from games.engine.final_scores import Played, score_final
from games.engine.variants import VARIANTS, make_ruleset

GAME = Played(of="table", to_target=True)


def scored(variant, score, played=GAME, *, preset=None, said=None, **options):
    ruleset = make_ruleset(variant, preset, options)
    game = VARIANTS[variant]
    data = {"final_score": list(score)} | (said or {})
    return score_final(ruleset, game.final_scores, game.target(ruleset.options), data, played)


def refused(variant, score, played=GAME, **more):
    with pytest.raises(Refusal) as caught:
        scored(variant, score, played, **more)
    return caught.value.rule, str(caught.value.sentence)


@pytest.mark.parametrize(
    ("variant", "score", "options", "winner"),
    [
        ("double-deck-pinochle", (520, 340), {}, 0),
        ("partnership-pinochle", (900, 1510), {}, 1),
        ("three-handed-pinochle", (900, 1510, -200), {}, 1),
        ("two-handed-pinochle", (1040, 1100), {}, 1),
        ("two-handed-pinochle", (1260, 1020), {"both_over": "extend"}, 0),
        ("pedro", (62, 8), {}, 0),
        ("pitch", (3, 11, -2, 0), {}, 1),
        ("fifty-six", (12, 11), {}, 0),
        ("fifty-six", (3, 15), {"scoring_style": "table"}, 1),
    ],
)
def test_the_only_side_that_can_have_won_has(variant, score, options, winner):
    result = scored(variant, score, **options)

    assert (result.score, result.wins_game) == (score, winner)
    assert result.is_final_score
    assert result.made is None


@pytest.mark.parametrize(
    ("variant", "score", "options"),
    [
        ("double-deck-pinochle", (520, 510), {}),
        ("partnership-pinochle", (1520, 1510), {"both_over": "declarer"}),
        ("three-handed-pinochle", (1520, 1510, 0), {}),
        ("pedro", (63, 62), {}),
        ("pedro", (51, 44), {"bidder_goes_out_from": 44}),
        ("pitch", (11, 12, 3, 4), {}),
    ],
)
def test_where_several_can_have_won_it_is_asked_and_the_named_one_has(variant, score, options):
    assert refused(variant, score, **options)[0] == "winner_needed"

    result = scored(variant, score, said={"winner": 0}, **options)

    assert result.wins_game == 0


def test_all_tricks_win_a_game_below_the_target_where_the_rules_have_it():
    allowed, barred = {"all_tricks_wins": True}, {"all_tricks_wins": False}

    rule, sentence = refused("double-deck-pinochle", (340, 50), **allowed)
    assert (rule, "took all 20 tricks" in sentence) == ("winner_needed", True)
    result = scored("double-deck-pinochle", (340, 50), said={"winner": 1}, **allowed)
    assert result.wins_game == 1
    rule, sentence = refused("double-deck-pinochle", (340, 50), **barred)
    assert rule == "target_not_reached"
    assert sentence == "nobody has reached 500, which wins the game; the highest score is 340"


def test_a_side_that_cannot_have_won_is_not_believed():
    rule, sentence = refused("pedro", (62, 8), said={"winner": 1})

    assert rule == "winner_mismatch"
    assert sentence == "side 1 cannot have won the game, which is played to 62, with 8"


@pytest.mark.parametrize(
    ("variant", "score", "options"),
    [
        ("two-handed-pinochle", (1100, 1100), {}),
        ("two-handed-pinochle", (1100, 1020), {"both_over": "extend"}),
        ("partnership-pinochle", (1510, 1510), {"both_over": "high_score"}),
        ("partnership-pinochle", (1500, 200), {"target_test": "exceed"}),
        ("fifty-six", (12, 13), {}),
        ("fifty-six", (11, 0), {"scoring_style": "table"}),
    ],
)
def test_a_game_that_goes_on_by_its_rules_is_not_over(variant, score, options):
    assert refused(variant, score, **options)[0] == "game_goes_on"


@pytest.mark.parametrize(
    ("variant", "options"),
    [
        ("partnership-pinochle", {}),
        ("three-handed-pinochle", {}),
        ("two-handed-pinochle", {}),
        ("two-handed-pinochle", {"card_points": "classic"}),
    ],
)
def test_where_all_points_are_tens_so_is_the_score(variant, options):
    sides = make_ruleset(variant).sides

    rule, sentence = refused(variant, [1505, *[200] * (sides - 1)], **options)

    assert rule == "final_score_step"
    assert "multiples of 10, so 1500 or 1510 is meant" in sentence


def test_one_slip_of_the_finger_is_more_than_the_last_deal_can_bring():
    rule, sentence = refused("pitch", (110, 3, 2, 1))

    assert rule == "final_score_out_of_range"
    assert sentence.endswith(
        "the game ends at 11 and a deal brings 4 at most, so nobody can have more than 15"
    )


def test_so_many_deals_bring_no_more_and_no_less():
    four = Played(of="table", to_target=False, deals=4)

    assert scored("pedro", (-56, 20), four).score == (-56, 20)
    assert refused("pedro", (-57, 20), four)[0] == "final_score_out_of_range"
    assert refused("pedro", (57, -20), four)[0] == "final_score_out_of_range"
    rule, sentence = refused("pedro", (30, 30), four)
    assert (rule, "add up to 60" in sentence, "56 at most" in sentence) == (
        "final_score_out_of_range",
        True,
        True,
    )


def test_a_game_that_was_stopped_needs_no_winner_and_takes_none():
    assert scored("pedro", (30, 30), said={"unfinished": True}).wins_game is None
    with pytest.raises(MalformedRecord, match="played to its end"):
        scored("pedro", (30, 30), said={"unfinished": True, "winner": 0})
    with pytest.raises(MalformedRecord, match="played to the target"):
        scored("pedro", (3, 3), Played(of="table", to_target=False), said={"unfinished": True})


@pytest.mark.parametrize("score", [[62], [62, 8, 1], [62, "8"], [62, True], [62, 8.0], None, "62"])
def test_a_score_that_is_no_whole_number_a_side_cannot_be_read(score):
    game = VARIANTS["pedro"]
    with pytest.raises(MalformedRecord):
        score_final(make_ruleset("pedro"), game.final_scores, 62, {"final_score": score}, GAME)


def test_a_number_of_any_length_is_refused_before_it_is_used():
    assert refused("pedro", (10**5_000, 3))[0] == "final_score_out_of_range"


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_games_that_were_played_to_their_end_are_accepted(variant):
    """What the engine itself played is never refused, and the winner is among the possible."""
    game = VARIANTS[variant]
    ruleset = make_ruleset(variant)
    for seed in range(2):
        state = played_to_the_end(game, ruleset, Random(seed))
        data = {"final_score": list(state.totals), "winner": state.winner}
        known = game.final_scores
        result = score_final(ruleset, known, game.target(ruleset.options), data, GAME)
        assert result.wins_game == state.winner
        deals = Played(of="table", to_target=False, deals=len(state.running))
        del data["winner"]
        score_final(ruleset, known, game.target(ruleset.options), data, deals)


def played_to_the_end(game, ruleset, rng):
    state = game.start_game(ruleset, 0)
    while not state.finished:
        extra = dict(game.carried(state))
        record = game.random_deal(ruleset, rng, dealer=state.next_dealer, **extra)
        state = game.add_deal(state, game.replay(ruleset, record))
    return state
