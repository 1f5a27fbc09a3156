"""Where the embedded servers keep their data, their sockets and their logs."""

import hashlib
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

# sockaddr_un holds 108 bytes, the last of which ends the text
LONGEST_SOCKET_PATH = 107
LONGEST_SOCKET_NAME = ".s.PGSQL.5432.lock"
DATABASE = "tricktable"
SUPERUSER = "tricktable"  # the role a data folder is made with
SITE_ROLE = "tricktable_site"


@dataclass(frozen=True, slots=True)
class Places:
    """Every path of one data folder; nothing is created here."""

    data: Path

    @property
    def postgres(self) -> Path:
        return self.data / "postgres"

    @property
    def broker(self) -> Path:
        return self.data / "broker"

    @property
    def logs(self) -> Path:
        return self.data / "log"

    @property
    def mail(self) -> Path:
        return self.data / "mail"

    @property
    def lock(self) -> Path:
        return self.data / "lock"

    @property
    def address(self) -> Path:
        """Where `make run` notes the address of the site while it runs, for other commands."""
        return self.data / "address"

    @property
    def demo_season(self) -> Path:
        """Where it is noted how far the demo's season is, while it is played."""
        return self.data / "demo-season"

    @property
    def secret_key(self) -> Path:
        return self.data / "secret_key"

    @property
    def sockets(self) -> Path:
        """The folder of the sockets: a short one elsewhere when the data folder's path is long."""
        inside = self.data / "run"
        if len(os.fsencode(inside / LONGEST_SOCKET_NAME)) <= LONGEST_SOCKET_PATH:
            return inside
        mark = hashlib.sha256(os.fsencode(self.data)).hexdigest()[:12]
        return Path(tempfile.gettempdir()) / f"tricktable-{os.getuid()}-{mark}"

    @property
    def broker_socket(self) -> Path:
        return self.sockets / "broker.sock"

    @property
    def database_url(self) -> str:
        return f"postgresql://{SITE_ROLE}@/{DATABASE}?host={self.sockets}"

    def broker_url(self, number: int = 0) -> str:
        return f"redis+socket://{self.broker_socket}?virtual_host={number}"

    def cache_url(self, number: int = 1) -> str:
        return f"unix://{self.broker_socket}?db={number}"


def places_for(data: Path | str) -> Places:
    return Places(Path(data).resolve())
