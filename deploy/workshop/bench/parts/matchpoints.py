"""L7: the matchpoints of a large field, against a window query of the database."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from deploy.workshop.bench.lines import Line
from deploy.workshop.bench.site import Site, inside


@dataclass(frozen=True, slots=True)
class Sizes:
    deals: int = 1_000
    tables: int = 200
    times: int = 12


FULL = Sizes()
TINY = Sizes(deals=3, tables=4, times=1)

# counted and not fetched: the database is not to pay for handing 200,000 rows over
IN_SQL = """
SELECT count(matchpoints) FROM (
    SELECT 2 * (rank() OVER (PARTITION BY deal ORDER BY difference) - 1)
           + count(*) OVER (PARTITION BY deal, difference) - 1 AS matchpoints
    FROM bench_results
) one
"""


def measure(site: Site, sizes: Sizes = FULL) -> Iterator[Line]:
    with inside(site.empty_database("matchpoints")):
        yield compared(site, sizes)


def compared(site: Site, sizes: Sizes) -> Line:
    from django.db import connection

    from league.tables.standings.methods.deals.comparing import matchpoints_of_deals

    rng = Random(13)
    tables, times = sizes.tables, sizes.times
    deals = [[10 * rng.randrange(-60, 61) for _ in range(tables)] for _ in range(sizes.deals)]

    def ours() -> None:
        matchpoints_of_deals(deals, tables)

    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMPORARY TABLE bench_results (deal int, difference int)")
        with cursor.copy("COPY bench_results FROM STDIN") as copy:
            for number, differences in enumerate(deals):
                for difference in differences:
                    copy.write_row((number, difference))
        cursor.execute("ANALYZE bench_results")
        cursor.execute("CREATE INDEX ON bench_results (deal, difference)")

        def window_query() -> None:
            cursor.execute(IN_SQL)
            cursor.fetchall()

        window_query()
        own = site.processor.least(ours, times=times)
        reference = site.processor.least(window_query, times=times)
        cursor.execute("DROP TABLE bench_results")
    return Line(
        goal="L7 points",
        figures=(own / reference,),
        note=f"{1000 * own:.1f} ms, the query {1000 * reference:.1f} ms.",
    )
