package io.tracemill.connectors.live;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.analysis.record.QualityRecord;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.ServiceEdge;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The state of one endpoint: its newest profile, its past windows in numbers, and its watch. */
final class EndpointNow {
  private static final int MAX_EDGES = 5;
  private static final int MAX_STEPS = 5;

  private final Frame endpoint;
  private final int maxPoints;
  private final Deque<LatencyPoint> points = new ArrayDeque<>();
  private @Nullable Newest newest;
  private QualityRecord.@Nullable Endpoint quality;

  /** The parts of a profile that lists need, and the whole profile as text. */
  private record Newest(
      String text,
      Period window,
      EndpointProfile.Latency latency,
      List<StepShare> steps,
      List<StepShare> path,
      List<StepShare> edges,
      Map<ServiceEdge, Double> calls) {}

  EndpointNow(Frame endpoint, int maxPoints) {
    this.endpoint = endpoint;
    this.maxPoints = maxPoints;
  }

  /** Adds a profile; ignores it if its window is older than the newest. */
  void acceptProfile(EndpointProfile profile, String text) {
    LatencyPoint point = LatencyPoint.of(profile);
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
    HotSteps hot = HotSteps.of(profile.tree());
    List<StepShare> steps = hot.largestFirst();
    newest =
        new Newest(
            text,
            profile.window(),
            profile.latencyNanos(),
            steps.stream().limit(MAX_STEPS).toList(),
            hot.path(),
            steps.stream().filter(StepShare::isEdge).limit(MAX_EDGES).toList(),
            hot.calls());
  }

  /** Adds a quality record of the endpoint, which says whether changes can be detected. */
  void acceptQuality(QualityRecord.Endpoint record) {
    if (record.watch().isPresent() && record.window().endMillis() >= qualityMillis()) {
      quality = record;
    }
  }

  private long qualityMillis() {
    return quality == null ? 0 : quality.window().endMillis();
  }

  Frame endpoint() {
    return endpoint;
  }

  /** The end of the newest window of its records. */
  long lastMillis() {
    return Math.max(qualityMillis(), points.isEmpty() ? 0 : points.getLast().endMillis());
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
        accounts.ratePerSecond(last.traces(), now.window),
        now.latency,
        now.steps,
        now.path,
        now.edges,
        now.calls,
        quality().flatMap(QualityRecord.Endpoint::watch),
        points.stream().skip(Math.max(0, points.size() - maxViewed)).toList());
  }

  /** Its newest quality record that says whether it is watched. */
  Optional<QualityRecord.Endpoint> quality() {
    return Optional.ofNullable(quality);
  }

  boolean hasProfile() {
    return newest != null;
  }
}
