package io.tracemill.analysis.view.doctor;

import io.tracemill.analysis.span.Labelled;

/**
 * A fault of the instrumentation.
 *
 * @param subject the service, or the two hosts
 * @param share the part of all spans or of all requests' time that it hides or spoils
 * @param of what the share is a part of
 * @param example an operation that has it, and one of its traces
 * @param advice what to change, in a sentence
 */
public record Problem(
    Kind kind, String subject, double share, Of of, String example, String advice) {
  Problem(Kind kind, String subject, double share, String example) {
    this(kind, subject, share, kind.of, example, kind.advice);
  }

  /** What a share is a part of. */
  public enum Of implements Labelled {
    SPANS,
    TIME
  }

  /** What is wrong. */
  public enum Kind implements Labelled {
    /** Calls arrive in INTERNAL spans. */
    NO_SERVER_SPANS(
        Of.SPANS,
        0.5,
        "Turn on the instrumentation of its HTTP or RPC server, or start the first span of each"
            + " call with SpanKind.SERVER."),
    /** Parents of its spans never arrived. */
    ORPHANS(
        Of.SPANS,
        0.01,
        "Find the caller whose spans are missing: set OTEL_TRACES_SAMPLER=parentbased_always_on in"
            + " all services, raise OTEL_BSP_MAX_QUEUE_SIZE where spans are dropped, and let"
            + " proxies export the spans that they start."),
    /** Spans that call another service, or are called by one, do not say which they do. */
    NO_KIND(
        Of.SPANS,
        0.1,
        "Start spans that call with SpanKind.CLIENT and spans that are called with SpanKind.SERVER"
            + " (the tag span.kind in Jaeger, the field kind in Zipkin)."),
    /** Names of operations contain numbers. */
    MANY_NAMES(
        Of.SPANS,
        0,
        "Name spans by route or table and put ids into attributes: let the server's"
            + " instrumentation set http.route, or rename spans in the Collector with"
            + " set_semconv_span_name of its transform processor."),
    /** Spans begin before or end after their parents on another host. */
    CLOCK_SKEW(
        Of.SPANS,
        0.1,
        "Set the clocks of both hosts with chrony or NTP; the key skew.max-shift limits how far"
            + " spans are shifted until then."),
    /** Long gaps between the calls of a span. */
    UNCOVERED_TIME(
        Of.TIME,
        0.2,
        "Turn on the instrumentations of its database, cache and message clients (see"
            + " OTEL_INSTRUMENTATION_COMMON_DEFAULT_ENABLED), or start an INTERNAL span around the"
            + " work between its calls.");

    private final Of of;

    /** The least part of a subject's cases that must have the problem. */
    private final double leastPart;

    private final String advice;

    Kind(Of of, double leastPart, String advice) {
      this.of = of;
      this.leastPart = leastPart;
      this.advice = advice;
    }

    double leastPart() {
      return leastPart;
    }
  }
}
