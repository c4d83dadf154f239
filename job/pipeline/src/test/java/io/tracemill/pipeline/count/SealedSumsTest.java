package io.tracemill.pipeline.count;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.sums.DurationScale;
import io.tracemill.analysis.sums.EndpointSums;
import io.tracemill.analysis.sums.SumRules;
import io.tracemill.pipeline.AnalysedRequests;
import io.tracemill.pipeline.serialization.CodecSerializer;
import java.io.IOException;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

class SealedSumsTest {
  private static final SumRules LIMITS = new SumRules(100, 50, 20, new DurationScale(1_000_000));

  @Test
  void whatIsAddedToSealedSumsIsNotInThem() throws IOException {
    SealedSums one = SealedSums.of(requests(1));
    byte[] before = written(one);

    SealedSums both = one.and(requests(2));

    assertThat(both.sums().count()).isEqualTo(2);
    assertThat(one.sums().count()).isOne();
    assertThat(written(one)).isEqualTo(before);
    assertThat(written(both)).isEqualTo(written(SealedSums.of(requests(1, 2))));
  }

  @Test
  void aLaterChangeOfTheSumsDoesNotReachThem() throws IOException {
    EndpointSums requests = requests(1, 2);
    SealedSums sealed = SealedSums.of(requests);

    requests.merge(requests(3));

    assertThat(sealed.sums().count()).isEqualTo(2);
    assertThat(written(sealed)).isEqualTo(written(SealedSums.of(requests(1, 2))));
  }

  @Test
  void stateHandsThemOutWithoutACopy() {
    SealedSums sealed = SealedSums.of(requests(1));

    assertThat(new CodecSerializer<>(new SealedSums.SealedCodec()).copy(sealed)).isSameAs(sealed);
  }

  private static EndpointSums requests(int... traces) {
    EndpointSums requests = new EndpointSums(LIMITS);
    for (int number : traces) {
      requests.add(AnalysedRequests.entry(trace(number).root("a", 0, 100L * number)));
    }
    return requests;
  }

  private static byte[] written(SealedSums sealed) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(64);
    new SealedSums.SealedCodec().write(sealed, out);
    return out.getCopyOfBuffer();
  }
}
