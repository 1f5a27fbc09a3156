"""The settings of gunicorn, which serves pages and API on a real site.

`python -m gunicorn --config python:deploy.run.pages_server --bind fd://3`: the socket is the
machine's, so the next release begins to take connections from it before this one ends.
"""

from deploy.site.env import env_int

wsgi_app = "deploy.site.wsgi:application"
workers = env_int("WEB_PROCESSES", 2, low=1, high=1_000)
worker_class = "gthread"
threads = 4
# the site is loaded once and its processes share it; systemd hears that it answers afterwards
preload_app = True
# what was taken is answered before a process ends
graceful_timeout = 25
keepalive = 15
backlog = 2048
loglevel = "warning"
# names and addresses in headers are Django's to believe or not (`PROXIES`)
forwarded_allow_ips = ""
control_socket_disable = True
