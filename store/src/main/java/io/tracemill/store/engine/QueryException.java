package io.tracemill.store.engine;

import java.util.regex.Pattern;

/** A question that has no answer; the message is one line that says why and what to do. */
public final class QueryException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Errors of the engine that a file may cause, unlike a wrong statement or a limit. */
  private static final Pattern OF_FILE =
      Pattern.compile("(IO|Permission|Invalid Input|Invalid|Serialization|INTERNAL) Error: ");

  /** Some of them do not name the file. */
  private static final Pattern HIDES_FILE =
      Pattern.compile(
          "(Invalid|INTERNAL) Error: |\\w+( Input)? Error: .*(parquet|zstd|snappy|decompress)",
          Pattern.CASE_INSENSITIVE);

  public QueryException(String message) {
    super(message);
  }

  /** No complete request matches the filter of a question. */
  public static QueryException noneMatch() {
    return new QueryException(
        "no complete request matches; give another range or fewer conditions");
  }

  public QueryException(String message, Throwable cause) {
    super(message, cause);
  }

  /** The whole message of the engine, which may name a file; or the message if it has none. */
  public String reason() {
    Throwable cause = getCause();
    return cause == null ? String.valueOf(getMessage()) : String.valueOf(cause.getMessage());
  }

  /** Whether a broken or missing file may be the cause. */
  public boolean mayBeOfFile() {
    return OF_FILE.matcher(reason()).lookingAt();
  }

  /** Whether a broken file may be the cause although the reason names none. */
  public boolean mayHideFile() {
    return mayBeOfFile() && HIDES_FILE.matcher(reason()).lookingAt();
  }
}
