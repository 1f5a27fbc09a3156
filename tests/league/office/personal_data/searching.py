"""Looks for words in all that a site has: byte by byte, in whatever way it may be written."""

import json
import subprocess
from collections.abc import Iterable
from hashlib import sha256

from django.core.cache import cache
from django.urls import reverse

from deploy.ops.backups.postgres_programs import connection_words, find_program, server_version
from tests.addresses import all_addresses
from tests.league.office.paper.reading import joined
from tests.league.office.paper.reading import text_of as text_of_pdf
from tests.permissions.asking import ask
from tests.permissions.people import Asker


def spellings(words: Iterable[str]) -> set[bytes]:
    """Return the words as they stand in texts, in JSON and in papers; large letters are small."""
    found = set()
    for word in words:
        found |= {
            word,
            joined(word),
            json.dumps(word)[1:-1],
            word.encode("unicode_escape").decode(),
        }
    return {word.casefold().encode() for word in found}


def stand_in(content: bytes, words: Iterable[str]) -> list[str]:
    """Return the words that stand in the content."""
    text = content.decode(errors="replace").casefold().encode()
    return sorted(word.decode() for word in spellings(words) if word in text)


def database() -> bytes:
    """Return the whole database as `pg_dump` writes it."""
    given = connection_words()
    names = {"dbname": "-d", "host": "-h", "port": "-p", "user": "-U"}
    arguments = [
        part for key, flag in names.items() if given.get(key) for part in (flag, str(given[key]))
    ]
    program = find_program("pg_dump", server=server_version())
    dumped = subprocess.run(
        [program, "--format=plain", "--data-only", *arguments], capture_output=True, check=True
    )
    return dumped.stdout


def cached() -> bytes:
    """Return all keys and values of the cache that the site's processes share."""
    client = cache._cache.get_client(None)
    keys = list(client.scan_iter())
    return b"\n".join([*keys, *(client.get(key) or b"" for key in keys)])


def answers(club, askers: Iterable[Asker]) -> dict[str, bytes]:
    """Return what every address of the site answers to a reader, with the text of its papers."""
    found = {}
    for asker in askers:
        for address in all_addresses():
            values = club.values(address)
            path = reverse(address.name, kwargs={name: values[name] for name in address.arguments})
            answer = ask(asker, "GET", path, {}, keeps=True)
            content = answer.content
            if content.startswith(b"%PDF"):
                content = text_of_pdf(content).encode()
            found[f"{asker.name} at {address.name}"] = content
    return found


def digests(names: Iterable[str]) -> list[str]:
    """Return what keys of teams are made of, for these names."""
    return [sha256(name.casefold().encode()).hexdigest()[:16] for name in names]
