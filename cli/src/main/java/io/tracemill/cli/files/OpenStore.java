package io.tracemill.cli.files;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.cli.options.InputFiles;
import io.tracemill.cli.options.TemporaryDirectory;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.store.StoreLine;
import io.tracemill.pipeline.topology.Rules;
import io.tracemill.store.TemporaryStore;
import io.tracemill.store.engine.EngineLimits;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.QueryException;
import io.tracemill.store.engine.Store;
import io.tracemill.store.engine.StoreSession;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * A store to ask: one on disk, or a temporary one that keeps every request of some trace files.
 * Questions about both are the same; those about files have exact answers.
 *
 * @param directory of the store
 * @param line its only line to read; empty for all
 * @param temporary the store of files, which is deleted when this is closed
 */
public record OpenStore(
    Path directory,
    Optional<String> line,
    Store store,
    EngineLimits limits,
    Optional<TemporaryStore> temporary)
    implements AutoCloseable {
  /** A store on disk. */
  public static OpenStore at(Path directory, Optional<String> line, EngineLimits limits) {
    return new OpenStore(
        directory, line, Store.open(directory, line, limits), limits, Optional.empty());
  }

  /** Runs the job over the files, for questions only. */
  static OpenStore of(
      InputFiles files, TracemillConfig values, EngineLimits limits, PrintWriter err)
      throws Exception {
    // Report an unreadable file before Flink starts.
    files.first(values.get(Keys.TIME_MAX_JUMP));
    try (TemporaryDirectory streams = TemporaryDirectory.create("tracemill-question")) {
      return of(files, values.with(Keys.CHANGES_ENABLED, false), streams.path(), limits, err);
    }
  }

  /**
   * Runs the job over the files, and keeps every request in a temporary store.
   *
   * @param out an existing directory for the job's streams
   */
  public static OpenStore of(
      InputFiles files, TracemillConfig values, Path out, EngineLimits limits, PrintWriter err)
      throws Exception {
    TemporaryStore store = TemporaryStore.create(Rules.line(values));
    try {
      StoreLine line = new StoreLine(store.line(), store.rules(), true);
      FileAnalysis.run(values, files, out, Optional.of(line), err);
      return new OpenStore(
          store.path(),
          Optional.empty(),
          store.open(limits),
          limits.withAllKept(),
          Optional.of(store));
    } catch (Exception e) {
      store.close();
      throw e;
    }
  }

  /** All requests of a line that a job over files has written. */
  public static OpenStore of(StoreLine line, EngineLimits limits) {
    Path directory = Path.of(line.directory().getParent().toUri());
    return at(directory, Optional.of(line.directory().getName()), limits.withAllKept());
  }

  /** Another store on disk, with the same limits. */
  public OpenStore beside(Path other) {
    return at(other, Optional.empty(), limits);
  }

  /**
   * The end of its data.
   *
   * @throws QueryException if it has none
   */
  public Instant end() {
    return store
        .end()
        .orElseThrow(() -> new QueryException("the store has no requests; give another"));
  }

  /** A session for questions about requests of this time. */
  public StoreSession session(Period time) {
    return store.session(time);
  }

  /** A session for questions about all requests. */
  public StoreSession session() {
    return session(Filter.ALL_TIME);
  }

  @Override
  public void close() {
    temporary.ifPresent(TemporaryStore::close);
  }
}
