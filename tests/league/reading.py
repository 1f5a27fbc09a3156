"""What a person reads on a page."""

import html
import re


def text_of(response):
    return text_in(response.content.decode())


def text_in(page):
    plain = re.sub(r"<(script|style)\b.*?</\1>|<[^>]+>", " ", page, flags=re.S)
    return " ".join(html.unescape(plain).split())
