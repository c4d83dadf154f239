package io.tracemill.cli.watch;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.cli.screen.Wording;
import java.util.Locale;

/** Formats a record of a window as a line: the window, the endpoint or rank, the main finding. */
final class WindowLine {
  private WindowLine() {}

  /** The number of requests shown, and the most expensive frame. */
  static String heatMap(JsonNode map) {
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
  static String whatIf(JsonNode table) {
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
  static String breakdown(JsonNode breakdown) {
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

  private static String line(JsonNode json, String what) {
    return "%s  %s: %s".formatted(Wording.window(json), Wording.frame(json.path("endpoint")), what);
  }
}
