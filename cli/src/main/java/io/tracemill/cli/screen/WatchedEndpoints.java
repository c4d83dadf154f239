package io.tracemill.cli.screen;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Knows how far the absence of incidents means health. It holds the newest {@code watch} of each
 * endpoint in the quality stream. It drops an endpoint that does not report for three slides.
 */
final class WatchedEndpoints {
  private static final int REPORTS = 3;

  /** Results that wait for a checkpoint take this long. */
  private static final long PATIENCE_MILLIS = Duration.ofSeconds(30).toMillis();

  private final long liveMillis;
  private final Map<String, Report> byEndpoint = new TreeMap<>();
  private long newestMillis;
  private long slideMillis;

  private record Report(JsonNode watch, long startMillis, long endMillis) {
    boolean isForgotten(long newestMillis) {
      return endMillis + REPORTS * (endMillis - startMillis) < newestMillis;
    }
  }

  /**
   * A new instance without endpoints.
   *
   * @param liveMillis when the job began; it reads older traffic first; 0 if unknown
   */
  WatchedEndpoints(long liveMillis) {
    this.liveMillis = liveMillis;
  }

  /** A {@code watch} in words: {@code learning until 14:35}, {@code blind (few-requests)}. */
  private static String text(JsonNode watch) {
    String reason = watch.path("reason").asText();
    String why =
        watch.has("untilMillis")
            ? " until " + Wording.minute(watch.path("untilMillis").asLong())
            : reason.isEmpty() ? "" : " (" + reason + ")";
    return Wording.printable(watch.path("state").asText() + why);
  }

  /** Takes in a quality record; ignores records that do not describe an endpoint. */
  void accept(JsonNode quality) {
    if (!quality.path("scope").asText().equals("endpoint") || !quality.has("watch")) {
      return;
    }
    JsonNode window = quality.path("window");
    Report report =
        new Report(
            quality.path("watch"),
            window.path("startMillis").asLong(),
            window.path("endMillis").asLong());
    byEndpoint.merge(
        Wording.frame(quality.path("endpoint")),
        report,
        (old, add) -> add.endMillis() < old.endMillis() ? old : add);
    if (report.endMillis() >= newestMillis) {
      newestMillis = report.endMillis();
      slideMillis = report.endMillis() - report.startMillis();
    }
    byEndpoint.values().removeIf(each -> each.isForgotten(newestMillis));
  }

  /** A clause that says how far to trust the page at {@code nowMillis}. */
  String verdict(long nowMillis) {
    return byEndpoint.isEmpty()
        ? "it is unknown whether the job would find one"
        : lag(nowMillis) + states();
  }

  private String lag(long nowMillis) {
    long patience = Math.max(PATIENCE_MILLIS, REPORTS * slideMillis);
    if (nowMillis - newestMillis <= patience) {
      return "";
    }
    String newest = Wording.clock(newestMillis, nowMillis);
    return newestMillis < liveMillis + patience
        ? "CATCHING UP with older traffic, now at %s; ".formatted(newest)
        : "BEHIND, or no traffic: no result after %s; ".formatted(newest);
  }

  private String states() {
    List<Map.Entry<String, Report>> learning = those("learning");
    List<Map.Entry<String, Report>> blind = those("blind");
    int all = byEndpoint.size();
    if (learning.size() == all) {
      String until =
          byEndpoint.values().stream()
              .filter(report -> report.watch().has("untilMillis"))
              .map(report -> report.watch().path("untilMillis").asLong())
              .min(Long::compare)
              .map(millis -> " until " + Wording.minute(millis))
              .orElse("");
      return "LEARNING what is normal%s: the job cannot find any yet".formatted(until);
    } else if (blind.size() == all) {
      return "BLIND: too few requests, or too many incomplete traces or late spans";
    }
    String watching =
        "watching %d of %s"
            .formatted(all - learning.size() - blind.size(), Wording.count(all, "endpoint"));
    return watching + named(learning) + named(blind);
  }

  private List<Map.Entry<String, Report>> those(String state) {
    return byEndpoint.entrySet().stream()
        .filter(each -> each.getValue().watch().path("state").asText().equals(state))
        .toList();
  }

  /**
   * {@code ; learning until 14:35: shop GET / and 3 more}, with the state of the first endpoint.
   */
  private static String named(List<Map.Entry<String, Report>> endpoints) {
    if (endpoints.isEmpty()) {
      return "";
    }
    Map.Entry<String, Report> first = endpoints.get(0);
    String more = endpoints.size() == 1 ? "" : " and " + (endpoints.size() - 1) + " more";
    return "; " + text(first.getValue().watch()) + ": " + first.getKey() + more;
  }
}
