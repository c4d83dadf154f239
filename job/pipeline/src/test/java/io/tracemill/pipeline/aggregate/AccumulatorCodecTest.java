package io.tracemill.pipeline.aggregate;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.ProfileLimits;
import io.tracemill.pipeline.AnalysedRequests;
import io.tracemill.pipeline.CodecContract;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AccumulatorCodecTest extends CodecContract<SealedRequests> {
  private static final ProfileLimits LIMITS = new ProfileLimits(100, 50, 20, 4);

  private static final String EMPTY =
      "0000006400000032000000140000000406000000000000000000000000000000" + "00000000000000";

  private static final String FILLED =
      "00000064000000320000001400000004060600013201610162026f700f736572"
          + "766963652e76657273696f6e030204000204030304000215bdebb70e4ba2bb16"
          + "ce063275edf05ed7f3459f6f00f30b8ea5faba7119d16b010205010100000000"
          + "0500000200840784070001ae0501010100000184070001ae0501010000000200"
          + "0164640001d003010103000001000100010101460001ac03010202011e0001d6"
          + "0201020000000201020200000000000000021b01010000000000000007000000"
          + "00000000010000000000000001640300000100010101460202011e0101002801"
          + "0100000000000000070000000000000002000000000000000184070100000184"
          + "0700000202016184070101ae05010162640001d00301";

  private static final String FILLED_IN_VERSION_ONE =
      "0000006400000032000000140000000401040001610162026f70030103000103"
          + "0202030001000000000215bdebb70e4ba2bb16ce063275edf05e840784070001"
          + "ae0501010100000184070001ae0501d7f3459f6f00f30b8ea5faba7119d16b64"
          + "640001d003010103000001000100010101460001ac03010202011e0001d60201"
          + "000000000000021b010100000000000000070000000000000001000000000000"
          + "0001640300000100010101460202011e28010100000000000000070000000000"
          + "00000200000000000000018407010000018407";

  AccumulatorCodecTest() {
    super(
        new AccumulatorCodec(),
        2,
        Map.of(
            EMPTY,
            SealedRequests.of(new EndpointAccumulator(LIMITS)),
            FILLED,
            SealedRequests.of(filled())));
  }

  private static EndpointAccumulator filled() {
    EndpointAccumulator filled = new EndpointAccumulator(LIMITS);
    filled.add(
        AnalysedRequests.entry(
            trace(1).root("a", 0, 100).attribute("service.version", "2").child("a", "b", 10, 40)));
    filled.add(AnalysedRequests.entry(trace(2).root("a", 0, 900)));
    filled.countIncomplete(AnalysedRequests.entry(trace(3).root("a", 0, 9).orphan("c", 1, 2)));
    return filled;
  }

  @Test
  void whatVersionOneWroteIsReadWithoutForms() throws IOException {
    AccumulatorCodec codec = new AccumulatorCodec();
    byte[] bytes = HexFormat.of().parseHex(FILLED_IN_VERSION_ONE);

    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    EndpointAccumulator read = codec.read(in, codec.oldestReadable()).requests();

    assertThat(in.read()).isEqualTo(-1);
    assertThat(read.categories().keySet()).isEqualTo(filled().categories().keySet());
    assertThat(read.categories().values())
        .hasSize(2)
        .allMatch(category -> category.form().isEmpty());
    assertThat(filled().categories().values())
        .hasSize(2)
        .allMatch(category -> category.form().isPresent());
  }
}
