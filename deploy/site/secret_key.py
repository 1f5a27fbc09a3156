"""The secret key: the demo's is made once and kept with its data, a real site's must be strong."""

import os
import secrets
from collections import Counter
from math import log2
from pathlib import Path

SHORTEST = 32  # characters
LEAST_BITS = 80.0  # a little less than measured of 16 random bytes in hexadecimal
KNOWN = ("django-insecure", "changeme", "change-me", "change_me", "50 random letters", "secret-key")


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


def weakness(name: str, key: str) -> str:
    """Return why the key of a real site can be guessed, and what to do; "" when it cannot.

    The sentence never repeats the key. Its entropy is taken from how often each character stands
    in it (Shannon's measure, in bits), and a piece that is repeated counts once.
    """
    if not key:
        return f"{name} is not set: set it to the output of openssl rand -base64 48"
    if found := _weakness(key):
        return (
            f"{name} {found}: whoever guesses it can sign in as anybody. Set it to the output of"
            " python -c 'import secrets; print(secrets.token_urlsafe(50))'"
        )
    return ""


def _weakness(key: str) -> str:
    if len(key) < SHORTEST:
        return f"has {len(key)} characters and needs at least {SHORTEST}"
    if any(known in key.lower() for known in KNOWN):
        return "is an example that everybody can read"
    if _bits(_without_repetition(key)) < LEAST_BITS:
        return "is too regular"
    return ""


def _without_repetition(key: str) -> str:
    """Return the piece of which the key is a repetition, the last one perhaps cut short."""
    for length in range(1, len(key) // 2 + 1):
        if all(key[place] == key[place % length] for place in range(length, len(key))):
            return key[:length]
    return key


def _bits(key: str) -> float:
    counts = Counter(key).values()
    return sum(-count * log2(count / len(key)) for count in counts)
