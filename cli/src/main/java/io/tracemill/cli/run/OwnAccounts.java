package io.tracemill.cli.run;

import io.tracemill.cli.screen.PublishedRecord;
import io.tracemill.cli.screen.QualitySummary;
import io.tracemill.cli.screen.ResultTopics;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.config.TracemillConfig;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.AuthorizationException;

/** What a run says of itself in the topic of {@code quality}: what came after this was opened. */
final class OwnAccounts implements AutoCloseable {
  private final ResultTopics quality;

  /** Remembers where the topic ends; it must exist. */
  OwnAccounts(TracemillConfig config) {
    quality = new ResultTopics(config, EnumSet.of(ResultStream.QUALITY));
    quality.startBack(0);
  }

  /**
   * The newest accounts of the job: they are sums since it began. Empty if it had no window, or if
   * this user may write the topic and not read it.
   */
  Optional<QualitySummary> newest() {
    try {
      return read();
    } catch (AuthorizationException e) {
      return Optional.empty();
    }
  }

  private Optional<QualitySummary> read() {
    quality.extendToNow();
    Optional<QualitySummary> newest = Optional.empty();
    while (!quality.caughtUp()) {
      newest =
          Stream.concat(newest.stream(), quality.poll().stream().flatMap(OwnAccounts::ofJob))
              .max(Comparator.comparingLong(QualitySummary::endMillis));
    }
    return newest;
  }

  private static Stream<QualitySummary> ofJob(PublishedRecord published) {
    return published.json().filter(QualitySummary::describes).map(QualitySummary::of).stream();
  }

  @Override
  public void close() {
    quality.close();
  }
}
