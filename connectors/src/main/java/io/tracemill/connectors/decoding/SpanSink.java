package io.tracemill.connectors.decoding;

import io.tracemill.analysis.span.SpanDraft;

/** Takes what a decoder finds in a record. The arguments are reused; a sink copies them at once. */
public interface SpanSink {
  /** Takes a span of {@code resource}, whose attributes it inherits. */
  void span(ResourceDraft resource, SpanDraft span);

  /** Counts parts of the record that no decoder knows; called after the last span. */
  void unrecognised(int parts);
}
