"""Parts of fonts as PDFs embed them: made by several threads at once, each has the whole."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from league.office.paper import lettering
from league.office.paper.lettering import part_with, static_part

pytestmark = pytest.mark.long

WEIGHT = 437  # nothing else asks for it


def test_threads_that_make_the_same_part_at_once_all_get_it():
    part = part_with("a")
    name = f"{part.stem}-{WEIGHT}-*"
    for file in lettering._folder().glob(name):
        file.unlink()
    with ThreadPoolExecutor(6) as threads:
        made = list(threads.map(lambda _number: static_part.__wrapped__(part, WEIGHT), range(6)))
    assert len(set(made)) == 1
    assert made[0].stat().st_size > 1_000
    assert list(lettering._folder().glob(name)) == [made[0]]
