package io.tracemill.cli.sample;

import static io.tracemill.connectors.otlp.Requests.attributes;
import static io.tracemill.connectors.otlp.Requests.request;
import static io.tracemill.connectors.otlp.Requests.resource;

import io.tracemill.connectors.otlp.Requests;

/** Records that lack something, as bytes of OTLP. */
final class SpansWithout {
  private static final long TRACE = 1_000;

  private SpansWithout() {}

  /** A root of this service that does not say where it runs. */
  static byte[] host(String service) {
    return request(
            resource(attributes("service.name", service), Requests.span(TRACE, 1, "GET /", 0, 10)))
        .toByteArray();
  }

  /** A span that is not called anything: its id is missing. */
  static byte[] id() {
    return request(
            resource(
                attributes("service.name", "a"),
                Requests.span(TRACE, 1, "GET /", 0, 10).clearSpanId()))
        .toByteArray();
  }
}
