"""Reading the text that `/metrics` answers with."""

from prometheus_client.parser import text_string_to_metric_families


def figures_in(text: bytes) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    """Return the values by name and labels: ("tricktable_behind", (("what", "ratings"),))."""
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text.decode())
        for sample in family.samples
    }


def figure(text: bytes, name: str, **labels: str) -> float | None:
    return figures_in(text).get((name, tuple(sorted(labels.items()))))
