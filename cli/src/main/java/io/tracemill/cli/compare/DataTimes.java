package io.tracemill.cli.compare;

import io.tracemill.analysis.cohort.CohortSplit;
import io.tracemill.analysis.cohort.CohortSplit.ByTime;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.connectors.files.FileUnit;
import io.tracemill.connectors.files.FileUnits;
import io.tracemill.connectors.files.TraceFileException;
import io.tracemill.pipeline.config.ConfigException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * When trace files have data: stretches without a gap of more than {@link #MAX_GAP_MILLIS}, oldest
 * first, at least one. A request is dated some seconds after its data, when its trace is complete.
 */
record DataTimes(List<Period> stretches) {
  /** Two and a half panes. */
  static final long MAX_GAP_MILLIS = CohortSplit.PANE_MILLIS * 5 / 2;

  private static final long MAX_BEFORE_MILLIS = Duration.ofHours(1).toMillis();
  private static final long MAX_AFTER_MILLIS = Duration.ofMinutes(10).toMillis();

  /** With less data than this a range goes on beyond a gap. */
  private static final long ENOUGH_MILLIS = Duration.ofMinutes(2).toMillis();

  DataTimes {
    stretches = List.copyOf(stretches);
    if (stretches.isEmpty()) {
      throw new ConfigException("the files have no spans: give files with traces");
    }
  }

  /** Reads all {@code units}, which come in order of time. */
  static DataTimes of(FileUnits units) throws TraceFileException {
    List<Period> stretches = new ArrayList<>();
    Optional<FileUnit> unit = units.next();
    long start = unit.map(FileUnit::eventTimeMillis).orElse(0L);
    long last = start;
    for (; unit.isPresent(); unit = units.next()) {
      long millis = unit.get().eventTimeMillis();
      if (millis - last > MAX_GAP_MILLIS) {
        stretches.add(new Period(start, last + 1));
        start = millis;
      }
      last = millis;
    }
    if (last > 0) {
      stretches.add(new Period(start, last + 1));
    }
    return new DataTimes(stretches);
  }

  /** From the first to the last data. */
  Period all() {
    return new Period(
        stretches.get(0).startMillis(), stretches.get(stretches.size() - 1).endMillis());
  }

  /** {@code the files have spans from 2026-11-23T14:00:00Z to 2026-11-23T15:00:00Z}. */
  String text() {
    return "the files have spans from %s to %s"
        .formatted(instant(all().startMillis()), instant(all().endMillis() - 1));
  }

  private static Instant instant(long millis) {
    return Instant.ofEpochMilli(millis);
  }

  /**
   * What lies before a moment, up to an hour, and after it, up to ten minutes; of more than two
   * minutes of data only what no gap parts from the moment.
   *
   * @param graceMillis how long after its data a request is dated at least; requests of so long
   *     after the moment are in neither range, as they began before it
   * @param quietMillis how long after its data a request is dated at most
   */
  ByTime around(long millis, long graceMillis, long quietMillis) {
    Period all = all();
    if (millis <= all.startMillis() || millis >= all.endMillis()) {
      throw new ConfigException(
          "--at: nothing to compare at %s: %s; give a time between them"
              .formatted(instant(millis), text()));
    }
    return new ByTime(
        new Period(startBefore(millis), millis),
        new Period(millis + graceMillis, endAfter(millis, graceMillis, quietMillis)));
  }

  private long startBefore(long millis) {
    long earliest = millis - MAX_BEFORE_MILLIS;
    long start = millis;
    long covered = 0;
    List<Period> latestFirst = new ArrayList<>(stretches);
    Collections.reverse(latestFirst);
    for (Period stretch : latestFirst) {
      boolean inReach = stretch.startMillis() < millis && stretch.endMillis() > earliest;
      if (inReach && covered < ENOUGH_MILLIS) {
        start = Math.max(stretch.startMillis(), earliest);
        covered += Math.min(stretch.endMillis(), millis) - start;
      }
    }
    return Math.min(start, millis - 1);
  }

  private long endAfter(long millis, long graceMillis, long quietMillis) {
    long latest = millis + graceMillis + MAX_AFTER_MILLIS;
    long end = millis;
    long covered = 0;
    for (Period stretch : stretches) {
      boolean inReach = stretch.endMillis() > millis && stretch.startMillis() < latest;
      if (inReach && covered < ENOUGH_MILLIS) {
        end = Math.min(stretch.endMillis(), latest);
        covered += end - Math.max(stretch.startMillis(), millis);
      }
    }
    return Math.max(millis + graceMillis + 1, Math.min(end + quietMillis, latest));
  }
}
