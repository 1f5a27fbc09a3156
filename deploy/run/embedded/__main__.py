"""`python -m deploy.run.embedded --data FOLDER`: the servers alone, until Ctrl-C."""

import argparse
import signal
import sys

from deploy.run.embedded.servers import Servers
from deploy.site.address import CannotStart
from deploy.site.data_folder import places_for


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m deploy.run.embedded", description=__doc__)
    parser.add_argument("--data", required=True, help="the folder the servers keep their data in")
    places = places_for(parser.parse_args().data)
    stop = {signal.SIGINT, signal.SIGTERM}
    signal.pthread_sigmask(signal.SIG_BLOCK, stop)
    try:
        with Servers(places):
            print(f"export DATA_DIR={places.data}")
            print(f"# DATABASE_URL={places.database_url}")
            print(f"# BROKER_URL={places.broker_url()}", flush=True)
            signal.sigwait(stop)
    except CannotStart as refused:
        print(refused, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
