"""The wall clock of a machine of the drill, which can be set while its programs run.

Debian's libfaketime is not used: where it leaves monotonic clocks alone, as a clock that is set
does, each sleep of Python fails.
"""

import struct
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from deploy.site.address import CannotStart

SOURCE = Path(__file__).with_suffix(".c")
SECONDS = struct.Struct("=q")


def made_library(folder: Path) -> Path:
    """Compile what programs are loaded with. Raises CannotStart where that fails."""
    made = folder / "wall_clock.so"
    words = ["gcc", "-shared", "-fPIC", "-O2", "-o", str(made), str(SOURCE)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise CannotStart(f"The drill's clock could not be compiled:\n{done.stderr}")
    return made


@dataclass(frozen=True, slots=True)
class WallClock:
    """`file` says how many seconds it is ahead, to whoever was started with `environment`."""

    file: Path

    def set(self, *, ahead_s: int) -> None:
        # in place: programs have the file mapped
        with self.file.open("r+b" if self.file.exists() else "w+b") as file:
            file.write(SECONDS.pack(ahead_s))

    def environment(self, library: Path) -> Mapping[str, str]:
        return {"LD_PRELOAD": str(library), "DRILL_CLOCK": str(self.file)}
