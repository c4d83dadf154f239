package io.tracemill.connectors.files;

import java.io.Serial;

/** The bytes of a file are not of its format; the caller adds the file's name. */
final class CorruptFileException extends Exception {
  @Serial private static final long serialVersionUID = 1;

  CorruptFileException(String problem) {
    super(problem);
  }
}
