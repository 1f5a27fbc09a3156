"""One module a subject; each offers `measure(site) -> Iterator[Line]`.

A part that never touches `site` needs no servers, and none are started for it alone.
"""
