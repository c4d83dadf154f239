package io.tracemill.cli.watch;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.analysis.record.StreamRecord;
import io.tracemill.analysis.span.Frame;
import io.tracemill.cli.diagnose.FindingText;
import io.tracemill.cli.screen.Wording;
import io.tracemill.connectors.output.ResultStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;

/** Formats a record of a window as a line: the window, the endpoint or rank, the main finding. */
final class WindowLine {
  private WindowLine() {}

  /** A record that is read as JSON. */
  private record Named(Frame endpoint) implements StreamRecord {
    @Override
    public List<String> key() {
      return List.of();
    }

    @Override
    public List<Frame> about() {
      return List.of(endpoint);
    }
  }

  /** The line; empty if the record is not wanted. */
  static Optional<String> of(ResultStream stream, JsonNode json, Predicate<StreamRecord> wanted) {
    JsonNode endpoint = json.path("endpoint");
    Named named =
        new Named(Frame.of(endpoint.path("service").asText(), endpoint.path("operation").asText()));
    return wanted.test(named) ? Optional.of(of(stream, json)) : Optional.empty();
  }

  private static String of(ResultStream stream, JsonNode json) {
    return switch (stream) {
      case SYSTEMS -> system(json);
      case HEATMAPS -> heatMap(json);
      case WHAT_IFS -> whatIf(json);
      case BREAKDOWNS -> breakdown(json);
      case DIAGNOSES -> diagnosis(json);
      default -> throw new IllegalArgumentException(stream + " has a type");
    };
  }

  /** The number of requests, then the median and maximum of each figure. */
  private static String system(JsonNode system) {
    return "%s  %12s  p50/max of %s"
        .formatted(
            Wording.window(system),
            Wording.count(system.path("requests").asLong(), "request"),
            StreamSupport.stream(system.path("distributions").spliterator(), false)
                .map(WindowLine::distribution)
                .collect(joining(", ")));
  }

  private static String distribution(JsonNode figure) {
    String name = figure.path("name").asText();
    long median = figure.path("p50").asLong();
    long max = figure.path("max").asLong();
    return name.endsWith("Nanos")
        ? "%s %s/%s"
            .formatted(
                name.substring(0, name.length() - "Nanos".length()),
                Wording.duration(median),
                Wording.duration(max))
        : "%s %s/%s".formatted(name, Wording.number(median), Wording.number(max));
  }

  /** The number of requests shown, and the most expensive frame. */
  private static String heatMap(JsonNode map) {
    JsonNode costliest = map.path("rows").path(0);
    return line(
        map,
        Wording.count(map.path("columns").size(), "column")
            + (costliest.isObject()
                ? ", most time in %s (%s)"
                    .formatted(
                        Wording.frame(costliest),
                        Wording.duration(sum(costliest.path("exclusiveNanos"))))
                : ""));
  }

  private static long sum(JsonNode numbers) {
    long sum = 0;
    for (JsonNode number : numbers) {
      sum += number.asLong();
    }
    return sum;
  }

  /** The first change, which saves most. */
  private static String whatIf(JsonNode table) {
    JsonNode best = table.path("changes").path(0);
    return line(
        table,
        best.isObject()
            ? "%s off %s saves %s at p99%s"
                .formatted(
                    Wording.percent(best.path("faster").asDouble()),
                    place(best.path("place")),
                    Wording.duration(best.path("saved").path("p99Nanos").asLong()),
                    best.has("criticalThen") ? ", then " + place(best.path("criticalThen")) : "")
            : "no change helps");
  }

  private static String place(JsonNode place) {
    return place.path("type").asText().equals("edge")
        ? place.path("caller").asText() + " -> " + place.path("callee").asText()
        : Wording.frame(place);
  }

  /** The group with the largest mean, and the mean of the other groups. */
  private static String breakdown(JsonNode breakdown) {
    JsonNode slowest = breakdown.path("groups").path(0);
    return line(
        breakdown,
        "%s by %s: %s %s, others %s, p %s"
            .formatted(
                Wording.frame(breakdown.path("frame")),
                breakdown.path("attribute").asText(),
                slowest.path("value").asText(),
                Wording.duration(slowest.path("meanNanos").asLong()),
                Wording.duration(meanOfOthers(breakdown.path("groups"))),
                breakdown.has("pValue")
                    ? String.format(Locale.ROOT, "%.2g", breakdown.path("pValue").asDouble())
                    : "unknown"));
  }

  private static long meanOfOthers(JsonNode groups) {
    double sum = 0;
    long requests = 0;
    for (int i = 1; i < groups.size(); i++) {
      long some = groups.path(i).path("requests").asLong();
      sum += (double) some * groups.path(i).path("meanNanos").asLong();
      requests += some;
    }
    return requests == 0 ? 0 : Math.round(sum / requests);
  }

  /** The finding's place in the hierarchy, then its text. */
  private static String diagnosis(JsonNode finding) {
    return "%s  %-13s  %-8s  %-14s  %s"
        .formatted(
            Wording.window(finding),
            finding.path("ranking").asText(),
            finding.path("id").asText(),
            finding.path("kind").asText(),
            FindingText.alone(finding));
  }

  private static String line(JsonNode json, String what) {
    return "%s  %s: %s".formatted(Wording.window(json), Wording.frame(json.path("endpoint")), what);
  }
}
