"""The instrumentations, and what stands between them and the address of the traces."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from django.conf import settings
from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.instrumentation.celery import CeleryInstrumentor
from opentelemetry.instrumentation.django import DjangoInstrumentor
from opentelemetry.instrumentation.psycopg import PsycopgInstrumentor
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import Event, ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult
from opentelemetry.trace import Status

from deploy.site.redaction import kept_in_traces, redact_secrets

Answer = TypeVar("Answer")


class DiscreetExporter(SpanExporter):
    """Hands on copies of spans with nothing in them but what may leave."""

    def __init__(self, to: SpanExporter) -> None:
        self._to = to

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        return self._to.export([discreet(span) for span in spans])

    def shutdown(self) -> None:
        self._to.shutdown()

    def force_flush(self, timeout_millis: int = 30_000) -> bool:
        return self._to.force_flush(timeout_millis)


def discreet(span: ReadableSpan) -> ReadableSpan:
    return ReadableSpan(
        name=redact_secrets(span.name),
        context=span.context,
        parent=span.parent,
        resource=span.resource,
        attributes=kept_in_traces(span.attributes),
        events=[
            Event(event.name, kept_in_traces(event.attributes), event.timestamp)
            for event in span.events
        ],
        kind=span.kind,
        # the description of an error is its message, which may name people
        status=Status(span.status.status_code),
        start_time=span.start_time,
        end_time=span.end_time,
        instrumentation_scope=span.instrumentation_scope,
    )


def start() -> None:
    """Instrument Django, psycopg and Celery in this process; address and headers are OTEL_*."""
    resource = Resource.create(
        {"service.name": settings.OTEL_SERVICE_NAME, "service.version": settings.VERSION}
    )
    provider = TracerProvider(resource=resource)
    provider.add_span_processor(BatchSpanProcessor(DiscreetExporter(OTLPSpanExporter())))
    trace.set_tracer_provider(provider)
    DjangoInstrumentor().instrument(tracer_provider=provider)
    PsycopgInstrumentor().instrument(tracer_provider=provider, capture_parameters=False)
    celery: Any = CeleryInstrumentor
    celery().instrument(tracer_provider=provider)


def in_a_span(name: str, question: Callable[[], Answer]) -> Answer:
    """Ask the database for a live stream; the queries of the question belong to its span."""
    with trace.get_tracer(__name__).start_as_current_span(f"live {name}"):
        return question()
