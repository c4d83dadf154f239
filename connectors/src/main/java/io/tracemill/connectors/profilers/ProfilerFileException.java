package io.tracemill.connectors.profilers;

import java.io.IOException;

/** A recording that cannot be read; the message says why, and what to do. */
public final class ProfilerFileException extends IOException {
  ProfilerFileException(String message) {
    super(message);
  }
}
