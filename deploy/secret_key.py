"""The demo's secret key: made once and kept with its data, so that sign-ins survive a restart."""

import os
import secrets
from pathlib import Path


def demo_secret_key(path: Path) -> str:
    """Return the key kept at path. Makes it when it is missing.

    Where nothing can be written (`manage.py score` on a read-only disk) the key lives only as
    long as the process.
    """
    try:
        return path.read_text() or _new_key(path)
    except FileNotFoundError:
        return _new_key(path)
    except OSError:
        return secrets.token_urlsafe(50)


def _new_key(path: Path) -> str:
    key = secrets.token_urlsafe(50)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.touch(mode=0o600)
        draft.write_text(key)
        # link, unlike rename, does not replace the key another process has just made
        os.link(draft, path)
    except FileExistsError:
        return path.read_text()
    except OSError:
        return key
    finally:
        draft.unlink(missing_ok=True)
    return key
