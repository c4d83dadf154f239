package io.tracemill.connectors.decoding;

import io.tracemill.analysis.span.Slice;
import io.tracemill.analysis.span.SpanDraft;
import java.util.List;

/** The attributes of OpenTelemetry spans that hold the HTTP or gRPC status of the response. */
public final class StatusCodes {
  /** HTTP's current key, its older key, and gRPC's key. */
  public static final List<String> NAMES =
      List.of("http.response.status_code", "http.status_code", "rpc.grpc.status_code");

  private static final AttributeKeys KEYS = new AttributeKeys(NAMES);
  private static final int GRPC = 2;
  private static final int MAX_DIGITS = 3;

  private StatusCodes() {}

  /** Whether an attribute with this key holds a status. */
  public static boolean isKey(Slice key) {
    return KEYS.contains(key);
  }

  /** Gives {@code span} the status that an attribute with such a key holds. */
  public static void tell(SpanDraft span, Slice key, int code) {
    if (KEYS.indexOf(key) == GRPC) {
      span.grpcStatus(code);
    } else {
      span.httpStatus(code);
    }
  }

  /** The status in a text of one to three digits; 0 for any other text. */
  public static int of(Slice text) {
    int status = 0;
    for (int i = 0; i < text.length(); i++) {
      int digit = text.array()[text.offset() + i] - '0';
      if (digit < 0 || digit > 9 || text.length() > MAX_DIGITS) {
        return 0;
      }
      status = 10 * status + digit;
    }
    return status;
  }
}
