package io.tracemill.connectors.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ResultStreamTest {
  @Test
  void topicsAreNamedByPrefixStreamAndVersion() {
    assertThat(Arrays.stream(ResultStream.values()).map(stream -> stream.topic("tracemill")))
        .containsExactly(
            "tracemill.traces.v1",
            "tracemill.profiles.v1",
            "tracemill.mutations.v1",
            "tracemill.incidents.v1",
            "tracemill.changes.v1",
            "tracemill.hotspots.v1",
            "tracemill.dependencies.v1",
            "tracemill.stack-explanations.v1",
            "tracemill.anomalies.v1",
            "tracemill.deployments.v1",
            "tracemill.keep.v1",
            "tracemill.quality.v1",
            "tracemill.late-spans.v1",
            "tracemill.dead-letters.v1");
  }

  @Test
  void onlyWhatIsOverwrittenIsCompacted() {
    assertThat(ResultStream.values())
        .filteredOn(stream -> stream.cleanupPolicy().equals("compact,delete"))
        .containsExactly(
            ResultStream.PROFILES,
            ResultStream.MUTATIONS,
            ResultStream.INCIDENTS,
            ResultStream.DEPLOYMENTS);
  }

  @Test
  void everyStreamHasANumberOfItsOwn() {
    assertThat(ResultStream.values())
        .extracting(ResultStream::number)
        .doesNotHaveDuplicates()
        .allSatisfy(number -> assertThat(number).isBetween(0, (int) Byte.MAX_VALUE));
    for (ResultStream stream : ResultStream.values()) {
      assertThat(ResultStream.ofNumber(stream.number())).contains(stream);
    }
    assertThat(ResultStream.ofNumber(-1)).isEmpty();
  }

  @Test
  void numbersThatWereWrittenOnceStay() {
    assertThat(ResultStream.ofNumber(0)).contains(ResultStream.TRACES);
    assertThat(ResultStream.ofNumber(1)).contains(ResultStream.PROFILES);
    assertThat(ResultStream.ofNumber(2)).contains(ResultStream.QUALITY);
    assertThat(ResultStream.ofNumber(3)).contains(ResultStream.LATE_SPANS);
    assertThat(ResultStream.ofNumber(4)).contains(ResultStream.DEAD_LETTERS);
  }
}
