package io.tracemill.cli.screen;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How far silence means health: the newest state of each endpoint, as the quality stream has it. An
 * endpoint without a newer one is forgotten when others have said something three reports later.
 */
final class WatchedEndpoints {
  private static final int REPORTS = 3;

  /** Results that wait for a checkpoint come no sooner. */
  private static final long PATIENCE_MILLIS = Duration.ofSeconds(30).toMillis();

  private final long liveMillis;
  private final Map<String, State> byEndpoint = new TreeMap<>();
  private long newestMillis;
  private long slideMillis;

  /** The state of an endpoint as of a stretch of time. */
  private record State(WatchText watch, long startMillis, long endMillis) {
    long forgottenMillis() {
      return endMillis + REPORTS * (endMillis - startMillis);
    }
  }

  /**
   * None yet.
   *
   * @param liveMillis what came before is read when the job starts, so that it is no news that the
   *     job is not there yet; 0 where nothing is known of that
   */
  WatchedEndpoints(long liveMillis) {
    this.liveMillis = liveMillis;
  }

  /** Takes in a record of an endpoint; others are passed over. */
  void accept(JsonNode quality) {
    if (!quality.path("scope").asText().equals("endpoint") || !quality.has("watch")) {
      return;
    }
    JsonNode window = quality.path("window");
    State state =
        new State(
            WatchText.of(quality.path("watch")),
            window.path("startMillis").asLong(),
            window.path("endMillis").asLong());
    byEndpoint.merge(
        Wording.frame(quality.path("endpoint")),
        state,
        (old, add) -> add.endMillis() < old.endMillis() ? old : add);
    if (state.endMillis() >= newestMillis) {
      newestMillis = state.endMillis();
      slideMillis = state.endMillis() - state.startMillis();
    }
    byEndpoint.values().removeIf(each -> each.forgottenMillis() < newestMillis);
  }

  /** A clause that says how far the screen can be believed at {@code nowMillis}. */
  String verdict(long nowMillis) {
    if (byEndpoint.isEmpty()) {
      return "whether one would be seen is not known";
    }
    return lag(nowMillis) + states();
  }

  /** The newest report of a job that lags by two slides ended three slides ago, or less. */
  private String lag(long nowMillis) {
    long patience = Math.max(PATIENCE_MILLIS, REPORTS * slideMillis);
    if (nowMillis - newestMillis <= patience) {
      return "";
    }
    String newest = Wording.clock(newestMillis, nowMillis);
    return newestMillis < liveMillis + patience
        ? "CATCHING UP with what came before the start, at %s so far; ".formatted(newest)
        : "BEHIND, or nothing comes: nothing is known of what came after %s; ".formatted(newest);
  }

  private String states() {
    List<String> learning = of("learning");
    List<String> blind = of("blind");
    int all = byEndpoint.size();
    if (learning.size() == all) {
      return "LEARNING what is normal%s: none would be seen yet".formatted(until());
    } else if (blind.size() == all) {
      return "BLIND: what comes is too little, too incomplete or too late to judge";
    }
    String watching =
        "watching %d of %s"
            .formatted(all - learning.size() - blind.size(), Wording.count(all, "endpoint"));
    return watching + named(learning) + named(blind);
  }

  private List<String> of(String state) {
    return byEndpoint.entrySet().stream()
        .filter(endpoint -> endpoint.getValue().watch().state().equals(state))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** When the first endpoint is watched at the earliest, where that is known. */
  private String until() {
    return byEndpoint.values().stream()
        .flatMapToLong(state -> state.watch().untilMillis().stream())
        .min()
        .stream()
        .mapToObj(millis -> " until " + Wording.minute(millis))
        .findFirst()
        .orElse("");
  }

  /** {@code ; learning until 14:35: shop GET / and 3 more}: the first one's state. */
  private String named(List<String> endpoints) {
    if (endpoints.isEmpty()) {
      return "";
    }
    String first = endpoints.get(0);
    String more = endpoints.size() == 1 ? "" : " and " + (endpoints.size() - 1) + " more";
    State state = byEndpoint.get(first);
    return state == null ? "" : "; " + state.watch() + ": " + first + more;
  }
}
