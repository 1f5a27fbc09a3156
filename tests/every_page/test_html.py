"""The Nu HTML checker reads a page of every kind and finds no error."""

import json
import subprocess
from pathlib import Path

import pytest
from django.conf import settings

from deploy.workshop.java import find_java
from deploy.workshop.ops_programs import REQUIRED

pytestmark = [pytest.mark.django_db, pytest.mark.long]

CHECKER = Path(settings.BASE_DIR) / "node_modules/vnu-jar/build/dist/vnu.jar"


@pytest.fixture(scope="module", autouse=True)
def _java():
    if not find_java() and not REQUIRED:
        pytest.skip("Java is missing: python -m deploy.workshop.java says what installs it")


def errors_in(folder: Path) -> list[str]:
    """Return what the checker finds in the HTML files of a folder, each with where it is."""
    done = subprocess.run(
        [
            *(find_java(), "-Xss2m", "-jar", str(CHECKER)),
            *("--errors-only", "--exit-zero-always", "--skip-non-html", "--format", "json"),
            str(folder),
        ],
        capture_output=True,
        check=True,
        timeout=300,
    )
    found = json.loads(done.stderr)["messages"]
    return [
        f"{Path(one['url']).stem}: {one['message']}: {one.get('extract', '').strip()[:160]}"
        for one in found
    ]


def test_no_page_of_any_kind_has_an_error(pages, tmp_path):
    shown = {name: [one for one in ones if one.is_page] for name, ones in pages.items()}
    for name, ones in shown.items():
        for one in ones[:1]:
            (tmp_path / f"{name.replace(':', '.')}.html").write_bytes(one.body)

    assert len(list(tmp_path.iterdir())) > 150
    assert errors_in(tmp_path) == []
