package io.tracemill.analysis.anomaly;

import java.io.IOException;

/** A file that is not one of models, or is damaged. The message says what is wrong with it. */
public final class ModelFileException extends IOException {
  ModelFileException(String reason) {
    super(reason);
  }

  ModelFileException(String reason, Throwable cause) {
    super(reason, cause);
  }
}
