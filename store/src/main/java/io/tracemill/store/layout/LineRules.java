package io.tracemill.store.layout;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.sample.ReplayRules;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.flink.core.fs.FileSystem.WriteMode;
import org.apache.flink.core.fs.Path;

/**
 * The rules that a line of the store was made with; a file of the line has them as JSON.
 *
 * @param replay compute from its requests what the job computed
 * @param paneMillis length of its panes
 * @param build the version of the program that wrote it
 */
public record LineRules(ReplayRules replay, long paneMillis, String build) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String NAME = "rules.json";

  public LineRules {
    requireNonNull(replay, "replay");
    requireNonNull(build, "build");
    if (paneMillis < 1) {
      throw new IllegalArgumentException("a pane of %d ms".formatted(paneMillis));
    }
  }

  /** Writes the file of a line. */
  public void write(Path line) throws IOException {
    Path file = new Path(line, NAME);
    try (OutputStream out = file.getFileSystem().create(file, WriteMode.OVERWRITE)) {
      out.write(JSON.writeValueAsBytes(this));
    }
  }

  /** Reads the file of a line. */
  public static LineRules read(Path line) throws IOException {
    Path file = new Path(line, NAME);
    try (InputStream in = file.getFileSystem().open(file)) {
      return JSON.readValue(in, LineRules.class);
    }
  }

  /** The part of a time that whole panes cover; open ends stay open. */
  public Period panes(Period time) {
    long start = time.startMillis();
    long end = time.endMillis();
    return new Period(
        start == Long.MIN_VALUE
            ? start
            : Math.floorDiv(start + paneMillis - 1, paneMillis) * paneMillis,
        end == Long.MAX_VALUE ? end : Math.floorDiv(end, paneMillis) * paneMillis);
  }
}
