package io.tracemill.store.sql;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.store.engine.EngineLimits;
import io.tracemill.store.engine.QueryException;
import io.tracemill.store.engine.ScratchDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs a user's SQL, read-only, in a separate process. So it can neither exhaust the memory of this
 * process nor outlive its timeout.
 */
public final class SqlProcess {
  /** A character takes at most six bytes, a number at most three times those that it counts as. */
  private static final long MAX_BYTES = 8 * SqlMain.MAX_CHARACTERS;

  private static final ObjectMapper JSON =
      new ObjectMapper(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxDocumentLength(MAX_BYTES).build())
                  .build())
          .disable(DeserializationFeature.WRAP_EXCEPTIONS);

  private static final String HEAP = "-Xmx256m";

  /** Time to start and to list the files, in addition to that of the statement. */
  private static final long START_MILLIS = 20_000;

  private SqlProcess() {}

  /**
   * Runs a statement.
   *
   * @param time the hours that the views cover
   * @throws QueryException if it is refused, fails, or is stopped
   */
  public static SqlResult run(
      Path directory, Optional<String> line, Period time, String sql, EngineLimits limits) {
    SqlMain.Request request =
        new SqlMain.Request(
            directory.toString(),
            line.orElse(""),
            time.startMillis(),
            time.endMillis(),
            sql,
            limits.memoryMegabytes(),
            limits.spillMegabytes(),
            limits.threads(),
            limits.timeout().toMillis(),
            limits.maxRows());
    // The process extracts the engine's library and spills here; it may be killed before it ends.
    try (ScratchDirectory scratch = ScratchDirectory.create()) {
      Process process =
          new ProcessBuilder(command(scratch.path())).redirectError(Redirect.DISCARD).start();
      try {
        return result(process, request, limits);
      } finally {
        process.destroyForcibly().onExit().join();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start the process for SQL", e);
    }
  }

  private static List<String> command(Path scratch) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        HEAP,
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-Djava.io.tmpdir=" + scratch,
        "-cp",
        System.getProperty("java.class.path"),
        SqlMain.class.getName());
  }

  private static SqlResult result(Process process, SqlMain.Request request, EngineLimits limits)
      throws IOException {
    CompletableFuture<SqlMain.Answer> output =
        CompletableFuture.supplyAsync(() -> answer(process.getInputStream()));
    try (OutputStream input = process.getOutputStream()) {
      input.write(JSON.writeValueAsBytes(request));
    }
    try {
      SqlMain.Answer answer =
          output.get(limits.timeout().toMillis() + START_MILLIS, TimeUnit.MILLISECONDS);
      if (answer.result() == null) {
        throw new QueryException(String.valueOf(answer.error()));
      }
      return answer.result();
    } catch (TimeoutException e) {
      throw new QueryException(
          "the statement took longer than %d s and was stopped; give a shorter range of time, or a higher timeout"
              .formatted(limits.timeout().toSeconds()),
          e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof QueryException failure
          ? failure
          : new QueryException("cannot read the answer of the process for SQL", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new QueryException("interrupted", e);
    }
  }

  private static SqlMain.Answer answer(InputStream output) {
    try {
      return JSON.readValue(output, SqlMain.Answer.class);
    } catch (StreamConstraintsException e) {
      throw new QueryException(SqlMain.TOO_LARGE, e);
    } catch (IOException e) {
      throw new QueryException(
          "the process for SQL ended early; the statement may need too much memory", e);
    }
  }
}
