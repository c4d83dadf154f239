package io.tracemill.console.metrics;

import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;

/** A gauge while its series are collected. */
final class Gauges {
  private final GaugeSnapshot.Builder gauge;

  /** A gauge without series. */
  Gauges(String name, String help) {
    gauge = GaugeSnapshot.builder().name(name).help(help);
  }

  /** Adds a series. */
  void add(double value, Labels labels) {
    gauge.dataPoint(GaugeDataPointSnapshot.builder().value(value).labels(labels).build());
  }

  GaugeSnapshot snapshot() {
    return gauge.build();
  }
}
