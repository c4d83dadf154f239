package io.tracemill.connectors.decoding;

import java.io.IOException;
import java.io.Serial;

/** The bytes are no JSON, at an offset; never leaves this package. */
final class JsonSyntaxException extends IOException {
  @Serial private static final long serialVersionUID = 1;

  private final int offset;

  JsonSyntaxException(int offset) {
    this.offset = offset;
  }

  int offset() {
    return offset;
  }

  /** Has no stack trace: a topic full of garbage must not cost more than a good one. */
  @Override
  public Throwable fillInStackTrace() {
    return this;
  }
}
