package io.tracemill.console.picture;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The state of one endpoint: its newest profile, its past windows in numbers, and its watch. */
final class EndpointNow {
  private static final int MAX_EDGES = 5;

  private final Frame endpoint;
  private final int maxPoints;
  private final Deque<LatencyPoint> points = new ArrayDeque<>();
  private @Nullable Newest newest;
  private @Nullable JsonNode watch;
  private long watchMillis;

  /** The parts of a profile that lists need, and the whole profile as text. */
  private record Newest(
      String text,
      JsonNode window,
      JsonNode latency,
      Optional<StepShare> hottest,
      List<StepShare> edges) {}

  EndpointNow(Frame endpoint, int maxPoints) {
    this.endpoint = endpoint;
    this.maxPoints = maxPoints;
  }

  /** Adds a profile; ignores it if its window is older than the newest. */
  void acceptProfile(Result profile) {
    LatencyPoint point = LatencyPoint.of(profile.json());
    long last = points.isEmpty() ? Long.MIN_VALUE : points.getLast().endMillis();
    if (point.endMillis() < last) {
      return;
    }
    if (point.endMillis() == last) {
      points.removeLast();
    }
    points.addLast(point);
    if (points.size() > maxPoints) {
      points.removeFirst();
    }
    List<StepShare> steps = StepShare.largestFirst(profile.json().path("tree"));
    newest =
        new Newest(
            profile.text(),
            profile.json().path("window"),
            profile.json().path("latencyNanos"),
            steps.stream().findFirst(),
            steps.stream().filter(StepShare::isEdge).limit(MAX_EDGES).toList());
  }

  /** Adds a quality record of the endpoint, which says whether changes can be detected. */
  void acceptQuality(Result quality) {
    if (quality.json().has("watch") && quality.endMillis() >= watchMillis) {
      watch = quality.json().path("watch");
      watchMillis = quality.endMillis();
    }
  }

  Frame endpoint() {
    return endpoint;
  }

  /** The end of the newest window of its records. */
  long lastMillis() {
    return Math.max(watchMillis, points.isEmpty() ? 0 : points.getLast().endMillis());
  }

  /** The size of the newest profile, in characters. */
  long characters() {
    return newest == null ? 0 : newest.text.length();
  }

  /** A view with at most {@code maxViewed} of the newest points. */
  EndpointView view(int maxViewed, JobAccounts accounts) {
    Newest now = requireNonNull(newest, "newest");
    LatencyPoint last = points.getLast();
    return new EndpointView(
        endpoint,
        now.text,
        now.window,
        accounts.ratePerSecond(
            last.traces(), now.window.path("startMillis").asLong(), last.endMillis()),
        now.latency,
        now.hottest,
        now.edges,
        Optional.ofNullable(watch),
        points.stream().skip(Math.max(0, points.size() - maxViewed)).toList());
  }

  Optional<JsonNode> watch() {
    return Optional.ofNullable(watch);
  }

  boolean hasProfile() {
    return newest != null;
  }
}
