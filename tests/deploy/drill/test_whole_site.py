"""What the drill says when the site does not begin."""

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from deploy.drill.whole_site import said_by

MISSING = b'{"status": "missing", "missing": ["migrations"]}'


class NotReady(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(503)
        self.send_header("Content-Length", str(len(MISSING)))
        self.end_headers()
        self.wfile.write(MISSING)

    def log_message(self, *_words):
        pass


def test_what_a_site_that_is_not_ready_names_is_said():
    with ThreadingHTTPServer(("127.0.0.1", 0), NotReady) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            assert "migrations" in said_by(f"http://127.0.0.1:{server.server_address[1]}/readyz")
        finally:
            server.shutdown()


def test_why_nobody_answers_is_said():
    assert "refused" in said_by("http://127.0.0.1:1/readyz")
