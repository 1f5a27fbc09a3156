"""The forms on a page, as a browser has them: where each leads, and what it would send."""

from collections.abc import Callable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

# what cannot hold a text that somebody typed, or must not show it again
NOT_TYPED = {"hidden", "checkbox", "radio", "submit", "button", "file", "password", "image"}


@dataclass
class Form:
    """A form: its address, "get" or "post", what it would send, and which of it can be typed."""

    address: str
    method: str
    values: dict[str, list[str]] = field(default_factory=dict)
    typed: dict[str, str] = field(default_factory=dict)
    buttons: list[tuple[str, str, str]] = field(default_factory=list)

    @property
    def names(self) -> set[str]:
        return set(self.values) | {name for name, _value, _address in self.buttons if name}


class Forms(HTMLParser):
    """Collects the forms of one page; `forms` has them when it has been fed."""

    def __init__(self, address: str) -> None:
        super().__init__(convert_charrefs=True)
        self._page = address
        self.forms: list[Form] = []
        self._by_id: dict[str, Form] = {}
        self._now: Form | None = None
        self._text: tuple[Form, str, list[str]] | None = None
        self._select: tuple[Form, str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._begin(values)
            return
        read = self._readers().get(tag)
        form = self._form_of(values)
        if read is not None and form is not None:
            read(form, values)

    def _readers(self) -> dict[str, Callable[[Form, dict[str, str]], None]]:
        return {
            "input": self._input,
            "button": self._button,
            "textarea": self._textarea,
            "select": self._select_begins,
            "option": self._option,
        }

    def _begin(self, values: dict[str, str]) -> None:
        address = urljoin(self._page, values.get("action") or values.get("data-hx-post") or "")
        form = self._by_id.setdefault(values.get("id") or str(len(self.forms)), Form("", ""))
        form.address = address or self._page
        form.method = "post" if "data-hx-post" in values else values.get("method", "get").lower()
        self.forms.append(form)
        self._now = form

    def _form_of(self, values: dict[str, str]) -> Form | None:
        if "form" in values:
            return self._by_id.setdefault(values["form"], Form("", ""))
        return self._now

    def _input(self, form: Form, values: dict[str, str]) -> None:
        kind, name = values.get("type", "text"), values.get("name", "")
        if kind in ("submit", "image"):
            self._button(form, values)
            return
        if not name:
            return
        held = form.values.setdefault(name, [])
        if kind not in ("checkbox", "radio") or "checked" in values:
            held.append(values.get("value", "on" if kind in ("checkbox", "radio") else ""))
        if kind not in NOT_TYPED:
            form.typed[name] = values.get("value", "")

    def _button(self, form: Form, values: dict[str, str]) -> None:
        address = urljoin(self._page, values.get("formaction", form.address))
        form.buttons.append((values.get("name", ""), values.get("value", ""), address))

    def _textarea(self, form: Form, values: dict[str, str]) -> None:
        self._text = (form, values.get("name", ""), [])

    def _select_begins(self, form: Form, values: dict[str, str]) -> None:
        self._select = (form, values.get("name", ""))
        form.values.setdefault(values.get("name", ""), [])

    def _option(self, _form: Form, values: dict[str, str]) -> None:
        if self._select is None:
            return
        form, name = self._select
        held = form.values[name]
        if "selected" in values or not held:
            form.values[name] = [values.get("value", "")]

    def handle_data(self, data: str) -> None:
        if self._text is not None:
            self._text[2].append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._now = None
        elif tag == "select":
            self._select = None
        elif tag == "textarea" and self._text is not None:
            form, name, parts = self._text
            # a browser drops the line break with which a field begins
            text = "".join(parts).removeprefix("\n").removeprefix("\r\n")
            form.values.setdefault(name, []).append(text)
            form.typed[name] = text
            self._text = None


def forms_on(address: str, page: str) -> list[Form]:
    """Return the forms of a page that lead to this site."""
    parser = Forms(address)
    parser.feed(page)
    return [one for one in parser.forms if not urlsplit(one.address).netloc]
