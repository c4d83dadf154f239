package io.tracemill.pipeline.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
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

  @Test
  void aHostThatCannotBeLookedUpIsSaidInOneLineWithItsKey() {
    TracemillConfig config =
        TracemillConfig.defaults().with(Keys.KAFKA_BOOTSTRAP_SERVERS, "nowhere.invalid:9092");

    assertThatThrownBy(() -> new KafkaClients(config).admin())
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "kafka.bootstrap-servers: 'nowhere.invalid:9092': none of these hosts has an address;"
                + " check their spelling, and whether this machine can look them up (DNS)");
  }
}
