"""A bracket on paper: across, and a knock-out of sixteen on one page."""

import re

import pytest
from django.urls import reverse

from tests.league.faces.public.pictures.factories import drawn
from tests.league.faces.public.reading import base

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.processes,
    pytest.mark.browser,
    pytest.mark.long,
]


def test_a_knock_out_of_sixteen_prints_across_on_one_page(web, page):
    stage = drawn("knockout", 16)
    page.goto(web.url + reverse("public:bracket", args=base(stage)))
    assert page.locator(".bracket-match").count() >= 15
    paper = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 1
    wide, high = map(float, re.search(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", paper).groups())
    assert wide > high
