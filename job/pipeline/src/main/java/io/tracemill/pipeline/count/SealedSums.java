package io.tracemill.pipeline.count;

import io.tracemill.analysis.sums.EndpointSums;
import io.tracemill.analysis.sums.SumRules;
import io.tracemill.pipeline.serialization.Codec;
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
      write(sums, out);
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
      return read(new DataInputDeserializer(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void write(EndpointSums sums, DataOutput out) throws IOException {
    sums.rules().write(out);
    sums.write(out);
  }

  static EndpointSums read(DataInput in) throws IOException {
    SumRules rules = SumRules.read(in);
    return EndpointSums.read(in, rules);
  }

  /** A length (4), then the limits of the sums and the sums. */
  public static final class SealedCodec implements Codec<SealedSums> {
    @Override
    public void write(SealedSums sealed, DataOutput out) throws IOException {
      out.writeInt(sealed.bytes.length);
      out.write(sealed.bytes);
    }

    @Override
    public SealedSums read(DataInput in) throws IOException {
      byte[] bytes = new byte[in.readInt()];
      in.readFully(bytes);
      return new SealedSums(bytes);
    }

    @Override
    public boolean writesAtOnce() {
      return true;
    }
  }
}
