package io.tracemill.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.errors.TimeoutException;
import org.apache.logging.log4j.core.Filter.Result;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.junit.jupiter.api.Test;

final class JobLogTest {
  private static final String FLINK =
      "org.apache.flink.runtime.source.coordinator.SourceCoordinator";
  private final Throwable silence =
      new IllegalStateException("no partitions", new TimeoutException("no node"));
  private final Throwable bug = new IllegalStateException("a broken invariant");

  private final JobLog filter = new JobLog("/state", line -> {}, true);

  private Result of(String logger, Throwable thrown) {
    return filter.filter(
        Log4jLogEvent.newBuilder().setLoggerName(logger).setThrown(thrown).build());
  }

  @Test
  void anOutageIsNotToldByStackTraces() {
    filter.setOutage(true);
    assertThat(of(FLINK, silence)).isEqualTo(Result.DENY);
  }

  @Test
  void whatIsNotKafkasIsLoggedDuringAnOutageToo() {
    filter.setOutage(true);
    assertThat(of(FLINK, bug)).isEqualTo(Result.NEUTRAL);
    assertThat(of("io.tracemill.pipeline.Any", silence)).isEqualTo(Result.NEUTRAL);
  }

  @Test
  void withoutAnOutageAllIsLogged() {
    assertThat(of(FLINK, silence)).isEqualTo(Result.NEUTRAL);
    filter.setOutage(true);
    filter.setOutage(false);
    assertThat(of(FLINK, silence)).isEqualTo(Result.NEUTRAL);
  }
}
