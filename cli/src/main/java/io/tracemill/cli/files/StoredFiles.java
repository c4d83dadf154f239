package io.tracemill.cli.files;

import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.ReplayRules;
import io.tracemill.analysis.span.Frame;
import io.tracemill.cli.options.InputFiles;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.store.StoreLine;
import io.tracemill.pipeline.topology.Rules;
import io.tracemill.store.TemporaryStore;
import io.tracemill.store.engine.EngineLimits;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.KeptRequests;
import io.tracemill.store.engine.Store;
import io.tracemill.store.engine.StoreSession;
import io.tracemill.store.layout.LineRules;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Trace files in a store that keeps every request, so that questions about files and about a store
 * are the same. A temporary store is deleted when this is closed.
 */
public final class StoredFiles implements AutoCloseable {
  private final Path directory;
  private final LineRules line;
  private final Optional<TemporaryStore> temporary;

  private StoredFiles(Path directory, LineRules line, Optional<TemporaryStore> temporary) {
    this.directory = directory;
    this.line = line;
    this.temporary = temporary;
  }

  /**
   * Runs the job over the files.
   *
   * @param out an existing directory for the job's streams
   * @param err where a progress bar is drawn
   */
  public static StoredFiles of(TracemillConfig values, InputFiles files, Path out, PrintWriter err)
      throws Exception {
    TemporaryStore store = TemporaryStore.create(Rules.line(values));
    try {
      StoreLine line = new StoreLine(store.line(), store.rules(), true);
      FileAnalysis.run(values, files, out, Optional.of(line), err);
      return new StoredFiles(store.path(), store.rules(), Optional.of(store));
    } catch (Exception e) {
      store.close();
      throw e;
    }
  }

  /** The same into a line of a store that stays. */
  public static StoredFiles of(
      TracemillConfig values, StoreLine line, InputFiles files, Path out, PrintWriter err)
      throws Exception {
    FileAnalysis.run(values, files, out, Optional.of(line), err);
    return new StoredFiles(
        Path.of(line.directory().getParent().toUri()), line.rules(), Optional.empty());
  }

  /** Opens it for questions; they read all requests. */
  public StoreSession session() {
    return Store.open(directory, Optional.empty(), EngineLimits.DEFAULT.withAllKept())
        .session(Filter.ALL_TIME);
  }

  /** The directory of the store, as commands name it. */
  public Path path() {
    return directory;
  }

  /** The rules that its requests are replayed with. */
  public ReplayRules rules() {
    return line.replay();
  }

  /** The endpoints that have complete requests. */
  public static List<Frame> endpoints(StoreSession session) {
    return session.rows(
        "SELECT DISTINCT service, operation FROM requests WHERE complete ORDER BY ALL",
        row -> Frame.of(row.getString(1), row.getString(2)));
  }

  /** The complete requests of an endpoint. */
  public static Iterable<KeptRequest> requests(StoreSession session, Frame endpoint) {
    return KeptRequests.ofStatistics(session, Filter.ALL.of(endpoint));
  }

  @Override
  public void close() {
    temporary.ifPresent(TemporaryStore::close);
  }
}
