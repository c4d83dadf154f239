package io.tracemill.cli.diagnose;

import io.tracemill.analysis.request.EndpointPattern;
import io.tracemill.analysis.view.tprof.RequestTypes;
import io.tracemill.pipeline.config.Key;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options for the keys {@code diagnosis.*}. */
final class RankingOptions {
  @Option(
      names = "--by",
      paramLabel = "TYPE",
      description =
          "What defines a request type: 'endpoint', 'attribute NAME', or 'service NAME' for requests"
              + " that pass through the service and requests that do not.")
  private Optional<String> by = Optional.empty();

  @Option(
      names = "--ignore",
      paramLabel = "OPERATION",
      converter = PatternConverter.class,
      description =
          "Leave out a known operation, such as 'cart GET /items'; * stands for any characters."
              + " Can be repeated.")
  private List<EndpointPattern> ignored = new ArrayList<>();

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "How many findings to keep below each finding.")
  private Optional<Integer> top = Optional.empty();

  @Option(
      names = "--tail",
      paramLabel = "SHARE",
      description = "The share of requests that count as the slowest, such as 10%%.")
  private Optional<String> tail = Optional.empty();

  /** Reads a service and an operation, separated by a space. */
  static final class PatternConverter implements ITypeConverter<EndpointPattern> {
    @Override
    public EndpointPattern convert(String text) {
      int space = text.indexOf(' ');
      if (space < 1 || space == text.length() - 1) {
        throw new TypeConversionException(
            "'%s' is not a service and an operation, such as 'cart GET /items'".formatted(text));
      }
      return new EndpointPattern(text.substring(0, space), text.substring(space + 1));
    }
  }

  /** The configuration with these options; it keeps the attributes that they name. */
  TracemillConfig applyTo(TracemillConfig config) {
    TracemillConfig values = with(config, Keys.DIAGNOSIS_BY, by);
    values = with(values, Keys.DIAGNOSIS_TAIL, tail);
    if (top.isPresent()) {
      values = values.with(Keys.DIAGNOSIS_TOP, top.get());
    }
    List<EndpointPattern> all = new ArrayList<>(values.get(Keys.DIAGNOSIS_IGNORE));
    all.addAll(ignored);
    return values
        .with(Keys.DIAGNOSIS_IGNORE, all)
        .with(Keys.SPANS_ATTRIBUTES, kept(values))
        .checked();
  }

  private static <T> TracemillConfig with(
      TracemillConfig values, Key<T> key, Optional<String> given) {
    return given.isPresent() ? values.with(key, key.parse(given.get())) : values;
  }

  private List<String> kept(TracemillConfig values) {
    Set<String> kept = new LinkedHashSet<>(values.get(Keys.SPANS_ATTRIBUTES));
    RequestTypes types = values.get(Keys.DIAGNOSIS_BY);
    if (types.division() == RequestTypes.Division.ATTRIBUTE) {
      kept.add(types.name());
    }
    return List.copyOf(kept);
  }
}
