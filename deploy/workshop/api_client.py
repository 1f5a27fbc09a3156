"""`make client`: a Python client of the API, generated from its description into `.build/client`.

The generated code is not kept: whoever needs it generates it from the site it is for, with the
same program and the same settings (docs/api.md).
"""

import json
import os
import subprocess
import sys
from pathlib import Path

PACKAGE = "tricktable_client"
SETTINGS = {
    "project_name_override": "tricktable-client",
    "package_name_override": PACKAGE,
    "post_hooks": [],
    # files are sent as they are; the client knows no other type of bytes
    "content_type_overrides": dict.fromkeys(
        ("application/pdf", "application/zip", "image/webp"), "application/octet-stream"
    ),
}
BUILT = Path(__file__).resolve().parents[2] / ".build" / "client"


def generate(folder: Path) -> Path:
    """Generate the client into the folder and return its package's folder.

    Raises CalledProcessError when some of the description could not be made into a client.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    schema, settings = folder.parent / "schema.json", folder.parent / "client-settings.json"
    schema.write_bytes(_description())
    settings.write_text(json.dumps(SETTINGS))
    program = (sys.executable, "-m", "openapi_python_client", "generate")
    where = ("--path", str(schema), "--config", str(settings), "--output-path", str(folder))
    command = [*program, *where, "--meta", "pdm", "--overwrite", "--fail-on-warning"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return folder / PACKAGE


def _description() -> bytes:
    # what a site serves, made without one
    from drf_spectacular.renderers import OpenApiJsonRenderer

    from league.faces.api.description import description

    return bytes(OpenApiJsonRenderer().render(description("en")))


def main() -> int:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.site.settings")
    django.setup()
    generate(BUILT)
    print("The client is in .build/client. To use it: pip install .build/client")
    return 0


if __name__ == "__main__":
    sys.exit(main())
