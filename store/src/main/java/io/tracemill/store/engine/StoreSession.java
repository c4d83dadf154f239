package io.tracemill.store.engine;

import static java.util.Comparator.comparingLong;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toCollection;

import io.tracemill.store.layout.LineRules;
import io.tracemill.store.layout.StoreTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Answers questions about the requests of a range of time. A file that is broken or vanishes is
 * skipped, and the session says which. The views are those of {@link
 * io.tracemill.store.engine.StoreViews}. One thread uses it.
 */
public final class StoreSession implements AutoCloseable {
  private final Map<StoreTable, List<Path>> files;
  private final List<SkippedFile> skipped;
  private final EngineLimits limits;
  private final Supplier<LineRules> rules;
  private QueryEngine engine;

  private StoreSession(
      Map<StoreTable, List<Path>> files,
      List<SkippedFile> skipped,
      EngineLimits limits,
      Supplier<LineRules> rules,
      QueryEngine engine) {
    this.files = files;
    this.skipped = skipped;
    this.limits = limits;
    this.rules = rules;
    this.engine = engine;
  }

  static StoreSession open(List<StoreFile> listed, EngineLimits limits, Supplier<LineRules> rules) {
    List<SkippedFile> skipped = new ArrayList<>();
    // The newest come first, so that the search for the newest requests ends early.
    Map<StoreTable, List<Path>> files =
        listed.stream()
            .sorted(comparingLong((StoreFile file) -> -file.hour().startMillis()))
            .collect(
                groupingBy(
                    StoreFile::table,
                    () -> new EnumMap<>(StoreTable.class),
                    mapping(StoreFile::path, toCollection(ArrayList::new))));
    return new StoreSession(files, skipped, limits, rules, start(files, skipped, limits));
  }

  /** Starts the engine; drops each file that it cannot open. */
  private static QueryEngine start(
      Map<StoreTable, List<Path>> files, List<SkippedFile> skipped, EngineLimits limits) {
    while (true) {
      try {
        return QueryEngine.open(files, limits);
      } catch (QueryException e) {
        drop(files, skipped, limits, e);
      }
    }
  }

  /** Drops the file that a failure is about; throws the failure if it is about none. */
  private static void drop(
      Map<StoreTable, List<Path>> files,
      List<SkippedFile> skipped,
      EngineLimits limits,
      QueryException failure) {
    if (!failure.mayBeOfFile()) {
      throw failure;
    }
    String reason = failure.reason();
    List<Path> all = files.values().stream().flatMap(List::stream).toList();
    Path broken =
        all.stream()
            .filter(file -> reason.contains(file.toString()))
            .findFirst()
            .or(() -> failure.mayHideFile() ? unreadable(all, limits) : Optional.empty())
            .orElseThrow(() -> failure);
    files.values().forEach(paths -> paths.remove(broken));
    skipped.add(
        new SkippedFile(
            broken.toString(),
            String.valueOf(failure.getMessage()).replace(broken.toString(), "it")));
  }

  /** The first file that cannot be read completely. */
  private static Optional<Path> unreadable(List<Path> files, EngineLimits limits) {
    return files.stream().filter(file -> !QueryEngine.isReadable(file, limits)).findFirst();
  }

  /**
   * The rules that the requests were analysed with; those of the newest line.
   *
   * @throws QueryException if they cannot be read
   */
  public LineRules rules() {
    return rules.get();
  }

  /** Whether the store has every request. */
  public boolean keepsAll() {
    return limits.maxKept() == Integer.MAX_VALUE;
  }

  EngineLimits limits() {
    return limits;
  }

  /** The files that answers leave out so far. */
  public List<SkippedFile> skipped() {
    return List.copyOf(skipped);
  }

  /** The number of files of a table that answers read. */
  public int fileCount(StoreTable table) {
    return files.getOrDefault(table, List.of()).size();
  }

  /**
   * All rows of the answer to a statement.
   *
   * @throws QueryException if it is wrong, takes too long, needs too much memory or has too many
   *     rows
   */
  public <T> List<T> rows(String sql, RowMapper<T> mapper) {
    return withoutBroken(() -> engine.rows(sql, mapper));
  }

  /**
   * Adds all rows of the answer to a statement, however many, to a new value.
   *
   * @param empty makes the value; it is invoked again if a file vanishes meanwhile
   * @throws QueryException if the statement is wrong, takes too long or needs too much memory
   */
  public <A> A fold(String sql, Supplier<A> empty, RowFolder<A> folder) {
    return withoutBroken(() -> engine.fold(sql, empty.get(), folder));
  }

  private <A> A withoutBroken(Supplier<A> question) {
    while (true) {
      try {
        return question.get();
      } catch (QueryException e) {
        drop(files, skipped, limits, e);
        engine.close();
        engine = start(files, skipped, limits);
      }
    }
  }

  /** The only row of an answer, such as totals. */
  public <T> T row(String sql, RowMapper<T> mapper) {
    List<T> rows = rows(sql, mapper);
    if (rows.size() != 1) {
      throw new IllegalStateException(rows.size() + " rows: " + sql);
    }
    return rows.get(0);
  }

  @Override
  public void close() {
    engine.close();
  }
}
