package io.tracemill.console.api;

import static java.util.Objects.requireNonNull;

/** A question that cannot be answered, with the HTTP status and message of the response. */
public final class ApiException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final String code;

  /**
   * An error response.
   *
   * @param status HTTP status, 400 to 599
   * @param code for programs, such as {@code bad-parameter}
   * @param message for people: what is wrong and what to do
   */
  public ApiException(int status, String code, String message) {
    super(requireNonNull(message, "message"));
    this.status = status;
    this.code = requireNonNull(code, "code");
  }

  /** A parameter that is missing or has a wrong value. */
  public static ApiException badParameter(String message) {
    return new ApiException(400, "bad-parameter", message);
  }

  /** Something that the console does not know, such as an incident. */
  public static ApiException notFound(String message) {
    return new ApiException(404, "not-found", message);
  }

  /** The HTTP status. */
  public int status() {
    return status;
  }

  /** The reason, as a code for programs. */
  public String code() {
    return code;
  }
}
