package io.tracemill.store.engine;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.store.layout.LineRules;
import io.tracemill.store.layout.StoreTable;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A store on disk. Files may appear and disappear; each session lists them again. */
public final class Store {
  private final StoreDirectory directory;
  private final EngineLimits limits;

  private Store(StoreDirectory directory, EngineLimits limits) {
    this.directory = directory;
    this.limits = limits;
  }

  /**
   * Opens a store.
   *
   * @param line the name of the only line of checkpoints to read; empty for all
   * @throws io.tracemill.store.engine.QueryException if there is none
   */
  public static Store open(Path directory, Optional<String> line, EngineLimits limits) {
    return new Store(StoreDirectory.open(directory, line), limits);
  }

  /**
   * A session for questions about the requests of a range of time. It reads only the files of those
   * hours.
   *
   * @throws io.tracemill.store.engine.QueryException if two lines cover the same time
   */
  public StoreSession session(Period time) {
    List<StoreFile> files = directory.files(time);
    new LineOverlap(time, limits, directory::rules).refuse(files);
    return StoreSession.open(files, limits, directory::rules);
  }

  /** The rules that its newest line was made with. */
  public LineRules rules() {
    return directory.rules();
  }

  /**
   * The end of its data, just after the newest request; empty if it has none. Lines may overlap.
   */
  public Optional<Instant> end() {
    return directory.files(Filter.ALL_TIME).stream()
        .filter(file -> file.table() == StoreTable.REQUESTS)
        .map(StoreFile::hour)
        .distinct()
        .sorted(Comparator.comparingLong(Period::startMillis).reversed())
        .flatMap(hour -> end(hour).stream())
        .findFirst();
  }

  private Optional<Instant> end(Period hour) {
    List<StoreFile> files =
        directory.files(hour).stream().filter(file -> file.table() == StoreTable.REQUESTS).toList();
    try (StoreSession session = StoreSession.open(files, limits, directory::rules)) {
      return session
          .rows("SELECT max(time_millis) FROM requests HAVING count(*) > 0", row -> row.getLong(1))
          .stream()
          .findFirst()
          .map(last -> Instant.ofEpochMilli(last + 1));
    }
  }
}
