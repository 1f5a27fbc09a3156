"""`python -m deploy.embedded --data FOLDER`: the servers alone, until Ctrl-C."""

import argparse
import signal
import sys

from deploy.embedded.children import CannotStart
from deploy.embedded.data_folder import places_for
from deploy.embedded.servers import Servers


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m deploy.embedded", description=__doc__)
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
