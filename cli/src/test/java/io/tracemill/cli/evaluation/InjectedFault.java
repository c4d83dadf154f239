package io.tracemill.cli.evaluation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * A fault that somebody injected into a running system: a row of {@code faults.csv}.
 *
 * @param counted whether it has an effect that can be seen, with data on either side of it
 * @param from where the stretch of data begins that it lies in
 * @param to where that stretch ends
 */
public record InjectedFault(
    String dataset,
    Instant injectedAt,
    String type,
    String target,
    boolean counted,
    Instant from,
    Instant to) {
  private static final int COLUMNS = 9;

  /** All rows of a table, in its order. */
  public static List<InjectedFault> in(Path table) throws IOException {
    try (Stream<String> lines = Files.lines(table)) {
      return lines.skip(1).map(InjectedFault::parse).toList();
    }
  }

  private static InjectedFault parse(String line) {
    String[] columns = line.split(",", COLUMNS);
    return new InjectedFault(
        columns[0],
        Instant.parse(columns[1]),
        columns[2],
        columns[3],
        columns[4].equals("yes"),
        Instant.parse(columns[6]),
        Instant.parse(columns[7]));
  }

  /** Whether a moment lies in the stretch of data, or not much later. */
  boolean hasIn(Instant moment, Duration afterwards) {
    return !moment.isBefore(from) && !moment.isAfter(to.plus(afterwards));
  }
}
