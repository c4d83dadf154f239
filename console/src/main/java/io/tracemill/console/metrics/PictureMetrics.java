package io.tracemill.console.metrics;

import static java.util.Objects.requireNonNull;

import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Unit;
import io.tracemill.connectors.live.Picture;
import io.tracemill.console.feed.Feed;
import io.tracemill.console.feed.FeedState;

/**
 * The picture as gauges, at most 1,000 endpoints with 5 series each and 1,000 series of edges, and
 * as the counters of {@link CallMetrics}.
 */
public final class PictureMetrics {
  private final Picture picture;
  private final Feed feed;

  /** The metrics of this picture and its feed. */
  public PictureMetrics(Picture picture, Feed feed) {
    this.picture = requireNonNull(picture, "picture");
    this.feed = requireNonNull(feed, "feed");
  }

  /** All metrics as of now. */
  public MetricSnapshots snapshots() {
    MetricSnapshots.Builder all = MetricSnapshots.builder();
    long asOfMillis = picture.asOfMillis().orElse(0);
    EndpointMetrics.of(picture.endpoints(), asOfMillis).forEach(all::metricSnapshot);
    CallMetrics.of(picture).forEach(all::metricSnapshot);
    return all.metricSnapshot(incidents())
        .metricSnapshot(feedState())
        .metricSnapshot(newestWindow())
        .build();
  }

  private GaugeSnapshot incidents() {
    Gauges incidents = new Gauges("tracemill_incidents", "Incidents that fire, by severity");
    picture
        .firingBySeverity()
        .forEach(
            (severity, count) -> incidents.add(count, Labels.of("severity", severity.label())));
    return incidents.snapshot();
  }

  private GaugeSnapshot feedState() {
    Gauges states =
        new Gauges(
            "tracemill_console_feed_state", "1 for the state of the console's reader, else 0");
    FeedState.Kind now = feed.state().kind();
    for (FeedState.Kind kind : FeedState.Kind.values()) {
      states.add(kind == now ? 1 : 0, Labels.of("state", kind.label()));
    }
    return states.snapshot();
  }

  private GaugeSnapshot newestWindow() {
    Gauges newest =
        new Gauges(
            "tracemill_console_newest_window_timestamp_seconds",
            "End of the newest window, since the Unix epoch");
    picture
        .asOfMillis()
        .ifPresent(millis -> newest.add(Unit.millisToSeconds(millis), Labels.EMPTY));
    return newest.snapshot();
  }
}
