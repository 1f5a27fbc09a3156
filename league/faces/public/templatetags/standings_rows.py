"""The rows of a standings table, written as text.

A page of a hundred rows is the site's most asked for, and is made again for every change of the
standings and every language. The markup is that of `components/standings.html`, which a test holds
it to; as a template it takes ten times as long.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext

from league.faces.public.templatetags.icons import icon
from league.foundation.shown_numbers import Number, figure, place

register = template.Library()

ROW = (
    '<tr data-key="%s" class="%s"><td class="rank">%s%s</td>'
    '<th scope="row"><div class="row-name"><span class="who">'
    '<a class="why-link" href="%s">%s</a>%s%s</span>%s</div></th>%s</tr>'
)
GROUP = '<tr class="group"><th scope="rowgroup" colspan="%d">%s</th></tr>'
FIGURE = '<td class="num%s" data-label="%s">%s</td>'
TREND = '<span class="trend">%s%s</span>'
FORM = '<span class="form-marks" role="img" aria-label="%s">%s</span>'
SPARKLINE = (
    '<svg class="sparkline" viewBox="0 0 64 18" role="img" aria-label="%s">'
    '<polyline points="%s"></polyline></svg>'
)
MOVE = '<span class="move %s">%s<span class="visually-hidden">%s </span>%%d</span>'


@register.simple_tag
def standings_rows(rows: Iterable[Mapping[str, Any]], columns: Sequence[str]) -> SafeString:
    """Return the rows of a table body; every row has a `why_url`."""
    badge, (up, down) = _provisional(), _arrows()
    new = f'<span class="move">{escape(gettext("new"))}</span>'
    cells = _cells(columns)
    language = get_language()
    width, before = len(columns) + 2, ""
    texts: list[str] = []
    for row in rows:
        group = row.get("group", "")
        if group != before:
            texts.append(GROUP % (width, escape(group)))
            before = group
        texts.append(
            ROW
            % (
                escape(row["key"]),
                "first" if row["rank"] == 1 else "",
                place(row["rank"], row["tied"]),
                new if row.get("is_new") else _move(row["movement"], up, down),
                escape(row["why_url"]),
                escape(row["name"]),
                (badge if row["provisional"] else "")
                + _mark(row.get("mark", ""), row.get("mark_tone") or "info"),
                _members(row["members"]) + _members(row.get("club_shown", "")),
                _trend(row.get("places"), row.get("form")),
                cells % tuple([_figure(value, language) for value in row["figures"]]),
            )
        )
    return mark_safe("".join(texts))  # noqa: S308 - names and addresses are escaped above


def _mark(words: str, tone: str) -> str:
    """Return what is certain of the entry, in a word or two and the colour of its tone."""
    return f' <span class="badge {tone}">{escape(words)}</span>' if words else ""


def _members(words: str) -> str:
    """Return who is in the entry, or its club, smaller than its name."""
    return f'<span class="members">{escape(words)}</span>' if words else ""


def _cells(columns: Sequence[str]) -> str:
    """Return the cells of one row with a place for each figure; the last ranks."""
    last = len(columns) - 1
    return "".join(
        FIGURE % (" final" if number == last else "", escape(label).replace("%", "%%"), "%s")
        for number, label in enumerate(columns)
    )


def _provisional() -> str:
    context = {"state": "provisional", "label": gettext("provisional")}
    return render_to_string("components/badge.html", context).strip()


def _arrows() -> tuple[str, str]:
    """Return the moves up and down with a place for the number, made once a table."""
    up = MOVE % ("good-text", icon("arrow-up"), escape(gettext("up by")))
    return up, MOVE % ("bad-text", icon("arrow-down"), escape(gettext("down by")))


def _trend(places: Mapping[str, str] | None, form: Mapping[str, Any] | None) -> str:
    """Return the drawing of the last places and the last results, as far as there are any."""
    if not places and not form:
        return ""
    drawn = SPARKLINE % (escape(places["description"]), places["points"]) if places else ""
    return TREND % (drawn, _form(form["marks"], form["description"]) if form else "")


@lru_cache(maxsize=1024)
def _form(results: tuple[tuple[str, str], ...], description: str) -> str:
    marks = "".join(f'<i class="{one}">{escape(letter)}</i>' for one, letter in results)
    return FORM % (escape(description), marks)


def _move(places: int, up: str, down: str) -> str:
    if not places:
        return ""
    return up % places if places > 0 else down % -places


@lru_cache(maxsize=8192)
def _figure(value: Number | str, _language: str) -> str:
    return escape(figure(value))
