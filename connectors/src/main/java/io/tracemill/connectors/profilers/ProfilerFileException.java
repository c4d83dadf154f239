package io.tracemill.connectors.profilers;

import java.io.IOException;

/** A recording that cannot be read; the message says why, and what to do. */
public final class ProfilerFileException extends IOException {
  private static final long serialVersionUID = 1;

  ProfilerFileException(String message) {
    super(message);
  }
}
