package io.tracemill.connectors.jaeger;

import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.resource.v1.Resource;
import java.util.ArrayList;
import java.util.List;

/**
 * A resource as a process: its service's name apart from the other attributes.
 *
 * @param serviceName never empty: OpenTelemetry's default where the resource has none
 * @param tags with values that a tag can have
 */
record JaegerProcess(String serviceName, List<KeyValue> tags) {
  static final String SERVICE_NAME = "service.name";
  private static final String UNKNOWN_SERVICE = "unknown_service";

  JaegerProcess {
    tags = List.copyOf(tags);
  }

  static JaegerProcess of(Resource resource) {
    String serviceName = "";
    List<KeyValue> tags = new ArrayList<>();
    for (KeyValue tag : JaegerTags.of(resource.getAttributesList())) {
      if (!tag.getKey().equals(SERVICE_NAME)) {
        tags.add(tag);
      } else if (!tag.getValue().hasBytesValue()) {
        serviceName = JaegerTags.text(tag.getValue());
      }
    }
    return new JaegerProcess(serviceName.isEmpty() ? UNKNOWN_SERVICE : serviceName, tags);
  }
}
