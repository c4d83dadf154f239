package io.tracemill.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.pipeline.serialization.Codec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * What every codec keeps to. Its golden bytes are what lies in savepoints: whoever has to change
 * them counts the codec's version up.
 */
public abstract class CodecContract<T> {
  private final Codec<T> codec;
  private final int version;
  private final Map<String, T> golden;

  /**
   * The contract of one codec.
   *
   * @param version of the golden bytes
   * @param golden values by their bytes in hexadecimal digits
   */
  protected CodecContract(Codec<T> codec, int version, Map<String, T> golden) {
    this.codec = codec;
    this.version = version;
    this.golden = golden;
  }

  @Test
  void theLayoutChangesWithItsVersionOnly() throws IOException {
    assertThat(codec.version()).isEqualTo(version);
    for (Map.Entry<String, T> entry : golden.entrySet()) {
      assertThat(written(entry.getValue())).as("%s", entry.getValue()).isEqualTo(entry.getKey());
    }
  }

  @Test
  void whatIsWrittenIsReadBackToTheLastByteAndNoFurther() throws IOException {
    for (Map.Entry<String, T> entry : golden.entrySet()) {
      byte[] bytes = HexFormat.of().parseHex(entry.getKey() + "77");
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
      T value = codec.read(in);
      assertThat(in.read()).as("byte after %s", value).isEqualTo(0x77);
      assertThat(written(value)).as("%s written again", value).isEqualTo(entry.getKey());
    }
  }

  private String written(T value) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    codec.write(value, new DataOutputStream(bytes));
    return HexFormat.of().formatHex(bytes.toByteArray());
  }
}
