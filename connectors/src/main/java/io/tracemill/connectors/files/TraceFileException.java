package io.tracemill.connectors.files;

import java.io.Serial;
import java.nio.file.Path;

/** A file that cannot be read as a trace file; the message is for the user who named the file. */
public final class TraceFileException extends Exception {
  @Serial private static final long serialVersionUID = 1;

  /** Names the file and what is wrong with it. */
  TraceFileException(Path file, String problem) {
    super("%s: %s".formatted(file, problem));
  }

  /** Names the file and what went wrong with it. */
  TraceFileException(Path file, String problem, Throwable cause) {
    super("%s: %s".formatted(file, problem), cause);
  }
}
