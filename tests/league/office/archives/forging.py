"""Archives with other content than they were made with, and a manifest that is right about it."""

import zipfile
from hashlib import sha256
from io import BytesIO

import orjson

from league.office.archives.archive_format import MANIFEST


def packed(files: dict[str, bytes]) -> BytesIO:
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as zip:
        for name, content in files.items():
            zip.writestr(name, content)
    return out


def forged(files: dict[str, bytes], changed: dict[str, bytes], **more) -> BytesIO:
    """Return an archive with other files whose manifest is right; the seal cannot be."""
    manifest = orjson.loads(files[MANIFEST]) | more
    for path, content in changed.items():
        manifest["files"][path] = {
            "bytes": len(content),
            "sha256": sha256(content).hexdigest(),
            "rows": content.count(b"\n"),
        }
    return packed(files | changed | {MANIFEST: orjson.dumps(manifest)})


def unpacked(file: BytesIO) -> dict[str, bytes]:
    with zipfile.ZipFile(file) as zip:
        return {name: zip.read(name) for name in zip.namelist()}


def with_lines(files: dict[str, bytes], path: str, **columns: object) -> BytesIO:
    """Return an archive in which every line of a file has these columns."""
    lines = [orjson.loads(line) | columns for line in files[path].splitlines()]
    return forged(files, {path: b"".join(orjson.dumps(line) + b"\n" for line in lines)})
