"""What scores deals on a phone says what the site says, of every deal a form can send."""

import json
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from django.utils import translation
from django.utils.formats import get_format

from deploy.phone_scorer_package import package
from games import services as games
from games.engine import forms
from games.engine.errors import IllegalAction, Refusal
from games.phone_scorer import scored, summary_of
from games.sentences import say
from league.results.deal_form import DealForm
from tests.league.results.typed import as_typed
from tests.league.table.typed import LAID, PITCH, TYPED

VECTORS = Path(__file__).parents[1] / "vectors"
NAMES = ("Ann Lee", "Bob Lee", "Cy Lee", "Di Lee", "Ed Lee", "Flo Lee", "Gus Lee", "Hal Lee")


def summaries():
    for file in sorted(VECTORS.glob("*.jsonl")):
        for line in file.read_text().splitlines():
            data = json.loads(line)
            if isinstance(data.get("summary"), dict):
                yield data


def pairs(typed):
    for name, value in typed.items():
        yield from ((name, text) for text in ([value] if isinstance(value, str) else value))


class FormNames:
    """Names as a form asks for them."""

    seats = dict(enumerate(NAMES))

    def __init__(self, sides):
        self.sides = NAMES[:sides]

    def seat(self, number):
        return NAMES[number]

    def side(self, number):
        return self.sides[number]


def form_of(ruleset, typed):
    plan = SimpleNamespace(ruleset=ruleset, players=ruleset.players, sides=ruleset.sides)
    return DealForm(typed, plan=plan, names=FormNames(ruleset.sides), may_lay=True)


def asked_of(ruleset, typed, *, dealer, number=1, language="en"):
    with translation.override(language):
        game = {
            "ruleset": ruleset.as_json(),
            "number": 1,
            "dealer": dealer,
            "seats": list(NAMES[: ruleset.players]),
            "sides": list(NAMES[: ruleset.sides]),
            "language": language,
            "thousands": get_format("THOUSAND_SEPARATOR"),
            "decimal": get_format("DECIMAL_SEPARATOR"),
        }
    return json.dumps({"game": game, "number": number, "typed": list(pairs(typed))})


def as_the_site_says(ruleset, dealer, sent):
    """Return the answer in the words of the active language."""
    names = FormNames(ruleset.sides)
    try:
        deal = games.with_melds(ruleset, {"dealer": dealer, **sent})
        result = games.score_deal(ruleset, deal)
    except Refusal as refusal:
        return {"refused": games.in_words(refusal.sentence, names.seats, names.sides)}
    return {
        "totals": list(result.score),
        "lines": [
            (names.side(line.side), games.in_words(line.sentence, names.seats, names.sides))
            for line in result.lines
        ],
    }


def number_of(points):
    return int(points.replace(",", "").replace(".", "").replace("−", "-"))


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory):
    folder = tmp_path_factory.mktemp("phone")
    zipfile.ZipFile(BytesIO(package())).extractall(folder)
    return folder


def as_lists(typed):
    lists = {}
    for name, text in pairs(typed):
        lists.setdefault(name, []).append(text)
    return lists


def compare(ruleset, typed, dealer, folder, language="en"):
    """Compare phone and site; return whether a form can send this deal at all."""
    form = form_of(ruleset, typed)
    if not form.is_valid():
        return False
    with translation.override(language):
        due = as_the_site_says(ruleset, dealer, form.sent)
    answer = json.loads(
        scored(asked_of(ruleset, typed, dealer=dealer, language=language), str(folder))
    )

    assert summary_of(ruleset, as_lists(typed)) == form.summary
    if "refused" in due:
        assert answer["refused"][1:] == due["refused"][1:]
    else:
        assert [number_of(one["points"]) for one in answer["totals"]] == due["totals"]
        assert [(one["side"], one["text"]) for one in answer["lines"]] == due["lines"]
    return True


@pytest.mark.parametrize("language", ["en", "ja", "de"])
def test_every_summary_of_the_rulebooks_scores_as_on_the_site(unpacked, language):
    compared = [
        compare(ruleset, as_typed(ruleset, data), data["dealer"], unpacked, language)
        for data in summaries()
        for ruleset in [forms.ruleset_of(data)]
    ]

    assert sum(compared) > 60


@pytest.mark.sampled(8)
@pytest.mark.parametrize(
    ("variant", "preset"),
    [(info.id, preset.id) for info in games.variants() for preset in info.presets],
)
def test_deals_by_lot_score_as_on_the_site(unpacked, variant, preset):
    compared = 0
    for seed in range(12):
        ruleset = games.ruleset(variant, preset)
        deal = games.summary_of(ruleset, games.random_record(ruleset, Random(seed)))
        compared += compare(ruleset, as_typed(ruleset, deal), deal["dealer"], unpacked)
    assert compared > 6


def test_melds_that_were_tapped_are_added_up(unpacked):
    ruleset = games.ruleset("double-deck-pinochle", "standard")

    assert compare(ruleset, TYPED | LAID, 0, unpacked)


def test_a_score_that_hangs_on_an_unknown_dealer_stays_open(unpacked):
    ruleset = games.ruleset("fifty-six", "standard", {"all_pass": "deemed_28nt"})
    typed = {"all_pass": "true", "points-0": "30", "points-1": "26"}

    of_this_deal = scored(asked_of(ruleset, typed, dealer=0, number=1), str(unpacked))
    of_a_later_one = scored(asked_of(ruleset, typed, dealer=0, number=2), str(unpacked))

    assert "lines" in json.loads(of_this_deal)
    assert json.loads(of_a_later_one) == {"open": True}


def test_a_deal_that_only_one_dealer_can_have_dealt_is_not_refused(unpacked, monkeypatch):
    score_deal = forms.score_deal

    def of_dealer_2(ruleset, deal):
        if deal["dealer"] != 2:
            raise IllegalAction("summary", None, "dealer_must_bid", say("the dealer must bid"))
        return score_deal(ruleset, deal)

    monkeypatch.setattr(forms, "score_deal", of_dealer_2)
    ruleset = games.ruleset("pitch", "standard")

    def answered(number):
        question = asked_of(ruleset, PITCH, dealer=1, number=number)
        return json.loads(scored(question, str(unpacked)))

    assert answered(1) == {"refused": "The dealer must bid"}
    assert answered(2) == {"open": True}


def test_what_a_phone_gets_needs_nothing_else(unpacked):
    ruleset = games.ruleset("pitch", "standard")
    question = asked_of(ruleset, PITCH, dealer=0, language="ja")
    program = (
        "import sys; sys.path.insert(0, sys.argv[1]); from games import phone_scorer;"
        " print(phone_scorer.scored(sys.argv[2], sys.argv[1]))"
    )

    answer = subprocess.run(
        [sys.executable, "-B", "-I", "-S", "-c", program, str(unpacked), question],
        capture_output=True,
        text=True,
        check=True,
    )

    assert json.loads(answer.stdout) == json.loads(scored(question, str(unpacked)))
    assert {path.name for path in unpacked.iterdir()} == {"games", "words"}
