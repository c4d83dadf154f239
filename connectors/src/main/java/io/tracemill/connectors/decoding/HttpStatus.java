package io.tracemill.connectors.decoding;

import io.tracemill.analysis.span.Slice;
import java.util.List;

/** The attributes of OpenTelemetry spans that hold the HTTP status of the response. */
public final class HttpStatus {
  /** The current key and the older one. */
  public static final List<String> NAMES = List.of("http.response.status_code", "http.status_code");

  private static final AttributeKeys KEYS = new AttributeKeys(NAMES);
  private static final int DIGITS = 3;

  private HttpStatus() {}

  /** Whether an attribute with this key holds an HTTP status. */
  public static boolean isKey(Slice key) {
    return KEYS.indexOf(key) >= 0;
  }

  /** The status in a text of three digits; 0 for any other text. */
  public static int of(Slice text) {
    int status = 0;
    for (int i = 0; i < text.length(); i++) {
      int digit = text.array()[text.offset() + i] - '0';
      if (digit < 0 || digit > 9 || text.length() != DIGITS) {
        return 0;
      }
      status = 10 * status + digit;
    }
    return status;
  }
}
