package io.tracemill.cli.options;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.Store;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The options that select a range of time. */
public final class TimeOptions {
  @Option(
      names = "--from",
      paramLabel = "TIME",
      converter = GivenTime.Converter.class,
      description =
          "Only requests whose traces closed at this time or later; times as in `tracemill"
              + " compare`.")
  private Optional<GivenTime> from = Optional.empty();

  @Option(
      names = "--to",
      paramLabel = "TIME",
      converter = GivenTime.Converter.class,
      description = "Only requests whose traces closed before this time.")
  private Optional<GivenTime> to = Optional.empty();

  /**
   * Checks that there is no range.
   *
   * @throws ConfigException with this sentence if there is one
   */
  public void refuse(String sentence) {
    if (from.isPresent() || to.isPresent()) {
      throw new ConfigException(sentence);
    }
  }

  /** The range; times without a date count back from the end of the store. */
  public Period period(Store store) {
    if (from.isEmpty() && to.isEmpty()) {
      return Filter.ALL_TIME;
    }
    boolean relative = Stream.of(from, to).flatMap(Optional::stream).anyMatch(GivenTime::needsEnd);
    Optional<Instant> dataEnd = relative ? store.end() : Optional.empty();
    Instant end = dataEnd.orElseGet(Instant::now);
    ZoneId zone = ZoneId.systemDefault();
    long start = from.map(time -> time.at(zone, end).toEpochMilli()).orElse(Long.MIN_VALUE);
    long stop = to.map(time -> time.at(zone, end).toEpochMilli()).orElse(Long.MAX_VALUE);
    if (start >= stop) {
      throw new ConfigException(
          "--to %s is not after --from %s; swap the two times"
              .formatted(Instant.ofEpochMilli(stop), Instant.ofEpochMilli(start)));
    }
    return new Period(start, stop);
  }
}
