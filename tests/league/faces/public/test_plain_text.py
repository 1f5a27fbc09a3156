"""What a club says of itself: plain text, escaped, with addresses that can be followed."""

import pytest

from league.faces.public.templatetags.plain_text import plain_text


def test_web_and_mail_addresses_are_links_that_search_engines_do_not_count():
    shown = plain_text("Ask ann@example.org, or see https://example.org/join?a=1&b=2.")

    assert '<a href="mailto:ann@example.org">ann@example.org</a>,' in shown
    assert '<a href="https://example.org/join?a=1&amp;b=2" rel="nofollow">' in shown
    assert shown.endswith("</a>.</p>")


@pytest.mark.parametrize(
    "written",
    [
        "<script>alert(1)</script>",
        "https://example.org/<img/src=x>",
        'https://example.org/"onmouseover="alert(1)',
        "javascript:alert(1)",
        "「<b>」https://example.org/<b>",
    ],
)
def test_whatever_is_written_only_makes_paragraphs_and_links(written):
    shown = plain_text(written)

    assert "<" not in shown.replace("<p>", "").replace("</p>", "").replace("</a>", "").replace(
        '<a href="http', ""
    )
    assert 'href="javascript' not in shown
    assert '" onmouseover' not in shown
    assert '"onmouseover="' not in shown
