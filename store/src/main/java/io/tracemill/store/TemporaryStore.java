package io.tracemill.store;

import io.tracemill.store.engine.EngineLimits;
import io.tracemill.store.engine.ScratchDirectory;
import io.tracemill.store.engine.Store;
import io.tracemill.store.layout.LineRules;
import io.tracemill.store.layout.StoreLayout;
import io.tracemill.store.sink.StoreSinks;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * A store of one bounded job that keeps every request, for questions about files. It is deleted
 * when it is closed, and when this program ends.
 *
 * @param directory of the store
 * @param line its only line
 */
public record TemporaryStore(
    ScratchDirectory directory, org.apache.flink.core.fs.Path line, LineRules rules)
    implements AutoCloseable {
  /** Creates an empty one. */
  public static TemporaryStore create(LineRules rules) throws IOException {
    ScratchDirectory directory = ScratchDirectory.create();
    org.apache.flink.core.fs.Path line =
        StoreLayout.line(
            new org.apache.flink.core.fs.Path(directory.path().toUri()), Instant.EPOCH);
    line.getFileSystem().mkdirs(line);
    rules.write(line);
    return new TemporaryStore(directory, line, rules);
  }

  /** The sinks that fill it; rows become visible when the job's input ends. */
  public StoreSinks sinks() {
    return new StoreSinks(line, rules.replay());
  }

  /** The directory, as commands name a store. */
  public Path path() {
    return directory.path();
  }

  /** Opens it for questions, without a limit of kept requests. */
  public Store open(EngineLimits limits) {
    return Store.open(directory.path(), Optional.empty(), limits.withAllKept());
  }

  @Override
  public void close() {
    directory.close();
  }
}
