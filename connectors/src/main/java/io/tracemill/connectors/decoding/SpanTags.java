package io.tracemill.connectors.decoding;

import io.tracemill.analysis.span.Slice;
import io.tracemill.analysis.span.SpanKind;
import java.util.List;

/**
 * The tags for kind and status in formats that have no fields for them. OpenTelemetry's
 * specification defines them ("Zipkin exporter" and "Jaeger exporter").
 */
public final class SpanTags {
  /** The span failed if the value is not {@link #NO_ERROR}. */
  public static final String ERROR = "error";

  public static final String NO_ERROR = "false";

  public static final String STATUS_CODE = "otel.status_code";
  public static final String STATUS_ERROR = "ERROR";
  public static final String STATUS_OK = "OK";

  /** The kind; in Zipkin's format only if the span has no kind of Zipkin's. */
  public static final String SPAN_KIND = "span.kind";

  /** All of them. */
  public static final List<String> MEANINGFUL = List.of(ERROR, STATUS_CODE, SPAN_KIND);

  /** Values of {@link #SPAN_KIND}, from number 1 of OTLP's kinds on. */
  public static final List<String> KINDS =
      List.of("internal", "server", "client", "producer", "consumer");

  /** The position of the span kind in {@link #MEANINGFUL}. */
  public static final int KIND_MEANING = 2;

  private static final int ERROR_MEANING = 0;
  private static final int STATUS_MEANING = 1;
  private static final AttributeKeys MEANINGFUL_KEYS = new AttributeKeys(MEANINGFUL);
  private static final AttributeKeys KIND_TEXTS = new AttributeKeys(KINDS);
  private static final AttributeKeys NO_FAILURE = new AttributeKeys(List.of(NO_ERROR));
  private static final AttributeKeys SUCCESS = new AttributeKeys(List.of(STATUS_OK));
  private static final AttributeKeys FAILURE = new AttributeKeys(List.of(STATUS_ERROR));

  private SpanTags() {}

  /** Position of {@code key} in {@link #MEANINGFUL}, -1 if it is not there. */
  public static int meaning(Slice key) {
    return MEANINGFUL_KEYS.indexOf(key);
  }

  /** The kind with this name; none for any other text. */
  public static SpanKind kind(Slice text) {
    return SpanKind.ofNumber(1 + KIND_TEXTS.indexOf(text));
  }

  /** Whether a tag with this meaning and text marks its span as failed. */
  public static boolean isFailure(int meaning, Slice text) {
    return switch (meaning) {
      case ERROR_MEANING -> NO_FAILURE.indexOf(text) < 0;
      case STATUS_MEANING -> FAILURE.indexOf(text) >= 0;
      default -> false;
    };
  }

  /** Whether a tag with this meaning and text says that its span did not fail. */
  public static boolean isSuccess(int meaning, Slice text) {
    return meaning == STATUS_MEANING && SUCCESS.contains(text);
  }
}
