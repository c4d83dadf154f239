package io.tracemill.store.engine;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toSet;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.store.layout.LineRules;
import io.tracemill.store.layout.StoreTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

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
        if (hours(lines.get(first)).overlaps(hours(lines.get(second)))) {
          refuse(lines.get(first), lines.get(second));
        }
      }
    }
  }

  private void refuse(List<StoreFile> first, List<StoreFile> second) {
    Optional<Period> one = times(first);
    Optional<Period> other = times(second);
    if (one.isEmpty() || other.isEmpty()) {
      return;
    }
    long common =
        Math.min(one.get().endMillis(), other.get().endMillis())
            - Math.max(one.get().startMillis(), other.get().startMillis());
    if (common > ALLOWED_MILLIS) {
      throw new QueryException(
          "the lines %s and %s overlap by %d minutes and may hold the same requests; give a time that only one covers, or read only one (`tracemill query --line %s`)"
              .formatted(
                  first.get(0).line(),
                  second.get(0).line(),
                  (common + 59_999) / 60_000,
                  second.get(0).line()));
    }
  }

  /** From the first hour to the last; files are ordered by time. */
  private static Period hours(List<StoreFile> files) {
    return new Period(
        files.get(0).hour().startMillis(), files.get(files.size() - 1).hour().endMillis());
  }

  /**
   * The times of a line's first and last request of the range; reads its first and last hour. If a
   * file is broken, it asks the hours that are then the first and last.
   */
  private Optional<Period> times(List<StoreFile> files) {
    List<StoreFile> left = new ArrayList<>(files);
    while (!left.isEmpty()) {
      try (StoreSession session = StoreSession.open(ends(left), limits, rules)) {
        List<Period> times =
            session.rows(
                "SELECT min(time_millis), max(time_millis) FROM requests WHERE %s HAVING count(*) > 0"
                    .formatted(Filter.timeCondition(time)),
                row -> new Period(row.getLong(1), row.getLong(2) + 1));
        Set<String> broken = session.skipped().stream().map(SkippedFile::file).collect(toSet());
        if (broken.isEmpty()) {
          return times.stream().findFirst();
        }
        left.removeIf(file -> broken.contains(file.path().toString()));
      }
    }
    return Optional.empty();
  }

  private static List<StoreFile> ends(List<StoreFile> files) {
    Period hours = hours(files);
    return files.stream()
        .filter(
            file ->
                file.hour().startMillis() == hours.startMillis()
                    || file.hour().endMillis() == hours.endMillis())
        .toList();
  }
}
