package io.tracemill.connectors.decoding;

import java.io.Serial;

/** Ends the decoding of a record that is not of its format; never leaves this package. */
public final class MalformedRecordException extends Exception {
  @Serial private static final long serialVersionUID = 1;

  /** Has no stack trace: a topic of malformed records must not cost more than a good one. */
  public MalformedRecordException(String reason) {
    super(reason, null, false, false);
  }

  /** The reason, for a result. */
  public String reason() {
    return String.valueOf(getMessage());
  }
}
