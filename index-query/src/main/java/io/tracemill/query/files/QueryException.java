package io.tracemill.query.files;

/** A question that has no answer; the message is one line that says why and what to do. */
public final class QueryException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public QueryException(String message) {
    super(message);
  }

  public QueryException(String message, Throwable cause) {
    super(message, cause);
  }

  /** The whole message of the engine, which may name a file; or the message if it has none. */
  public String reason() {
    Throwable cause = getCause();
    return cause == null ? String.valueOf(getMessage()) : String.valueOf(cause.getMessage());
  }
}
