package io.tracemill.pipeline.count;

import io.tracemill.analysis.sums.EndpointSums;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * Sums of an endpoint's requests in state, as bytes, which never change. They take a sixth of the
 * heap memory of the sums, and are copied from one checkpoint to the next.
 */
public final class SealedSums {
  private static final int INITIAL_BYTES = 512;

  private final byte[] bytes;

  private SealedSums(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Seals {@code sums}. */
  public static SealedSums of(EndpointSums sums) {
    DataOutputSerializer out = new DataOutputSerializer(INITIAL_BYTES);
    try {
      SumsCodec.writeSums(sums, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new SealedSums(out.getCopyOfBuffer());
  }

  /** The sum of these and {@code more}; neither changes. */
  public SealedSums and(EndpointSums more) {
    EndpointSums both = sums();
    both.merge(more);
    return of(both);
  }

  /** The sums, made anew at each call. */
  public EndpointSums sums() {
    try {
      return SumsCodec.readSums(new DataInputDeserializer(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void write(DataOutput out) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  static SealedSums read(DataInput in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return new SealedSums(bytes);
  }
}
