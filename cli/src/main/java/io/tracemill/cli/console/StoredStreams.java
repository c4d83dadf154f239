package io.tracemill.cli.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.cli.files.OpenStore;
import io.tracemill.cli.files.SkippedFiles;
import io.tracemill.cli.options.TimeOptions;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.connectors.output.ResultWriter;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.topology.Rules;
import io.tracemill.store.change.PastStreams;
import io.tracemill.store.engine.StoreSession;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/** Writes the streams of a past time as {@code analyze} does, one file each. */
final class StoredStreams implements AutoCloseable {
  private static final Duration UNLESS_GIVEN = Duration.ofHours(6);

  private final Path directory;
  private final Map<ResultStream, Writer> files = new EnumMap<>(ResultStream.class);

  private StoredStreams(Path directory) {
    this.directory = directory;
  }

  /**
   * Writes what a store knows of a range of time, by default of its last hours.
   *
   * @param directory an existing one
   * @param err gets what is left out
   * @return the time, which has a start
   */
  static Period write(
      OpenStore store, TimeOptions times, TracemillConfig values, Path directory, PrintWriter err)
      throws IOException {
    Period time = latest(times.period(store.store()), store);
    try (StoreSession session = store.session(time)) {
      SkippedFiles.reportOtherVersions(err, write(session, time, values, directory));
      SkippedFiles.report(err, session.skipped());
    }
    return time;
  }

  private static Period latest(Period time, OpenStore store) {
    if (time.startMillis() != Long.MIN_VALUE) {
      return time;
    }
    long end = Math.min(time.endMillis(), store.end().toEpochMilli());
    return new Period(Math.max(0, end - UNLESS_GIVEN.toMillis()), time.endMillis());
  }

  /** Returns the number of panes left out because another version of the job wrote them. */
  private static int write(
      StoreSession session, Period time, TracemillConfig values, Path directory)
      throws IOException {
    try (StoredStreams streams = new StoredStreams(directory)) {
      return PastStreams.ask(
          session,
          time,
          new PastStreams.Lengths(
              values.get(Keys.PROFILES_WINDOW).toMillis(),
              values.get(Keys.PROFILES_SLIDE).toMillis()),
          Rules.sums(values),
          new ResultWriter(Rules.records(values)),
          (stream, json) -> streams.file(stream).append(json).append('\n'));
    }
  }

  private Writer file(ResultStream stream) {
    return files.computeIfAbsent(
        stream,
        added -> {
          try {
            return Files.newBufferedWriter(directory.resolve(added.label() + ".jsonl"), UTF_8);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  @Override
  public void close() throws IOException {
    for (Writer file : files.values()) {
      file.close();
    }
  }
}
