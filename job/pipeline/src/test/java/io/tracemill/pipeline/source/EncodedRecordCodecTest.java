package io.tracemill.pipeline.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HexFormat;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

class EncodedRecordCodecTest {
  private static final EncodedRecordCodec CODEC = new EncodedRecordCodec();

  @Property(tries = 200)
  void recordsComeBackEqual(
      @ForAll @AlphaChars String topic,
      @ForAll int partition,
      @ForAll long offset,
      @ForAll long eventMillis,
      @ForAll long claimedMillis,
      @ForAll byte[] key,
      @ForAll byte[] value)
      throws IOException {
    EncodedRecord record =
        new EncodedRecord(
            topic, partition, offset, eventMillis, claimedMillis, key, value, "otlp_proto");

    DataInputDeserializer in = new DataInputDeserializer(bytes(record));
    EncodedRecord read = CODEC.read(in);

    assertThat(read).usingRecursiveComparison().isEqualTo(record);
    assertThat(in.available()).isZero();
  }

  @Test
  void theLayoutIsAsBefore() throws IOException {
    EncodedRecord record =
        new EncodedRecord("t", 1, 2, 3, 4, new byte[] {5}, new byte[] {6, 7}, "auto");

    assertThat(HexFormat.of().formatHex(bytes(record)))
        .isEqualTo(
            ("0001 74 | 00000001 | 0000000000000002 | 0000000000000003 | 0000000000000004"
                    + " | 00000001 05 | 00000002 0607 | 0004 6175746f")
                .replaceAll("[ |]", ""));
  }

  private static byte[] bytes(EncodedRecord record) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(64);
    CODEC.write(record, out);
    return out.getCopyOfBuffer();
  }
}
