package io.tracemill.pipeline.aggregate;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.profile.EndpointAccumulator;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint's requests in state, which do not change any more. They are written once, then copied
 * from one checkpoint to the next. Their bytes are a sixth of their heap memory.
 */
public final class SealedRequests {
  private static final int INITIAL_BYTES = 512;

  private final EndpointAccumulator requests;

  /** Set by the thread that writes a checkpoint. */
  private volatile byte @Nullable [] bytes;

  private SealedRequests(EndpointAccumulator requests) {
    this.requests = requireNonNull(requests, "requests");
  }

  /** Seals {@code requests}; the caller must not change them afterwards. */
  public static SealedRequests of(EndpointAccumulator requests) {
    return new SealedRequests(requests);
  }

  /** The sum of these and {@code more}; neither changes. */
  public SealedRequests and(EndpointAccumulator more) {
    EndpointAccumulator both = new EndpointAccumulator(requests.limits());
    both.merge(requests);
    both.merge(more);
    return of(both);
  }

  /** The requests; not to be changed. */
  public EndpointAccumulator requests() {
    return requests;
  }

  void write(DataOutput out) throws IOException {
    byte[] written = bytes;
    if (written == null) {
      DataOutputSerializer buffer = new DataOutputSerializer(INITIAL_BYTES);
      AccumulatorCodec.write(requests, buffer);
      written = buffer.getCopyOfBuffer();
      bytes = written;
    }
    out.write(written);
  }
}
