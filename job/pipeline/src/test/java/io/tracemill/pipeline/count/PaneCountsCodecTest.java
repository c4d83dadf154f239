package io.tracemill.pipeline.count;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.TestRequest;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.DurationScale;
import io.tracemill.analysis.sums.EndpointSums;
import io.tracemill.analysis.sums.PaneCounts;
import io.tracemill.analysis.sums.PaneCounts.Evidence;
import io.tracemill.analysis.sums.SumRules;
import java.io.IOException;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

class PaneCountsCodecTest {
  private static final long START = 1_700_000_010_000L;
  private static final PaneCountsCodec CODEC = new PaneCountsCodec();

  @Provide
  Arbitrary<List<RequestAnalysis>> requests() {
    return TestRequest.any();
  }

  private static PaneCounts counts(List<RequestAnalysis> requests) {
    EndpointSums sums = new EndpointSums(new SumRules(100, 50, 20, new DurationScale(1_000)));
    requests.forEach(sums::add);
    sums.finish();
    Frame endpoint = Frame.of("front", "GET /");
    return sums.counts(endpoint, START)
        .plus(PaneCounts.of(endpoint, START, new Evidence(0, 0, 0, requests.size())));
  }

  private static byte[] bytes(PaneCounts counts) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(64);
    CODEC.write(counts, out);
    return out.getCopyOfBuffer();
  }

  @Property
  void countsAreReadAsTheyWereWritten(@ForAll("requests") List<RequestAnalysis> requests)
      throws IOException {
    PaneCounts counts = counts(requests);
    DataInputDeserializer in = new DataInputDeserializer(bytes(counts));

    assertThat(CODEC.read(in)).isEqualTo(counts);
    assertThat(in.available()).isZero();
  }

  @Test
  void aNameIsWrittenOnce() throws IOException {
    String name = "x".repeat(1_000);
    TestRequest request = TestRequest.request(1).call("front", 5);
    for (int i = 0; i < 10; i++) {
      request.below(0, name, 1).below(i, name, 1);
    }

    assertThat(bytes(counts(List.of(request.build()))).length).isLessThan(2 * name.length());
  }

  @Test
  void otherBytesAreRefused() {
    byte[] other = {0, 0, 7};
    assertThatThrownBy(() -> CODEC.read(new DataInputDeserializer(other)))
        .isInstanceOf(IOException.class);
  }
}
