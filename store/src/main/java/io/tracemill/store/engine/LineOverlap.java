package io.tracemill.store.engine;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.store.layout.LineRules;
import io.tracemill.store.layout.StoreTable;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Refuses two lines of checkpoints that cover the same time, since their requests may be the same.
 * A job may run on for a moment while the next one starts, so a minute is allowed.
 */
record LineOverlap(Period time, EngineLimits limits, Supplier<LineRules> rules) {
  private static final long ALLOWED_MILLIS = 60_000;

  void refuse(List<StoreFile> files) {
    List<List<StoreFile>> lines =
        new ArrayList<>(
            files.stream()
                .filter(file -> file.table() == StoreTable.REQUESTS)
                .collect(groupingBy(StoreFile::line, TreeMap::new, toList()))
                .values());
    for (int first = 0; first < lines.size(); first++) {
      for (int second = first + 1; second < lines.size(); second++) {
        refuse(lines.get(first), lines.get(second));
      }
    }
  }

  /** Two lines overlap within the hours of which both have files. */
  private void refuse(List<StoreFile> first, List<StoreFile> second) {
    Period hours = hours(first);
    Period others = hours(second);
    List<StoreFile> shared =
        Stream.concat(first.stream(), second.stream())
            .filter(file -> file.hour().overlaps(hours) && file.hour().overlaps(others))
            .toList();
    String line = second.get(0).line();
    long common = shared.isEmpty() ? 0 : commonMillis(shared, line);
    if (common > ALLOWED_MILLIS) {
      throw new QueryException(
          "the lines %s and %s overlap by %d minutes and may hold the same requests; give a time that only one covers, or read only one (`tracemill query --line %s`)"
              .formatted(first.get(0).line(), line, (common + 59_999) / 60_000, line));
    }
  }

  /** From the first hour to the last; files are ordered by time. */
  private static Period hours(List<StoreFile> files) {
    return new Period(
        files.get(0).hour().startMillis(), files.get(files.size() - 1).hour().endMillis());
  }

  /** From the later of both first requests to the earlier of both last ones. */
  private long commonMillis(List<StoreFile> files, String line) {
    try (StoreSession session = StoreSession.open(files, limits, rules)) {
      return session.row(
          """
          SELECT CASE WHEN count(*) = 2 THEN min(last) - max(first) + 1 ELSE 0 END FROM (
            SELECT min(time_millis) AS first, max(time_millis) AS last FROM request_rows
            WHERE %s GROUP BY contains(filename, %s))
          """
              .formatted(Filter.timeCondition(time), Sql.text("/" + line + "/")),
          row -> row.getLong(1));
    }
  }
}
