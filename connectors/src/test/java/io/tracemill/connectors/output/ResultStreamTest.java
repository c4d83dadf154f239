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
            "tracemill.quality.v1",
            "tracemill.late-spans.v1",
            "tracemill.dead-letters.v1");
  }

  @Test
  void onlyWhatIsOverwrittenIsCompacted() {
    assertThat(ResultStream.values())
        .filteredOn(stream -> stream.cleanupPolicy().equals("compact,delete"))
        .containsExactly(ResultStream.PROFILES);
  }
}
