package io.tracemill.analysis.cohort;

import io.tracemill.analysis.request.RequestAttribute;
import java.io.Serializable;
import java.util.List;

/**
 * What some requests have in common: an attribute of at least one of their spans.
 *
 * @param key of the attribute; with service and dot before it, only spans of that service count
 * @param value as text
 */
public record AttributeValue(String key, String value) implements Serializable {
  /** Whether it is one of the attributes of a request's spans. */
  public boolean isIn(List<RequestAttribute> attributes) {
    return attributes.stream()
        .anyMatch(attribute -> attribute.value().equals(value) && isKeyOf(attribute));
  }

  /** {@code service.version=v2}. */
  public String text() {
    return key + "=" + value;
  }

  private boolean isKeyOf(RequestAttribute attribute) {
    return key.equals(attribute.key()) || key.equals(attribute.service() + "." + attribute.key());
  }
}
