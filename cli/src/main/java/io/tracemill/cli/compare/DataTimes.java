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
 * The times at which trace files or a store have data, in stretches without a gap of more than
 * {@link #MAX_GAP_MILLIS}. There is at least one stretch; the oldest comes first. A request is
 * dated some seconds after its data, when its trace is complete.
 *
 * @param what the start of a sentence that ends with the times: {@code the files have spans}
 */
public record DataTimes(String what, List<Period> stretches) {
  /** Two and a half panes. */
  public static final long MAX_GAP_MILLIS = CohortSplit.PANE_MILLIS * 5 / 2;

  private static final long MAX_BEFORE_MILLIS = Duration.ofHours(1).toMillis();
  private static final long MAX_AFTER_MILLIS = Duration.ofMinutes(10).toMillis();

  /** A range that covers less data than this continues beyond a gap. */
  private static final long ENOUGH_MILLIS = Duration.ofMinutes(2).toMillis();

  public DataTimes {
    stretches = List.copyOf(stretches);
    if (stretches.isEmpty()) {
      throw new ConfigException("the files have no spans; give files with traces");
    }
  }

  /** Reads all {@code units}, which are ordered by time. */
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
    return new DataTimes("the files have spans", stretches);
  }

  /** The time from the first data to the last. */
  Period all() {
    return new Period(
        stretches.get(0).startMillis(), stretches.get(stretches.size() - 1).endMillis());
  }

  /** {@code the files have spans from 2026-11-23T14:00:00Z to 2026-11-23T15:00:00Z}. */
  String text() {
    return "%s from %s to %s"
        .formatted(what, instant(all().startMillis()), instant(all().endMillis() - 1));
  }

  private static Instant instant(long millis) {
    return Instant.ofEpochMilli(millis);
  }

  /**
   * The hour before a moment and the ten minutes after it. Once a range covers two minutes of data,
   * it ends at the next gap.
   *
   * @param graceMillis the least time from a request's data to its date; requests dated within this
   *     time after the moment began before it, so they are in neither range
   * @param quietMillis the most time from a request's data to its date
   */
  public ByTime around(long millis, long graceMillis, long quietMillis) {
    Period all = all();
    if (millis <= all.startMillis() || millis >= all.endMillis()) {
      throw new ConfigException(
          "--at: there is nothing to compare at %s: %s; give a time between them"
              .formatted(instant(millis), text()));
    }
    long earliest = millis - MAX_BEFORE_MILLIS;
    long latest = millis + graceMillis + MAX_AFTER_MILLIS;
    List<Period> before = near(new Period(earliest, millis), true);
    List<Period> after = near(new Period(millis, latest), false);
    long start = before.isEmpty() ? millis : before.get(before.size() - 1).startMillis();
    long end = after.isEmpty() ? millis : after.get(after.size() - 1).endMillis();
    return new ByTime(
        new Period(Math.min(start, millis - 1), millis),
        new Period(
            millis + graceMillis,
            Math.max(millis + graceMillis + 1, Math.min(end + quietMillis, latest))));
  }

  /**
   * The stretches within {@code time}, from its end back or from its start on, until they cover
   * enough data.
   */
  private List<Period> near(Period time, boolean back) {
    List<Period> inOrder = new ArrayList<>(stretches);
    if (back) {
      Collections.reverse(inOrder);
    }
    List<Period> near = new ArrayList<>();
    long covered = 0;
    for (Period stretch : inOrder) {
      if (stretch.overlaps(time) && covered < ENOUGH_MILLIS) {
        Period part =
            new Period(
                Math.max(stretch.startMillis(), time.startMillis()),
                Math.min(stretch.endMillis(), time.endMillis()));
        near.add(part);
        covered += part.lengthMillis();
      }
    }
    return near;
  }
}
