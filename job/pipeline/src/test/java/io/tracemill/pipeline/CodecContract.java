package io.tracemill.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.pipeline.serialization.Codec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What every codec keeps to. */
public abstract class CodecContract<T> {
  private final Codec<T> codec;
  private final List<T> values;

  /** The contract of one codec, shown with some values. */
  protected CodecContract(Codec<T> codec, List<T> values) {
    this.codec = codec;
    this.values = values;
  }

  @Test
  void whatIsWrittenIsReadBackToTheLastByteAndNoFurther() throws IOException {
    for (T value : values) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      bytes.write(written(value));
      bytes.write(0x77);
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
      T read = codec.read(in);
      assertThat(in.read()).as("byte after %s", value).isEqualTo(0x77);
      assertThat(written(read)).as("%s written again", value).isEqualTo(written(value));
    }
  }

  private byte[] written(T value) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    codec.write(value, new DataOutputStream(bytes));
    return bytes.toByteArray();
  }
}
