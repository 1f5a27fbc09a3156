"""Reads the settings as another process with its own environment sees them."""

import json
import os
import subprocess
import sys

ROOT_NAMES = ("PATH", "PYTHONPATH", "HOME", "LANG", "VIRTUAL_ENV")

CODE = """
import json, sys
from deploy.site import settings
print(json.dumps({name: getattr(settings, name) for name in sys.argv[1:]}, default=str))
"""


def bare_environment():
    """Return what a process needs of this one's environment to find its programs."""
    return {name: os.environ[name] for name in ROOT_NAMES if name in os.environ}


def run_settings(*names, **environment):
    return subprocess.run(
        [sys.executable, "-c", CODE, *names],
        env={**bare_environment(), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def settings_of(*names, **environment):
    done = run_settings(*names, **environment)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
