package io.tracemill.pipeline.count;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.sums.EndpointSums;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint's requests in state, which do not change any more. They are written once, then copied
 * from one checkpoint to the next. Their bytes are a sixth of their heap memory.
 */
public final class SealedSums {
  private static final int INITIAL_BYTES = 512;

  private final EndpointSums sums;

  /** Set by the thread that writes a checkpoint. */
  private volatile byte @Nullable [] bytes;

  private SealedSums(EndpointSums sums) {
    this.sums = requireNonNull(sums, "sums");
  }

  /** Seals {@code sums}; the caller must not change them afterwards. */
  public static SealedSums of(EndpointSums sums) {
    return new SealedSums(sums);
  }

  /** The sum of these and {@code more}; neither changes. */
  public SealedSums and(EndpointSums more) {
    EndpointSums both = new EndpointSums(sums.rules());
    both.merge(sums);
    both.merge(more);
    return of(both);
  }

  /** The sums; not to be changed. */
  public EndpointSums sums() {
    return sums;
  }

  void write(DataOutput out) throws IOException {
    byte[] written = bytes;
    if (written == null) {
      DataOutputSerializer buffer = new DataOutputSerializer(INITIAL_BYTES);
      SumsCodec.writeSums(sums, buffer);
      written = buffer.getCopyOfBuffer();
      bytes = written;
    }
    out.write(written);
  }
}
