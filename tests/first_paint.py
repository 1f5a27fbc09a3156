"""How far a page moves from its first paint on, when all that it does not wait for comes late."""

import re
from contextlib import contextmanager

# all scripts but those that the page waits for before it is painted
LATE = re.compile(r"/static/(?!site/(?:first|theme)|table/begin).*\.js$")
SLOWER = 6
LOOKS = 300  # a tenth of a second each
# measured: 0.002 at most, and more than 0.1 while the scripts hid what they do not show at first,
# or while Japanese letters were as wide as what the device draws instead of them
MOST_SHIFT = 0.02
WATCH = """window.moved = 0; new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (!one.hadRecentInput) window.moved += one.value;
}).observe({ type: "layout-shift", buffered: true });"""
PAINTED = "performance.getEntriesByName('first-contentful-paint').length > 0"
SETTLED = """async () => {
    const rest = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 200)));
    await rest();
    await document.fonts.ready;
    await rest();
}"""


@contextmanager
def opened_late(page, address):
    """Open the page; its scripts come when it has been painted without them."""
    late, is_painted = [], False
    page.route(LATE, lambda route: route.continue_() if is_painted else late.append(route))
    page.goto(address, wait_until="commit")
    while not page.evaluate(PAINTED):
        page.wait_for_timeout(20)
    yield late
    is_painted = True
    for route in late:
        route.continue_()
    page.wait_for_load_state()


def moved(page, address, *, until="true"):
    """Return the layout shift of the page until its scripts and fonts have come.

    `until` is what must be so in the page before it is settled.
    """
    page.add_init_script(WATCH)
    slow = page.context.new_cdp_session(page)
    slow.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    with opened_late(page, address) as late:
        assert late
    for _look in range(LOOKS):
        if page.evaluate(until):
            break
        page.wait_for_timeout(100)
    else:
        raise AssertionError(f"{address}: not yet so: {until}")
    page.evaluate(SETTLED)
    return page.evaluate("window.moved")
