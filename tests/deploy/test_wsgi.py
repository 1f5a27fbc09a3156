"""The process that answers pages and programs has loaded them before the first request."""

import subprocess
import sys

import pytest

LOADED = "import sys, deploy.wsgi; print('league.faces.api.doors.views' in sys.modules)"


@pytest.mark.long
def test_the_first_request_need_not_load_the_pages() -> None:
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True)
    assert done.stdout.splitlines()[-1:] == ["True"], done.stderr
