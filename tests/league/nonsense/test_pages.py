"""Every page under every name that it reads: no error, no hanging, and nothing typed is lost.

A few of all combinations by lot, from the test's own name; NONSENSE=10 sends ten times as many.
"""

from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.urls import Resolver404, resolve, reverse

from tests.addresses import Address
from tests.league.nonsense.sending import Answer, Sender
from tests.league.nonsense.site import Site, addresses_of
from tests.league.nonsense.typed import Form, forms_on
from tests.league.nonsense.values import TEXTS, TIMES, some

pytestmark = [pytest.mark.django_db, pytest.mark.long]
FACES = ("public", "account", "table", "desk")
# names that no page reads, and names with a meaning for the site as a whole
ALWAYS = {"nobody_reads_this", "page", "q", "next", "language", "tour", "sent_once", "do", "action"}
NOT_OURS = {"csrfmiddlewaretoken"}
NOT_ALLOWED = 405
Typed = dict[str, list[Any]]


class Walk:
    """All addresses of a face: what each reads, which forms lead to it, and nonsense for both."""

    def __init__(self, site: Site, face: str, lots: Random) -> None:
        self.lots = lots
        self.sender = Sender(site.visitor(face))
        self.paths = [(one, path) for one in addresses_of(face) for path in site.paths(one)]
        self.forms: dict[str, list[Form]] = {}
        self.asked: dict[str, set[str]] = {}
        self.filled = 0

    def read_all(self) -> None:
        """Read every page: the names of its query, and the forms on it by where they lead."""
        for _one, path in self.paths:
            answer = self.sender.get(path)
            self.asked[path] = answer.read["GET"]
            for form in forms_on(path, answer.text) if answer.status < 400 else []:
                for address in {form.address, *(one[2] for one in form.buttons)}:
                    self.forms.setdefault(urlsplit(address).path, []).append(form)

    def ask_nonsense(self) -> None:
        """Send queries: every name with nonsense at once, and each name by itself."""
        for _one, path in some(self.paths, 25, self.lots):
            names = sorted(self.asked[path] | self._typed_in_queries(path) | ALWAYS)
            self.sender.get(path, {name: [self._nonsense()] for name in names})
            pairs = [(name, value) for name in names for value in TEXTS.values()]
            for name, value in some(pairs, 1, self.lots):
                self.sender.get(path, {name: [value]})

    def _typed_in_queries(self, path: str) -> set[str]:
        forms = [one for one in self.forms.get(path, []) if one.method == "get"]
        return {name for form in forms for name in form.names}

    def fill_in_nonsense(self) -> None:
        """Send forms: as they stand, with nonsense in one field, and with it in all of them."""
        for one, path in self._posted_to():
            for form in self._forms_to(path):
                first = self.sender.post(path, form)
                if first.status == NOT_ALLOWED:
                    break
                self.filled += 1
                names = sorted(form.keys() | first.read["POST"] - NOT_OURS)
                self._fill(one, path, form, names)

    def _posted_to(self) -> list[tuple[Address, str]]:
        """Return addresses by lot: some that a form leads to, and as many that none does."""
        led_to = [at for at in self.paths if self._is_led_to(at[1])]
        others = [at for at in self.paths if not self._is_led_to(at[1])]
        return [*some(led_to, 30, self.lots), *some(others, 30, self.lots)]

    def _is_led_to(self, path: str) -> bool:
        return any(form.method == "post" for form in self.forms.get(path, []))

    def _forms_to(self, path: str) -> list[Typed]:
        """Return what each form that leads there would send by each of its buttons."""
        found: list[Typed] = []
        for form in self.forms.get(path, []):
            if form.method != "post":
                continue
            values = {name: list(held) for name, held in form.values.items()}
            values = {name: held for name, held in values.items() if name not in NOT_OURS}
            pressed = {(name, value) for name, value, _address in form.buttons if name} or {
                ("", "")
            }
            found += [values | ({name: [value]} if name else {}) for name, value in sorted(pressed)]
        unique = [one for n, one in enumerate(found) if one not in found[:n]] or [{}]
        return list(some(unique, 1, self.lots))

    def _fill(self, one: Address, path: str, form: Typed, names: list[str]) -> None:
        pairs = [(name, kind) for name in names for kind in TEXTS]
        for name, kind in some(pairs, 1, self.lots):
            self._post(path, form | {name: [TEXTS[kind]]})
        for _time in range(TIMES):
            self._post(path, form | {name: [self._nonsense()] for name in names})
        if TIMES > 1:
            # a list where one is expected
            self._post(path, {name: [b"1", b"x", b"-1"] for name in names})
            self._post(path, {})

    def _post(self, path: str, typed: Typed) -> Answer:
        answer = self.sender.post(path, typed)
        self.sender.check_kept(path, typed, answer)
        return answer

    def _nonsense(self) -> bytes:
        return self.lots.choice([*TEXTS.values()])


@pytest.mark.parametrize("face", FACES)
def test_no_page_breaks_on_nonsense_and_forms_keep_it(face, site, lots):
    walk = Walk(site, face, lots)
    walk.read_all()
    walk.ask_nonsense()
    walk.fill_in_nonsense()
    sent = walk.sender.sent
    print(f"{face}: {dict(sent)}, answers {dict(sorted(walk.sender.statuses.items()))}")
    faults = walk.sender.faults
    assert not faults, f"{len(faults)} faults:\n" + "\n".join(faults[:60])
    assert walk.filled > 3


# what a slug, a text or a number of an address may be as far as its pattern knows
PARTS = [
    "9" * 5_000,
    "9" * 19,
    "0",
    "-1",
    "x" * 5_000,
    "%00",
    "%ED%A0%80",
    "%D9%A1",
    "-",
    "_",
    "%E2%80%AE",
]


@pytest.mark.parametrize("face", [*FACES, "api"])
def test_no_address_breaks_on_nonsense_in_its_path(face, site, lots):
    sender = Sender(site.visitor(face))
    led_on = 0
    for one in addresses_of(face):
        for name in sorted(one.arguments):
            values = site.every_value(one)[0]
            path = some_path(one, values)
            place = path.split("/")
            spots = [n for n, part in enumerate(place) if part == str(values[name])]
            for part in some(PARTS, 1, lots):
                for spot in spots[:1]:
                    changed = "/".join([*place[:spot], part, *place[spot + 1 :]])
                    led_on += leads_on(changed, one)
                    sender.get(changed)
                    if TIMES > 1:
                        sender.post(changed, {})
    assert not sender.faults, "\n".join(sender.faults[:60])
    assert sender.sent["GET"] > 5


def some_path(one: Address, values: dict[str, Any]) -> str:
    return reverse(one.name, kwargs={name: values[name] for name in one.arguments})


def leads_on(path: str, one: Address) -> bool:
    try:
        return resolve(path).view_name == one.name
    except (Resolver404, ValueError):
        return False
