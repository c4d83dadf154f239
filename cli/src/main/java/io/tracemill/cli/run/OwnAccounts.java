package io.tracemill.cli.run;

import io.tracemill.cli.screen.QualitySummary;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.results.PublishedRecord;
import io.tracemill.pipeline.results.ResultTopics;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;

/** The accounts of this run in the topic of {@code quality}: the records since this was opened. */
final class OwnAccounts implements AutoCloseable {
  /** Ten seconds: another job may never commit its open transaction. */
  private static final int EMPTY_POLLS = 40;

  private final ResultTopics quality;

  /** Remembers the end of the topic, which must exist. */
  OwnAccounts(TracemillConfig config) {
    quality = new ResultTopics(config, EnumSet.of(ResultStream.QUALITY));
    quality.startBack(0);
  }

  /**
   * The newest accounts of the job, which are sums since its start. Empty if the job had no window,
   * or if they cannot be read. A user who may only write cannot read them; that does not fail the
   * run.
   */
  Optional<QualitySummary> newest() {
    try {
      return read();
    } catch (KafkaException e) {
      return Optional.empty();
    }
  }

  private Optional<QualitySummary> read() {
    quality.extendToNow();
    Optional<QualitySummary> newest = Optional.empty();
    int empty = 0;
    while (!quality.caughtUp() && empty < EMPTY_POLLS) {
      List<PublishedRecord> polled = quality.poll();
      empty = polled.isEmpty() ? empty + 1 : 0;
      newest =
          Stream.concat(newest.stream(), polled.stream().flatMap(OwnAccounts::ofJob))
              .max(Comparator.comparingLong(QualitySummary::endMillis));
    }
    return quality.caughtUp() ? newest : Optional.empty();
  }

  private static Stream<QualitySummary> ofJob(PublishedRecord published) {
    return published.record().flatMap(QualitySummary::of).stream();
  }

  @Override
  public void close() {
    quality.close();
  }
}
