package io.tracemill.connectors.otlp;

import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;

/** OpenTelemetry attributes with a text. */
public final class Attributes {
  /** The resource attribute that names the service. */
  public static final String SERVICE_NAME = "service.name";

  private Attributes() {}

  public static KeyValue of(String key, String text) {
    return KeyValue.newBuilder()
        .setKey(key)
        .setValue(AnyValue.newBuilder().setStringValue(text))
        .build();
  }
}
