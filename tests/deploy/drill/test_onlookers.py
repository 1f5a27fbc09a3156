"""What readers of the drill note of an answer."""

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from deploy.drill.onlookers import asked


class Answers(BaseHTTPRequestHandler):
    def do_GET(self):
        status = int(self.path.removeprefix("/"))
        if status:  # 0 hangs up
            self.send_response(status)
            self.send_header("Content-Length", "2")
            self.end_headers()
            self.wfile.write(b"ok")

    def log_message(self, *_words):
        pass


@pytest.mark.parametrize(
    ("path", "noted"), [("200", ("200", b"ok")), ("503", ("503", None)), ("0", ("none", None))]
)
def test_an_answer_is_its_status_and_a_connection_without_one_is_none(path, noted):
    with ThreadingHTTPServer(("127.0.0.1", 0), Answers) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            assert asked(f"http://127.0.0.1:{server.server_address[1]}/{path}") == noted
        finally:
            server.shutdown()


def test_a_refused_connection_is_told_apart():
    assert asked("http://127.0.0.1:1/") == ("refused", None)
