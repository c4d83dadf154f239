package io.tracemill.connectors.files;

import java.io.Serial;
import java.nio.file.Path;

/** Reports a file that is not a readable trace file. The message is for the user who named it. */
public final class TraceFileException extends Exception {
  @Serial private static final long serialVersionUID = 1;

  /** Names the file and its defect. */
  TraceFileException(Path file, String problem) {
    super("%s: %s".formatted(file, problem));
  }

  /** Names the file and the error. */
  TraceFileException(Path file, String problem, Throwable cause) {
    super("%s: %s".formatted(file, problem), cause);
  }
}
