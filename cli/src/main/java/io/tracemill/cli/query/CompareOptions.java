package io.tracemill.cli.query;

import io.tracemill.analysis.cohort.AttributeValue;
import io.tracemill.cli.compare.RangeOptions;
import io.tracemill.cli.options.AttributeConverter;
import io.tracemill.pipeline.config.ConfigException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that select the other set of requests to compare with. */
final class CompareOptions {
  @Mixin private RangeOptions ranges = new RangeOptions();

  @Option(
      names = "--against",
      paramLabel = "KEY=V",
      converter = AttributeConverter.class,
      description =
          "The first set: requests with this attribute. --where names the second, from the same"
              + " time; a request with both is in the second.")
  private Optional<AttributeValue> against = Optional.empty();

  @Option(
      names = "--other",
      paramLabel = "DIR",
      description = "The second set: requests of this store.")
  private Optional<Path> other = Optional.empty();

  RangeOptions ranges() {
    return ranges;
  }

  Optional<AttributeValue> against() {
    return against;
  }

  Optional<Path> other() {
    return other;
  }

  /** Fails unless exactly one pair of sets is given. */
  void check() {
    boolean pair = ranges.areOnePair();
    long given =
        Stream.of(pair, against.isPresent(), other.isPresent()).filter(each -> each).count();
    if (given != 1 || !(pair || ranges.areAbsent())) {
      throw new ConfigException(
          "give --before and --after, or --at, or --against and --where, or --other");
    }
  }
}
