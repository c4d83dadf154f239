package io.tracemill.pipeline.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class KafkaFailureTest {
  @Test
  void whatWasWaitedForInVainIsSaidInKafkasWords() {
    TimeoutException delivery =
        new TimeoutException("Expiring 1 record(s) for spans-0:\n120000 ms has passed.");

    assertThat(KafkaFailure.explain(new ExecutionException(delivery)))
        .startsWith(
            "no broker answered in time (Expiring 1 record(s) for spans-0: 120000 ms has passed);");
  }
}
