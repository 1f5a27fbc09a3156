"""What a person reads on a page."""

import html
import re


def text_of(response):
    plain = re.sub(r"<[^>]+>", " ", response.content.decode())
    return " ".join(html.unescape(plain).split())
