package io.tracemill.pipeline.aggregate;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.profile.EndpointAccumulator;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint's requests that do not change any more, as they are kept in state: written once, and
 * then only copied from one checkpoint to the next. Their bytes are a sixth of what the requests
 * take on the heap.
 */
public final class SealedRequests {
  private static final int INITIAL_BYTES = 512;

  private final EndpointAccumulator requests;

  /** Set by whichever thread writes a checkpoint. */
  private volatile byte @Nullable [] bytes;

  private SealedRequests(EndpointAccumulator requests) {
    this.requests = requireNonNull(requests, "requests");
  }

  /** Seals {@code requests}, which nobody changes from now on. */
  public static SealedRequests of(EndpointAccumulator requests) {
    return new SealedRequests(requests);
  }

  /** These and {@code more}, both of which stay as they are. */
  public SealedRequests and(EndpointAccumulator more) {
    EndpointAccumulator both = new EndpointAccumulator(requests.limits());
    both.merge(requests);
    both.merge(more);
    return of(both);
  }

  /** Not to be changed. */
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
