package io.tracemill.cli.options;

import io.tracemill.connectors.files.FileUnit;
import io.tracemill.connectors.files.FileUnits;
import io.tracemill.connectors.files.TraceFileException;
import java.util.Optional;

/**
 * The event times of the first and the last unit, in Unix milliseconds.
 *
 * @param firstMillis the same as {@code lastMillis} if there is no unit
 */
public record TimeRange(long firstMillis, long lastMillis) {
  /** Reads all {@code units} to find the range. */
  public static TimeRange of(FileUnits units) throws TraceFileException {
    Optional<FileUnit> unit = units.next();
    long first = unit.map(FileUnit::eventTimeMillis).orElse(0L);
    long last = first;
    while (unit.isPresent()) {
      last = unit.get().eventTimeMillis();
      unit = units.next();
    }
    return new TimeRange(first, last);
  }

  public long lengthMillis() {
    return lastMillis - firstMillis;
  }
}
