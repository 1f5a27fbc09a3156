"""The page of rules on paper: one sheet of A4 for every game, however much is chosen."""

import re

import pytest
from django.urls import reverse

from games.engine.options import options_of
from games.engine.variants import VARIANTS
from games.printed_rules import printed_rules, rulesets_by_players
from games.services import RulesetRefused
from tests.games.engine.rulesets import values_of
from tests.league.factories import make_club, make_house_rules

KANA = re.compile("[ぁ-ん]")

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.processes,
    pytest.mark.browser,
]


def signs_of(variant, options):
    """Return how much such rules print; -1 if nobody can play by them."""
    try:
        rulesets = rulesets_by_players(variant, None, options)
    except RulesetRefused:
        return -1
    sections = printed_rules(next(iter(rulesets.values())))
    return sum(len(f"{rule.sentence}{rule.standard}") for one in sections for rule in one.rules)


def longest_rules(variant):
    """Return options chosen one after the other so that the page says as much as it can."""
    chosen = {}
    for about in options_of(VARIANTS[variant].options):
        tries = [chosen, *({**chosen, about.name: value} for value in values_of(about))]
        chosen = max(tries, key=lambda options: signs_of(variant, options))
    return chosen


@pytest.mark.long
def test_every_game_prints_on_one_sheet_of_paper(web, page):
    club = make_club()
    addresses = []
    for variant in VARIANTS:
        for name, options in (("plain", {}), ("long", longest_rules(variant))):
            rules = make_house_rules(
                club,
                f"{variant} {name}",
                variant=variant,
                preset=VARIANTS[variant].default_preset,
                options=options,
            )
            addresses.append(reverse("public:house_rules", args=[club.slug, rules.pk]))

    sheets = {}
    for address in addresses:
        for language in ("en", "ja"):
            page.goto(f"{web.url}{address}?language={language}")
            # pages that are not translated would prove nothing
            assert bool(KANA.search(page.locator("article").inner_text())) == (language == "ja")
            title = f"{page.locator('h1').inner_text()} {language}"
            paper = page.pdf(prefer_css_page_size=True)
            sheets[title] = len(re.findall(rb"/Type\s*/Page\b", paper))

    assert sheets == dict.fromkeys(sheets, 1)


@pytest.mark.long
def test_the_language_is_switched_for_the_page_that_is_printed(web, page):
    rules = make_house_rules(make_club())

    page.goto(web.url + reverse("public:house_rules", args=[rules.club.slug, rules.pk]))
    page.get_by_role("link", name="日本語").click()

    page.locator("article:lang(ja)").wait_for()
    assert page.locator("html").get_attribute("lang") == "en"
    page.emulate_media(media="print")
    assert page.locator(".rule-tools").is_hidden()
