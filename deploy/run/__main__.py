"""`python -m deploy.run`: start everything, say the address, and stop everything on Ctrl-C."""

import os
import signal
import sys
import time

from deploy.run.embedded.servers import Servers
from deploy.run.site import STOP_SIGNALS, open_site, prepare
from deploy.site.address import CannotStart, address_from_environment
from deploy.site.data_folder import places_for
from deploy.site.files import CODE, default_data_folder


def main() -> int:
    # signals wait until they are asked for: nothing is left half started
    signal.pthread_sigmask(signal.SIG_BLOCK, STOP_SIGNALS)
    os.chdir(CODE)
    try:
        run()
    except CannotStart as refused:
        print(f"\n{refused}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        pass
    print("Stopped.", flush=True)
    return 0


def run() -> None:
    started = time.perf_counter()
    address = address_from_environment()
    places = places_for(os.environ.get("DATA_DIR") or default_data_folder())
    servers = Servers(
        places,
        with_postgres="DATABASE_URL" not in os.environ,
        with_broker="BROKER_URL" not in os.environ,
    )
    servers.claim()
    site = open_site(servers, address)
    try:
        _say("Starting PostgreSQL and the broker ...")
        with servers:
            site.load()
            prepare(site)
            _say("Starting the web server and the task worker ...")
            site.start()
            places.address.write_text(site.env["SITE_URL"])
            _say(
                f"\nTricktable is ready after {time.perf_counter() - started:.0f} seconds:"
                f"\n\n    {address.url}\n\nCtrl-C stops it. Its data is in {places.data},"
                f" its logs are in {places.logs}.\n"
            )
            if site.play_season():
                _say("The demo club's season is being played; its pages fill as it goes on.")
            site.watch()
            _say("Stopping ...")
            site.stop()
    finally:
        places.address.unlink(missing_ok=True)
        site.stop()


def _say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main())
