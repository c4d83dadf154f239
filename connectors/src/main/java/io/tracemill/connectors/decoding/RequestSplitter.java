package io.tracemill.connectors.decoding;

import java.util.OptionalLong;

/**
 * Cuts one large OTLP request, such as a whole file, into requests of one trace each, in order of
 * their latest span ends: a file has no better unit of event time (semantics 2).
 */
public interface RequestSplitter {
  /** Takes the parts. */
  interface Consumer {
    /** A request of its own, and the latest end of its spans in Unix nanoseconds. */
    void accept(byte[] request, OptionalLong latestEndNanos);
  }

  /** Hands out all parts, or none if the request is malformed. */
  DecodeResult split(byte[] request, Consumer out);
}
