package io.tracemill.pipeline.aggregate;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.ProfileLimits;
import io.tracemill.pipeline.AnalysedRequests;
import io.tracemill.pipeline.serialization.CodecSerializer;
import java.io.IOException;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

class SealedRequestsTest {
  private static final ProfileLimits LIMITS = new ProfileLimits(100, 50, 20, 4);

  @Test
  void whatIsAddedToSealedRequestsIsNotInThem() throws IOException {
    SealedRequests one = SealedRequests.of(requests(1));
    byte[] before = written(one);

    SealedRequests both = one.and(requests(2));

    assertThat(both.requests().count()).isEqualTo(2);
    assertThat(one.requests().count()).isOne();
    assertThat(written(one)).isEqualTo(before);
    assertThat(written(both)).isEqualTo(written(SealedRequests.of(requests(1, 2))));
  }

  @Test
  void whatWasWrittenOnceIsNotEncodedAgain() throws IOException {
    EndpointAccumulator requests = requests(1, 2);
    SealedRequests sealed = SealedRequests.of(requests);
    byte[] first = written(sealed);

    requests.merge(requests(3));

    assertThat(first).isEqualTo(written(requests(1, 2)));
    assertThat(written(sealed)).isEqualTo(first).isNotEqualTo(written(requests));
  }

  @Test
  void stateHandsThemOutWithoutACopy() {
    SealedRequests sealed = SealedRequests.of(requests(1));

    assertThat(new CodecSerializer<>(new AccumulatorCodec()).copy(sealed)).isSameAs(sealed);
  }

  private static EndpointAccumulator requests(int... traces) {
    EndpointAccumulator requests = new EndpointAccumulator(LIMITS);
    for (int number : traces) {
      requests.add(AnalysedRequests.entry(trace(number).root("a", 0, 100L * number)));
    }
    return requests;
  }

  private static byte[] written(SealedRequests sealed) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(64);
    new AccumulatorCodec().write(sealed, out);
    return out.getCopyOfBuffer();
  }

  private static byte[] written(EndpointAccumulator requests) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(64);
    AccumulatorCodec.write(requests, out);
    return out.getCopyOfBuffer();
  }
}
