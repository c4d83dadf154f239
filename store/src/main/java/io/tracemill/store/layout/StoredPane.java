package io.tracemill.store.layout;

import io.tracemill.analysis.span.Frame;

/**
 * The sums of some of an endpoint's requests in a pane, as bytes.
 *
 * @param timeMillis start of the pane, milliseconds since the epoch
 * @param version of the bytes' format
 */
public record StoredPane(
    long timeMillis, long lengthMillis, Frame endpoint, long requests, int version, byte[] bytes) {
  /** The version of the bytes that this build writes, and the only one that it reads. */
  public static final int VERSION = 1;
}
