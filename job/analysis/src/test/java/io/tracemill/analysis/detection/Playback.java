package io.tracemill.analysis.detection;

import io.tracemill.analysis.detection.SyntheticShop.Fault;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.incident.Incident.Severity;
import io.tracemill.analysis.incident.Incident.Status;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/** Plays made-up traffic to a detector, and keeps what it said of each incident first and last. */
final class Playback {
  static final long PANE = 30_000;
  static final long START = 1_000_000_000_000L / 86_400_000 * 86_400_000;

  private final Detector detector;
  private final SyntheticShop shop;
  private final Map<String, Incident> first = new LinkedHashMap<>();
  private final Map<String, Incident> last = new LinkedHashMap<>();
  private long panes;

  Playback(SyntheticShop shop, DetectionRules rules) {
    this.shop = shop;
    this.detector = new Detector(rules);
  }

  /** Plays so many panes more; {@code fault} by number of the pane since the beginning. */
  Playback play(long count, LongFunction<Fault> fault) {
    for (long end = panes + count; panes < end; panes++) {
      long millis = START + (panes + 1) * PANE;
      for (Incident incident :
          detector.judge(millis, shop.pane(millis, fault.apply(panes))).incidents()) {
        first.putIfAbsent(incident.id(), incident);
        last.put(incident.id(), incident);
      }
    }
    return this;
  }

  /** Pages and tickets, as they were said first. */
  List<Incident> alerts() {
    return first.values().stream().filter(in -> in.severity() != Severity.INFO).toList();
  }

  /** Alerts that began in some panes, as they were said first. */
  List<Incident> alerts(long fromPane, long toPane) {
    return alerts().stream()
        .filter(in -> in.sinceMillis() >= START + fromPane * PANE)
        .filter(in -> in.sinceMillis() <= START + (toPane + 2) * PANE)
        .toList();
  }

  long notices() {
    return (long) first.size() - alerts().size();
  }

  Incident last(Incident incident) {
    return last.getOrDefault(incident.id(), incident);
  }

  /** Minutes from the beginning of a pane until it fired. */
  static double minutesToFire(Incident incident, long pane) {
    return (incident.firedMillis() - START - pane * PANE) / 60_000.0;
  }

  /** Minutes from the beginning of a pane until it was over; up to now where it is not. */
  double minutesToEnd(Incident incident, long pane) {
    Incident end = last(incident);
    long millis = end.status() == Status.RESOLVED ? end.endMillis() : START + panes * PANE;
    return (millis - START - pane * PANE) / 60_000.0;
  }
}
