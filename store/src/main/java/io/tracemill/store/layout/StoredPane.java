package io.tracemill.store.layout;

import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.EndpointSums;
import io.tracemill.analysis.sums.SumRules;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;

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

  /** Whether this build can read the bytes. */
  public boolean isReadable() {
    return version == VERSION;
  }

  /**
   * The sums; only if the pane {@link #isReadable}.
   *
   * @param limits of their size
   */
  public EndpointSums sums(SumRules limits) throws IOException {
    return EndpointSums.read(new DataInputStream(new ByteArrayInputStream(bytes)), limits);
  }
}
